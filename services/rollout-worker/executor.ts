import type { Task } from '#protos/core/v1/task.ts';
import type { AttemptOutcome, ClaimedSlot } from './attempt.ts';
import { type RunnerDependencies, runAttempt } from './runner.ts';

/** Where attempts run: in this process, or in threads. */
export interface Executor {
  /** Chunks of slots worth having in hand at a time. */
  readonly capacity: number;
  /** Runs the slots of one chunk; outcomes in the same order. Rejects only if the place itself is lost. */
  run(slots: readonly ClaimedSlot[], tasks: ReadonlyMap<string, Task>): Promise<readonly AttemptOutcome[]>;
  close(): Promise<void>;
}

/** Runs attempts in this process, those of a chunk at the same time; for workers whose services are elsewhere. */
export function localExecutor(dependencies: RunnerDependencies, capacity: number): Executor {
  return {
    capacity,
    run: (slots, tasks) => Promise.all(slots.map((slot) => runOne(slot, tasks, dependencies))),
    close: async () => undefined,
  };
}

/** Runs attempts one after another; for a thread whose services run in the thread itself. */
export async function runInOrder(slots: readonly ClaimedSlot[], tasks: ReadonlyMap<string, Task>, dependencies: RunnerDependencies): Promise<AttemptOutcome[]> {
  const outcomes: AttemptOutcome[] = [];
  for (const slot of slots) outcomes.push(await runOne(slot, tasks, dependencies));
  return outcomes;
}

async function runOne(slot: ClaimedSlot, tasks: ReadonlyMap<string, Task>, dependencies: RunnerDependencies): Promise<AttemptOutcome> {
  const task = tasks.get(slot.taskId);
  if (task) return runAttempt(slot, task, dependencies);
  return { kind: 'fault', slotId: slot._id, attempt: slot.attempt, fault: `curator: no task ${slot.taskId}` };
}
