import type { Store } from '#kit/store/types.ts';
import { curatorCollections, readRecords } from '#curator/mod.ts';
import type { Batches } from '#rollout-worker/mod.ts';
import type { TrainerCollections } from '../collections.ts';
import { demonstrationsId } from '../rounds/data-phases.ts';
import { updateId } from '../training/run.ts';
import { type TrainEpisode, type TrainSource, trainEpisode } from './evidence.ts';

/** Updates whose records the editor sees: the latest, since older ones tell of an older policy. */
const LATEST_UPDATES = 12;

/** Train episodes of a round from the curator's records: its demonstrations and its latest updates. */
export function storedTrainSource(store: Store, collections: Pick<TrainerCollections, 'asyncGroups'>, batches: Batches): TrainSource {
  const records = curatorCollections(store);
  return async (roundId, updates) => {
    const ids = [demonstrationsId(roundId)];
    for (let k = Math.max(1, updates - LATEST_UPDATES + 1); k <= updates; k++) {
      const apart = await collections.asyncGroups.find({ round_id: roundId, state: 'used', update: k });
      ids.push(...(apart.length > 0 ? apart.map((group) => group._id) : [updateId(roundId, k)]));
    }
    const digests: string[] = [];
    for (const id of ids) digests.push(...(await batches.accepted(id, { fields: ['record'] })).map(({ record }) => record).filter((digest) => digest !== ''));
    const openings = new Map<string, Uint8Array>();
    const episodes: TrainEpisode[] = [];
    for (const record of await readRecords(records, [...new Set(digests)])) {
      const digest = record.trajectory?.openingDigest ?? '';
      if (digest === '') continue;
      const opening = openings.get(digest) ?? (await batches.opening(digest));
      openings.set(digest, opening);
      const episode = trainEpisode(record, opening);
      if (episode) episodes.push(episode);
    }
    return episodes;
  };
}
