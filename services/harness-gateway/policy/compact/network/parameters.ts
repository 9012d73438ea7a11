import { invalid } from '#kit/errors.ts';
import type { Random } from '#kit/random.ts';
import type { Tensor } from '#kit/safetensors.ts';

/** Extents of the scorer. */
export interface ScorerShape {
  /** Hashed feature rows; a power of two, so that a hash is cut to a row by a mask. */
  readonly rows: number;
  /** Width of a row's embedding; a multiple of 4, as hidden, which the unrolled loops rely on. */
  readonly width: number;
  /** Dense features of a row. */
  readonly dense: number;
  /** Hidden units; a multiple of 4. */
  readonly hidden: number;
  /** Kinds of token; each has its own layers over the shared embedding table. */
  readonly heads: number;
}

export const DEFAULT_SHAPE: ScorerShape = { rows: 262_144, width: 8, dense: 48, hidden: 32, heads: 8 };

/**
 * The weights. A row's logit is w2 . relu(w1 x + b1) + linear . dense + sum of sparse, with x = [sum of embeddings, dense]; a candidate's
 * is the log-sum-exp of its rows'.
 */
export interface Parameters {
  readonly shape: ScorerShape;
  /** [rows, width] */
  readonly embedding: Float32Array;
  /** [rows]: the direct weight of a hashed feature, shared by the heads. */
  readonly sparse: Float32Array;
  /** [heads, hidden, width + dense] */
  readonly w1: Float32Array;
  /** [heads, hidden] */
  readonly b1: Float32Array;
  /** [heads, hidden] */
  readonly w2: Float32Array;
  /** [heads, dense]: the direct weight of a dense feature. */
  readonly linear: Float32Array;
}

/** The names of the weights in checkpoints, gradients and optimiser state. */
export const LAYER_NAMES = ['w1', 'b1', 'w2', 'linear'] as const;
export const TABLE_NAMES = ['embedding', 'sparse'] as const;
export const PARAMETER_NAMES = [...TABLE_NAMES, ...LAYER_NAMES] as const;
export type ParameterName = (typeof PARAMETER_NAMES)[number];

/** Tensor extents of each weight. */
export function extentsOf(shape: ScorerShape): Readonly<Record<ParameterName, readonly number[]>> {
  const { rows, width, dense, hidden, heads } = shape;
  return {
    embedding: [rows, width],
    sparse: [rows],
    w1: [heads, hidden, width + dense],
    b1: [heads, hidden],
    w2: [heads, hidden],
    linear: [heads, dense],
  };
}

/** Number of weights in each tensor. */
export function sizesOf(shape: ScorerShape): Readonly<Record<ParameterName, number>> {
  const { embedding, sparse, w1, b1, w2, linear } = extentsOf(shape);
  const size = (extents: readonly number[]) => extents.reduce((product, extent) => product * extent, 1);
  return { embedding: size(embedding), sparse: size(sparse), w1: size(w1), b1: size(b1), w2: size(w2), linear: size(linear) };
}

/** INVALID_ARGUMENT, naming the extent, unless the shape is one the scorer can work with. */
export function checkShape(shape: ScorerShape): void {
  for (const [field, value] of Object.entries(shape)) {
    if (!Number.isInteger(value) || value < 1) throw invalid(`shape.${field}`, `is ${value}`, 'give an integer >= 1');
  }
  const { rows, width, hidden } = shape;
  if (rows > 2 ** 24 || (rows & (rows - 1)) !== 0) throw invalid('shape.rows', `is ${rows}`, 'give a power of two up to 2^24');
  if (width % 4 !== 0) throw invalid('shape.width', `is ${width}`, 'give a multiple of 4');
  if (hidden % 4 !== 0) throw invalid('shape.hidden', `is ${hidden}`, 'give a multiple of 4');
}

/** Amplitudes of the first weights: a feature never seen in training hardly speaks, and the last layer keeps logits near 0. */
const EMBEDDING_AMPLITUDE = 0.01;
const OUTPUT_AMPLITUDE = 0.02;

/**
 * Small random weights: hidden units differ, logits are near zero, and so an untrained policy is near uniform over rows. The direct
 * paths start at zero, where they cannot favour anything.
 */
export function initialise(shape: ScorerShape, random: Random): Parameters {
  checkShape(shape);
  const sizes = sizesOf(shape);
  const uniform = (size: number, amplitude: number, label: string) => {
    const stream = random.fork(label);
    return Float32Array.from({ length: size }, () => (2 * stream.next() - 1) * amplitude);
  };
  return {
    shape,
    embedding: uniform(sizes.embedding, EMBEDDING_AMPLITUDE, 'embedding'),
    sparse: new Float32Array(sizes.sparse),
    w1: uniform(sizes.w1, Math.sqrt(3 / (shape.width + shape.dense)), 'w1'),
    b1: new Float32Array(sizes.b1),
    w2: uniform(sizes.w2, OUTPUT_AMPLITUDE, 'w2'),
    linear: new Float32Array(sizes.linear),
  };
}

/** The weights as tensors for a checkpoint; they share memory with the parameters. */
export function toTensors(parameters: Parameters): Map<string, Tensor> {
  const extents = extentsOf(parameters.shape);
  return new Map(PARAMETER_NAMES.map((name) => [name, { shape: extents[name], data: parameters[name] }]));
}

/** The parameters of a checkpoint, copied. INVALID_ARGUMENT naming the tensor that is missing or has another type or shape. */
export function fromTensors(tensors: ReadonlyMap<string, Tensor>): Parameters {
  const [rows = 0, width = 0] = tensors.get('embedding')?.shape ?? [];
  const [heads = 0, hidden = 0] = tensors.get('b1')?.shape ?? [];
  const [, dense = 0] = tensors.get('linear')?.shape ?? [];
  const shape: ScorerShape = { rows, width, dense, hidden, heads };
  checkShape(shape);
  const extents = extentsOf(shape);
  const take = (name: ParameterName) => new Float32Array(tensorOf(tensors, name, Float32Array, extents[name]));
  return {
    shape,
    embedding: take('embedding'),
    sparse: take('sparse'),
    w1: take('w1'),
    b1: take('b1'),
    w2: take('w2'),
    linear: take('linear'),
  };
}

/** A copy that later updates of the original leave alone; what rollouts use while the learner goes on. */
export function copyOf(parameters: Parameters): Parameters {
  return fromTensors(toTensors(parameters));
}

/** The data of one tensor of a file, held to type and extents. */
export function tensorOf<T extends Float32Array | Float64Array | Int32Array>(
  tensors: ReadonlyMap<string, Tensor>,
  name: string,
  type: abstract new (...args: never[]) => T,
  extents: readonly number[],
): T {
  const tensor = tensors.get(name);
  if (tensor === undefined) throw invalid(name, 'the tensor is missing', 'give a complete checkpoint');
  const { shape, data } = tensor;
  if (data instanceof type && shape.length === extents.length && shape.every((n, i) => n === extents[i])) return data;
  const found = `${data.constructor.name} [${shape.join(', ')}]`;
  throw invalid(name, `is ${found}, not ${type.name} [${extents.join(', ')}]`, 'give a checkpoint of this shape');
}
