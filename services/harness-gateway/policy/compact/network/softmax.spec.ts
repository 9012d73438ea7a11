import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { random } from '#kit/random.ts';
import { addEntropyGradient, addLogProbabilityGradient, argmax, entropy, logProbabilities, sample } from './softmax.ts';

const logits = fc.float64Array({ min: -30, max: 30, noNaN: true, minLength: 1, maxLength: 12 });
const logProbs = (values: Float64Array, temperature = 1) => {
  const out = new Float64Array(values.length);
  logProbabilities(values, values.length, temperature, out);
  return out;
};

describe('log-probabilities', () => {
  it('sum to one and keep the differences of the logits over the temperature', () => {
    fc.assert(
      fc.property(logits, fc.double({ min: 0.1, max: 5, noNaN: true }), (values, temperature) => {
        const out = logProbs(values, temperature);
        expect(out.reduce((sum, l) => sum + Math.exp(l), 0)).toBeCloseTo(1, 10);
        for (const [k, value] of values.entries()) expect(out[k]! - out[0]!).toBeCloseTo((value - values[0]!) / temperature, 9);
      }),
    );
  });

  it('survive logits that would overflow, and touch no place beyond the count', () => {
    const out = Float64Array.of(1e5, 0, 42);
    logProbabilities(out, 2, 1, out);
    expect([...out]).toEqual([0, -1e5, 42]);
  });

  it.each([0, -1, Number.NaN])('refuse temperature %d', (temperature) => {
    expect(() => logProbs(Float64Array.of(0), temperature)).toThrow(expect.objectContaining({ field: 'temperature' }));
  });
});

describe('choosing', () => {
  it('samples by probability, the same for the same seed', () => {
    const distribution = logProbs(Float64Array.of(Math.log(5), Math.log(3), Math.log(2)));
    const draw = () => {
      const stream = random('draw');
      const counts = [0, 0, 0];
      for (let i = 0; i < 20000; i++) counts[sample(distribution, 3, stream)]! += 1;
      return counts;
    };
    const counts = draw();
    for (const [k, p] of [0.5, 0.3, 0.2].entries()) expect(counts[k]! / 20000).toBeCloseTo(p, 1);
    expect(draw()).toEqual(counts);
  });

  it('takes the largest, and the lowest index of equals', () => {
    expect(argmax(Float64Array.of(1, 3, 3, 2, 9), 4)).toBe(1);
    expect(argmax(Float64Array.of(0, 0), 2)).toBe(0);
  });
});

it('entropy is log n for a uniform choice and 0 for a certain one', () => {
  expect(entropy(logProbs(new Float64Array(7)), 7)).toBeCloseTo(Math.log(7), 12);
  expect(entropy(logProbs(Float64Array.of(1e4, 0)), 2)).toBe(0);
});

describe('gradients by logits', () => {
  it('are those of the log-probability and the entropy', () => {
    fc.assert(
      fc.property(
        fc.float64Array({ min: -3, max: 3, noNaN: true, minLength: 2, maxLength: 6 }),
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        (values, temperature) => {
          const n = values.length;
          const objective = (x: Float64Array) => 1.7 * logProbs(x, temperature)[1]! - 0.3 * entropy(logProbs(x, temperature), n);
          const gradient = new Float64Array(n);
          addLogProbabilityGradient(logProbs(values, temperature), n, 1, 1.7, temperature, gradient);
          addEntropyGradient(logProbs(values, temperature), n, -0.3, temperature, gradient);
          for (const k of values.keys()) {
            const at = (h: number) => objective(values.with(k, values[k]! + h));
            expect(gradient[k]!).toBeCloseTo((at(1e-5) - at(-1e-5)) / 2e-5, 6);
          }
        },
      ),
    );
  });
});
