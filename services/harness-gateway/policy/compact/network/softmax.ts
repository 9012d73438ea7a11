import { invalid } from '#kit/errors.ts';
import type { Random } from '#kit/random.ts';

/**
 * Arithmetic over the candidates of one choice. Buffers may be longer than the choice; `count` says how many places hold it.
 */

/** Log-probabilities under a temperature > 0 into `out` (which may be `logits` itself). */
export function logProbabilities(logits: Float64Array, count: number, temperature: number, out: Float64Array): void {
  if (!(temperature > 0)) throw invalid('temperature', `is ${temperature}`, 'give a number > 0; the limit 0 is argmax');
  let largest = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < count; k++) largest = Math.max(largest, logits[k]!);
  let sum = 0;
  for (let k = 0; k < count; k++) {
    const scaled = (logits[k]! - largest) / temperature;
    out[k] = scaled;
    sum += Math.exp(scaled);
  }
  const normaliser = Math.log(sum);
  for (let k = 0; k < count; k++) out[k]! -= normaliser;
}

/** An index drawn by its probability. Moves `random` by one number. */
export function sample(logProbs: Float64Array, count: number, random: Random): number {
  let remaining = random.next();
  for (let k = 0; k < count - 1; k++) {
    remaining -= Math.exp(logProbs[k]!);
    if (remaining < 0) return k;
  }
  return count - 1;
}

/** The index of the largest value, the lowest one of equals. */
export function argmax(values: Float64Array, count: number): number {
  let best = 0;
  for (let k = 1; k < count; k++) if (values[k]! > values[best]!) best = k;
  return best;
}

/** Entropy in nats. */
export function entropy(logProbs: Float64Array, count: number): number {
  let sum = 0;
  for (let k = 0; k < count; k++) {
    const p = Math.exp(logProbs[k]!);
    if (p > 0) sum -= p * logProbs[k]!;
  }
  return sum;
}

/**
 * Adds coefficient * d log p(chosen) / d logits = coefficient * (onehot - p) / temperature to `dLogits`. For a gradient of
 * the loss, the coefficient is d loss / d log p(chosen): -1 for cross-entropy, minus the surrogate's derivative for CARE.
 */
export function addLogProbabilityGradient(
  logProbs: Float64Array,
  count: number,
  chosen: number,
  coefficient: number,
  temperature: number,
  dLogits: Float64Array,
): void {
  const scale = coefficient / temperature;
  for (let k = 0; k < count; k++) dLogits[k]! -= scale * Math.exp(logProbs[k]!);
  dLogits[chosen]! += scale;
}

/** Adds coefficient * d entropy / d logits to `dLogits`; a negative coefficient, in a loss, keeps entropy up. */
export function addEntropyGradient(
  logProbs: Float64Array,
  count: number,
  coefficient: number,
  temperature: number,
  dLogits: Float64Array,
): void {
  const scale = coefficient / temperature;
  const h = entropy(logProbs, count);
  for (let k = 0; k < count; k++) {
    const p = Math.exp(logProbs[k]!);
    if (p > 0) dLogits[k]! -= scale * p * (logProbs[k]! + h);
  }
}
