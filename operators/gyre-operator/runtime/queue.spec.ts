import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualClock, systemClock } from '#kit/clock.ts';
import { type QueueOptions, WorkQueue } from './queue.ts';
import { waitAfter } from './backoff.ts';
import { chance } from './testkit/world.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

function open(options: Partial<QueueOptions> = {}) {
  const clock = new ManualClock();
  return { clock, queue: new WorkQueue({ clock, random: chance(), backoff: { firstMs: 100, longestMs: 1_000 }, ...options }) };
}

describe('keys', () => {
  it('come in the order in which they were due, each once, with how long they waited', async () => {
    const { queue, clock } = open();
    for (const key of ['a', 'b', 'a']) queue.add(key);
    expect(queue.depth).toBe(2);
    clock.advance(30);
    expect([await queue.take(), await queue.take()]).toEqual([
      { key: 'a', waitedMs: 30 },
      { key: 'b', waitedMs: 30 },
    ]);
  });

  it('are with one worker at a time; what is added meanwhile comes once, after', async () => {
    const { queue } = open();
    queue.add('a');
    await queue.take();
    for (let i = 0; i < 3; i++) queue.add('a');
    let second: string | undefined;
    void queue.take().then((taken) => (second = taken?.key));
    await tick();
    expect(second).toBeUndefined();
    queue.done('a');
    await tick();
    expect(second).toBe('a');
    queue.done('a');
    expect(queue.depth).toBe(0);
  });

  it('that are delayed come when they are due: the earliest of several times, or at once if they are added', async () => {
    const { queue, clock } = open();
    queue.addAfter('a', 100);
    queue.addAfter('a', 50);
    queue.addAfter('a', 80);
    queue.addAfter('b', 60);
    queue.add('b');
    expect((await queue.take())?.key).toBe('b');
    queue.done('b');
    clock.advance(49);
    await tick();
    expect(queue.depth).toBe(0);
    clock.advance(1);
    await tick();
    expect((await queue.take())?.key).toBe('a');
    queue.done('a');
    clock.advance(1_000);
    await tick();
    expect(queue.depth).toBe(0);
  });

  it.each([2 ** 31, 365 * 86_400_000])('that are delayed by %d ms are not due at once by the clock of the system', async (ms) => {
    const { queue } = open({ clock: systemClock });
    queue.addAfter('a', ms);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(queue.depth).toBe(0);
    queue.add('a');
    expect((await queue.take())?.key).toBe('a');
    queue.done('a');
    await queue.close();
  });

  it('that fail wait longer each time, each by itself, until they are forgotten', async () => {
    const { queue, clock } = open();
    const waits: number[] = [];
    for (let i = 0; i < 6; i++) {
      queue.addFailed('a');
      waits.push((clock.due[0] ?? 0) - clock.now());
      clock.advance(1_000);
      await tick();
      queue.done((await queue.take())?.key ?? '');
    }
    const longest = [100, 200, 400, 800, 1_000, 1_000];
    expect(waits.every((wait, i) => wait >= (longest[i] ?? 0) / 2 && wait <= (longest[i] ?? 0))).toBe(true);
    expect([queue.failures('a'), queue.failures('b')]).toEqual([6, 0]);
    queue.forget('a');
    queue.addFailed('a');
    expect((clock.due[0] ?? 0) - clock.now()).toBeLessThanOrEqual(100);
  });
});

it('keys for which there is no room are refused until there is', async () => {
  const { queue } = open({ limit: 4 });
  expect(['a', 'b', 'c', 'd', 'e', 'a'].map((key) => queue.add(key))).toEqual([true, true, true, true, false, true]);
  expect(queue.addAfter('f', 10)).toBe(false);
  await queue.take();
  expect(queue.add('e')).toBe(true);
});

describe('a queue that is closed', () => {
  it('hands out nothing, takes nothing, and waits for what is in hand', async () => {
    const { queue, clock } = open();
    for (const key of ['a', 'b']) queue.add(key);
    queue.addAfter('c', 10);
    await queue.take();
    let drained = false;
    const closed = queue.close().then(() => (drained = true));
    expect(await queue.take()).toBeUndefined();
    expect(queue.add('d')).toBe(false);
    clock.advance(10);
    await tick();
    expect(drained).toBe(false);
    queue.done('a');
    await closed;
    expect(queue.depth).toBe(0);
  });

  it('lets those go who wait for a key', async () => {
    const { queue } = open();
    const waiting = [queue.take(), queue.take()];
    await queue.close();
    expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
  });
});

it('whatever is added, however it fails: no key is with two workers, and the last add of each is seen', async () => {
  const step = fc.oneof(fc.record({ add: fc.constantFrom('a', 'b', 'c') }), fc.record({ after: fc.constantFrom('a', 'b', 'c'), ms: fc.integer({ min: 0, max: 50 }) }), fc.record({ advance: fc.integer({ min: 1, max: 40 }) }));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 3 }), async (steps, workers) => {
      const { queue, clock } = open();
      const inHand = new Set<string>();
      const added = new Map<string, number>();
      const seen = new Map<string, number>();
      let number = 0;
      const work = async () => {
        for (let taken = await queue.take(); taken; taken = await queue.take()) {
          if (inHand.has(taken.key)) throw new Error(`${taken.key} is with two workers`);
          inHand.add(taken.key);
          seen.set(taken.key, number);
          await tick();
          inHand.delete(taken.key);
          queue.done(taken.key);
        }
      };
      const working = Promise.all(Array.from({ length: workers }, work));
      for (const each of steps) {
        number++;
        if ('add' in each) queue.add(each.add);
        else if ('after' in each) queue.addAfter(each.after, each.ms);
        else clock.advance(each.advance);
        if (!('advance' in each)) added.set('add' in each ? each.add : each.after, number);
        if (number % 3 === 0) await tick();
      }
      number++;
      clock.advance(100);
      for (let i = 0; i < 10; i++) await tick();
      await queue.close();
      await working;
      for (const [key, at] of added) expect(seen.get(key) ?? 0).toBeGreaterThanOrEqual(at);
    }),
    { numRuns: 60 },
  );
});

it('waits stay within their limits after any number of failures', () => {
  const random = chance();
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), (failures) => {
      const wait = waitAfter({ firstMs: 10, longestMs: 5_000 }, failures, random);
      return wait >= 5 && wait <= 5_000;
    }),
  );
});
