import { GyreError } from '#kit/errors.ts';
import { Trajectory } from '#protos/core/v1/trajectory.ts';
import { IngestRequest } from '#protos/curator/v1/curator_service.ts';
import { type Batches, type SlotDoc, unpack } from '#rollout-worker/mod.ts';
import type { Example } from '../learner.ts';

/** Slots as a learner sees them: the trajectory and its opening, nothing of the verdict. Order is kept. */
export async function examplesOf(slots: readonly SlotDoc[], batches: Batches): Promise<Example[]> {
  const openings = new Map<string, Uint8Array>();
  const examples: Example[] = [];
  for (const slot of slots) {
    const trajectory = slot.result === undefined ? undefined : IngestRequest.decode(unpack(slot.result)).trajectory;
    if (!trajectory) throw new GyreError('FAILED_PRECONDITION', `slot ${slot._id} no longer holds its trajectory`, { boundary: 'store', details: { slot: slot._id } });
    const digest = trajectory.openingDigest;
    const opening = openings.get(digest) ?? (await batches.opening(digest));
    openings.set(digest, opening);
    examples.push({ trajectory: Trajectory.encode(trajectory).finish(), opening });
  }
  return examples;
}
