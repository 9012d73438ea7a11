import { invalid } from '#kit/errors.ts';
import type { ChoiceBatch } from './choice.ts';
import { candidatesOf, rowsOf } from './choice.ts';
import type { ScorerShape } from './parameters.ts';
import { LAYER_NAMES, sizesOf } from './parameters.ts';
import type { Scorer } from './scorer.ts';

/**
 * d loss / d parameters, accumulated over choices. The layers are dense; of the tables only touched rows are held, packed in
 * the order of first touch: packed row s belongs to table row `touched[s]`. Sums run in the order of the calls.
 */
export class Gradient {
  readonly shape: ScorerShape;
  readonly w1: Float64Array;
  readonly b1: Float64Array;
  readonly w2: Float64Array;
  readonly linear: Float64Array;
  /** [capacity, width]; the first `touchedCount` rows count. */
  embedding: Float64Array;
  /** [capacity] */
  sparse: Float64Array;
  /** [capacity]: table row of each packed row. */
  touched: Int32Array;
  touchedCount = 0;
  /** [rows]: packed row of a table row, or -1. */
  readonly #packed: Int32Array;
  /** [rows], [rows, hidden] and [rows, width]: scratch, grown and reused. */
  #rowGradient = new Float64Array(0);
  #hiddenGradient = new Float64Array(0);
  #inputGradient = new Float64Array(0);

  constructor(shape: ScorerShape) {
    const sizes = sizesOf(shape);
    this.shape = shape;
    this.w1 = new Float64Array(sizes.w1);
    this.b1 = new Float64Array(sizes.b1);
    this.w2 = new Float64Array(sizes.w2);
    this.linear = new Float64Array(sizes.linear);
    this.#packed = new Int32Array(shape.rows).fill(-1);
    this.embedding = new Float64Array(1024 * shape.width);
    this.sparse = new Float64Array(1024);
    this.touched = new Int32Array(1024);
  }

  /**
   * Adds the gradient of one choice, given d loss / d logits. The scorer's last forward pass must have been of this choice
   * with the parameters unchanged since; INVALID_ARGUMENT when it was of another.
   */
  accumulate(scorer: Scorer, choice: ChoiceBatch, dLogits: Float64Array): void {
    if (scorer.activations.choice !== choice) {
      throw invalid('choice', 'is not the one of the last forward pass', 'compute its logits first');
    }
    const n = rowsOf(choice);
    this.#reserve(n);
    this.#readings(scorer, choice, dLogits);
    this.#output(scorer, choice.head, n);
    this.#hidden(scorer, choice.head, n);
    this.#input(scorer, choice.head, n);
    this.#tables(choice, n);
  }

  #reserve(rows: number): void {
    if (this.#rowGradient.length >= rows) return;
    this.#rowGradient = new Float64Array(2 * rows);
    this.#hiddenGradient = new Float64Array(2 * rows * this.shape.hidden);
    this.#inputGradient = new Float64Array(2 * rows * this.shape.width);
  }

