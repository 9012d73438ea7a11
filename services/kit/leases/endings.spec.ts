import { expect, it } from 'vitest';
import { ManualClock } from '../clock.ts';
import { endOfHeld, endOfWait } from './endings.ts';
import { RenewalWatch } from './renewals.ts';

it('a lease has its whole time from the moment a change of its renewals was seen', () => {
  const clock = new ManualClock(1_000_000);
  const watch = new RenewalWatch(clock);
  const ends = (renewals: number) => endOfHeld({ ttlSeconds: 60, maxDurationSeconds: 3600, heldMs: watch.heldMs('a', 1_000_000), idleMs: watch.idleMs('a', renewals) });
  expect(ends(0)).toEqual({ leftMs: 60_000 });
  clock.advance(59_000);
  expect(ends(0)).toEqual({ leftMs: 1_000 });
  expect(ends(1)).toEqual({ leftMs: 60_000 });
  clock.advance(60_000);
  expect(ends(1)).toMatchObject({ ends: { reason: 'Expired' } });
});

it('who begins anew gives the whole time again, and never looks at the time of a renewal', () => {
  const clock = new ManualClock(1_000_000);
  const watch = new RenewalWatch(clock);
  watch.idleMs('a', 7);
  clock.advance(59_000);
  watch.forget('a');
  expect(watch.idleMs('a', 7)).toBe(0);
  expect(watch.size).toBe(1);
});

it.each([
  ['bound before it was seen', -100_000, 101_000],
  ['bound by a clock that is ahead', 500_000, 1_000],
])('the longest duration counts from binding: %s', (_, acquired, held) => {
  const clock = new ManualClock(1_000_000);
  const watch = new RenewalWatch(clock);
  watch.idleMs('a', 0);
  clock.advance(1_000);
  expect(watch.heldMs('a', 1_000_000 + acquired)).toBe(held);
});

it('renewals do not carry a lease over its longest duration', () => {
  expect(endOfHeld({ ttlSeconds: 60, maxDurationSeconds: 100, heldMs: 99_000, idleMs: 0 })).toEqual({ leftMs: 1_000 });
  expect(endOfHeld({ ttlSeconds: 60, maxDurationSeconds: 100, heldMs: 100_000, idleMs: 0 })).toMatchObject({ ends: { reason: 'DurationReached' } });
});

it('waits as long as both the lease and its pool allow', () => {
  expect(endOfWait(1_000, 600, 5)).toEqual({ leftMs: 4_000 });
  expect(endOfWait(5_000, 600, 5)).toMatchObject({ ends: { reason: 'WaitTimedOut', message: expect.stringContaining('within 5 s') } });
  expect(endOfWait(0, 0, 5)).toMatchObject({ ends: { reason: 'WaitTimedOut' } });
});
