import { expect, it } from 'vitest';
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
