import { GyreError } from '#kit/errors.ts';
import type { Collection } from '#kit/store/types.ts';
import type { Trajectory } from '#protos/core/v1/trajectory.ts';
import type { SlotDoc } from '../collections.ts';

/** Why a slot does not take this trajectory; undefined if it does (or already has it). */
export function slotRefusal(slot: SlotDoc | undefined, trajectory: Trajectory): GyreError | undefined {
  if (slot === undefined) return undefined;
  const details = { slot: slot._id, trajectory: trajectory.id };
  if (slot.taskId !== trajectory.taskId) {
    return new GyreError('FAILED_PRECONDITION', `slot ${slot._id} is of task ${slot.taskId}, the report of ${trajectory.taskId}`, { boundary: 'caller', details });
  }
  if (slot.state === 'dropped' || slot.state === 'exhausted') {
    return new GyreError('FAILED_PRECONDITION', `slot ${slot._id} is ${slot.state}`, { boundary: 'caller', details });
  }
  if (slot.trajectoryId === trajectory.id) return undefined;
  if (slot.state === 'accepted' || (slot.trajectoryId ?? '') !== '') {
    return new GyreError('ALREADY_EXISTS', `slot ${slot._id} already has ${slot.trajectoryId}`, { boundary: 'caller', details });
  }
  if (slot.attempt > trajectory.attempt) {
    const problem = `attempt ${trajectory.attempt} of slot ${slot._id} comes late: attempt ${slot.attempt} has begun`;
    return new GyreError('FAILED_PRECONDITION', problem, { boundary: 'caller', details });
  }
  return undefined;
}

/**
 * Gives the slot to the trajectory by compare-and-set, so that of any number of reports one wins. A slot that no worker
 * planned (demonstrations) is made here. Returns the refusal if another report won.
 */
export async function fillSlot(slots: Collection<SlotDoc>, trajectory: Trajectory): Promise<GyreError | undefined> {
  const { slotId, id, attempt, taskId, policy } = trajectory;
  const open = { taskId, state: { in: ['planned', 'claimed'] }, attempt: { lte: attempt }, trajectoryId: { in: ['', null] } };
  const set = { state: 'accepted', attempt, trajectoryId: id };
  if (await slots.update(slotId, open, { set })) return undefined;
  const slot = await slots.get(slotId);
  if (slot === undefined && (await slots.insert({ _id: slotId, taskId, policy, ...set }))) return undefined;
  const taken = slot ?? (await slots.get(slotId));
  if (taken?.state === 'accepted' && taken.trajectoryId === id) return undefined;
  return slotRefusal(taken, trajectory) ?? lostRace(trajectory);
}

function lostRace(trajectory: Trajectory): GyreError {
  return new GyreError('ABORTED', `slot ${trajectory.slotId} changed while ${trajectory.id} was ingested`, {
    boundary: 'caller',
    retryable: true,
    details: { slot: trajectory.slotId, trajectory: trajectory.id },
  });
}
