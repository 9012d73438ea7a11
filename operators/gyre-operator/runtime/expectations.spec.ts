import { expect, it } from 'vitest';
import { ManualClock } from '#kit/clock.ts';
import { Expectations } from './expectations.ts';

const object = (uid: string) => ({ apiVersion: 'v1', kind: 'Widget', metadata: { namespace: 'n', name: `name-${uid}`, uid } });

function open() {
  const clock = new ManualClock(1_000_000);
  return { clock, expectations: new Expectations(clock, 60_000) };
}

it('an own create is pending until it is shown, and own until its window passes', () => {
  const { clock, expectations } = open();
  expect(expectations.created(object('a'))).toBe(true);
  expect([expectations.pending, expectations.isOwn(object('a')), expectations.isOwn(object('b'))]).toEqual([1, true, false]);
  expectations.observed(object('a'));
  expect([expectations.pending, expectations.isOwn(object('a'))]).toEqual([0, true]);
  clock.advance(60_000);
  expect(expectations.isOwn(object('a'))).toBe(false);
  expect(expectations.overdue()).toEqual([]);
});

it('what nobody has shown in time is told once', () => {
  const { clock, expectations } = open();
  expectations.created(object('a'));
  clock.advance(30_000);
  expectations.created(object('b'));
  clock.advance(30_000);
  expect([expectations.overdue(), expectations.overdue(), expectations.pending]).toEqual([['n/name-a'], [], 1]);
});

it('what is gone does not come back, and is forgotten after the window', () => {
  const { clock, expectations } = open();
  expectations.created(object('a'));
  expectations.deleted(object('a'));
  expect([expectations.isOwn(object('a')), expectations.created(object('a')), expectations.pending]).toEqual([false, false, 0]);
  clock.advance(60_000);
  expect(expectations.created(object('a'))).toBe(true);
});

it('of what is gone the newest are remembered', () => {
  const { expectations } = open();
  for (let i = 0; i <= 10_000; i++) expectations.deleted(object(`u${i}`));
  expect([expectations.created(object('u0')), expectations.created(object('u1')), expectations.created(object('u10000'))]).toEqual([true, false, false]);
});
