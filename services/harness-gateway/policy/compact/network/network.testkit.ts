import type { Random } from '#kit/random.ts';
import { random } from '#kit/random.ts';
import { encodeTensors } from '#kit/safetensors.ts';
import type { ChoiceBatch } from './choice.ts';
import { choiceOf } from './choice.ts';
import { Gradient } from './gradient.ts';
import type { Optimiser } from './optimiser.ts';
import type { Parameters, ScorerShape } from './parameters.ts';
import { PARAMETER_NAMES, toTensors } from './parameters.ts';
import { Scorer } from './scorer.ts';
import { addLogProbabilityGradient, logProbabilities } from './softmax.ts';

/** Small enough that every weight can be moved by hand. */
export const SMALL: ScorerShape = { rows: 64, width: 4, dense: 3, hidden: 8, heads: 2 };

/** A choice of random candidates of 1 to `maxReadings` readings with up to `maxFeatures` hashed features each, repeats included. */
export function randomChoice(shape: ScorerShape, random: Random, head: number, candidates: number, maxFeatures = 5, maxReadings = 3): ChoiceBatch {
  const reading = () => ({
    features: Array.from({ length: random.int(maxFeatures + 1) }, () => random.int(shape.rows)),
    dense: Array.from({ length: shape.dense }, () => 2 * random.next() - 1),
  });
  const readings = () => Array.from({ length: 1 + random.int(maxReadings) }, reading);
  return choiceOf(head, Array.from({ length: candidates }, readings), shape);
}

/** Moves every weight away from its start, so that no path of the network is silent. */
export function stir(parameters: Parameters, random: Random): Parameters {
  for (const name of PARAMETER_NAMES) {
    const weights = parameters[name];
    for (let i = 0; i < weights.length; i++) weights[i]! += (2 * random.next() - 1) * 0.5;
  }
  return parameters;
}

/** Updates `from` to `to` of a fixed stream of choices. */
export function train(parameters: Parameters, optimiser: Optimiser, from: number, to: number): void {
  const scorer = new Scorer(parameters);
  const gradient = new Gradient(SMALL);
  const buffer = new Float64Array(8);
  const dLogits = new Float64Array(8);
  for (let step = from; step < to; step++) {
    gradient.clear();
    for (let k = 0; k < 4; k++) {
      const choice = randomChoice(SMALL, random('train', step, k), k % 2, 5);
      const n = scorer.logits(choice, buffer);
      logProbabilities(buffer, n, 1, buffer);
      dLogits.fill(0);
      addLogProbabilityGradient(buffer, n, k, -1, 1, dLogits);
      gradient.accumulate(scorer, choice, dLogits);
    }
    gradient.clipNorm(1);
    optimiser.update(parameters, gradient);
  }
}

/** Parameters and optimiser state as one checkpoint. */
export function bytesOf(parameters: Parameters, optimiser: Optimiser): Uint8Array {
  return encodeTensors(new Map([...toTensors(parameters), ...optimiser.toTensors()]));
}
