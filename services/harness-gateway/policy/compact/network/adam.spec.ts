import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { digestOfBytes } from '#kit/digest.ts';
import { random } from '#kit/random.ts';
import { decodeTensors } from '#kit/safetensors.ts';
import { Adam } from './adam.ts';
import { Gradient } from './gradient.ts';
import { bytesOf, SMALL, train } from './network.testkit.ts';
import { fromTensors, initialise } from './parameters.ts';
import { Scorer } from './scorer.ts';

const start = (seed: string) => ({ parameters: initialise(SMALL, random(seed)), adam: new Adam(SMALL) });

describe('an update', () => {
  it('moves a weight by the learning rate at first, against the sign of its gradient', () => {
    const { parameters, adam } = start('a');
    const before = parameters.w2.slice();
    const gradient = new Gradient(SMALL);
    gradient.w2[0] = 3;
    gradient.w2[1] = -0.001;
    adam.update(parameters, gradient, 0.01);
    expect(parameters.w2[0]! - before[0]!).toBeCloseTo(-0.01, 6);
    expect(parameters.w2[1]! - before[1]!).toBeCloseTo(0.01, 5);
    expect(parameters.w2[2]).toBe(before[2]);
  });

  it('follows the rule of Adam over several steps', () => {
    const adam = new Adam(SMALL, { learningRate: 0.01 });
    const parameters = initialise(SMALL, random('a'));
    const gradient = new Gradient(SMALL);
    let [expected, m, v] = [parameters.linear[0]!, 0, 0];
    for (const [t, g] of [0.5, -0.2, 0.1, 0.4].entries()) {
      gradient.linear[0] = g;
      adam.update(parameters, gradient);
      m = 0.9 * m + 0.1 * g;
      v = 0.999 * v + 0.001 * g * g;
      expected -= (0.01 * m) / (1 - 0.9 ** (t + 1)) / (Math.sqrt(v / (1 - 0.999 ** (t + 1))) + 1e-8);
      expect(parameters.linear[0]).toBeCloseTo(expected, 6);
    }
  });

  it('leaves untouched table rows alone, moments included, and gives a late row a full first step', () => {
    const { parameters, adam } = start('a');
    const scorer = new Scorer(parameters);
    const touch = (row: number) => {
      const choice = { head: 0, rowOffsets: Int32Array.of(0, 1), features: Int32Array.of(row), dense: new Float32Array(3) };
      const gradient = new Gradient(SMALL);
      scorer.logits(choice, new Float64Array(1));
      gradient.accumulate(scorer, choice, Float64Array.of(1));
      adam.update(parameters, gradient, 0.01);
    };
    const row5 = () => {
      const state = ['adam.sparse.first', 'adam.sparse.second', 'adam.row_steps'].map((name) => adam.toTensors().get(name)!.data[5]);
      return [parameters.sparse[5], ...parameters.embedding.subarray(20, 24), ...state];
    };
    for (let update = 0; update < 20; update++) touch(5);
    const before = row5();
    expect(before.at(-1)).toBe(20);
    touch(6);
    expect(row5()).toEqual(before);
    expect(parameters.sparse[6]).toBeCloseTo(-0.01, 6);
    expect([...parameters.sparse.keys()].filter((row) => parameters.sparse[row] !== 0)).toEqual([5, 6]);
  });
});

describe('training is deterministic', () => {
  it('the same seed gives the same bytes, another seed others', () => {
    const digestOf = (seed: string) => {
      const { parameters, adam } = start(seed);
      train(parameters, adam, 0, 30);
      return digestOfBytes(bytesOf(parameters, adam));
    };
    expect(digestOf('a')).toBe(digestOf('a'));
    expect(digestOf('a')).not.toBe(digestOf('b'));
  });

  it('an optimiser restored from a checkpoint goes on bit for bit', () => {
    const whole = start('a');
    train(whole.parameters, whole.adam, 0, 30);
    const half = start('a');
    train(half.parameters, half.adam, 0, 13);
    const { tensors } = decodeTensors(bytesOf(half.parameters, half.adam));
    const parameters = fromTensors(tensors);
    const adam = Adam.fromTensors(tensors, SMALL);
    expect(adam.step).toBe(13);
    train(parameters, adam, 13, 30);
    expect(bytesOf(parameters, adam)).toEqual(bytesOf(whole.parameters, whole.adam));
  });

  it('a worker thread arrives at the same bytes', async () => {
    const { parameters, adam } = start('a');
    train(parameters, adam, 0, 30);
    const worker = new Worker(new URL('./training-worker.testkit.ts', import.meta.url), { workerData: { seed: 'a', updates: 30 } });
    const [digest] = await once(worker, 'message');
    expect(digest).toBe(digestOfBytes(bytesOf(parameters, adam)));
  });

  it.each(['adam.step', 'adam.row_steps', 'adam.embedding.second'])('a checkpoint without %s is refused', (name) => {
    const tensors = start('a').adam.toTensors();
    tensors.delete(name);
    expect(() => Adam.fromTensors(tensors, SMALL)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', field: name }));
  });

  it('a row with more updates than there were is refused', () => {
    const tensors = start('a').adam.toTensors().set('adam.row_steps', { shape: [64], data: new Int32Array(64).fill(1) });
    expect(() => Adam.fromTensors(tensors, SMALL)).toThrow(expect.objectContaining({ field: 'adam.row_steps' }));
  });
});
