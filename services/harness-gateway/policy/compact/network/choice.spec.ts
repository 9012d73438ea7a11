import { describe, expect, it } from 'vitest';
import type { ChoiceBatch } from './choice.ts';
import { candidatesOf, checkChoice, choiceOf } from './choice.ts';
import { SMALL } from './network.testkit.ts';

const valid: ChoiceBatch = {
  head: 1,
  rowOffsets: Int32Array.of(0, 2, 2),
  features: Int32Array.of(5, 63),
  dense: Float32Array.of(1, 0, 0.5, 0, 0, 0),
};

describe('a choice', () => {
  it('is packed from candidates', () => {
    const candidates = [{ features: [5, 63], dense: [1, 0, 0.5] }, { features: [], dense: [0, 0, 0] }];
    expect(choiceOf(1, candidates, SMALL)).toEqual(valid);
    expect(candidatesOf(valid)).toBe(2);
    expect(() => checkChoice(valid, SMALL)).not.toThrow();
  });

  it.each([
    [{ head: 2 }, 'head'],
    [{ head: -1 }, 'head'],
    [{ rowOffsets: Int32Array.of(0) }, 'rowOffsets'],
    [{ rowOffsets: Int32Array.of(0, 2, 3) }, 'rowOffsets'],
    [{ rowOffsets: Int32Array.of(0, 3, 2) }, 'rowOffsets[2]'],
    [{ features: Int32Array.of(5, 64) }, 'features[1]'],
    [{ features: Int32Array.of(-1, 6) }, 'features[0]'],
    [{ dense: new Float32Array(5) }, 'dense'],
    [{ dense: Float32Array.of(0, 0, 0, 0, Number.NaN, 0) }, 'dense[4]'],
  ])('with %o names %s', (change, field) => {
    expect(() => checkChoice({ ...valid, ...change }, SMALL)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', field }));
  });

  it('with a candidate short of dense features names it', () => {
    expect(() => choiceOf(0, [{ features: [], dense: [1] }], SMALL)).toThrow(
      expect.objectContaining({ field: 'candidates[0].dense' }),
    );
  });
});
