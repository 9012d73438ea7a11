import { describe, expect, it } from 'vitest';
import { random } from '#kit/random.ts';
import type { ChoiceBatch } from './choice.ts';
import { candidatesOf, rowsOf } from './choice.ts';
import { Gradient } from './gradient.ts';
import { randomChoice, SMALL, stir } from './network.testkit.ts';
import type { ParameterName, Parameters } from './parameters.ts';
import { initialise, PARAMETER_NAMES } from './parameters.ts';
import { Scorer } from './scorer.ts';
import { addEntropyGradient, addLogProbabilityGradient, entropy, logProbabilities } from './softmax.ts';

const TEMPERATURE = 0.7;
const ENTROPY = 0.05;
const choices = [3, 1, 5, 8].map((candidates, i) => randomChoice(SMALL, random('choice', i), i % 2, candidates));
const stirred = () => stir(initialise(SMALL, random('weights')), random('stir'));

/** Cross-entropy of the last candidate, less an entropy bonus, over all choices. */
function lossOf(parameters: Parameters): number {
  const scorer = new Scorer(parameters);
  const out = new Float64Array(16);
  let loss = 0;
  for (const choice of choices) {
    const n = scorer.logits(choice, out);
    logProbabilities(out, n, TEMPERATURE, out);
    loss -= out[n - 1]! + ENTROPY * entropy(out, n);
  }
  return loss;
}

function accumulate(gradient: Gradient, scorer: Scorer, choice: ChoiceBatch): void {
  const logProbs = new Float64Array(16);
  const dLogits = new Float64Array(16);
  const n = scorer.logits(choice, logProbs);
  logProbabilities(logProbs, n, TEMPERATURE, logProbs);
  addLogProbabilityGradient(logProbs, n, n - 1, -1, TEMPERATURE, dLogits);
  addEntropyGradient(logProbs, n, -ENTROPY, TEMPERATURE, dLogits);
  gradient.accumulate(scorer, choice, dLogits);
}

function gradientOf(parameters: Parameters): Gradient {
  const gradient = new Gradient(SMALL);
  const scorer = new Scorer(parameters);
  for (const choice of choices) accumulate(gradient, scorer, choice);
  return gradient;
}

/** The gradient of a weight tensor, spread out over all of its places. */
function spread(gradient: Gradient, name: ParameterName, size: number): Float64Array {
  if (name !== 'embedding' && name !== 'sparse') return gradient[name];
  const width = name === 'embedding' ? SMALL.width : 1;
  const full = new Float64Array(size);
  for (let slot = 0; slot < gradient.touchedCount; slot++) {
    full.set(gradient[name].subarray(slot * width, (slot + 1) * width), gradient.touched[slot]! * width);
  }
  return full;
}

describe('the gradient', () => {
  it('is checked over candidates of several readings', () => {
    for (const choice of choices) expect(rowsOf(choice)).toBeGreaterThan(candidatesOf(choice));
  });

  // Arithmetic is float64; only the weight itself is rounded to float32, so the quotient is taken over the step that was
  // really made. The rest is the quotient's own error of order step^2.
  it.each(PARAMETER_NAMES)('of %s agrees with finite differences at every weight', (name) => {
    const parameters = stirred();
    const analytic = spread(gradientOf(parameters), name, parameters[name].length);
    const weights = parameters[name];
    let moved = 0;
    for (let i = 0; i < weights.length; i++) {
      const original = weights[i]!;
      weights[i] = original + 1e-4;
      const [above, lossAbove] = [weights[i]!, lossOf(parameters)];
      weights[i] = original - 1e-4;
      const [below, lossBelow] = [weights[i]!, lossOf(parameters)];
      weights[i] = original;
      const numeric = (lossAbove - lossBelow) / (above - below);
      expect(Math.abs(analytic[i]! - numeric)).toBeLessThan(1e-6 * (1 + Math.abs(numeric)));
      if (Math.abs(numeric) > 1e-3) moved += 1;
    }
    expect(moved).toBeGreaterThanOrEqual(Math.min(weights.length, 9));
  });

  it('touches the rows of the features that were there, each once', () => {
    const gradient = gradientOf(stirred());
    const ids = new Set(choices.flatMap((choice) => [...choice.features]));
    const touched = [...gradient.touched.subarray(0, gradient.touchedCount)];
    expect(touched.toSorted((a, b) => a - b)).toEqual([...ids].sort((a, b) => a - b));
  });

  it('holds more rows than it first had room for', () => {
    const shape = { ...SMALL, rows: 4096 };
    const parameters = initialise(shape, random('wide'));
    const choice = randomChoice(shape, random('many'), 0, 400, 20, 1);
    const scorer = new Scorer(parameters);
    scorer.logits(choice, new Float64Array(400));
    const gradient = new Gradient(shape);
    gradient.accumulate(scorer, choice, new Float64Array(400).fill(1));
    const counts = new Map<number, number>();
    for (const id of choice.features) counts.set(id, (counts.get(id) ?? 0) + 1);
    expect(gradient.touchedCount).toBe(counts.size);
    expect(counts.size).toBeGreaterThan(1024);
    for (const [id, count] of counts) expect(gradient.sparse[gradient.touched.indexOf(id)]).toBe(count);
  });

  it('is clipped by its global norm, and only when that is larger', () => {
    const gradient = gradientOf(stirred());
    const norm = gradient.norm();
    expect(gradient.clipNorm(2 * norm)).toBe(norm);
    expect(gradient.norm()).toBe(norm);
    expect(gradient.clipNorm(norm / 4)).toBe(norm);
    expect(gradient.norm()).toBeCloseTo(norm / 4, 12);
  });

  it('starts afresh after clear', () => {
    const parameters = stirred();
    const gradient = gradientOf(parameters);
    gradient.clear();
    expect([gradient.norm(), gradient.touchedCount]).toEqual([0, 0]);
    const scorer = new Scorer(parameters);
    for (const choice of choices) accumulate(gradient, scorer, choice);
    const fresh = gradientOf(parameters);
    for (const name of PARAMETER_NAMES) {
      const size = parameters[name].length;
      expect(spread(gradient, name, size)).toEqual(spread(fresh, name, size));
    }
  });

  it('refuses a choice that is not the one of the last forward pass', () => {
    const scorer = new Scorer(stirred());
    scorer.logits(choices[0]!, new Float64Array(16));
    const other = choices[1]!;
    expect(candidatesOf(other)).toBe(1);
    expect(() => new Gradient(SMALL).accumulate(scorer, other, new Float64Array(1))).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', field: 'choice' }),
    );
  });
});
