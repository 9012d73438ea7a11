import type { ModelInferRequest_InferInputTensor } from '../../../../protos/gen/inference/infer.ts';
import type { ChoiceBatch } from '../compact/network/mod.ts';
import { candidatesOf, rowsOf } from '../compact/network/mod.ts';

/** A typed array that grows. */
class Growing<T extends Int32Array<ArrayBuffer> | Float32Array<ArrayBuffer>> {
  values: T;
  length = 0;
  readonly #make: (length: number) => T;

  constructor(make: (length: number) => T) {
    this.#make = make;
    this.values = make(256);
  }

  /** Makes room for `count` more values and returns where they begin. */
  extend(count: number): number {
    const begin = this.length;
    this.length += count;
    if (this.length > this.values.length) {
      const larger = this.#make(2 * this.length);
      larger.set(this.values);
      this.values = larger;
    }
    return begin;
  }

  append(value: number): void {
    const at = this.extend(1);
    this.values[at] = value;
  }

  get bytes(): Buffer {
    return Buffer.from(this.values.buffer, 0, 4 * this.length);
  }
}

const ints = () => new Growing((length) => new Int32Array(length));

/**
 * Choices laid out one after the other as the tensors that deploy/triton/policy/scorer.py reads: HEAD of each choice, CANDIDATES of each,
 * READINGS (rows) of each candidate, FEATURE_COUNTS of each row, FEATURES, and DENSE of each row. All INT32, DENSE FP32, as they lie in
 * memory: little-endian on every platform that Node supports.
 */
export class Parcel {
  readonly #heads = ints();
  readonly #candidates = ints();
  readonly #readings = ints();
  readonly #featureCounts = ints();
  readonly #features = ints();
  readonly #dense = new Growing((length) => new Float32Array(length));

  /** Copies the choice, whose buffers may change afterwards; returns how many bytes the parcel has by now. */
  add(choice: ChoiceBatch): number {
    const candidates = candidatesOf(choice);
    this.#heads.append(choice.head);
    this.#candidates.append(candidates);
    differences(choice.candidateOffsets, candidates, this.#readings);
    differences(choice.rowOffsets, rowsOf(choice), this.#featureCounts);
    const features = this.#features.extend(choice.features.length);
    this.#features.values.set(choice.features, features);
    const dense = this.#dense.extend(choice.dense.length);
    this.#dense.values.set(choice.dense, dense);
    return this.bytes;
  }

  get choices(): number {
    return this.#heads.length;
  }

  get bytes(): number {
    const counted = this.#heads.length + this.#candidates.length + this.#readings.length + this.#featureCounts.length;
    return 4 * (counted + this.#features.length + this.#dense.length);
  }

  /** Makes room for other choices; the memory stays. */
  clear(): void {
    for (const column of [this.#heads, this.#candidates, this.#readings, this.#featureCounts, this.#features, this.#dense]) column.length = 0;
  }

  /** The tensors and their bytes, which are views: valid until the next `add`. */
  tensors(): { readonly inputs: ModelInferRequest_InferInputTensor[]; readonly raw: Buffer[] } {
    const columns = [
      ['HEAD', 'INT32', this.#heads],
      ['CANDIDATES', 'INT32', this.#candidates],
      ['READINGS', 'INT32', this.#readings],
      ['FEATURE_COUNTS', 'INT32', this.#featureCounts],
      ['FEATURES', 'INT32', this.#features],
      ['DENSE', 'FP32', this.#dense],
    ] as const;
    return {
      inputs: columns.map(([name, datatype, { length }]) => ({ name, datatype, shape: [1, length], parameters: {} })),
      raw: columns.map(([, , column]) => column.bytes),
    };
  }

  /** The logits of each choice in order, out of those of all candidates. */
  divide(logits: Float64Array): Float64Array[] {
    let begin = 0;
    return Array.from({ length: this.choices }, (_, i) => {
      const end = begin + (this.#candidates.values[i] ?? 0);
      const mine = logits.subarray(begin, end);
      begin = end;
      return mine;
    });
  }

  /** Candidates of all choices: how many logits come back. */
  get logits(): number {
    return this.#readings.length;
  }
}

function differences(offsets: Int32Array, count: number, to: Growing<Int32Array<ArrayBuffer>>): void {
  const begin = to.extend(count);
  for (let i = 0; i < count; i++) to.values[begin + i] = (offsets[i + 1] ?? 0) - (offsets[i] ?? 0);
}
