import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { digestOfBytes } from '#kit/digest.ts';
import { random } from '#kit/random.ts';
import { decodeTensors } from '#kit/safetensors.ts';
import { choiceOf } from './choice.ts';
import { Gradient } from './gradient.ts';
import { bytesOf, SMALL, stir, train } from './network.testkit.ts';
import { Optimiser } from './optimiser.ts';
import type { Parameters } from './parameters.ts';
import { fromTensors, initialise } from './parameters.ts';
import { Scorer } from './scorer.ts';

const start = (seed: string) => ({ parameters: initialise(SMALL, random(seed)), optimiser: new Optimiser(SMALL) });

/** The gradient of one candidate with these features whose logit has the derivative `d`. */
function gradientOf(parameters: Parameters, features: readonly number[], d: number): Gradient {
  const scorer = new Scorer(parameters);
  const gradient = new Gradient(SMALL);
  const choice = choiceOf(0, [[{ features, dense: [0, 0, 0] }]], SMALL);
  scorer.logits(choice, new Float64Array(1));
  gradient.accumulate(scorer, choice, Float64Array.of(d));
  return gradient;
}

describe('an update of the layers', () => {
  it('moves a weight by the learning rate at first, against the sign of its gradient', () => {
    const { parameters, optimiser } = start('a');
    const before = parameters.w2.slice();
    const gradient = new Gradient(SMALL);
    gradient.w2[0] = 3;
    gradient.w2[1] = -0.001;
    optimiser.update(parameters, gradient, 0.01);
    expect(parameters.w2[0]! - before[0]!).toBeCloseTo(-0.01, 6);
    expect(parameters.w2[1]! - before[1]!).toBeCloseTo(0.01, 5);
    expect(parameters.w2[2]).toBe(before[2]);
  });

  it('follows the rule of Adam over several steps', () => {
    const optimiser = new Optimiser(SMALL, { learningRate: 0.01 });
    const parameters = initialise(SMALL, random('a'));
    const gradient = new Gradient(SMALL);
    let [expected, m, v] = [parameters.linear[0]!, 0, 0];
    for (const [t, g] of [0.5, -0.2, 0.1, 0.4].entries()) {
      gradient.linear[0] = g;
      optimiser.update(parameters, gradient);
      m = 0.9 * m + 0.1 * g;
      v = 0.999 * v + 0.001 * g * g;
      expected -= (0.01 * m) / (1 - 0.9 ** (t + 1)) / (Math.sqrt(v / (1 - 0.999 ** (t + 1))) + 1e-8);
      expect(parameters.linear[0]).toBeCloseTo(expected, 6);
    }
  });
});

