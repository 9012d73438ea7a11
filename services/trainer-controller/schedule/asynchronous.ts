import { GyreError } from '#kit/errors.ts';
import type { SlotDoc } from '#rollout-worker/mod.ts';
import type { AsyncGroupDoc } from '../collections.ts';
import type { TrainingRun } from '../training/run.ts';
import { admit, type Arrival } from './admission.ts';

/** A run of groups that all come to nothing is a plant at fault, not a schedule. */
const LOST_IN_A_ROW = 50;

interface Open extends Arrival {
  readonly id: string;
}

/**
 * Rollouts and updates apart: groups are rolled out one by one under the newest version there is, several updates' worth in flight; an
 * update takes the oldest finished groups within the staleness bound, refuses what is older, and goes on while the rest still runs.
 * Which groups an update used is written before it is computed, so that a restart computes the same.
 */
export async function trainAsynchronous(run: TrainingRun, fromUpdate: number, onUpdate: (k: number) => Promise<void>): Promise<void> {
  const { plan, plant, round } = run.context;
  // A restart may have come between a group's document and its slots; planning what is planned changes nothing.
  for (const group of await plant.collections.asyncGroups.find({ round_id: round.id, state: 'open' })) {
    await planGroup(run, group, await run.policyAfter(group.policy_update));
  }
  for (let k = fromUpdate; k <= plan.updates; k++) {
    const { slots, lost, stale } = await gather(run, k);
    await run.learn(k, slots, { lost, stale });
    await onUpdate(k);
    for (const group of await plant.collections.asyncGroups.find({ round_id: round.id, state: 'used', update: k })) await plant.batches.forget(group._id);
  }
  await leave(run);
}

/** Takes back what is still planned when the last update is done. */
async function leave(run: TrainingRun): Promise<void> {
  const { plan, plant, round } = run.context;
  for (const { _id } of await plant.collections.asyncGroups.find({ round_id: round.id, state: 'open' })) {
    await plant.batches.cancel(_id);
    await plant.collections.asyncGroups.update(_id, { state: 'open' }, { set: { state: 'unused', update: plan.updates } });
  }
}

/** The groups of update `k`: those chosen before a restart, then admitted ones, until there are enough. */
async function gather(run: TrainingRun, k: number): Promise<{ slots: SlotDoc[]; lost: number; stale: number }> {
  const { plan, plant, round, emit, signal } = run.context;
  const { asyncGroups } = plant.collections;
  const at = async (state: AsyncGroupDoc['state']) => asyncGroups.find({ round_id: round.id, state, update: k });
  for (;;) {
    signal.throwIfAborted();
    const used = await at('used');
    if (used.length >= plan.groupsPerUpdate) {
      const inOrder = used.sort((a, b) => a.seq - b.seq);
      const slots: SlotDoc[] = [];
      for (const [position, group] of inOrder.entries()) slots.push(...(await plant.batches.accepted(group._id)).map((slot) => ({ ...slot, position })));
      return { slots, lost: (await at('lost')).length, stale: (await at('stale')).length };
    }
    await refill(run, k, used.length);
    const ready: Open[] = [];
    for (const { _id: id, seq, policy_update: policyUpdate } of await asyncGroups.find({ round_id: round.id, state: 'open' })) {
      const { settled, expected, lostGroups } = await plant.batches.status(id);
      if (lostGroups > 0) await asyncGroups.update(id, { state: 'open' }, { set: { state: 'lost', update: k } });
      else if (settled === expected) ready.push({ id, seq, policyUpdate });
    }
    if ((await at('lost')).length > LOST_IN_A_ROW) throw new GyreError('UNAVAILABLE', `update ${k}: ${LOST_IN_A_ROW} groups were lost to faults`, { boundary: 'environment' });
    const { admitted, refused } = admit(ready, k, plan.staleness, plan.groupsPerUpdate - used.length);
    for (const { id } of refused) await asyncGroups.update(id, { state: 'open' }, { set: { state: 'stale', update: k } });
    for (const { id } of admitted) await asyncGroups.update(id, { state: 'open' }, { set: { state: 'used', update: k } });
    if (admitted.length === 0) await plant.clock.sleep(plant.settings.pollMs, signal);
    else emit({ phase: 'training', done: k - 1, total: plan.updates, scores: [], message: `update ${k}: ${used.length + admitted.length}/${plan.groupsPerUpdate} groups` });
  }
}

/**
 * Plans groups under the newest version, as many as this update and those within the bound after it can use: more would only grow
 * too old.
 */
async function refill(run: TrainingRun, k: number, used: number): Promise<void> {
  const { plan, plant, round } = run.context;
  const { asyncGroups } = plant.collections;
  const inFlight = await asyncGroups.count({ round_id: round.id, state: 'open' });
  const updates = Math.min(1 + plan.staleness, plan.updates - k + 1);
  const target = plan.groupsPerUpdate * updates - used;
  let seq = await asyncGroups.count({ round_id: round.id });
  const policy = await run.policyAfter(k - 1);
  for (let missing = target - inFlight; missing > 0; missing--, seq++) {
    const group: AsyncGroupDoc = { _id: `${round.id}/a/${seq}`, round_id: round.id, seq, policy_update: k - 1, state: 'open', update: 0 };
    await asyncGroups.insert(group);
    await planGroup(run, group, policy);
  }
}

async function planGroup(run: TrainingRun, { _id, seq }: AsyncGroupDoc, policy: string): Promise<void> {
  const { batches, settings } = run.context.plant;
  const label = `a${seq}`;
  await batches.plan(run.batch(_id, label, policy, await run.tasks(label, 1 + settings.spares), 1));
}
