import { GyreError } from '#kit/errors.ts';
import { outsideCall } from '#kit/rpc/call-scope.ts';
import { sharedSpan } from '#kit/telemetry.ts';
import type { Send } from './batcher.ts';
import type { InferenceServer } from './inference.ts';
import type { Parcel } from './parcel.ts';
import { type Patience, patiently } from './patience.ts';

export interface ScoringOptions extends Omit<Patience, 'recover'> {
  readonly server: InferenceServer;
  readonly model: string;
  /** Number of the version in the repository. */
  readonly number: string;
  /** Sees to it that the version is loaded; called when the server does not answer for it. */
  readonly bring: () => Promise<unknown>;
  /** Time for one try, milliseconds. Default 5,000. */
  readonly tryMs?: number;
}

/** Scores parcels on one version, patiently: scoring is a pure function of the parcel, so that it may be asked for again. */
export function scoring(options: ScoringOptions): Send {
  const { server, model, number, tryMs = 5_000 } = options;
  const ask = (parcel: Parcel) => (leftMs: number) => server.infer(model, number, parcel, { timeoutMs: Math.min(tryMs, leftMs) });
  const patience = { ...options, recover: (error: GyreError, until: number) => recovered(options, error, until) };
  // A parcel is many callers': it ends with no one's call.
  return (parcel, callers) => outsideCall(() => sharedSpan('score', { 'gyre.score.choices': parcel.choices }, callers, () => patiently(ask(parcel), patience)));
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
