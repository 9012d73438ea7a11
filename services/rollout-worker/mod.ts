/** What other services may import of the rollout worker. */
export { type AttemptOutcome, attemptId, type ClaimedSlot } from './attempt.ts';
export { Batches, type BatchStatus } from './batches.ts';
export { type BatchDoc, type Purpose, ROLLOUT_QUEUE, type SlotDoc, type SlotSummary } from './collections.ts';
export { type DeadJobs, deadJobsOn } from './dead-jobs.ts';
export { type Executor, localExecutor } from './executor.ts';
export { unpack } from './packing.ts';
export { type BatchPlan, groupIdOf } from './plan.ts';
export { type RunnerDependencies, runAttempt } from './runner.ts';
export { ROLLOUT_WORKER_ACCESS, rolloutWorkerHandlers } from './service.ts';
export { Slots } from './slots.ts';
export { TaskCache } from './tasks.ts';
export { openThreads, serveRollouts } from './threads.ts';
export { RolloutWorker } from './worker.ts';
