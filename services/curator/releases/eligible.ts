import { Decision } from '#protos/core/v1/record.ts';
import { Split, type Task } from '#protos/core/v1/task.ts';
import { Validity } from '#protos/core/v1/trajectory.ts';
import { type CuratorCollections, getMany, type RecordDoc } from '../collections.ts';

/**
 * The tasks that may be trained on, by id. Every path into a release goes through this: what a record says of its family or
 * split is never asked.
 */
export type Trainable = ReadonlyMap<string, Task>;

/** Why a record may not be in a release; undefined if it may. */
export function ineligibility(record: RecordDoc, trainable: Trainable): string | undefined {
  const task = trainable.get(record.task_id);
  if (task === undefined) return `task ${record.task_id} is not a training task of the pool`;
  if (record.family !== task.family || record.split !== Split.TRAIN) return `it claims family ${record.family} and split ${record.split}, its task is of ${task.family}`;
  if (record.task_revision !== task.revision) return `it is of revision ${record.task_revision}, the task of ${task.revision}`;
  if (record.validity !== Validity.VALID || record.success === null) return `it is ${record.validity} or has no verdict`;
  return record.decision === Decision.ACCEPTED ? undefined : `its decision is ${record.decision}`;
}

/**
 * Digests of those records whose slot was accepted with a trajectory of theirs: a report that lost its slot, or whose group was
 * dropped, counts for nothing. A record that several slots share needs one of them.
 */
export async function liveDigests(collections: Pick<CuratorCollections, 'slots' | 'trajectories'>, records: readonly RecordDoc[]): Promise<Set<string>> {
  const holders = (places: readonly Place[]) => standing(collections.slots, places);
  const live = new Set((await holders(records.map(({ _id, slot_id, trajectory_id }) => ({ record: _id, slot_id, trajectory_id })))).map(({ record }) => record));
  const others = records.filter(({ _id }) => !live.has(_id)).map(({ _id }) => _id);
  for (let at = 0; at < others.length; at += BATCH) {
    const copies = await collections.trajectories.find({ record: { in: others.slice(at, at + BATCH) } }, { fields: ['slot_id', 'record'] });
    for (const { record } of await holders(copies.map(({ _id, slot_id, record: digest }) => ({ record: digest, slot_id, trajectory_id: _id })))) live.add(record);
  }
  return live;
}

/** Those places whose slot was accepted with their trajectory. */
export async function standing(slots: CuratorCollections['slots'], places: readonly Place[]): Promise<Place[]> {
  const known = new Map((await getMany(slots, places.map(({ slot_id }) => slot_id))).map((slot) => [slot._id, slot]));
  return places.filter(({ slot_id, trajectory_id }) => {
    const slot = known.get(slot_id);
    return slot?.state === 'accepted' && slot.trajectoryId === trajectory_id;
  });
}

const BATCH = 1000;

/** A record and the slot that one of its trajectories was made in. */
export interface Place {
  readonly record: string;
  readonly slot_id: string;
  readonly trajectory_id: string;
}
