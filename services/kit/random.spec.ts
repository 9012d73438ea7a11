import fc from 'fast-check';
import { expect, it } from 'vitest';
import { random, seedOf } from './random.ts';

const take = (stream: ReturnType<typeof random>, n: number) => Array.from({ length: n }, () => stream.next());

it('gives the same stream for the same seed, and another for any other', () => {
  expect(take(random('round', 1), 5)).toEqual(take(random('round', 1), 5));
  expect(take(random('round', 1), 5)).not.toEqual(take(random('round', 2), 5));
  expect(seedOf('ab', 'c')).not.toBe(seedOf('a', 'bc'));
});

it('forks streams that do not depend on how far the parent has run', () => {
  const parent = random('seed');
  const before = take(parent.fork('policy'), 3);
  take(parent, 100);
  expect(take(parent.fork('policy'), 3)).toEqual(before);
  expect(take(parent.fork('world'), 3)).not.toEqual(before);
});

it('stays within its bounds and shuffles without loss', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 1000 }), fc.array(fc.integer()), (seed, n, list) => {
      const stream = random(seed);
      const drawn = stream.int(n);
      expect(drawn >= 0 && drawn < n && Number.isInteger(drawn)).toBe(true);
      expect(stream.shuffle(list).toSorted()).toEqual(list.toSorted());
      if (list.length > 0) expect(list).toContain(stream.pick(list));
    }),
  );
  expect(() => random('x').pick([])).toThrow(RangeError);
});

it('is spread evenly', () => {
  const stream = random('spread');
  const counts = Array.from({ length: 10 }, () => 0);
  for (let i = 0; i < 20_000; i++) {
    const drawn = stream.int(10);
    counts[drawn] = (counts[drawn] ?? 0) + 1;
  }
  expect(counts.every((count) => Math.abs(count - 2_000) < 250)).toBe(true);
  const mean = take(random('mean'), 20_000).reduce((a, b) => a + b, 0) / 20_000;
  expect(mean).toBeCloseTo(0.5, 1);
});
