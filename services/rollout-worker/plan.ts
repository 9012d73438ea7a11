import { invalid } from '#kit/errors.ts';
import { seedOf } from '#kit/random.ts';
import type { BatchDoc, SlotDoc } from './collections.ts';

/** What decides a batch; the same plan gives the same slots. */
export type BatchPlan = Omit<BatchDoc, '_id' | 'lost'> & { readonly id: string };

/** INVALID_ARGUMENT, naming the field, for a plan that no batch can have. */
export function checkPlan(plan: BatchPlan): void {
  if (plan.id === '') throw invalid('id', 'is empty', 'name the batch');
  if (plan.tasks.length === 0) throw invalid('tasks', 'is empty', 'plan at least one group');
  if (!Number.isInteger(plan.groupSize) || plan.groupSize < 1) throw invalid('groupSize', `is ${plan.groupSize}`, 'give a whole number from 1');
  if (!(plan.temperature >= 0)) throw invalid('temperature', `is ${plan.temperature}`, 'give 0 for greedy, or more');
}

export function groupIdOf(batchId: string, position: number, replacement: number): string {
  return `${batchId}/${position}.${replacement}`;
}

/** Task of a group: the planned one, or the spare that takes its place; undefined when the position's spares are used up. */
function taskAt(plan: Pick<BatchDoc, 'tasks' | 'spares'>, position: number, replacement: number): string | undefined {
  return replacement === 0 ? plan.tasks[position] : plan.spares[position + (replacement - 1) * plan.tasks.length];
}

/** The slots of one group, all of the same task and guidance and each with a seed of its own. */
export function slotsAt(plan: BatchPlan, position: number, replacement: number): SlotDoc[] {
  const taskId = taskAt(plan, position, replacement);
  if (taskId === undefined) return [];
  const groupId = groupIdOf(plan.id, position, replacement);
  const { id: batchId, purpose, policy, harnessVersion, temperature, seed } = plan;
  const guidanceSeed = plan.randomGuidance ? `${seed}/${position}.${replacement}` : '';
  const start = { state: 'planned', attempt: 0, faults: 0, workerId: '', leaseUntilMs: 0, fault: '', trajectoryId: '', settled: false, record: '' } as const;
  return Array.from({ length: plan.groupSize }, (_, index) => ({
    _id: `${groupId}/${index}`,
    ...{ batchId, groupId, position, replacement, index, purpose, taskId, policy, harnessVersion, temperature },
    seed: seedOf(seed, position, replacement, index),
    guidanceSeed,
    ...start,
  }));
}
