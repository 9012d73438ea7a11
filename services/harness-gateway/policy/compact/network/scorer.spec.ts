import { describe, expect, it } from 'vitest';
import { random } from '#kit/random.ts';
import type { ChoiceBatch } from './choice.ts';
import { candidatesOf, choiceOf, rowsOf } from './choice.ts';
import { randomChoice, SMALL, stir } from './network.testkit.ts';
import type { Parameters } from './parameters.ts';
import { DEFAULT_SHAPE, initialise } from './parameters.ts';
import { Scorer } from './scorer.ts';
import { logProbabilities } from './softmax.ts';

/** The formula of the parameters' docstring, written down without regard to speed: the logit of row r. */
function naiveRow(parameters: Parameters, choice: ChoiceBatch, r: number): number {
  const { width, dense, hidden } = parameters.shape;
  const ids = [...choice.features.subarray(choice.rowOffsets[r], choice.rowOffsets[r + 1])];
  const values = [...choice.dense.subarray(r * dense, (r + 1) * dense)];
  const bag = Array.from({ length: width }, (_, i) => ids.reduce((sum, id) => sum + parameters.embedding[id * width + i]!, 0));
  const input = [...bag, ...values];
  const dot = (weights: Float32Array, at: number, x: number[]) => x.reduce((sum, value, i) => sum + weights[at + i]! * value, 0);
  const units = Array.from({ length: hidden }, (_, j) => {
    const unit = choice.head * hidden + j;
    return Math.max(0, parameters.b1[unit]! + dot(parameters.w1, unit * input.length, input));
  });
  const direct = dot(parameters.linear, choice.head * dense, values) + ids.reduce((sum, id) => sum + parameters.sparse[id]!, 0);
  return direct + dot(parameters.w2, choice.head * hidden, units);
}

/** The log-sum-exp over the rows of candidate c. */
function naiveLogit(parameters: Parameters, choice: ChoiceBatch, c: number): number {
  const [begin = 0, end = 0] = choice.candidateOffsets.subarray(c, c + 2);
  return Math.log(Array.from({ length: end - begin }, (_, k) => Math.exp(naiveRow(parameters, choice, begin + k))).reduce((sum, e) => sum + e, 0));
}

const parameters = stir(initialise(SMALL, random('weights')), random('stir'));

describe('logits', () => {
  it.each([1, 2, 3, 8, 13])('of %d candidates are those of the formula', (candidates) => {
    const choice = randomChoice(SMALL, random('choice', candidates), candidates % 2, candidates);
    const out = new Float64Array(candidates + 2).fill(-7);
    expect(new Scorer(parameters).logits(choice, out)).toBe(candidates);
    for (let c = 0; c < candidates; c++) expect(out[c]).toBeCloseTo(naiveLogit(parameters, choice, c), 10);
    expect([...out.subarray(candidates)]).toEqual([-7, -7]);
  });

  const [one, two, three] = [
    { features: [3, 9, 9], dense: [0.1, -0.2, 0.3] },
    { features: [3, 40], dense: [0.2, 0.5, -0.3] },
    { features: [], dense: [-0.4, 0.1, 0.9] },
  ] as const;
  const other = { features: [1], dense: [0.7, 0.7, 0.7] };

  it.each([
    ['one reading', [one]],
    ['several readings', [one, two, three]],
  ])('have the same bits wherever a candidate of %s stands and whatever was scored before', (_name, candidate) => {
    const scorer = new Scorer(parameters);
    const out = new Float64Array(5);
    scorer.logits(choiceOf(0, [candidate], SMALL), out);
    const alone = out[0];
    for (const others of [[other], [other, other]]) {
      for (const place of [0, 1, 2, 3, 4]) {
        const candidates = Array.from({ length: 5 }, (_, c) => (c === place ? candidate : others));
        scorer.logits(choiceOf(0, candidates, SMALL), out);
        expect(out[place]).toBe(alone);
      }
    }
  });

  it('are exactly those of the row where a candidate has one reading', () => {
    const scorer = new Scorer(parameters);
    const out = new Float64Array(3);
    scorer.logits(choiceOf(0, [[one], [two, three], [two]], SMALL), out);
    const { rows } = scorer.activations;
    expect([out[0], out[2]]).toEqual([rows[0], rows[3]]);
    expect(out[1]).toBeGreaterThan(Math.max(rows[1]!, rows[2]!));
  });

  it('survive readings whose exponentials would overflow', () => {
    const large = { ...one, dense: [1e5, 1e5, 1e5] };
    const opposite = { ...one, dense: [-1e5, -1e5, -1e5] };
    const out = new Float64Array(4);
    new Scorer(parameters).logits(choiceOf(0, [[large], [large, large], [opposite], [opposite, opposite]], SMALL), out);
    expect(Math.min(...out.map(Math.abs))).toBeGreaterThan(1e4);
    expect(out[1]! - out[0]!).toBeCloseTo(Math.log(2), 9);
    expect(out[3]! - out[2]!).toBeCloseTo(Math.log(2), 9);
  });

  it('leave an untrained policy near uniform over readings', () => {
    const scorer = new Scorer(initialise(DEFAULT_SHAPE, random('start')));
    const out = new Float64Array(12);
    for (let head = 0; head < DEFAULT_SHAPE.heads; head++) {
      const choice = randomChoice(DEFAULT_SHAPE, random('uniform', head), head, 12, 25);
      logProbabilities(out, scorer.logits(choice, out), 1, out);
      const { candidateOffsets } = choice;
      for (const [c, logProb] of out.entries()) {
        const share = (candidateOffsets[c + 1]! - candidateOffsets[c]!) / rowsOf(choice);
        expect(Math.abs(Math.exp(logProb) - share)).toBeLessThan(0.03);
      }
    }
  });
});

describe('the scorer refuses', () => {
  const choice = randomChoice(SMALL, random('choice'), 0, 3);
  const scorer = new Scorer(parameters);
  it.each([
    ['a head outside the shape', { ...choice, head: 2 }, 3, 'head'],
    ['an id beyond the table', { ...choice, features: choice.features.map(() => 64) }, 3, 'features'],
    ['a negative id', { ...choice, features: choice.features.map(() => -1) }, 3, 'features'],
    ['too short an output', choice, 2, 'out'],
    ['a feature that is not a number', { ...choice, dense: choice.dense.map(() => Number.NaN) }, 3, 'logits'],
    ['too few dense features', { ...choice, dense: choice.dense.subarray(1) }, 3, 'logits'],
  ])('%s', (_name, wrong, places, field) => {
    expect(candidatesOf(choice)).toBe(3);
    expect(() => scorer.logits(wrong, new Float64Array(places))).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', field }));
  });
});
