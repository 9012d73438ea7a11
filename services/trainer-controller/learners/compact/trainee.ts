import type { ChoiceBatch, Parameters } from '#harness-gateway/policy/compact/network/mod.ts';
import { Optimiser, addEntropyGradient, addLogProbabilityGradient, argmax, candidatesOf, Gradient, logProbabilities, Scorer } from '#harness-gateway/policy/compact/network/mod.ts';

/** Weights under training with their optimiser: accumulates token gradients, then steps. */
export class Trainee {
  readonly parameters: Parameters;
  readonly optimiser: Optimiser;
  readonly #scorer: Scorer;
  readonly #gradient: Gradient;
  readonly #clip: number;
  #logits = new Float64Array(256);
  #logProbs = new Float64Array(256);
  #dLogits = new Float64Array(256);

  /** `clip`: bound of the gradient's global norm. */
  constructor(parameters: Parameters, optimiser: Optimiser = new Optimiser(parameters.shape), clip = 1) {
    this.parameters = parameters;
    this.optimiser = optimiser;
    this.#clip = clip;
    this.#scorer = new Scorer(parameters);
    this.#gradient = new Gradient(parameters.shape);
  }

  /** Log-probability of a choice's option at a temperature, without a gradient. */
  logProb(choice: ChoiceBatch, chosen: number, temperature: number): number {
    this.#forward(choice, temperature);
    return this.#logProbs[chosen] ?? Number.NEGATIVE_INFINITY;
  }

  /**
   * Adds coefficient * d log p(chosen), where `coefficient` is d loss / d log p (a number, or a function of the log-probability),
   * and `entropy` * d H to the gradient.
   */
  accumulate(
    choice: ChoiceBatch,
    chosen: number,
    coefficient: number | ((logProb: number) => number),
    temperature: number,
    entropy = 0,
  ): { readonly logProb: number; readonly likeliest: number } {
    const count = this.#forward(choice, temperature);
    const logProb = this.#logProbs[chosen] ?? Number.NEGATIVE_INFINITY;
    const likeliest = argmax(this.#logits, count);
    const scale = typeof coefficient === 'number' ? coefficient : coefficient(logProb);
    if (scale !== 0 || entropy !== 0) {
      this.#dLogits.fill(0, 0, count);
      if (scale !== 0) addLogProbabilityGradient(this.#logProbs, count, chosen, scale, temperature, this.#dLogits);
      if (entropy !== 0) addEntropyGradient(this.#logProbs, count, entropy, temperature, this.#dLogits);
      this.#gradient.accumulate(this.#scorer, choice, this.#dLogits);
    }
    return { logProb, likeliest };
  }

  /** Clips, updates, and clears the gradient. Returns its norm before clipping. */
  step(learningRate: number): number {
    const norm = this.#gradient.norm();
    this.#gradient.clipNorm(this.#clip);
    this.optimiser.update(this.parameters, this.#gradient, learningRate);
    this.#gradient.clear();
    return norm;
  }

  #forward(choice: ChoiceBatch, temperature: number): number {
    const count = candidatesOf(choice);
    if (this.#logits.length < count) {
      this.#logits = new Float64Array(2 * count);
      this.#logProbs = new Float64Array(2 * count);
      this.#dLogits = new Float64Array(2 * count);
    }
    this.#scorer.logits(choice, this.#logits);
    logProbabilities(this.#logits, count, temperature, this.#logProbs);
    return count;
  }
}
