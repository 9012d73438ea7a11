import type { Clock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import { observe } from '#kit/metrics.ts';
import type { Authenticate } from '#kit/rpc/roles.ts';
import type { Handlers } from '#kit/rpc/types.ts';
import type { Store } from '#kit/store/types.ts';
import { METRICS } from '#kit/telemetry-names.ts';
import type { HarnessServiceService } from '#protos/harness/v1/harness_service.ts';
import type { AdapterArtifact } from './adapter/artifact.ts';
import { type MemoryManager, memoryManager } from './memory/store.ts';
import type { PolicyRegistry } from './policy/types.ts';
import { harnessHandlers } from './service.ts';
import type { EvidenceSink } from './sessions/evidence.ts';
import { memorySessionJournal, type SessionJournal, storeSessionJournal } from './sessions/journal.ts';
import { DEFAULT_SESSION_LIMITS, Sessions, type SessionLimits } from './sessions/sessions.ts';
import { ToolCatalogues, type WorldTools } from './tools/catalogues.ts';
import { HarnessVersions, type PrivateTexts } from './versions/versions.ts';

export interface HarnessOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly policies: PolicyRegistry;
  readonly worldTools: WorldTools;
  readonly evidence: EvidenceSink;
  /** The adapter artifact that the base version is made over, if the store is empty. */
  readonly artifact: AdapterArtifact;
  /** `store` lets any replica go on with a session; `memory` is for rollouts, whose attempts start anew. */
  readonly journal: 'store' | 'memory';
  readonly authenticate: Authenticate;
  readonly limits?: Partial<SessionLimits>;
  /** Texts that a harness revision may not quote. */
  readonly privateTexts?: PrivateTexts;
  /** How long a session without a call stays in the journal, milliseconds. Default one day. */
  readonly journalKeptMs?: number;
  /** Milliseconds between two looks for idle sessions. Default 10,000. */
  readonly keepHouseEveryMs?: number;
  readonly onFailure: (error: GyreError) => void;
}

/** A running harness: its handlers for either transport, its parts for the process that hosts it, and its background work. */
export interface Harness {
  readonly handlers: Handlers<HarnessServiceService>;
  readonly sessions: Sessions;
  readonly versions: HarnessVersions;
  readonly memory: MemoryManager;
  /** Ends the background work. Journalled sessions stay for whichever replica goes on with them. */
  stop(): Promise<void>;
}

const DAY_MS = 86_400_000;
const KEEP_HOUSE_EVERY_MS = 10_000;
const PURGED_AT_ONCE = 500;

export async function startHarness(options: HarnessOptions): Promise<Harness> {
  const { store, clock, policies, evidence } = options;
  const versions = new HarnessVersions({ store, clock, ...(options.privateTexts ? { privateTexts: options.privateTexts } : {}) });
  await versions.bootstrap(options.artifact);
  const journal = options.journal === 'store' ? storeSessionJournal(store, clock) : memorySessionJournal();
  const memory = memoryManager(store);
  const catalogues = new ToolCatalogues(options.worldTools, clock);
  const sources = { policies, runtime: (id: string) => versions.runtime(id), catalogues, memory, evidence, journal, clock };
  const sessions = new Sessions(sources, { ...DEFAULT_SESSION_LIMITS, ...options.limits });
  const unobserve = observe(METRICS.harnessSessionsOpen, () => [[sessions.size, {}]]);
  const end = new AbortController();
  const housekeeping = keepHouse(sessions, journal, options, end.signal);
  return {
    handlers: harnessHandlers(sessions, versions, options.authenticate),
    sessions,
    versions,
    memory,
    async stop() {
      end.abort();
      unobserve();
      await housekeeping;
    },
  };
}

/** Lets go of idle sessions, and deletes from the journal those that nobody has touched for long. */
async function keepHouse(sessions: Sessions, journal: SessionJournal, { clock, journalKeptMs, keepHouseEveryMs, onFailure }: HarnessOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    sessions.expire();
    try {
      while ((await journal.purge(clock.now() - (journalKeptMs ?? DAY_MS), PURGED_AT_ONCE)) === PURGED_AT_ONCE) signal.throwIfAborted();
    } catch (thrown) {
      if (!signal.aborted) onFailure(GyreError.from(thrown, 'store'));
    }
    await clock.sleep(keepHouseEveryMs ?? KEEP_HOUSE_EVERY_MS, signal).catch(() => undefined);
  }
}
