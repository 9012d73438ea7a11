import { expect, it } from 'vitest';
import { medianSlope, trendOf } from './slope.ts';

const MINUTE_MS = 60_000;
const MB = 1_048_576;

it('sees a leak through the noise of a few samples amid a burst of work', () => {
  const points = Array.from({ length: 40 }, (_, i) => [i, 0.25 * i + (i % 11 === 0 ? 90 : 0)] as const);
  expect(medianSlope(points)).toBeCloseTo(0.25, 2);
  expect(medianSlope(points.map(([x, y]) => [x, y - 0.25 * x]))).toBeCloseTo(0, 2);
  expect(medianSlope([[1, 1]])).toBeNaN();
});

it('gives MB a minute and MB at the end', () => {
  const samples = Array.from({ length: 10 }, (_, i) => ({ atMs: i * MINUTE_MS, live: (50 + 2 * i) * MB, resident: 200 * MB }));
  expect(trendOf(samples)).toEqual({ liveMbPerMinute: 2, residentMbPerMinute: 0, liveMb: 68, residentMb: 200, samples: 10 });
});