describe('an update of the tables', () => {
  const row = (parameters: Parameters, id: number) => [...parameters.embedding.subarray(4 * id, 4 * id + 4), parameters.sparse[id]!];
  const squares = (optimiser: Optimiser, id: number) => {
    const tensors = optimiser.toTensors();
    return [...tensors.get('optimiser.embedding.squares')!.data.subarray(4 * id, 4 * id + 4), tensors.get('optimiser.sparse.squares')!.data[id]!];
  };

  it('follows the rule of Adagrad over several steps', () => {
    const optimiser = new Optimiser(SMALL, { learningRate: 0.01, tableRate: 5, tableFloor: 0.1 });
    const parameters = stir(initialise(SMALL, random('a')), random('stir'));
    const expected = row(parameters, 5);
    const sums = expected.map(() => 0);
    for (const d of [0.5, -0.2, 0.1, 0.4]) {
      // Row 9 comes first, so that row 5 is not packed where it stands in the table.
      const gradient = gradientOf(parameters, [9, 5], d);
      optimiser.update(parameters, gradient);
      for (const [i, g] of [...gradient.embedding.subarray(4, 8), gradient.sparse[1]!].entries()) {
        expect(Math.abs(g)).toBeGreaterThan(1e-4);
        sums[i]! += g * g;
        expected[i]! -= (0.01 * 5 * g) / Math.sqrt(sums[i]! + 0.1);
      }
      for (const [i, weight] of row(parameters, 5).entries()) expect(weight).toBeCloseTo(expected[i]!, 6);
      for (const [i, sum] of squares(optimiser, 5).entries()) expect(sum).toBeCloseTo(sums[i]!, 6);
    }
  });

  it('leaves untouched rows alone, squares included', () => {
    const { parameters, optimiser } = start('a');
    const untouched = row(parameters, 7);
    for (let update = 0; update < 20; update++) optimiser.update(parameters, gradientOf(parameters, [5], 1));
    const before = [row(parameters, 5), squares(optimiser, 5)];
    expect(squares(optimiser, 5).at(-1)).toBe(20);
    optimiser.update(parameters, gradientOf(parameters, [6], 1));
    expect([row(parameters, 5), squares(optimiser, 5)]).toEqual(before);
    expect([row(parameters, 7), squares(optimiser, 7)]).toEqual([untouched, [0, 0, 0, 0, 0]]);
    expect([...parameters.sparse.keys()].filter((id) => parameters.sparse[id] !== 0)).toEqual([5, 6]);
  });

  it('gives a rare row a first step as small as its gradient, however late it comes', () => {
    const { parameters, optimiser } = start('a');
    const { tableRate, tableFloor } = optimiser.options;
    for (let update = 0; update < 20; update++) optimiser.update(parameters, gradientOf(parameters, [5], 1));
    const step = (id: number, d: number) => {
      optimiser.update(parameters, gradientOf(parameters, [id], d), 0.01);
      return -parameters.sparse[id]!;
    };
    const small = step(6, 1e-4);
    expect(small / ((0.01 * tableRate * 1e-4) / Math.sqrt(tableFloor))).toBeCloseTo(1, 4);
    expect(step(7, 2e-4) / small).toBeCloseTo(2, 4);
    // Adam's would be the learning rate, whatever the gradient.
    expect(small).toBeLessThan(0.01 / 10);
  });
});

describe('training is deterministic', () => {
  it('the same seed gives the same bytes, another seed others', () => {
    const digestOf = (seed: string) => {
      const { parameters, optimiser } = start(seed);
      train(parameters, optimiser, 0, 30);
      return digestOfBytes(bytesOf(parameters, optimiser));
    };
    expect(digestOf('a')).toBe(digestOf('a'));
    expect(digestOf('a')).not.toBe(digestOf('b'));
  });

  it('an optimiser restored from a checkpoint goes on bit for bit', () => {
    const whole = start('a');
    train(whole.parameters, whole.optimiser, 0, 30);
    const half = start('a');
    train(half.parameters, half.optimiser, 0, 13);
    const { tensors } = decodeTensors(bytesOf(half.parameters, half.optimiser));
    const parameters = fromTensors(tensors);
    const optimiser = Optimiser.fromTensors(tensors, SMALL);
    expect(optimiser.step).toBe(13);
    train(parameters, optimiser, 13, 30);
    expect(bytesOf(parameters, optimiser)).toEqual(bytesOf(whole.parameters, whole.optimiser));
  });

  it('a worker thread arrives at the same bytes', async () => {
    const { parameters, optimiser } = start('a');
    train(parameters, optimiser, 0, 30);
    const worker = new Worker(new URL('./training-worker.testkit.ts', import.meta.url), { workerData: { seed: 'a', updates: 30 } });
    const [digest] = await once(worker, 'message');
    expect(digest).toBe(digestOfBytes(bytesOf(parameters, optimiser)));
  });

  it.each(['optimiser.step', 'optimiser.embedding.squares', 'optimiser.w1.second'])('a checkpoint without %s is refused', (name) => {
    const tensors = start('a').optimiser.toTensors();
    tensors.delete(name);
    expect(() => Optimiser.fromTensors(tensors, SMALL)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', field: name }));
  });

  it('a negative number of updates is refused', () => {
    const tensors = start('a').optimiser.toTensors().set('optimiser.step', { shape: [1], data: Int32Array.of(-1) });
    expect(() => Optimiser.fromTensors(tensors, SMALL)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', field: 'optimiser.step' }));
  });
});
