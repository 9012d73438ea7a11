import { describe, expect, it } from 'vitest';
import { digestOfBytes } from '#kit/digest.ts';
import { random } from '#kit/random.ts';
import { decodeTensors, encodeTensors } from '#kit/safetensors.ts';
import { SMALL } from './network.testkit.ts';
import { checkShape, copyOf, DEFAULT_SHAPE, fromTensors, initialise, toTensors } from './parameters.ts';

const digest = (seed: string) => digestOfBytes(encodeTensors(toTensors(initialise(SMALL, random(seed)))));

describe('initial weights', () => {
  it('are the same bytes for the same seed, others for another', () => {
    expect(digest('a')).toBe(digest('a'));
    expect(digest('a')).not.toBe(digest('b'));
  });

  it('are small, and zero on the direct paths', () => {
    const { embedding, w1, w2, b1, sparse, linear } = initialise(SMALL, random('a'));
    for (const [weights, amplitude] of [[embedding, 0.1], [w2, 0.02], [w1, Math.sqrt(3 / 7)]] as const) {
      expect(Math.max(...weights.map(Math.abs))).toBeLessThanOrEqual(amplitude * (1 + 1e-6));
      expect(new Set(weights).size).toBeGreaterThan(weights.length / 2);
    }
    for (const weights of [b1, sparse, linear]) expect(weights.every((w) => w === 0)).toBe(true);
  });
});

describe('a checkpoint', () => {
  const parameters = initialise(SMALL, random('a'));

  it('gives back the parameters, shape included', () => {
    const { tensors } = decodeTensors(encodeTensors(toTensors(parameters)));
    expect(fromTensors(tensors)).toEqual(parameters);
  });

  it('is copied, not shared', () => {
    const copy = copyOf(parameters);
    copy.w2[0] = 7;
    expect(parameters.w2[0]).not.toBe(7);
  });

  it.each(['embedding', 'w1', 'linear'])('without %s is refused', (name) => {
    const tensors = toTensors(parameters);
    tensors.delete(name);
    expect(() => fromTensors(tensors)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  });

  it('with a tensor of another shape or type names it', () => {
    const transposed = toTensors(parameters).set('w1', { shape: [2, 7, 8], data: parameters.w1 });
    expect(() => fromTensors(transposed)).toThrow(expect.objectContaining({ field: 'w1' }));
    const integers = toTensors(parameters).set('sparse', { shape: [64], data: new Int32Array(64) });
    expect(() => fromTensors(integers)).toThrow(expect.objectContaining({ field: 'sparse' }));
  });
});

describe('the shape', () => {
  it.each([
    [{ rows: 1000 }, 'shape.rows'],
    [{ rows: 2 ** 25 }, 'shape.rows'],
    [{ width: 6 }, 'shape.width'],
    [{ hidden: 10 }, 'shape.hidden'],
    [{ heads: 0 }, 'shape.heads'],
    [{ dense: 1.5 }, 'shape.dense'],
  ])('with %o names %s', (change, field) => {
    expect(() => checkShape({ ...DEFAULT_SHAPE, ...change })).toThrow(expect.objectContaining({ field }));
  });

  it('is valid by default', () => {
    expect(() => checkShape(DEFAULT_SHAPE)).not.toThrow();
  });
});
