export { CompactLearner } from './compact-learner.ts';
export { openThreadedLearner } from './threaded.ts';
