import type { Clock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import type { Episodes } from './episodes.ts';

export interface ReaperOptions {
  readonly clock: Clock;
  readonly intervalMs: number;
  readonly signal: AbortSignal;
  /** Told of a round that failed; the next one tries again. */
  readonly onFailure: (error: GyreError) => void;
}

/** Frees episodes whose lease has ended, every `intervalMs`, until `signal` aborts. */
export async function runReaper(episodes: Pick<Episodes, 'reap'>, { clock, intervalMs, signal, onFailure }: ReaperOptions): Promise<void> {
  while (!signal.aborted) {
    try {
      await clock.sleep(intervalMs, signal);
    } catch {
      return;
    }
    try {
      await episodes.reap();
    } catch (thrown) {
      onFailure(GyreError.from(thrown, 'environment'));
    }
  }
}