  /** A candidate's gradient goes to its readings by their shares of it. */
  #readings(scorer: Scorer, choice: ChoiceBatch, dLogits: Float64Array): void {
    const { candidateOffsets } = choice;
    const { rows, pooled } = scorer.activations;
    const n = candidatesOf(choice);
    for (let c = 0; c < n; c++) {
      const end = candidateOffsets[c + 1]!;
      for (let r = candidateOffsets[c]!; r < end; r++) this.#rowGradient[r] = dLogits[c]! * Math.exp(rows[r]! - pooled[c]!);
    }
  }

  /** The hidden units' gradients by row, and with them those of w2, b1 and the direct dense weights. */
  #output(scorer: Scorer, head: number, n: number): void {
    const { width, dense: denseWidth, hidden: units } = this.shape;
    const { input, hidden } = scorer.activations;
    const { w2 } = scorer.parameters;
    const { b1: b1Gradient, w2: w2Gradient, linear: linearGradient } = this;
    const hiddenGradient = this.#hiddenGradient;
    const rowGradient = this.#rowGradient;
    const unitsAt = head * units;
    const linearAt = head * denseWidth;
    for (let r = 0; r < n; r++) {
      const d = rowGradient[r]!;
      const denseAt = r * (width + denseWidth) + width;
      for (let i = 0; i < denseWidth; i++) linearGradient[linearAt + i]! += d * input[denseAt + i]!;
      for (let j = 0; j < units; j++) {
        const active = hidden[r * units + j]!;
        w2Gradient[unitsAt + j]! += d * active;
        // The rectifier passes nothing back where it was closed.
        const dHidden = active > 0 ? d * w2[unitsAt + j]! : 0;
        hiddenGradient[r * units + j] = dHidden;
        b1Gradient[unitsAt + j]! += dHidden;
      }
    }
  }

  /** w1: four columns of a unit at a time stay in registers while the rows go by. */
  #hidden(scorer: Scorer, head: number, n: number): void {
    const { width, dense: denseWidth, hidden: units } = this.shape;
    const inputWidth = width + denseWidth;
    const { input } = scorer.activations;
    const { w1: w1Gradient } = this;
    const hiddenGradient = this.#hiddenGradient;
    const blocked = inputWidth - (inputWidth % 4);
    for (let j = 0; j < units; j++) {
      const weights = (head * units + j) * inputWidth;
      for (let i = 0; i < blocked; i += 4) {
        let g0 = 0;
        let g1 = 0;
        let g2 = 0;
        let g3 = 0;
        for (let r = 0; r < n; r++) {
          const d = hiddenGradient[r * units + j]!;
          const from = r * inputWidth + i;
          g0 += d * input[from]!;
          g1 += d * input[from + 1]!;
          g2 += d * input[from + 2]!;
          g3 += d * input[from + 3]!;
        }
        w1Gradient[weights + i]! += g0;
        w1Gradient[weights + i + 1]! += g1;
        w1Gradient[weights + i + 2]! += g2;
        w1Gradient[weights + i + 3]! += g3;
      }
      for (let i = blocked; i < inputWidth; i++) {
        let g = 0;
        for (let r = 0; r < n; r++) g += hiddenGradient[r * units + j]! * input[r * inputWidth + i]!;
        w1Gradient[weights + i]! += g;
      }
    }
  }

  /** The gradient of each row's embedding sum. */
  #input(scorer: Scorer, head: number, n: number): void {
    const { width, dense: denseWidth, hidden: units } = this.shape;
    const inputWidth = width + denseWidth;
    const { w1 } = scorer.parameters;
    const hiddenGradient = this.#hiddenGradient;
    const inputGradient = this.#inputGradient;
    const weights = head * units * inputWidth;
    for (let r = 0; r < n; r++) {
      for (let i = 0; i < width; i += 4) {
        let g0 = 0;
        let g1 = 0;
        let g2 = 0;
        let g3 = 0;
        for (let j = 0; j < units; j++) {
          const d = hiddenGradient[r * units + j]!;
          const from = weights + j * inputWidth + i;
          g0 += d * w1[from]!;
          g1 += d * w1[from + 1]!;
          g2 += d * w1[from + 2]!;
          g3 += d * w1[from + 3]!;
        }
        const to = r * width + i;
        inputGradient[to] = g0;
        inputGradient[to + 1] = g1;
        inputGradient[to + 2] = g2;
        inputGradient[to + 3] = g3;
      }
    }
  }

  #tables(choice: ChoiceBatch, n: number): void {
    const { width } = this.shape;
    const { rowOffsets, features } = choice;
    const inputGradient = this.#inputGradient;
    const rowGradient = this.#rowGradient;
    for (let r = 0; r < n; r++) {
      const d = rowGradient[r]!;
      const from = r * width;
      const end = rowOffsets[r + 1]!;
      for (let k = rowOffsets[r]!; k < end; k++) {
        const slot = this.#slotOf(features[k]!);
        const { embedding, sparse } = this;
        sparse[slot]! += d;
        const to = slot * width;
        for (let i = 0; i < width; i++) embedding[to + i]! += inputGradient[from + i]!;
      }
    }
  }

  #slotOf(row: number): number {
    const known = this.#packed[row]!;
    if (known >= 0) return known;
    const slot = this.touchedCount++;
    if (slot === this.touched.length) {
      this.touched = grown(this.touched, new Int32Array(2 * slot));
      this.sparse = grown(this.sparse, new Float64Array(2 * slot));
      this.embedding = grown(this.embedding, new Float64Array(2 * slot * this.shape.width));
    }
    this.touched[slot] = row;
    this.#packed[row] = slot;
    return slot;
  }

  /** Euclidean norm over all parameters. */
  norm(): number {
    let sum = 0;
    for (const part of this.#parts()) for (let i = 0; i < part.length; i++) sum += part[i]! * part[i]!;
    return Math.sqrt(sum);
  }

  /** Multiplies all of it, for example by 1 / tokens. */
  scale(factor: number): void {
    for (const part of this.#parts()) for (let i = 0; i < part.length; i++) part[i]! *= factor;
  }

  /** Scales down to `limit` if the norm is larger; returns the norm as it was. */
  clipNorm(limit: number): number {
    const norm = this.norm();
    if (norm > limit) this.scale(limit / norm);
    return norm;
  }

  /** Back to zero, keeping the buffers. */
  clear(): void {
    for (const part of this.#parts()) part.fill(0);
    for (let slot = 0; slot < this.touchedCount; slot++) this.#packed[this.touched[slot]!] = -1;
    this.touchedCount = 0;
  }

  #parts(): Float64Array[] {
    const count = this.touchedCount;
    const tables = [this.embedding.subarray(0, count * this.shape.width), this.sparse.subarray(0, count)];
    return [...LAYER_NAMES.map((name) => this[name]), ...tables];
  }
}

function grown<T extends Float64Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
