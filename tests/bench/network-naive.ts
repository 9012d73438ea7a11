import type { OptimiserOptions, Parameters, Reading } from '#harness-gateway/policy/compact/network/mod.ts';

export interface NaiveChoice {
  readonly head: number;
  /** The readings of each candidate. */
  readonly candidates: readonly (readonly Reading[])[];
}

interface Vector {
  readonly values: number[];
  readonly gradient: number[];
}

/** With Adam's moments. */
interface LayerVector extends Vector {
  readonly first: number[];
  readonly second: number[];
}

/** With Adagrad's sums. */
interface TableVector extends Vector {
  readonly squares: number[];
}

interface Layer {
  readonly units: { readonly weights: LayerVector; readonly bias: LayerVector; readonly out: LayerVector }[];
  readonly linear: LayerVector;
}

/**
 * The compact policy's network as one would first write it: objects that hold plain number arrays, array methods, new arrays
 * for each candidate. Same arithmetic and, as the fast one, sparse over the tables; the baseline of `network.bench.ts`.
 */
export class NaiveNetwork {
  readonly #rows: { readonly embedding: TableVector; readonly sparse: TableVector }[];
  readonly #layers: Layer[];
  readonly #options: OptimiserOptions;
  #step = 0;

  constructor(parameters: Parameters, options: OptimiserOptions) {
    const { rows, width, dense, hidden, heads } = parameters.shape;
    const inputWidth = width + dense;
    const zeros = (count: number) => Array.from({ length: count }, () => 0);
    const vector = (from: Float32Array, at: number, count: number): Vector => ({ values: [...from.subarray(at, at + count)], gradient: zeros(count) });
    const ofLayer = (from: Float32Array, at: number, count: number): LayerVector => ({ ...vector(from, at, count), first: zeros(count), second: zeros(count) });
    const ofTable = (from: Float32Array, at: number, count: number): TableVector => ({ ...vector(from, at, count), squares: zeros(count) });
    this.#options = options;
    this.#rows = Array.from({ length: rows }, (_, row) => ({
      embedding: ofTable(parameters.embedding, row * width, width),
      sparse: ofTable(parameters.sparse, row, 1),
    }));
    this.#layers = Array.from({ length: heads }, (_, head) => ({
      units: Array.from({ length: hidden }, (_unit, j) => ({
        weights: ofLayer(parameters.w1, (head * hidden + j) * inputWidth, inputWidth),
        bias: ofLayer(parameters.b1, head * hidden + j, 1),
        out: ofLayer(parameters.w2, head * hidden + j, 1),
      })),
      linear: ofLayer(parameters.linear, head * dense, dense),
    }));
  }

  logits(choice: NaiveChoice): number[] {
    return this.#forward(choice).map(({ logit }) => logit);
  }

  /** Cross-entropy of each choice's first candidate, mean over the batch, one step of the optimiser with the norm clipped to `limit`. */
  update(batch: readonly NaiveChoice[], limit: number): void {
    const layers = this.#layers.flatMap(({ units, linear }) => [linear, ...units.flatMap((unit) => Object.values(unit))]);
    const touched = new Set<TableVector>();
    for (const choice of batch) this.#backward(choice, batch.length, touched);
    const squares = [...layers, ...touched].map(({ gradient }) => gradient.reduce((sum, g) => sum + g * g, 0));
    const norm = Math.sqrt(squares.reduce((sum, square) => sum + square, 0));
    const factor = norm > limit ? limit / norm : 1;
    this.#step += 1;
    for (const vector of layers) this.#adam(vector, factor);
    for (const vector of touched) this.#adagrad(vector, factor);
  }

  #adam({ values, gradient, first, second }: LayerVector, factor: number): void {
    const { learningRate, beta1, beta2, epsilon } = this.#options;
    const [unbias1, unbias2] = [1 - beta1 ** this.#step, 1 - beta2 ** this.#step];
    for (const [i, raw] of gradient.entries()) {
      const g = raw * factor;
      first[i] = beta1 * first[i]! + (1 - beta1) * g;
      second[i] = beta2 * second[i]! + (1 - beta2) * g * g;
      values[i]! -= (learningRate * first[i]!) / unbias1 / (Math.sqrt(second[i]! / unbias2) + epsilon);
      gradient[i] = 0;
    }
  }

  #adagrad({ values, gradient, squares }: TableVector, factor: number): void {
    const { learningRate, tableRate, tableFloor } = this.#options;
    for (const [i, raw] of gradient.entries()) {
      const g = raw * factor;
      squares[i]! += g * g;
      values[i]! -= (learningRate * tableRate * g) / Math.sqrt(squares[i]! + tableFloor);
      gradient[i] = 0;
    }
  }

  #forward({ head, candidates }: NaiveChoice) {
    const layer = this.#layers[head]!;
    const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
    const reading = ({ features, dense }: Reading) => {
      const rows = features.map((id) => this.#rows[id]!);
      const bag = rows[0]!.embedding.values.map((_, i) => rows.reduce((sum, row) => sum + row.embedding.values[i]!, 0));
      const input = [...bag, ...dense];
      const hidden = layer.units.map(({ weights, bias }) => Math.max(0, bias.values[0]! + dot(weights.values, input)));
      const direct = rows.reduce((sum, row) => sum + row.sparse.values[0]!, 0) + dot(layer.linear.values, dense);
      const logit = layer.units.reduce((sum, { out }, j) => sum + out.values[0]! * hidden[j]!, direct);
      return { rows, dense, input, hidden, logit };
    };
    return candidates.map((readings) => {
      const passes = readings.map(reading);
      const largest = Math.max(...passes.map(({ logit }) => logit));
      const logit = largest + Math.log(passes.reduce((sum, pass) => sum + Math.exp(pass.logit - largest), 0));
      return { passes, logit };
    });
  }

  #backward(choice: NaiveChoice, batchSize: number, touched: Set<TableVector>): void {
    const layer = this.#layers[choice.head]!;
    const candidates = this.#forward(choice);
    const largest = Math.max(...candidates.map(({ logit }) => logit));
    const exponentials = candidates.map(({ logit }) => Math.exp(logit - largest));
    const total = exponentials.reduce((sum, e) => sum + e, 0);
    const readings = candidates.flatMap(({ passes, logit }, k) => {
      const dCandidate = (exponentials[k]! / total - (k === 0 ? 1 : 0)) / batchSize;
      return passes.map((pass) => ({ ...pass, d: dCandidate * Math.exp(pass.logit - logit) }));
    });
    for (const { rows, dense, input, hidden, d } of readings) {
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
