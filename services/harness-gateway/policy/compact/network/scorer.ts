import { invalid } from '#kit/errors.ts';
import type { ChoiceBatch } from './choice.ts';
import { candidatesOf, rowsOf } from './choice.ts';
import type { Parameters } from './parameters.ts';

/** What a forward pass leaves behind for the backward pass; buffers grow and are reused. */
export interface Activations {
  /** The choice these belong to. */
  choice: ChoiceBatch | null;
  /** [rows, width + dense] */
  input: Float64Array;
  /** [rows, hidden], after the rectifier. */
  hidden: Float64Array;
  /** [rows]: the logit of each reading. */
  rows: Float64Array;
  /** [candidates]: the logits, pooled over readings. */
  pooled: Float64Array;
}

/**
 * The network of the compact policy: scores the candidates of a choice. A candidate's logit is the log-sum-exp of its readings'
 * logits: which reading it is chosen for stays open (a latent variable, summed over). Arithmetic is float64 over float32 weights, each sum
 * in a fixed order, so that a candidate's logit has the same bits wherever it stands in a choice and whichever thread
 * computes it. Not to be shared between threads; each has its own over a copy of the parameters.
 */
export class Scorer {
  readonly parameters: Parameters;
  readonly activations: Activations = { choice: null, input: new Float64Array(0), hidden: new Float64Array(0), rows: new Float64Array(0), pooled: new Float64Array(0) };

  constructor(parameters: Parameters) {
    this.parameters = parameters;
  }

  /**
   * Writes the candidates' logits to the first places of `out` and returns their number. The buffers are trusted to fit each
   * other (checkChoice says whether they do). INVALID_ARGUMENT when a head or feature id is outside the shape, `out` is too
   * short or a logit is not finite.
   */
  logits(choice: ChoiceBatch, out: Float64Array): number {
    const n = candidatesOf(choice);
    const { heads } = this.parameters.shape;
    if (!(choice.head >= 0 && choice.head < heads)) throw invalid('head', `is ${choice.head}`, `give an integer in [0, ${heads})`);
    if (out.length < n) throw invalid('out', `has ${out.length} places for ${n} candidates`, 'give a larger buffer');
    const rows = rowsOf(choice);
    this.activations.choice = null;
    this.#reserve(rows, n);
    this.#gather(choice, rows);
    this.#hidden(choice.head, rows);
    this.#output(choice.head, rows);
    this.#pool(choice.candidateOffsets, n, out);
    this.activations.choice = choice;
    return n;
  }

