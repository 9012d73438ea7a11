import type { Clock } from '#kit/clock.ts';
import type { GyreError } from '#kit/errors.ts';
import { observe } from '#kit/metrics.ts';
import type { Authenticate } from '#kit/rpc/roles.ts';
import type { Handlers } from '#kit/rpc/types.ts';
import type { Store } from '#kit/store/types.ts';
import { METRICS } from '#kit/telemetry-names.ts';
import type { EnvManagerServiceService } from '#protos/env/v1/env_manager_service.ts';
import { type EnvironmentBackend, EnvironmentBackends } from './environment.ts';
import { Episodes } from './episodes.ts';
import { runReaper } from './reaper.ts';
import { envManagerHandlers } from './service.ts';

export interface EnvManagerOptions {
  readonly backends: readonly EnvironmentBackend[];
  readonly store: Store;
  /** Not the same store: whoever reads that one may not read evidence. */
  readonly evidenceStore: Store;
  readonly clock: Clock;
  readonly authenticate: Authenticate;
  readonly journal: 'store' | 'memory';
  /** Default 50,000. */
  readonly maxOpen?: number;
  /** Milliseconds between two looks for ended leases. Default 1,000. */
  readonly reapEveryMs?: number;
  readonly onFailure: (error: GyreError) => void;
}

/** A running env-manager: its handlers for either transport, and its background work. */
export interface EnvManager {
  readonly handlers: Handlers<EnvManagerServiceService>;
  readonly episodes: Episodes;
  /** Ends the background work. Open episodes stay in the journal, for whichever process goes on with them. */
  stop(): Promise<void>;
}

export function startEnvManager(options: EnvManagerOptions): EnvManager {
  const { store, evidenceStore, clock, journal, maxOpen, onFailure } = options;
  const episodes = new Episodes({ backends: new EnvironmentBackends(options.backends), store, evidenceStore, clock, journal, maxOpen });
  const unobserve = observe(METRICS.environmentEpisodesOpen, () => [[episodes.open, {}]]);
  const end = new AbortController();
  const reaper = runReaper(episodes, { clock, intervalMs: options.reapEveryMs ?? 1000, signal: end.signal, onFailure });
  return {
    handlers: envManagerHandlers(episodes, options.authenticate),
    episodes,
    async stop() {
      end.abort();
      unobserve();
      await reaper;
    },
  };
}
