/** What the command line takes from the trainer-controller beside its contract: documents that it reads, and pure functions. */
export type { EvaluationDoc, PhiDoc, RevisionDoc, RoundDoc, TrainerCollections, UpdateDoc } from '#trainer-controller/collections.ts';
export { trainerCollections } from '#trainer-controller/collections.ts';
export { chooseTasks } from '#trainer-controller/evaluation/choice.ts';
export { listTasks } from '#trainer-controller/evaluation/evaluate.ts';
export { groupName, OVERALL_WEIGHTS, scoresOf } from '#trainer-controller/evaluation/scores.ts';