  #reserve(rows: number, candidates: number): void {
    const { width, dense, hidden } = this.parameters.shape;
    const { activations } = this;
    if (activations.rows.length < rows) {
      activations.input = new Float64Array(2 * rows * (width + dense));
      activations.hidden = new Float64Array(2 * rows * hidden);
      activations.rows = new Float64Array(2 * rows);
    }
    if (activations.pooled.length < candidates) activations.pooled = new Float64Array(2 * candidates);
  }

  /** Fills the input of each row, and its logit with the direct paths. */
  #gather(choice: ChoiceBatch, n: number): void {
    const { shape, embedding, sparse, linear } = this.parameters;
    const { rowOffsets, features, dense } = choice;
    const { width, dense: denseWidth } = shape;
    const inputWidth = width + denseWidth;
    const { activations } = this;
    const { input, rows } = activations;
    const linearAt = choice.head * denseWidth;
    let bits = 0;
    for (let r = 0; r < n; r++) {
      const at = r * inputWidth;
      const begin = rowOffsets[r]!;
      const end = rowOffsets[r + 1]!;
      let direct = 0;
      for (let k = begin; k < end; k++) {
        const id = features[k]!;
        bits |= id;
        direct += sparse[id]!;
      }
      // Four columns at a time stay in registers while the features of the row go by.
      for (let i = 0; i < width; i += 4) {
        let e0 = 0;
        let e1 = 0;
        let e2 = 0;
        let e3 = 0;
        for (let k = begin; k < end; k++) {
          const from = features[k]! * width + i;
          e0 += embedding[from]!;
          e1 += embedding[from + 1]!;
          e2 += embedding[from + 2]!;
          e3 += embedding[from + 3]!;
        }
        input[at + i] = e0;
        input[at + i + 1] = e1;
        input[at + i + 2] = e2;
        input[at + i + 3] = e3;
      }
      const denseAt = r * denseWidth;
      for (let i = 0; i < denseWidth; i++) {
        const value = dense[denseAt + i]!;
        input[at + width + i] = value;
        direct += linear[linearAt + i]! * value;
      }
      rows[r] = direct;
    }
    // Rows are a power of two: a negative or too large id leaves a bit outside the mask.
    if ((bits & ~(shape.rows - 1)) !== 0) throw invalid('features', 'an id is outside the table', `give ids in [0, ${shape.rows})`);
  }

  /** Rectified hidden units, two rows at a time so that each weight is loaded once for both. */
  #hidden(head: number, n: number): void {
    const { shape, w1, b1 } = this.parameters;
    const { input, hidden } = this.activations;
    const units = shape.hidden;
    const inputWidth = shape.width + shape.dense;
    const paired = n - (n % 2);
    for (let j = 0; j < units; j += 2) {
      const bias = head * units + j;
      const weights = bias * inputWidth;
      const biasA = b1[bias]!;
      const biasC = b1[bias + 1]!;
      for (let r = 0; r < paired; r += 2) {
        let a0 = biasA;
        let a1 = biasA;
        let c0 = biasC;
        let c1 = biasC;
        const at = r * inputWidth;
        for (let i = 0; i < inputWidth; i++) {
          const x0 = input[at + i]!;
          const x1 = input[at + inputWidth + i]!;
          const a = w1[weights + i]!;
          const c = w1[weights + inputWidth + i]!;
          a0 += a * x0;
          a1 += a * x1;
          c0 += c * x0;
          c1 += c * x1;
        }
        const to = r * units + j;
        hidden[to] = a0 > 0 ? a0 : 0;
        hidden[to + 1] = c0 > 0 ? c0 : 0;
        hidden[to + units] = a1 > 0 ? a1 : 0;
        hidden[to + units + 1] = c1 > 0 ? c1 : 0;
      }
      if (paired === n) continue;
      let a0 = biasA;
      let c0 = biasC;
      const at = paired * inputWidth;
      for (let i = 0; i < inputWidth; i++) {
        a0 += w1[weights + i]! * input[at + i]!;
        c0 += w1[weights + inputWidth + i]! * input[at + i]!;
      }
      hidden[paired * units + j] = a0 > 0 ? a0 : 0;
      hidden[paired * units + j + 1] = c0 > 0 ? c0 : 0;
    }
  }

  #output(head: number, n: number): void {
    const { shape, w2 } = this.parameters;
    const { hidden, rows } = this.activations;
    const units = shape.hidden;
    const weights = head * units;
    for (let r = 0; r < n; r++) {
      const at = r * units;
      let logit = rows[r]!;
      for (let j = 0; j < units; j++) logit += w2[weights + j]! * hidden[at + j]!;
      if (!(logit - logit === 0)) throw invalid('logits', `row ${r} has logit ${logit}`, 'check its features and the weights');
      rows[r] = logit;
    }
  }

  #pool(candidateOffsets: Int32Array, n: number, out: Float64Array): void {
    const { rows, pooled } = this.activations;
    for (let c = 0; c < n; c++) {
      const begin = candidateOffsets[c]!;
      const end = candidateOffsets[c + 1]!;
      let largest = rows[begin]!;
      for (let r = begin + 1; r < end; r++) largest = Math.max(largest, rows[r]!);
      let logit = largest;
      if (end - begin > 1) {
        let sum = 0;
        for (let r = begin; r < end; r++) sum += Math.exp(rows[r]! - largest);
        logit += Math.log(sum);
      }
      pooled[c] = logit;
      out[c] = logit;
    }
  }
}
