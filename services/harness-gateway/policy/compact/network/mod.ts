export type { AdamOptions } from './adam.ts';
export { Adam, ADAM_DEFAULTS } from './adam.ts';
export type { ChoiceBatch } from './choice.ts';
export { candidatesOf, checkChoice, choiceOf } from './choice.ts';
export { Gradient } from './gradient.ts';
export type { Parameters, ScorerShape } from './parameters.ts';
export { checkShape, copyOf, DEFAULT_SHAPE, fromTensors, initialise, toTensors } from './parameters.ts';
export { Scorer } from './scorer.ts';
export { addEntropyGradient, addLogProbabilityGradient, argmax, entropy, logProbabilities, sample } from './softmax.ts';
