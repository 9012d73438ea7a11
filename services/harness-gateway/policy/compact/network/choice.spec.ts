import { describe, expect, it } from 'vitest';
import type { ChoiceBatch } from './choice.ts';
import { candidatesOf, checkChoice, choiceOf, rowsOf } from './choice.ts';
import { SMALL } from './network.testkit.ts';

const valid: ChoiceBatch = {
  head: 1,
  candidateOffsets: Int32Array.of(0, 2, 3),
  rowOffsets: Int32Array.of(0, 2, 2, 3),
  features: Int32Array.of(5, 63, 7),
  dense: Float32Array.of(1, 0, 0.5, 0, 0, 0, 0, 1, 0),
};

describe('a choice', () => {
  it('is packed from the readings of candidates', () => {
    const candidates = [
      [{ features: [5, 63], dense: [1, 0, 0.5] }, { features: [], dense: [0, 0, 0] }],
      [{ features: [7], dense: [0, 1, 0] }],
    ];
    expect(choiceOf(1, candidates, SMALL)).toEqual(valid);
    expect(candidatesOf(valid)).toBe(2);
    expect(rowsOf(valid)).toBe(3);
    expect(() => checkChoice(valid, SMALL)).not.toThrow();
  });

  it.each([
    [{ head: 2 }, 'head'],
    [{ head: -1 }, 'head'],
    [{ candidateOffsets: Int32Array.of(0) }, 'candidateOffsets'],
    [{ candidateOffsets: Int32Array.of(1, 2, 3) }, 'candidateOffsets'],
    [{ candidateOffsets: Int32Array.of(0, 2) }, 'candidateOffsets'],
    [{ candidateOffsets: Int32Array.of(0, 2, 4) }, 'candidateOffsets'],
    [{ candidateOffsets: Int32Array.of(0, 0, 3) }, 'candidateOffsets[1]'],
    [{ candidateOffsets: Int32Array.of(0, 3, 3) }, 'candidateOffsets[2]'],
    [{ candidateOffsets: Int32Array.of(0, 4, 3) }, 'candidateOffsets[2]'],
    [{ rowOffsets: Int32Array.of(1, 2, 2, 3) }, 'rowOffsets'],
    [{ rowOffsets: Int32Array.of(0, 2, 2, 4) }, 'rowOffsets'],
    [{ rowOffsets: Int32Array.of(0, 3, 2, 3) }, 'rowOffsets[2]'],
    [{ features: Int32Array.of(5, 64, 7) }, 'features[1]'],
    [{ features: Int32Array.of(-1, 6, 7) }, 'features[0]'],
    [{ dense: new Float32Array(8) }, 'dense'],
    [{ dense: new Float32Array(9).fill(Number.NaN, 4, 5) }, 'dense[4]'],
  ])('with %o names %s', (change, field) => {
    expect(() => checkChoice({ ...valid, ...change }, SMALL)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', field }));
  });

  const reading = { features: [], dense: [0, 0, 0] };
  it.each([
    ['a reading short of dense features', [[reading], [reading, { features: [], dense: [1] }]], 'candidates[1].dense'],
    ['a candidate without a reading', [[reading], []], 'candidateOffsets[2]'],
    ['no candidate', [], 'candidateOffsets'],
  ])('with %s names it', (_name, candidates, field) => {
    expect(() => choiceOf(0, candidates, SMALL)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', field }));
  });
});
