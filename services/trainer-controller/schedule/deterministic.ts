import type { BatchPlan } from '#rollout-worker/mod.ts';
import { awaitBatch } from '../waiting.ts';
import { recordStaleness } from '../telemetry.ts';
import { type TrainingRun, updateId } from '../training/run.ts';

/** Update whose policy version the slots of update `k` use: `staleness` behind the newest one. 0 is the policy that training starts from. */
export function policyUpdateOf(k: number, staleness: number): number {
  return Math.max(0, k - 1 - staleness);
}

/**
 * Updates one after another, each from a batch whose policy version the plan decides, so that arrival decides nothing. With a
 * staleness of 1 or more, the batches that a known version decides are rolled out while the learner computes.
 */
export async function trainDeterministic(run: TrainingRun, fromUpdate: number, onUpdate: (k: number) => Promise<void>): Promise<void> {
  const { plan, plant, emit, round } = run.context;
  // What a restart found learned from but not yet let go of.
  if (fromUpdate > 1) await plant.batches.forget(updateId(round.id, fromUpdate - 1));
  for (let k = fromUpdate; k <= plan.updates; k++) {
    await plant.batches.plan(await batchOf(run, k));
    for (let ahead = k + 1; ahead <= Math.min(k + plan.staleness, plan.updates); ahead++) await plant.batches.plan(await batchOf(run, ahead));
    const id = updateId(round.id, k);
    const status = await awaitBatch({ id, purpose: 'training' }, plant.waiting, ({ settled, expected }) =>
      emit({ phase: 'training', done: k - 1, total: plan.updates, scores: [], message: `update ${k}: ${settled}/${expected} episodes` }),
    );
    recordStaleness('admitted', k - 1 - policyUpdateOf(k, plan.staleness), plan.groupsPerUpdate - status.lostGroups);
    await run.learn(k, await plant.batches.accepted(id), { lost: status.lostGroups, stale: 0 });
    await onUpdate(k);
    await plant.batches.forget(id);
  }
}

async function batchOf(run: TrainingRun, k: number): Promise<BatchPlan> {
  const { plan, plant, round } = run.context;
  const label = `u${k}`;
  const tasks = await run.tasks(label, plan.groupsPerUpdate * (1 + plant.settings.spares));
  const policy = await run.policyAfter(policyUpdateOf(k, plan.staleness));
  return run.batch(updateId(round.id, k), label, policy, tasks, plan.groupsPerUpdate);
}
