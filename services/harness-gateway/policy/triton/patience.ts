import type { Clock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';

export interface Patience {
  readonly clock: Clock;
  /** How long work is tried again while the server cannot answer, milliseconds. Default 20,000. */
  readonly patienceMs?: number;
  /** Called with each failure that may pass, and until when there is time; rejects if no further try can help. */
  readonly recover?: (error: GyreError, until: number) => Promise<void>;
}

const FIRST_DELAY_MS = 20;
const LONGEST_DELAY_MS = 500;

/**
 * Tries work again while the inference server is unreachable or restarts; after `patienceMs` the last failure is thrown, an infrastructure
 * fault. What no retry mends is thrown at once. `attempt` is told how many milliseconds are left.
 */
export async function patiently<R>(attempt: (leftMs: number) => Promise<R>, { clock, patienceMs = 20_000, recover }: Patience): Promise<R> {
  const until = clock.now() + patienceMs;
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(LONGEST_DELAY_MS, 2 * delayMs)) {
    try {
      return await attempt(Math.max(1, until - clock.now()));
    } catch (error) {
      if (!(error instanceof GyreError) || !error.retryable || clock.now() + delayMs >= until) throw error;
      await recover?.(error, until);
      await clock.sleep(delayMs);
    }
  }
}
