import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { jsonOf } from '#kit/store/json.ts';
import { Trajectory } from '#protos/core/v1/trajectory.ts';
import type { TrajectoryDoc } from '../collections.ts';

/** A trajectory as it is stored: the head is readable, the steps are compact. `record` is the digest of its record. */
export function packTrajectory(trajectory: Trajectory, record: string): TrajectoryDoc {
  const steps = Trajectory.encode({ ...Trajectory.create(), steps: trajectory.steps }).finish();
  return {
    _id: trajectory.id,
    slot_id: trajectory.slotId,
    attempt: trajectory.attempt,
    task_id: trajectory.taskId,
    policy: trajectory.policy,
    record,
    head: jsonOf(Trajectory.toJSON({ ...trajectory, steps: [] })),
    // The fastest level already takes what repeats between steps, and the time of ingestion is in this line.
    steps: deflateRawSync(steps, { level: 1 }).toString('base64'),
  };
}

export function unpackTrajectory(doc: Pick<TrajectoryDoc, 'head' | 'steps'>): Trajectory {
  return { ...Trajectory.fromJSON(doc.head), steps: Trajectory.decode(inflated(doc.steps)).steps };
}

/** Bytes that were deflated and written as base64. */
export function inflated(text: string): Uint8Array {
  return inflateRawSync(Buffer.from(text, 'base64'));
}
