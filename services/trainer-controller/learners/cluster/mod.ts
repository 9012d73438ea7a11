export { ClusterLearner, type ClusterLearnerOptions } from './cluster-learner.ts';
export { openClusterLearner } from './open.ts';
