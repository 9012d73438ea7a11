import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { surrogate, surrogateGradient } from './objective.ts';

const clip = { low: 0.2, high: 0.28 };

describe('the clipped surrogate', () => {
  it('is the mean over trajectories of the per-token mean', () => {
    expect(surrogate([1, -1], [[1.5, 1, 0.5], [0.5, 1.1]], clip)).toBeCloseTo(-0.0116667, 7);
  });

  it('gives a long and a short trajectory the same weight', () => {
    expect(surrogate([1, -1], [[1, 1, 1, 1], [1]], clip)).toBe(0);
  });

  it('takes typed arrays', () => {
    expect(surrogate([2], [Float64Array.of(1, 1.28)], clip)).toBeCloseTo(2.28, 12);
  });

  it.each([
    [[], [], 'advantages'],
    [[1], [[1], [1]], 'ratios'],
    [[1, 1], [[1], []], 'ratios[1]'],
    [[Number.NaN], [[1]], 'advantages[0]'],
    [[1, 1], [[1], [1, -0.5]], 'ratios[1][1]'],
    [[1], [[Number.POSITIVE_INFINITY]], 'ratios[0][0]'],
  ])('of %j and %j names %s', (advantages, ratios, field) => {
    expect(() => surrogate(advantages, ratios, clip)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', field }));
    expect(() => surrogateGradient(advantages, ratios, clip)).toThrow(expect.objectContaining({ field }));
  });
});

describe('its gradient by log-probabilities', () => {
  it('vanishes exactly where the clip holds', () => {
    const [up, down] = surrogateGradient([1, -1], [[1.3, 1.28, 0.1], [0.79, 0.8, 3]], clip);
    expect(up![0]).toBe(0);
    expect(up![1]).toBeCloseTo(1.28 / 6, 12);
    expect(up![2]).toBeCloseTo(0.1 / 6, 12);
    expect(down![0]).toBe(0);
    expect(down![1]).toBeCloseTo(-0.8 / 6, 12);
    expect(down![2]).toBeCloseTo(-3 / 6, 12);
  });

  it('is the derivative of the surrogate', () => {
    const logProbability = fc.double({ min: -0.6, max: 0.6, noNaN: true });
    const trajectory = fc.tuple(
      fc.double({ min: -3, max: 3, noNaN: true }),
      fc.array(logProbability, { minLength: 1, maxLength: 5 }),
    );
    const borders = [Math.log(0.8), Math.log(1.28)];
    const h = 1e-6;
    fc.assert(
      fc.property(fc.array(trajectory, { minLength: 1, maxLength: 4 }), (batch) => {
        // The surrogate has a kink at each border of the clip, where no difference quotient is its derivative.
        fc.pre(batch.every(([, logs]) => logs.every((log) => borders.every((border) => Math.abs(log - border) > 1e-4))));
        const advantages = batch.map(([advantage]) => advantage);
        const value = (logs: number[][]) => surrogate(advantages, logs.map((list) => list.map(Math.exp)), clip);
        const logs = batch.map(([, list]) => list);
        const gradient = surrogateGradient(advantages, logs.map((list) => list.map(Math.exp)), clip);
        for (const [i, list] of logs.entries()) {
          for (const t of list.keys()) {
            const moved = (by: number) => logs.map((l, k) => (k === i ? l.with(t, l[t]! + by) : l));
            expect(gradient[i]![t]!).toBeCloseTo((value(moved(h)) - value(moved(-h))) / (2 * h), 6);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
