import type { Clock } from './clock.ts';
import { GyreError } from './errors.ts';
import type { Random } from './random.ts';

export interface RetryOptions {
  readonly clock: Clock;
  /** Tries altogether. Default 4. */
  readonly attempts?: number;
  /** Wait after the first failure, milliseconds; doubles with each further one. Default 100. */
  readonly firstDelayMs?: number;
  /** Longest wait, milliseconds. Default 5,000. */
  readonly maxDelayMs?: number;
  /** Spreads each wait over its upper half, so that callers that failed together do not come back together. */
  readonly random?: Random;
  readonly signal?: AbortSignal;
  readonly onRetry?: (error: GyreError, attempt: number, delayMs: number) => void;
}

/**
 * Runs `attempt` (counted from 1) until it succeeds, fails with an error that is not retryable, or the tries are used up; then
 * the last error is thrown. An abort during a wait rejects with the signal's reason.
 */
export async function retry<R>(attempt: (number: number) => Promise<R>, options: RetryOptions): Promise<R> {
  const { clock, attempts = 4, firstDelayMs = 100, maxDelayMs = 5_000, random, signal, onRetry } = options;
  for (let number = 1; ; number++) {
    signal?.throwIfAborted();
    try {
      return await attempt(number);
    } catch (error) {
      if (!(error instanceof GyreError) || !error.retryable || number >= attempts) throw error;
      const longest = Math.min(maxDelayMs, firstDelayMs * 2 ** (number - 1));
      const delayMs = random ? longest / 2 + (random.next() * longest) / 2 : longest;
      onRetry?.(error, number, delayMs);
      await clock.sleep(delayMs, signal);
    }
  }
}
