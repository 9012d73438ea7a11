import { type ChoiceBatch, DEFAULT_SHAPE } from './network/mod.ts';

/** Dense features of one row. */
const DENSE = DEFAULT_SHAPE.dense;

/** Collects the features of a choice's candidates in growing buffers, reused from choice to choice. */
export class ChoiceBuilder {
  readonly #mask: number;
  #candidates = new Int32Array(64);
  #offsets = new Int32Array(64);
  #features = new Int32Array(4096);
  #dense = new Float32Array(64 * DENSE);
  #candidateCount = 0;
  #rows = 0;
  #count = 0;
  #head = 0;

  /** `rows` of the hashed table, a power of two. */
  constructor(rows: number) {
    this.#mask = rows - 1;
  }

  begin(head: number): void {
    this.#head = head;
    this.#candidateCount = 0;
    this.#rows = 0;
    this.#count = 0;
    this.#candidates[0] = 0;
    this.#offsets[0] = 0;
  }

  /** Begins a candidate with its first reading. */
  candidate(): void {
    this.#candidateCount++;
    if (this.#candidateCount === this.#candidates.length) {
      const candidates = new Int32Array(this.#candidates.length * 2);
      candidates.set(this.#candidates);
      this.#candidates = candidates;
    }
    this.reading();
  }

  /** Begins another reading of the same candidate. */
  reading(): void {
    this.#rows++;
    this.#candidates[this.#candidateCount] = this.#rows;
    if (this.#rows + 1 > this.#offsets.length) {
      const offsets = new Int32Array(this.#offsets.length * 2);
      offsets.set(this.#offsets);
      this.#offsets = offsets;
      const dense = new Float32Array(this.#dense.length * 2);
      dense.set(this.#dense);
      this.#dense = dense;
    }
    this.#offsets[this.#rows] = this.#count;
    this.#dense.fill(0, (this.#rows - 1) * DENSE, this.#rows * DENSE);
  }

  /** A hashed feature of the current reading. */
  feature(hash: number): void {
    if (this.#count === this.#features.length) {
      const features = new Int32Array(this.#features.length * 2);
      features.set(this.#features);
      this.#features = features;
    }
    this.#features[this.#count++] = hash & this.#mask;
    this.#offsets[this.#rows] = this.#count;
  }

  /** A dense feature of the current reading. */
  dense(index: number, value: number): void {
    this.#dense[(this.#rows - 1) * DENSE + index] = value;
  }

  /** Views of the buffers, valid until the next `begin`. */
  finish(): ChoiceBatch {
    return {
      head: this.#head,
      candidateOffsets: this.#candidates.subarray(0, this.#candidateCount + 1),
      rowOffsets: this.#offsets.subarray(0, this.#rows + 1),
      features: this.#features.subarray(0, this.#count),
      dense: this.#dense.subarray(0, this.#rows * DENSE),
    };
  }
}
