import type { Parameters } from '#harness-gateway/policy/compact/network/mod.ts';

export interface NaiveChoice {
  readonly head: number;
  readonly candidates: readonly { readonly features: readonly number[]; readonly dense: readonly number[] }[];
}

/** A vector of weights with its gradient and Adam's moments. */
interface Vector {
  readonly values: number[];
  readonly gradient: number[];
  readonly first: number[];
  readonly second: number[];
}

interface Layer {
  readonly units: { readonly weights: Vector; readonly bias: Vector; readonly out: Vector }[];
  readonly linear: Vector;
}

/**
 * The compact policy's network as one would first write it: objects that hold plain number arrays, array methods, new arrays
 * for each candidate. Same arithmetic and, as the fast one, sparse over the tables; the baseline of `network.bench.ts`.
 */
export class NaiveNetwork {
  readonly #rows: { readonly embedding: Vector; readonly sparse: Vector }[];
  readonly #layers: Layer[];
  readonly #learningRate: number;
  #step = 0;

  constructor(parameters: Parameters, learningRate: number) {
    const { rows, width, dense, hidden, heads } = parameters.shape;
    const inputWidth = width + dense;
    const zeros = (count: number) => Array.from({ length: count }, () => 0);
    const vector = (from: Float32Array, at: number, count: number): Vector => ({
      values: [...from.subarray(at, at + count)],
      gradient: zeros(count),
      first: zeros(count),
      second: zeros(count),
    });
    this.#learningRate = learningRate;
    this.#rows = Array.from({ length: rows }, (_, row) => ({
      embedding: vector(parameters.embedding, row * width, width),
      sparse: vector(parameters.sparse, row, 1),
    }));
    this.#layers = Array.from({ length: heads }, (_, head) => ({
      units: Array.from({ length: hidden }, (_unit, j) => ({
        weights: vector(parameters.w1, (head * hidden + j) * inputWidth, inputWidth),
        bias: vector(parameters.b1, head * hidden + j, 1),
        out: vector(parameters.w2, head * hidden + j, 1),
      })),
      linear: vector(parameters.linear, head * dense, dense),
    }));
  }

  logits(choice: NaiveChoice): number[] {
    return this.#forward(choice).map(({ logit }) => logit);
  }

  /** Cross-entropy of each choice's first candidate, mean over the batch, one Adam step with the norm clipped to `limit`. */
  update(batch: readonly NaiveChoice[], limit: number): void {
    const layers = this.#layers.flatMap(({ units, linear }) => [linear, ...units.flatMap((unit) => Object.values(unit))]);
    const touched = new Set<Vector>(layers);
    for (const choice of batch) this.#backward(choice, batch.length, touched);
    const squares = [...touched].map(({ gradient }) => gradient.reduce((sum, g) => sum + g * g, 0));
    const norm = Math.sqrt(squares.reduce((sum, square) => sum + square, 0));
    const factor = norm > limit ? limit / norm : 1;
    this.#step += 1;
    const [unbias1, unbias2] = [1 - 0.9 ** this.#step, 1 - 0.999 ** this.#step];
    for (const { values, gradient, first, second } of touched) {
      for (const [i, raw] of gradient.entries()) {
        const g = raw * factor;
        first[i] = 0.9 * first[i]! + 0.1 * g;
        second[i] = 0.999 * second[i]! + 0.001 * g * g;
        values[i]! -= (this.#learningRate * first[i]!) / unbias1 / (Math.sqrt(second[i]! / unbias2) + 1e-8);
        gradient[i] = 0;
      }
    }
  }

  #forward({ head, candidates }: NaiveChoice) {
    const layer = this.#layers[head]!;
    const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
    return candidates.map(({ features, dense }) => {
      const rows = features.map((id) => this.#rows[id]!);
      const bag = rows[0]!.embedding.values.map((_, i) => rows.reduce((sum, row) => sum + row.embedding.values[i]!, 0));
      const input = [...bag, ...dense];
      const hidden = layer.units.map(({ weights, bias }) => Math.max(0, bias.values[0]! + dot(weights.values, input)));
      const direct = rows.reduce((sum, row) => sum + row.sparse.values[0]!, 0) + dot(layer.linear.values, dense);
      const logit = layer.units.reduce((sum, { out }, j) => sum + out.values[0]! * hidden[j]!, direct);
      return { rows, dense, input, hidden, logit };
    });
  }

  #backward(choice: NaiveChoice, batchSize: number, touched: Set<Vector>): void {
    const layer = this.#layers[choice.head]!;
    const passes = this.#forward(choice);
    const largest = Math.max(...passes.map(({ logit }) => logit));
    const exponentials = passes.map(({ logit }) => Math.exp(logit - largest));
    const total = exponentials.reduce((sum, e) => sum + e, 0);
    for (const [k, { rows, dense, input, hidden }] of passes.entries()) {
      const d = (exponentials[k]! / total - (k === 0 ? 1 : 0)) / batchSize;
      const inputGradient = input.map(() => 0);
      layer.units.forEach(({ weights, bias, out }, j) => {
        out.gradient[0]! += d * hidden[j]!;
        if (hidden[j] === 0) return;
        const dHidden = d * out.values[0]!;
        bias.gradient[0]! += dHidden;
        input.forEach((value, i) => {
          weights.gradient[i]! += dHidden * value;
          inputGradient[i]! += dHidden * weights.values[i]!;
        });
      });
      dense.forEach((value, i) => {
        layer.linear.gradient[i]! += d * value;
      });
      for (const { embedding, sparse } of rows) {
        sparse.gradient[0]! += d;
        embedding.values.forEach((_, i) => {
          embedding.gradient[i]! += inputGradient[i]!;
        });
        touched.add(embedding).add(sparse);
      }
    }
  }
}
