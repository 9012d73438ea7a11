import type { Clock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import type { Client } from '#kit/rpc/types.ts';
import type { TrainerControllerServiceService, WatchRoundResponse } from '#protos/trainer/v1/trainer_controller_service.ts';

export interface FollowOptions {
  readonly clock: Clock;
  /** Longest that one look may last, milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** Tries in a row, over some minutes: about as long as a trainer-controller takes to be put on another node. */
const PATIENCE = { tries: 10, firstDelayMs: 1_000, maxDelayMs: 30_000 } as const;

/**
 * What happens to a round until it ends or waits for a person, as `WatchRound` streams it. A round outlives those who watch it and the
 * process that it runs in: where the stream is lost it is opened again. Throws what no later try would mend, or the last error.
 */
export async function* followRound(trainer: Pick<Client<TrainerControllerServiceService>, 'watchRound'>, roundId: string, { clock, timeoutMs, signal }: FollowOptions): AsyncGenerator<WatchRoundResponse> {
  for (let failures = 0; ; failures++) {
    try {
      for await (const progress of trainer.watchRound({ roundId }, { timeoutMs, ...(signal ? { signal } : {}) })) {
        failures = 0;
        yield progress;
      }
      return;
    } catch (thrown) {
      const error = GyreError.from(thrown, 'harness');
      if (!error.retryable || signal?.aborted === true || failures + 1 >= PATIENCE.tries) throw error;
    }
    await clock.sleep(Math.min(PATIENCE.maxDelayMs, PATIENCE.firstDelayMs * 2 ** failures), signal);
  }
}
