import type { Clock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import { outsideCall } from '#kit/rpc/call-scope.ts';
import { sharedSpan } from '#kit/telemetry.ts';
import type { Send } from './batcher.ts';
import type { InferenceServer } from './inference.ts';
import type { Parcel } from './parcel.ts';

export interface ScoringOptions {
  readonly server: InferenceServer;
  readonly model: string;
  /** Number of the version in the repository. */
  readonly number: string;
  /** Sees to it that the version is loaded; called when the server does not answer for it. */
  readonly bring: () => Promise<unknown>;
  readonly clock: Clock;
  /** How long a parcel is tried again while the server cannot answer, milliseconds. Default 20,000. */
  readonly patienceMs?: number;
  /** Time for one try, milliseconds. Default 5,000. */
  readonly tryMs?: number;
}

const FIRST_DELAY_MS = 20;
const LONGEST_DELAY_MS = 500;

/**
 * Scores parcels on one version. Scoring is a pure function of the parcel, so that it may be asked for again while the server is
 * unreachable, restarts or has unloaded the version; after `patienceMs` the last failure is thrown, an infrastructure fault. What no
 * retry mends is thrown at once.
 */
export function scoring(options: ScoringOptions): Send {
  // A parcel is many callers': it ends with no one's call.
  return (parcel, callers) => outsideCall(() => sharedSpan('score', { 'gyre.score.choices': parcel.choices }, callers, () => patiently(options, parcel)));
}

async function patiently(options: ScoringOptions, parcel: Parcel): Promise<Float64Array> {
  const { server, model, number, clock, patienceMs = 20_000, tryMs = 5_000 } = options;
  const until = clock.now() + patienceMs;
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(LONGEST_DELAY_MS, 2 * delayMs)) {
    try {
      return await server.infer(model, number, parcel, { timeoutMs: Math.min(tryMs, Math.max(1, until - clock.now())) });
    } catch (error) {
      if (!(error instanceof GyreError) || !error.retryable || clock.now() + delayMs >= until) throw error;
      await recovered(options, error, until);
      await clock.sleep(delayMs);
    }
  }
}

/** Has the version loaded again, as far as that is what is missing and as long as there is time. */
async function recovered({ bring, clock }: ScoringOptions, error: GyreError, until: number): Promise<void> {
  if (error.code !== 'NOT_FOUND' && error.code !== 'UNAVAILABLE') return;
  const end = new AbortController();
  const late = clock.sleep(until - clock.now(), end.signal).catch(() => undefined);
  const brought = bring().catch((thrown: unknown) => {
    // The server may still be starting. A version that was refused meanwhile stays refused.
    if (thrown instanceof GyreError && thrown.retryable) return;
    throw thrown;
  });
  try {
    await Promise.race([brought, late]);
  } finally {
    end.abort();
  }
}
