import { describe, expect, it } from 'vitest';
import type { Clock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import type { WatchRoundResponse } from '#protos/trainer/v1/trainer_controller_service.ts';
import { followRound } from './follow.ts';

const at = (done: number): WatchRoundResponse => ({ phase: 'training', done, total: 9, scores: [], message: '' });
const lost = () => new GyreError('UNAVAILABLE', 'the connection is lost', { boundary: 'harness' });

/** Follows a round whose streams say and end as given; what was seen, what it ended with, and the pauses, in seconds. */
async function followed(streams: readonly (readonly (WatchRoundResponse | GyreError)[])[]) {
  const pauses: number[] = [];
  const clock: Clock = { now: () => 0, sleep: async (ms) => void pauses.push(ms / 1_000) };
  let opened = 0;
  const trainer = {
    async *watchRound() {
      for (const each of streams[Math.min(opened++, streams.length - 1)] ?? []) {
        if (each instanceof GyreError) throw each;
        yield each;
      }
    },
  };
  const seen: number[] = [];
  const read = async () => {
    for await (const { done } of followRound(trainer, 'r', { clock, timeoutMs: 1_000 })) seen.push(done);
  };
  const code = await read().then(() => 'ended', (error: GyreError) => error.code);
  return { seen, code, pauses };
}

describe('following a round', () => {
  it('goes on where a stream is lost, with longer and longer pauses while nothing is heard', async () => {
    expect(await followed([[at(1), at(2), lost()], [lost()], [lost()], [at(5), lost()], [at(9)]])).toEqual({ seen: [1, 2, 5, 9], code: 'ended', pauses: [1, 2, 4, 1] });
  });

  it('gives up in the end, and at once where no later try would mend it', async () => {
    expect(await followed([[lost()]])).toEqual({ seen: [], code: 'UNAVAILABLE', pauses: [1, 2, 4, 8, 16, 30, 30, 30, 30] });
    expect(await followed([[at(1), new GyreError('NOT_FOUND', 'there is no round r', { boundary: 'caller' })]])).toEqual({ seen: [1], code: 'NOT_FOUND', pauses: [] });
  });
});
