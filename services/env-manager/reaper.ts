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

/** Frees episodes whose lease has ended and sweeps up what died with their processes, every `intervalMs`, until `signal` aborts. */
export async function runReaper(episodes: Pick<Episodes, 'reap' | 'sweep'>, { clock, intervalMs, signal, onFailure }: ReaperOptions): Promise<void> {
  while (!signal.aborted) {
    try {
      await clock.sleep(intervalMs, signal);
    } catch {
      return;
    }
    for (const work of [() => episodes.reap(), () => episodes.sweep()]) {
      try {
        await work();
      } catch (thrown) {
        onFailure(GyreError.from(thrown, 'environment'));
      }
    }
  }
}
