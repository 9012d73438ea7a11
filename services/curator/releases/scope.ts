import type { Collection } from '#kit/store/types.ts';
import { Split } from '#protos/core/v1/task.ts';
import { Round } from '#protos/core/v1/round.ts';
import { type CuratorCollections, getMany, type RecordDoc, type RoundDoc } from '../collections.ts';
import { liveDigests, standing } from './eligible.ts';

/** The round and those before it, newest first. A round that is not stored has none before it. */
async function roundLine(rounds: Collection<RoundDoc>, roundId: string): Promise<string[]> {
  const line: string[] = [];
  for (let id = roundId; id !== '' && !line.includes(id); ) {
    line.push(id);
    const doc = await rounds.get(id);
    id = doc === undefined ? '' : (Round.fromJSON(doc.round).plan?.parentRound ?? '');
  }
  return line;
}

/**
 * The records a release of this round may speak of, each with a slot that stands: those of the round and of the rounds before
 * it (their slots are named `<round>/…`), and those of the parent release. What other lines of rounds in the same store did
 * changes nothing, so that a round gives the same release wherever it runs. Without a round: all records of training tasks.
 */
export async function recordsInScope(collections: CuratorCollections, roundId: string, inParent: readonly string[]): Promise<RecordDoc[]> {
  const { records, rounds, trajectories } = collections;
  if (roundId === '') {
    const all = await records.find({ split: Split.TRAIN });
    const live = await liveDigests(collections, all);
    return all.filter(({ _id }) => live.has(_id));
  }
  const digests = new Set<string>();
  for (const round of await roundLine(rounds, roundId)) {
    // `0` follows `/`, so this is every id that begins with `<round>/`.
    const made = await trajectories.find({ slot_id: { gte: `${round}/`, lt: `${round}0` } }, { fields: ['slot_id', 'record'] });
    const places = made.map(({ _id, slot_id, record }) => ({ record, slot_id, trajectory_id: _id }));
    for (const { record } of await standing(collections.slots, places)) digests.add(record);
  }
  const before = await getMany(records, inParent.filter((digest) => !digests.has(digest)));
  const live = await liveDigests(collections, before);
  return [...(await getMany(records, digests)), ...before.filter(({ _id }) => live.has(_id))];
}
