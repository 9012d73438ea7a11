export { CompactLearner, parametersOf } from './compact-learner.ts';
export { openThreadedLearner } from './threaded.ts';
