import { GyreError } from '#kit/errors.ts';
import type { SlotDoc } from '#rollout-worker/mod.ts';
import type { AsyncGroupDoc } from '../collections.ts';
import { recordStaleness, showBatch } from '../telemetry.ts';
import type { TrainingRun } from '../training/run.ts';
import { admit, type Arrival, lagOf } from './admission.ts';

/** More lost groups than this with none that came to something between them are a plant at fault, not a schedule. */
const LOST_IN_A_ROW = 50;

interface Open extends Arrival {
  readonly id: string;
}

/**
 * Rollouts and updates apart: groups are rolled out one by one under the newest version there is, several updates' worth in flight; an
 * update refuses what is older than the staleness bound, takes the oldest finished groups within it, and goes on while the rest still
 * runs. Which groups an update used is written before it is computed, so that a restart computes the same.
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

/** Takes back what is still planned when the last update is done, and lets go of what ended after it was refused. */
async function leave(run: TrainingRun): Promise<void> {
  const { plan, plant, round } = run.context;
  const { asyncGroups } = plant.collections;
  for (const { _id } of await asyncGroups.find({ round_id: round.id, state: 'open' })) await close(run, _id, 'unused', plan.updates);
  // Used ones too: a restart may have come between an update and its letting go.
  for (const { _id } of await asyncGroups.find({ round_id: round.id, state: { in: ['used', 'stale'] } })) await plant.batches.forget(_id);
}

/** Ends an open group that nothing will learn from: what nobody has begun of it is dropped, so that places go to what is of use. */
async function close(run: TrainingRun, id: string, state: 'stale' | 'unused', update: number): Promise<boolean> {
  const { batches, collections } = run.context.plant;
  await batches.cancel(id);
  return (await collections.asyncGroups.update(id, { state: 'open' }, { set: { state, update } })) !== undefined;
}

/**
 * Refuses what is too old for update `k`, whether it has ended or not: it can only grow older, and while it counts as in flight nothing
 * is planned in its place.
 */
async function refuse(run: TrainingRun, k: number): Promise<void> {
  const { plan, plant, round } = run.context;
  const open = (await plant.collections.asyncGroups.find({ round_id: round.id, state: 'open' })).map(arrivalOf);
  for (const arrival of admit(open, k, plan.staleness, 0).refused) {
    if (await close(run, arrival.id, 'stale', k)) recordStaleness('refused', lagOf(arrival, k), 1);
  }
}

function arrivalOf({ _id: id, seq, policy_update: policyUpdate }: AsyncGroupDoc): Open {
  return { id, seq, policyUpdate };
}

/** The groups of update `k`: those chosen before a restart, then admitted ones, until there are enough. */
async function gather(run: TrainingRun, k: number): Promise<{ slots: SlotDoc[]; lost: number; stale: number }> {
  const { plan, plant, round, emit, signal } = run.context;
  const { asyncGroups } = plant.collections;
  const at = async (state: AsyncGroupDoc['state']) => asyncGroups.find({ round_id: round.id, state, update: k });
  await refuse(run, k);
  let lostInARow = 0;
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
    const inFlight = { expected: 0, accepted: 0, settled: 0 };
    for (const group of await asyncGroups.find({ round_id: round.id, state: 'open' })) {
      const status = await plant.batches.status(group._id);
      const { settled, expected, lostGroups } = status;
      for (const part of ['expected', 'accepted', 'settled'] as const) inFlight[part] += status[part];
      if (lostGroups > 0) {
        await asyncGroups.update(group._id, { state: 'open' }, { set: { state: 'lost', update: k } });
        lostInARow++;
      } else if (settled === expected) {
        ready.push(arrivalOf(group));
        lostInARow = 0;
      }
    }
    if (lostInARow > LOST_IN_A_ROW) throw allLost(k, lostInARow);
    showBatch('training', inFlight);
    const { admitted } = admit(ready, k, plan.staleness, plan.groupsPerUpdate - used.length);
    for (const { id } of admitted) await asyncGroups.update(id, { state: 'open' }, { set: { state: 'used', update: k } });
    for (const group of admitted) recordStaleness('admitted', lagOf(group, k), 1);
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

/** Not tried again by itself: that would lose as many again. */
function allLost(k: number, groups: number): GyreError {
  const remedy = 'see what the faults of their slots say, mend it, and resume the round';
  return new GyreError('UNAVAILABLE', `update ${k}: ${groups} groups in a row were lost to faults`, { boundary: 'environment', retryable: false, remedy });
}
