/** What other services may import of the trainer-controller. */
export * from './care/mod.ts';
export { type EvaluationDoc, type PhiDoc, type PolicyDoc, type RevisionDoc, type RoundDoc, type TrainerCollections, trainerCollections, type UpdateDoc } from './collections.ts';
export { createTrainer, type Trainer, type TrainerOptions } from './controller.ts';
export { chooseTasks } from './evaluation/choice.ts';
export { listTasks } from './evaluation/evaluate.ts';
export { followRound, type FollowOptions } from './follow.ts';
export { groupName, OVERALL_WEIGHTS, scoreOf, scoresOf } from './evaluation/scores.ts';
export type * from './learner.ts';
export { Policies, policyId } from './policies.ts';
export { preflight, type Violation, violations } from './preflight.ts';
export type { EditorInput, EditorProposal, HarnessEditor } from './revision/editor.ts';
export { roundDigest } from './rounds/digest.ts';
export { TRAINER_ACCESS, trainerHandlers } from './service.ts';
export { DEFAULT_SETTINGS, poolFrom, type PoolSettings, type TrainerSettings } from './settings.ts';
