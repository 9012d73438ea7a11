import type { OpenSessionRequest } from '#protos/harness/v1/harness_service.ts';
import type { Clock } from '#kit/clock.ts';
import { invalid } from '#kit/errors.ts';
import { assembledOpeningDigest } from '../context/digest.ts';
import { assembleOpening } from '../context/opening.ts';
import { HarnessTools } from '../executor/harness-tools.ts';
import type { MemoryOutcome } from '../memory/memory.ts';
import { episodeScope, type MemoryScope, type MemoryScopes, scopeKind } from '../memory/scope.ts';
import type { Policy, PolicyRegistry, PolicySession } from '../policy/types.ts';
import type { Opening } from '#protos/core/v1/context.ts';
import { isMemoryTool } from '../memory/tools.ts';
import type { ToolCatalogue, ToolEntry } from '../tools/catalogue.ts';
import type { ToolCatalogues } from '../tools/catalogues.ts';
import type { HarnessRuntime } from '../versions/runtime.ts';
import { EvidenceLog, type EvidenceSink } from './evidence.ts';
import type { SessionJournal } from './journal.ts';
import { journalledMemory } from './journalled-memory.ts';
import { Session } from './session.ts';

/** What sessions are made from. */
export interface SessionSources {
  readonly policies: PolicyRegistry;
  /** Harness versions ready for use, the serving one for an empty id. */
  readonly runtime: (id: string) => Promise<HarnessRuntime>;
  readonly catalogues: ToolCatalogues;
  /** Absent: only episode scopes are served. */
  readonly memory?: MemoryScopes;
  /** Absent: no session may name an episode. */
  readonly evidence?: EvidenceSink;
  readonly journal: SessionJournal;
  readonly clock: Clock;
}

export interface OpenedSession {
  readonly session: Session;
  readonly policy: string;
  readonly harnessVersion: string;
}

const NO_OUTCOMES: ReadonlyMap<string, MemoryOutcome> = new Map();

/**
 * Makes a session from a request; the same request under the same harness version gives the same opening, byte for byte. `openedAtMs` is
 * when its time began to run.
 */
export async function openSession(request: OpenSessionRequest, sources: SessionSources, openedAtMs: number, outcomes = NO_OUTCOMES): Promise<OpenedSession> {
  if (request.sessionId === '') throw invalid('session_id', 'is empty', 'give the session an id of its own');
  if (request.request.trim() === '') throw invalid('request', 'is empty', 'give the user’s turn');
  const [runtime, policy, catalogue] = await Promise.all([
    sources.runtime(request.harnessVersion),
    sources.policies.get(request.policy),
    sources.catalogues.get(request.tools, request.world),
  ]);
  const memory = memoryOf(request, sources, outcomes);
  const { opening, entries, loaders } = assembleOpening({ ...request, hasMemory: memory !== undefined }, runtime, catalogue);
  const openingDigest = assembledOpeningDigest(opening, entries);
  const session = new Session({
    id: request.sessionId,
    opening,
    openingDigest,
    callable: new Map(entries.map((entry) => [entry.spec.name, entry])),
    tools: new HarnessTools({ session: request.sessionId, memory, scope: scopeOf(request), loaders, world: reachableTools(catalogue, memory), now: request.now }),
    policy: policySession(policy, opening),
    policyName: policy.name,
    sampling: { temperature: request.sampling?.temperature ?? 0, seed: request.sampling?.seed ?? 0 },
    evidence: evidenceOf(request, sources),
    clock: sources.clock,
    openedAtMs,
  });
  return { session, policy: policy.name, harnessVersion: runtime.version.id };
}

/** Every tool that a skill may bring in: without a memory scope no skill brings memory tools. */
function reachableTools({ entries }: ToolCatalogue, memory: MemoryScope | undefined): ReadonlyMap<string, ToolEntry> {
  return memory ? entries : new Map([...entries].filter(([name]) => !isMemoryTool(name)));
}

function memoryOf(request: OpenSessionRequest, sources: SessionSources, outcomes: ReadonlyMap<string, MemoryOutcome>): MemoryScope | undefined {
  if (request.memoryScope === '') {
    if (request.memory.length > 0) throw invalid('memory', 'is given without a scope', 'give memory_scope episode/<id>');
    return undefined;
  }
  if (scopeKind(request.memoryScope) === 'episode') return episodeScope(request.memory, request.now);
  if (request.memory.length > 0) throw invalid('memory', 'cannot be preloaded into a persistent scope', 'use episode/<id>, or leave memory empty');
  if (!sources.memory) throw invalid('memory_scope', 'persistent scopes are not served here', 'use episode/<id>');
  const scope = sources.memory.open(request.memoryScope, request.now);
  return journalledMemory(scope, sources.journal, request.sessionId, outcomes);
}

/** Whose memory a session uses; without any, nobody asks. */
function scopeOf({ memoryScope }: OpenSessionRequest): 'episode' | 'user' {
  return memoryScope === '' ? 'episode' : scopeKind(memoryScope);
}

function evidenceOf(request: OpenSessionRequest, sources: SessionSources): EvidenceLog | undefined {
  if (request.episodeId === '') return undefined;
  if (!sources.evidence) throw invalid('episode_id', 'no environment manager is connected', 'leave it empty, or connect one');
  return new EvidenceLog(sources.evidence, request.episodeId);
}

function policySession(policy: Policy, opening: Opening): PolicySession {
  if (policy.open) return policy.open(opening);
  return { decide: (turns, sampling) => policy.decide({ context: { opening, turns: [...turns] }, sampling }) };
}
