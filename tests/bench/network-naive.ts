import type { Parameters } from '#trainer-controller/learners/compact/network/mod.ts';

export interface NaiveChoice {
  readonly head: number;
  readonly candidates: readonly { readonly features: readonly number[]; readonly dense: readonly number[] }[];
}

/** One weight with its gradient and Adam's moments. */
interface Weight {
  value: number;
  gradient: number;
  first: number;
  second: number;
}

interface Layer {
  readonly units: { readonly weights: Weight[]; readonly bias: Weight; readonly out: Weight }[];
  readonly linear: Weight[];
}

/**
 * The compact policy's network as one would first write it: an object per weight, array methods, new arrays for each
 * candidate. Same arithmetic and, as the fast one, sparse over the tables; the baseline of `network.bench.ts`.
 */
export class NaiveNetwork {
  readonly #rows: { readonly embedding: Weight[]; readonly sparse: Weight }[];
  readonly #layers: Layer[];
  readonly #learningRate: number;
  #step = 0;

  constructor(parameters: Parameters, learningRate: number) {
    const { rows, width, dense, hidden, heads } = parameters.shape;
    const inputWidth = width + dense;
    const weight = (value = 0): Weight => ({ value, gradient: 0, first: 0, second: 0 });
    const weights = (from: Float32Array, at: number, count: number) => [...from.subarray(at, at + count)].map(weight);
    this.#learningRate = learningRate;
    this.#rows = Array.from({ length: rows }, (_, row) => ({
      embedding: weights(parameters.embedding, row * width, width),
      sparse: weight(parameters.sparse[row]),
    }));
    this.#layers = Array.from({ length: heads }, (_, head) => ({
      units: Array.from({ length: hidden }, (_unit, j) => ({
        weights: weights(parameters.w1, (head * hidden + j) * inputWidth, inputWidth),
        bias: weight(parameters.b1[head * hidden + j]),
        out: weight(parameters.w2[head * hidden + j]),
      })),
      linear: weights(parameters.linear, head * dense, dense),
    }));
  }

  logits(choice: NaiveChoice): number[] {
    return this.#forward(choice).map(({ logit }) => logit);
  }

  /** Cross-entropy of each choice's first candidate, mean over the batch, one Adam step with the norm clipped to `limit`. */
  update(batch: readonly NaiveChoice[], limit: number): void {
    const touched = new Set<Weight>();
    for (const layer of this.#layers) {
      for (const { weights, bias, out } of layer.units) for (const weight of [...weights, bias, out]) touched.add(weight);
      for (const weight of layer.linear) touched.add(weight);
    }
    for (const choice of batch) this.#backward(choice, batch.length, touched);
    const norm = Math.sqrt([...touched].reduce((sum, weight) => sum + weight.gradient ** 2, 0));
    const factor = norm > limit ? limit / norm : 1;
    this.#step += 1;
    for (const weight of touched) {
      const g = weight.gradient * factor;
      weight.first = 0.9 * weight.first + 0.1 * g;
      weight.second = 0.999 * weight.second + 0.001 * g * g;
      const [m, v] = [weight.first / (1 - 0.9 ** this.#step), weight.second / (1 - 0.999 ** this.#step)];
      weight.value -= (this.#learningRate * m) / (Math.sqrt(v) + 1e-8);
      weight.gradient = 0;
    }
  }

  #forward({ head, candidates }: NaiveChoice) {
    const layer = this.#layers[head]!;
    return candidates.map(({ features, dense }) => {
      const rows = features.map((id) => this.#rows[id]!);
      const bag = rows[0]!.embedding.map((_, i) => rows.reduce((sum, row) => sum + row.embedding[i]!.value, 0));
      const input = [...bag, ...dense];
      const hidden = layer.units.map(({ weights, bias }) =>
        Math.max(0, weights.reduce((sum, weight, i) => sum + weight.value * input[i]!, bias.value)),
      );
      const direct = rows.reduce((sum, row) => sum + row.sparse.value, 0);
      const linear = dense.reduce((sum, value, i) => sum + layer.linear[i]!.value * value, direct);
      const logit = layer.units.reduce((sum, { out }, j) => sum + out.value * hidden[j]!, linear);
      return { rows, dense, input, hidden, logit };
    });
  }

  #backward(choice: NaiveChoice, batchSize: number, touched: Set<Weight>): void {
    const layer = this.#layers[choice.head]!;
    const passes = this.#forward(choice);
    const largest = Math.max(...passes.map(({ logit }) => logit));
    const exponentials = passes.map(({ logit }) => Math.exp(logit - largest));
    const total = exponentials.reduce((sum, e) => sum + e, 0);
    for (const [k, { rows, dense, input, hidden }] of passes.entries()) {
      const d = (exponentials[k]! / total - (k === 0 ? 1 : 0)) / batchSize;
      const inputGradient = input.map(() => 0);
      for (const [j, { weights, bias, out }] of layer.units.entries()) {
        out.gradient += d * hidden[j]!;
        if (hidden[j] === 0) continue;
        const dHidden = d * out.value;
        bias.gradient += dHidden;
        for (const [i, weight] of weights.entries()) {
          weight.gradient += dHidden * input[i]!;
          inputGradient[i]! += dHidden * weight.value;
        }
      }
      for (const [i, value] of dense.entries()) layer.linear[i]!.gradient += d * value;
      for (const row of rows) {
        row.sparse.gradient += d;
        touched.add(row.sparse);
        for (const [i, weight] of row.embedding.entries()) {
          weight.gradient += inputGradient[i]!;
          touched.add(weight);
        }
      }
    }
  }
}
