import { invalid } from '#kit/errors.ts';
import type { ScorerShape } from './parameters.ts';

/**
 * One token to choose: n candidates as flat buffers. A candidate has one reading or several (one for each part of the request that
 * could call for it): candidate c has the rows candidateOffsets[c] up to candidateOffsets[c + 1]. `rowOffsets` [rows + 1] delimits
 * each row's hashed features, so that row r has the features from rowOffsets[r] up to rowOffsets[r + 1]; `dense` is [rows, D] row-major.
 */
export interface ChoiceBatch {
  /** Which kind of token is chosen, in [0, heads). */
  readonly head: number;
  readonly candidateOffsets: Int32Array;
  readonly rowOffsets: Int32Array;
  /** Hashed feature ids in [0, rows). */
  readonly features: Int32Array;
  readonly dense: Float32Array;
}

/** Number of candidates. */
export function candidatesOf(choice: ChoiceBatch): number {
  return choice.candidateOffsets.length - 1;
}

/** Number of rows: the readings of all candidates. */
export function rowsOf(choice: ChoiceBatch): number {
  return choice.rowOffsets.length - 1;
}

/** One row of a candidate. */
export interface Reading {
  readonly features: readonly number[];
  readonly dense: readonly number[];
}

/** A choice from the readings of each candidate; for callers that are not on the hot path. Errors as {@link checkChoice}. */
export function choiceOf(head: number, candidates: readonly (readonly Reading[])[], shape: ScorerShape): ChoiceBatch {
  const rows = candidates.flat();
  const offsets = (counts: readonly number[]) => {
    const found = new Int32Array(counts.length + 1);
    for (const [i, count] of counts.entries()) found[i + 1] = found[i]! + count;
    return found;
  };
  for (const [c, readings] of candidates.entries()) {
    const wrong = readings.find(({ dense }) => dense.length !== shape.dense);
    if (wrong !== undefined) throw invalid(`candidates[${c}].dense`, `has ${wrong.dense.length} values`, `give ${shape.dense}`);
  }
  const choice = {
    head,
    candidateOffsets: offsets(candidates.map((readings) => readings.length)),
    rowOffsets: offsets(rows.map((row) => row.features.length)),
    features: Int32Array.from(rows.flatMap((row) => row.features)),
    dense: Float32Array.from(rows.flatMap((row) => row.dense)),
  };
  checkChoice(choice, shape);
  return choice;
}

function checkOffsets(field: string, offsets: Int32Array, total: number, least: 0 | 1): void {
  const last = offsets.length - 1;
  if (offsets[0] !== 0 || offsets[last] !== total) throw invalid(field, 'do not span what they delimit', 'begin at 0 and end at its number');
  for (let i = 0; i < last; i++) {
    if (offsets[i]! + least > offsets[i + 1]!) throw invalid(`${field}[${i + 1}]`, 'is too near the one before', `give offsets that ascend by ${least} at least`);
  }
}

/** INVALID_ARGUMENT, naming the field, unless the buffers fit each other and the shape. For choices read from outside. */
export function checkChoice(choice: ChoiceBatch, shape: ScorerShape): void {
  const { head, candidateOffsets, rowOffsets, features, dense } = choice;
  if (!Number.isInteger(head) || head < 0 || head >= shape.heads) {
    throw invalid('head', `is ${head}`, `give an integer in [0, ${shape.heads})`);
  }
  if (candidatesOf(choice) < 1) throw invalid('candidateOffsets', 'there is no candidate', 'give at least one');
  const rows = rowsOf(choice);
  checkOffsets('candidateOffsets', candidateOffsets, rows, 1);
  checkOffsets('rowOffsets', rowOffsets, features.length, 0);
  const outside = features.findIndex((id) => id < 0 || id >= shape.rows);
  if (outside >= 0) throw invalid(`features[${outside}]`, `is ${features[outside]}`, `give an id in [0, ${shape.rows})`);
  if (dense.length !== rows * shape.dense) throw invalid('dense', `has ${dense.length} values`, `give ${rows} x ${shape.dense}`);
  const wrong = dense.findIndex((value) => !Number.isFinite(value));
  if (wrong >= 0) throw invalid(`dense[${wrong}]`, `is ${dense[wrong]}`, 'give finite numbers');
}
