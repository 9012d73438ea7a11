import { invalid } from '#kit/errors.ts';
import type { Tensor } from '#kit/safetensors.ts';
import type { Gradient } from './gradient.ts';
import type { ParameterName, Parameters, ScorerShape } from './parameters.ts';
import { checkShape, extentsOf, LAYER_NAMES, PARAMETER_NAMES, sizesOf, tensorOf } from './parameters.ts';

export interface AdamOptions {
  readonly learningRate: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
}

export const ADAM_DEFAULTS: AdamOptions = { learningRate: 0.003, beta1: 0.9, beta2: 0.999, epsilon: 1e-8 };

/** First and second moments of one weight tensor. */
interface Moments {
  readonly first: Float32Array;
  readonly second: Float32Array;
}

/**
 * Adam: dense over the layers, lazy over the tables. A table row's moments move only when the row is touched, and its bias
 * correction counts its own updates, so that a rare feature's first update is as large as a common one's.
 */
export class Adam {
  readonly shape: ScorerShape;
  readonly options: AdamOptions;
  /** Updates so far. */
  step = 0;
  readonly #moments: Readonly<Record<ParameterName, Moments>>;
  /** [rows]: updates of each table row. */
  readonly #rowSteps: Int32Array;
  /** 1 - beta^t by t, filled as far as updates have come. */
  readonly #corrections = { first: [0], second: [0], power1: 1, power2: 1 };

  constructor(shape: ScorerShape, options: Partial<AdamOptions> = {}) {
    checkShape(shape);
    this.shape = shape;
    this.options = { ...ADAM_DEFAULTS, ...options };
    const sizes = sizesOf(shape);
    const zero = (name: ParameterName) => ({ first: new Float32Array(sizes[name]), second: new Float32Array(sizes[name]) });
    this.#moments = {
      embedding: zero('embedding'),
      sparse: zero('sparse'),
      w1: zero('w1'),
      b1: zero('b1'),
      w2: zero('w2'),
      linear: zero('linear'),
    };
    this.#rowSteps = new Int32Array(shape.rows);
  }

  /** One update of `parameters`, in place, against the gradient of the loss. */
  update(parameters: Parameters, gradient: Gradient, learningRate = this.options.learningRate): void {
    this.step += 1;
    this.#extendCorrections(this.step);
    for (const name of LAYER_NAMES) this.#updateLayer(parameters[name], gradient[name], this.#moments[name], learningRate);
    this.#countRows(gradient);
    this.#updateRows(parameters.embedding, gradient.embedding, this.#moments.embedding, this.shape.width, gradient, learningRate);
    this.#updateRows(parameters.sparse, gradient.sparse, this.#moments.sparse, 1, gradient, learningRate);
  }

  #countRows({ touched, touchedCount }: Gradient): void {
    const rowSteps = this.#rowSteps;
    for (let slot = 0; slot < touchedCount; slot++) rowSteps[touched[slot]!]! += 1;
  }

  #updateLayer(weights: Float32Array, gradients: Float64Array, { first, second }: Moments, learningRate: number): void {
    const { beta1, beta2, epsilon } = this.options;
    const rate = learningRate / this.#corrections.first[this.step]!;
    const spread = 1 / this.#corrections.second[this.step]!;
    for (let i = 0; i < weights.length; i++) {
      const g = gradients[i]!;
      const m = beta1 * first[i]! + (1 - beta1) * g;
      const v = beta2 * second[i]! + (1 - beta2) * g * g;
      first[i] = m;
      second[i] = v;
      weights[i]! -= (rate * m) / (Math.sqrt(v * spread) + epsilon);
    }
  }

  /** The same rule for the touched rows of a table, each by its own count of updates. */
  #updateRows(
    weights: Float32Array,
    gradients: Float64Array,
    { first, second }: Moments,
    width: number,
    { touched, touchedCount }: Gradient,
    learningRate: number,
  ): void {
    const { beta1, beta2, epsilon } = this.options;
    const corrections = this.#corrections;
    const rowSteps = this.#rowSteps;
    for (let slot = 0; slot < touchedCount; slot++) {
      const row = touched[slot]!;
      const steps = rowSteps[row]!;
      const rate = learningRate / corrections.first[steps]!;
      const spread = 1 / corrections.second[steps]!;
      const at = row * width;
      const from = slot * width;
      for (let i = 0; i < width; i++) {
        const g = gradients[from + i]!;
        const m = beta1 * first[at + i]! + (1 - beta1) * g;
        const v = beta2 * second[at + i]! + (1 - beta2) * g * g;
        first[at + i] = m;
        second[at + i] = v;
        weights[at + i]! -= (rate * m) / (Math.sqrt(v * spread) + epsilon);
      }
    }
  }

  /** Powers by repeated multiplication, so that a restored optimiser arrives at the same bits. */
  #extendCorrections(steps: number): void {
    const { beta1, beta2 } = this.options;
    const corrections = this.#corrections;
    while (corrections.first.length <= steps) {
      corrections.power1 *= beta1;
      corrections.power2 *= beta2;
      corrections.first.push(1 - corrections.power1);
      corrections.second.push(1 - corrections.power2);
    }
  }

  /** The state as tensors, `adam.*`, beside which the parameters fit into one checkpoint. They share memory with the state. */
  toTensors(): Map<string, Tensor> {
    const extents = extentsOf(this.shape);
    const tensors = new Map<string, Tensor>([
      ['adam.step', { shape: [1], data: Int32Array.of(this.step) }],
      ['adam.row_steps', { shape: [this.shape.rows], data: this.#rowSteps }],
    ]);
    for (const name of PARAMETER_NAMES) {
      const { first, second } = this.#moments[name];
      tensors.set(`adam.${name}.first`, { shape: extents[name], data: first });
      tensors.set(`adam.${name}.second`, { shape: extents[name], data: second });
    }
    return tensors;
  }

  /** An optimiser that goes on bit for bit where the saved one stopped. INVALID_ARGUMENT naming the tensor that does not fit. */
  static fromTensors(tensors: ReadonlyMap<string, Tensor>, shape: ScorerShape, options: Partial<AdamOptions> = {}): Adam {
    const adam = new Adam(shape, options);
    const extents = extentsOf(shape);
    const [step = 0] = tensorOf(tensors, 'adam.step', Int32Array, [1]);
    const rowSteps = tensorOf(tensors, 'adam.row_steps', Int32Array, [shape.rows]);
    if (step < 0) throw invalid('adam.step', `is ${step}`, 'give a number >= 0');
    const row = rowSteps.findIndex((steps) => steps < 0 || steps > step);
    if (row >= 0) throw invalid('adam.row_steps', `row ${row} has ${rowSteps[row]} of ${step} updates`, 'give a whole checkpoint');
    adam.step = step;
    adam.#rowSteps.set(rowSteps);
    for (const name of PARAMETER_NAMES) {
      const { first, second } = adam.#moments[name];
      first.set(tensorOf(tensors, `adam.${name}.first`, Float32Array, extents[name]));
      second.set(tensorOf(tensors, `adam.${name}.second`, Float32Array, extents[name]));
    }
    return adam;
  }
}
