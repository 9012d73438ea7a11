import type { Task } from '#protos/core/v1/task.ts';
import type { AttemptOutcome, ClaimedSlot } from './attempt.ts';
import { type RunnerDependencies, runAttempt } from './runner.ts';

/** Where attempts run: in this process, or in threads. */
export interface Executor {
  /** Attempts worth having in hand at a time. */
  readonly capacity: number;
  /** Runs one attempt. Rejects only if the place itself is lost. */
  run(slot: ClaimedSlot, task: Task): Promise<AttemptOutcome>;
  close(): Promise<void>;
}

/** Runs attempts in this process, all that are in hand at the same time; for workers whose services are elsewhere. */
export function localExecutor(dependencies: RunnerDependencies, capacity: number): Executor {
  return { capacity, run: (slot, task) => runAttempt(slot, task, dependencies), close: async () => undefined };
}
