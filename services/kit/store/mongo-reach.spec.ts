import type { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
import { ManualClock } from '../clock.ts';
import { MongoReach } from './mongo-reach.ts';

/** Clients that only count whether they were closed. */
function reach() {
  const clock = new ManualClock();
  const closed: number[] = [];
  let made = 0;
  const make = () => {
    const id = made++;
    return { id, close: async () => void closed.push(id) } as unknown as MongoClient;
  };
  return { clock, closed, made: () => made, reach: new MongoReach(make, clock) };
}

it('keeps its client as long as the server answers now and then', () => {
  const { clock, closed, made, reach: one } = reach();
  for (let i = 0; i < 10; i++) {
    clock.advance(15_000);
    one.unreached();
    one.answered();
  }
  expect([made(), closed]).toEqual([1, []]);
});

it('makes another when nothing has been reached for long, and again only after as long', () => {
  const { clock, closed, made, reach: one } = reach();
  const first = one.client;
  clock.advance(20_001);
  one.unreached();
  one.unreached();
  expect([made(), closed, one.client === first]).toEqual([2, [0], false]);
  clock.advance(20_001);
  one.unreached();
  expect([made(), closed]).toEqual([3, [0, 1]]);
});
