import { invalid } from '#kit/errors.ts';
import type { Tensor } from '#kit/safetensors.ts';
import type { Gradient } from './gradient.ts';
import type { ParameterName, Parameters, ScorerShape } from './parameters.ts';
import { checkShape, extentsOf, LAYER_NAMES, sizesOf, TABLE_NAMES, tensorOf } from './parameters.ts';

export interface OptimiserOptions {
  readonly learningRate: number;
  /** Adam's, over the layers. */
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  /** The tables' learning rate, as a multiple of the layers'. */
  readonly tableRate: number;
  /** What is added to a table weight's sum of squared gradients: how far it has to be moved before its own history slows it. */
  readonly tableFloor: number;
}

export const OPTIMISER_DEFAULTS: OptimiserOptions = { learningRate: 0.003, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, tableRate: 10, tableFloor: 1e-3 };

/** First and second moments of a layer's weights. */
interface Moments {
  readonly first: Float32Array;
  readonly second: Float32Array;
}

/**
 * Adam over the layers, Adagrad over the tables. A table row that few examples touch takes a step as small as its gradient, so
 * that what many examples share is learned before what only one of them has; Adam's full first step for each rare row would
 * learn every example by heart.
 */
export class Optimiser {
  readonly shape: ScorerShape;
  readonly options: OptimiserOptions;
  /** Updates so far. */
  step = 0;
  readonly #moments: Readonly<Record<(typeof LAYER_NAMES)[number], Moments>>;
  /** Sums of squared gradients of the tables' weights. */
  readonly #squares: Readonly<Record<(typeof TABLE_NAMES)[number], Float32Array>>;
  /** beta^updates. */
  #power1 = 1;
  #power2 = 1;

  constructor(shape: ScorerShape, options: Partial<OptimiserOptions> = {}) {
    checkShape(shape);
    this.shape = shape;
    this.options = { ...OPTIMISER_DEFAULTS, ...options };
    const sizes = sizesOf(shape);
    const zero = (name: ParameterName) => ({ first: new Float32Array(sizes[name]), second: new Float32Array(sizes[name]) });
    this.#moments = { w1: zero('w1'), b1: zero('b1'), w2: zero('w2'), linear: zero('linear') };
    this.#squares = { embedding: new Float32Array(sizes.embedding), sparse: new Float32Array(sizes.sparse) };
  }

  /** One update of `parameters`, in place, against the gradient of the loss. */
  update(parameters: Parameters, gradient: Gradient, learningRate = this.options.learningRate): void {
    this.#count();
    for (const name of LAYER_NAMES) this.#updateLayer(parameters[name], gradient[name], this.#moments[name], learningRate);
    this.#updateTable(parameters.embedding, gradient.embedding, this.#squares.embedding, this.shape.width, gradient, learningRate);
    this.#updateTable(parameters.sparse, gradient.sparse, this.#squares.sparse, 1, gradient, learningRate);
  }

  /** Powers by repeated multiplication, so that a restored optimiser arrives at the same bits. */
  #count(): void {
    this.step += 1;
    this.#power1 *= this.options.beta1;
    this.#power2 *= this.options.beta2;
  }

  #updateLayer(weights: Float32Array, gradients: Float64Array, { first, second }: Moments, learningRate: number): void {
    const { beta1, beta2, epsilon } = this.options;
    const rate = learningRate / (1 - this.#power1);
    const spread = 1 / (1 - this.#power2);
    for (let i = 0; i < weights.length; i++) {
      const g = gradients[i]!;
      const m = beta1 * first[i]! + (1 - beta1) * g;
      const v = beta2 * second[i]! + (1 - beta2) * g * g;
      first[i] = m;
      second[i] = v;
      weights[i]! -= (rate * m) / (Math.sqrt(v * spread) + epsilon);
    }
  }

  #updateTable(
    weights: Float32Array,
    gradients: Float64Array,
    squares: Float32Array,
    width: number,
    { touched, touchedCount }: Gradient,
    learningRate: number,
  ): void {
    const { tableRate, tableFloor } = this.options;
    const rate = learningRate * tableRate;
    for (let slot = 0; slot < touchedCount; slot++) {
      const at = touched[slot]! * width;
      const from = slot * width;
      for (let i = 0; i < width; i++) {
        const g = gradients[from + i]!;
        const sum = squares[at + i]! + g * g;
        squares[at + i] = sum;
        weights[at + i]! -= (rate * g) / Math.sqrt(sum + tableFloor);
      }
    }
  }

  /** The state as tensors, `optimiser.*`, beside which the parameters fit into one checkpoint. They share memory with the state. */
  toTensors(): Map<string, Tensor> {
    const extents = extentsOf(this.shape);
    const tensors = new Map<string, Tensor>([['optimiser.step', { shape: [1], data: Int32Array.of(this.step) }]]);
    for (const name of LAYER_NAMES) {
      const { first, second } = this.#moments[name];
      tensors.set(`optimiser.${name}.first`, { shape: extents[name], data: first });
      tensors.set(`optimiser.${name}.second`, { shape: extents[name], data: second });
    }
    for (const name of TABLE_NAMES) tensors.set(`optimiser.${name}.squares`, { shape: extents[name], data: this.#squares[name] });
    return tensors;
  }

  /** An optimiser that goes on bit for bit where the saved one stopped. INVALID_ARGUMENT naming the tensor that does not fit. */
  static fromTensors(tensors: ReadonlyMap<string, Tensor>, shape: ScorerShape, options: Partial<OptimiserOptions> = {}): Optimiser {
    const optimiser = new Optimiser(shape, options);
    const extents = extentsOf(shape);
    const [steps = 0] = tensorOf(tensors, 'optimiser.step', Int32Array, [1]);
    if (steps < 0) throw invalid('optimiser.step', `is ${steps}`, 'give a number >= 0');
    for (let i = 0; i < steps; i++) optimiser.#count();
    for (const name of LAYER_NAMES) {
      const { first, second } = optimiser.#moments[name];
      first.set(tensorOf(tensors, `optimiser.${name}.first`, Float32Array, extents[name]));
      second.set(tensorOf(tensors, `optimiser.${name}.second`, Float32Array, extents[name]));
    }
    for (const name of TABLE_NAMES) optimiser.#squares[name].set(tensorOf(tensors, `optimiser.${name}.squares`, Float32Array, extents[name]));
    return optimiser;
  }
}
