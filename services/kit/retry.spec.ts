import { expect, it } from 'vitest';
import type { Clock } from './clock.ts';
import { GyreError } from './errors.ts';
import { random } from './random.ts';
import { retry } from './retry.ts';

const down = () => new GyreError('UNAVAILABLE', 'down', { boundary: 'store' });

function instantClock(): { clock: Clock; slept: number[] } {
  const slept: number[] = [];
  const sleep = async (ms: number, signal?: AbortSignal) => {
    slept.push(ms);
    signal?.throwIfAborted();
  };
  return { clock: { now: () => 0, sleep }, slept };
}

it('tries again with doubling waits while the error is retryable', async () => {
  const { clock, slept } = instantClock();
  const retried: number[] = [];
  const result = await retry(
    async (number) => {
      if (number < 4) throw down();
      return number;
    },
    { clock, maxDelayMs: 250, onRetry: (_, number) => retried.push(number) },
  );
  expect(result).toBe(4);
  expect(slept).toEqual([100, 200, 250]);
  expect(retried).toEqual([1, 2, 3]);
});

it('gives up after the last try, and at once on what trying again cannot mend', async () => {
  const { clock, slept } = instantClock();
  await expect(retry(() => Promise.reject(down()), { clock, attempts: 2 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(slept).toHaveLength(1);
  const wrong = new GyreError('NOT_FOUND', 'none', { boundary: 'store' });
  await expect(retry(() => Promise.reject(wrong), { clock })).rejects.toBe(wrong);
  await expect(retry(() => Promise.reject(new TypeError('bug')), { clock })).rejects.toThrow(TypeError);
  expect(slept).toHaveLength(1);
});

it('spreads waits over their upper half, and stops waiting when aborted', async () => {
  const { clock, slept } = instantClock();
  await retry(() => Promise.reject(down()), { clock, random: random('retry'), attempts: 6, firstDelayMs: 1000 }).catch(() => undefined);
  expect(slept.every((ms, i) => ms >= Math.min(5000, 1000 * 2 ** i) / 2 && ms <= 5000)).toBe(true);
  const controller = new AbortController();
  const reason = new Error('stop');
  const running = retry(
    async () => {
      controller.abort(reason);
      throw down();
    },
    { clock, signal: controller.signal },
  );
  await expect(running).rejects.toBe(reason);
});
