import { invalid } from '#kit/errors.ts';
import type { ScorerShape } from './parameters.ts';

/**
 * One token to choose: n candidates as flat buffers. `rowOffsets` [n + 1] delimits each candidate's hashed features, so that
 * candidate r has features[rowOffsets[r] .. rowOffsets[r + 1]); `dense` is [n, D] row-major.
 */
export interface ChoiceBatch {
  /** Which kind of token is chosen, in [0, heads). */
  readonly head: number;
  readonly rowOffsets: Int32Array;
  /** Hashed feature ids in [0, rows). */
  readonly features: Int32Array;
  readonly dense: Float32Array;
}

/** Number of candidates. */
export function candidatesOf(choice: ChoiceBatch): number {
  return choice.rowOffsets.length - 1;
}

/** A choice from one object per candidate; for callers that are not on the hot path. Errors as {@link checkChoice}. */
export function choiceOf(
  head: number,
  candidates: readonly { readonly features: readonly number[]; readonly dense: readonly number[] }[],
  shape: ScorerShape,
): ChoiceBatch {
  const rowOffsets = new Int32Array(candidates.length + 1);
  for (const [r, { features, dense }] of candidates.entries()) {
    rowOffsets[r + 1] = rowOffsets[r]! + features.length;
    if (dense.length !== shape.dense) {
      throw invalid(`candidates[${r}].dense`, `has ${dense.length} values`, `give ${shape.dense}`);
    }
  }
  const choice = {
    head,
    rowOffsets,
    features: Int32Array.from(candidates.flatMap((candidate) => candidate.features)),
    dense: Float32Array.from(candidates.flatMap((candidate) => candidate.dense)),
  };
  checkChoice(choice, shape);
  return choice;
}

/** INVALID_ARGUMENT, naming the field, unless the buffers fit each other and the shape. For choices read from outside. */
export function checkChoice(choice: ChoiceBatch, shape: ScorerShape): void {
  const { head, rowOffsets, features, dense } = choice;
  const n = candidatesOf(choice);
  if (!Number.isInteger(head) || head < 0 || head >= shape.heads) {
    throw invalid('head', `is ${head}`, `give an integer in [0, ${shape.heads})`);
  }
  if (n < 1) throw invalid('rowOffsets', 'there is no candidate', 'give at least one');
  if (rowOffsets[0] !== 0 || rowOffsets[n] !== features.length) {
    throw invalid('rowOffsets', 'do not span the features', 'begin at 0 and end at their number');
  }
  for (let r = 0; r < n; r++) {
    if (rowOffsets[r]! > rowOffsets[r + 1]!) throw invalid(`rowOffsets[${r + 1}]`, 'is below the one before', 'give ascending offsets');
  }
  const outside = features.findIndex((id) => id < 0 || id >= shape.rows);
  if (outside >= 0) throw invalid(`features[${outside}]`, `is ${features[outside]}`, `give an id in [0, ${shape.rows})`);
  if (dense.length !== n * shape.dense) throw invalid('dense', `has ${dense.length} values`, `give ${n} x ${shape.dense}`);
  const wrong = dense.findIndex((value) => !Number.isFinite(value));
  if (wrong >= 0) throw invalid(`dense[${wrong}]`, `is ${dense[wrong]}`, 'give finite numbers');
}
