import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Clock, ManualClock, systemClock } from './clock.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('wakes sleepers in the order of their times, and only when due', async () => {
  const clock = new ManualClock(10);
  const woken: string[] = [];
  void clock.sleep(20).then(() => woken.push('late'));
  void clock.sleep(5).then(() => woken.push('early'));
  await clock.sleep(0);
  clock.advance(4);
  await settle();
  expect(woken).toEqual([]);
  clock.advance(16);
  await settle();
  expect(woken).toEqual(['early', 'late']);
  expect(clock.now()).toBe(30);
});

it.each<[string, Clock]>([
  ['manual', new ManualClock()],
  ['system', systemClock],
])('%s: an abort ends the sleep with its reason, before and during', async (_, clock) => {
  const controller = new AbortController();
  const sleeping = clock.sleep(60_000, controller.signal);
  const reason = new Error('enough');
  controller.abort(reason);
  await expect(sleeping).rejects.toBe(reason);
  await expect(clock.sleep(1, controller.signal)).rejects.toBe(reason);
});

it('says when its sleepers are due, without those that gave up', () => {
  const clock = new ManualClock(100);
  const controller = new AbortController();
  void clock.sleep(30);
  void clock.sleep(10);
  clock.sleep(20, controller.signal).catch(() => undefined);
  expect(clock.due).toEqual([110, 120, 130]);
  controller.abort();
  expect(clock.due).toEqual([110, 130]);
});

describe('system: a wait that is longer than one timer can be', () => {
  const longest = 2 ** 31 - 1;

  it.each([longest, longest + 1, 365 * 86_400_000, Number.POSITIVE_INFINITY])('of %d ms is not over at once, and ends with its signal', async (ms) => {
    const end = new AbortController();
    let over = false;
    const sleeping = systemClock.sleep(ms, end.signal).then(() => (over = true));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(over).toBe(false);
    end.abort(new Error('enough'));
    await expect(sleeping).rejects.toThrow('enough');
  });

  it('is over when it is due, and can be ended late in it', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const end = new AbortController();
    const woken: string[] = [];
    const ended = systemClock.sleep(3 * longest, end.signal).catch((error: unknown) => woken.push(String(error)));
    void systemClock.sleep(2 * longest + 10).then(() => woken.push('due'));
    await vi.advanceTimersByTimeAsync(2 * longest + 9);
    expect(woken).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(woken).toEqual(['due']);
    end.abort('ended');
    await ended;
    expect([woken, vi.getTimerCount()]).toEqual([['due', 'ended'], 0]);
  });
});
