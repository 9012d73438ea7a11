import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import { patiently } from './patience.ts';

const away = new GyreError('UNAVAILABLE', 'away', { boundary: 'harness' });

/** Runs the work while the clock goes on in small steps; returns how it ended and when. */
async function lived<R>(clock: ManualClock, work: Promise<R>): Promise<{ readonly ended: R | unknown; readonly ms: number }> {
  let done: { ended: unknown } | undefined;
  void work.then((ended) => (done = { ended }), (ended: unknown) => (done = { ended }));
  const began = clock.now();
  while (done === undefined) {
    await nextTurn();
    if (done === undefined) clock.advance(10);
  }
  return { ended: done.ended, ms: clock.now() - began };
}

describe('patience', () => {
  it('tries again until the work succeeds, with growing pauses, and recovers in between', async () => {
    const clock = new ManualClock(0);
    const tries: number[] = [];
    const recovered: unknown[] = [];
    const work = patiently(
      async (leftMs) => {
        tries.push(leftMs);
        if (tries.length < 4) throw away;
        return 'there';
      },
      { clock, patienceMs: 1000, recover: async (error, until) => void recovered.push([error, until]) },
    );
    expect((await lived(clock, work)).ended).toBe('there');
    expect(tries).toEqual([1000, 980, 940, 860]);
    expect(recovered).toEqual(Array(3).fill([away, 1000]));
  });

  it('ends with the last failure when its time is over', async () => {
    const clock = new ManualClock(0);
    const { ended, ms } = await lived(clock, patiently(() => Promise.reject(away), { clock, patienceMs: 300 }));
    expect(ended).toBe(away);
    expect(ms).toBeLessThanOrEqual(300);
  });

  it.each([
    ['what no retry mends', new GyreError('FAILED_PRECONDITION', 'refused', { boundary: 'harness' })],
    ['what is no failure of the plant at all', new TypeError('bug')],
  ])('throws %s at once', async (_, error) => {
    const clock = new ManualClock(0);
    expect(await lived(clock, patiently(() => Promise.reject(error), { clock }))).toEqual({ ended: error, ms: 0 });
  });

  it('throws what recovering says can no longer help', async () => {
    const clock = new ManualClock(0);
    const refused = new GyreError('FAILED_PRECONDITION', 'refused', { boundary: 'harness' });
    expect((await lived(clock, patiently(() => Promise.reject(away), { clock, recover: () => Promise.reject(refused) }))).ended).toBe(refused);
  });
});
