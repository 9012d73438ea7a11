export type { ChoiceBatch, Reading } from './choice.ts';
export { candidatesOf, checkChoice, choiceOf, rowsOf } from './choice.ts';
export { Gradient } from './gradient.ts';
export type { Parameters, ScorerShape } from './parameters.ts';
export { checkShape, copyOf, DEFAULT_SHAPE, fromTensors, initialise, toTensors } from './parameters.ts';
export type { OptimiserOptions } from './optimiser.ts';
export { Optimiser, OPTIMISER_DEFAULTS } from './optimiser.ts';
export { Scorer } from './scorer.ts';
export { addEntropyGradient, addLogProbabilityGradient, argmax, entropy, logProbabilities, sample } from './softmax.ts';
