import { setImmediate } from 'node:timers/promises';
import { GyreError, invalid } from '#kit/errors.ts';
import { jsonOf } from '#kit/store/json.ts';
import { Approval, Release } from '#protos/core/v1/release.ts';
import { Verdict } from '#protos/core/v1/verdict.ts';
import { type CuratorCollections, getMany, type ReleaseDoc } from '../collections.ts';
import { recordDigest } from '../ingest/normalise.ts';
import { unpackTrajectory } from '../ingest/packing.ts';
import type { TaskPool } from '../task-pool.ts';
import { releaseDigest } from './content.ts';
import { ineligibility, liveDigests } from './eligible.ts';
import { proposeRelease } from './propose.ts';
import { recordsInScope } from './scope.ts';

export interface ProposeRequest {
  /** The round it is for; its own line of rounds decides which records count. Empty: all records. */
  readonly roundId: string;
  /** Digest of a frozen release; empty for the first. */
  readonly parent: string;
  readonly sampling: string;
  readonly seed: number;
}

/** Records checked before other work gets a turn. */
const STRIDE = 200;
/** What a decision changes; the release itself stays as it was proposed. */
const DECISION = { fields: ['state', 'approval'] } as const;

/**
 * The release gate (report section 2.3, step 6). Only what was approved is frozen; a frozen release never changes, is named by
 * its content and linked to its parent. What is held out is looked for when a release is proposed and once more when it is
 * frozen, in the stored tasks.
 */
export class ReleaseGate {
  readonly #collections: CuratorCollections;
  readonly #pool: TaskPool;

  constructor(collections: CuratorCollections, pool: TaskPool) {
    this.#collections = collections;
    this.#pool = pool;
  }

  /** Computes and stores a proposal; the same records, parent and seed give the same one. */
  async propose({ roundId, parent, sampling, seed }: ProposeRequest): Promise<Release> {
    if (sampling !== 'flywheel' && sampling !== 'uniform') throw invalid('sampling', `is ${JSON.stringify(sampling)}`, 'write flywheel or uniform');
    const { releases } = this.#collections;
    const before = parent === '' ? undefined : await this.frozen(parent);
    const trainable = await this.#trainable();
    const candidates = await recordsInScope(this.#collections, roundId, before?.recordDigests ?? []);
    const records = candidates.filter(({ task_id }) => trainable.has(task_id));
    const release = proposeRelease({ trainable, records, parent: before, sampling, seed });
    await releases.insert({ _id: release.digest, state: 'proposed', round_id: roundId, parent, release: jsonOf(Release.toJSON(release)), approval: null });
    return (await this.get(release.digest)) ?? release;
  }

  /**
   * Freezes or rejects a proposal. An automatic approval is recorded as such. FAILED_PRECONDITION if the proposal is not what
   * its digest says, or holds anything that may not be trained on; the same decision again changes nothing, except that a person's
   * approval of what was approved automatically takes its place.
   */
  async decide(digest: string, accept: boolean, given: Approval | undefined): Promise<Release> {
    const { releases } = this.#collections;
    if (given === undefined || given.by.trim() === '') throw invalid('approval.by', 'is empty', 'say who decides');
    const approval: Approval = { ...given, automatic: given.automatic || given.by === 'auto' };
    const doc = await this.#require(digest);
    const state = accept ? 'frozen' : 'rejected';
    if (doc.state === state) return this.#confirm(doc, approval);
    if (doc.state !== 'proposed') throw refusal(digest, `is ${doc.state} and stays so`, 'start another round, which proposes a release of its own');
    if (accept) await this.#inspect(doc);
    const decided = await releases.update(digest, { state: 'proposed' }, { set: { state, approval: jsonOf(Approval.toJSON(approval)) } }, DECISION);
    if (decided !== undefined) return releaseOf({ ...doc, ...decided });
    const now = await this.#require(digest);
    if (now.state === state) return this.#confirm(now, approval);
    throw refusal(digest, `is ${now.state} and stays so`, 'start another round, which proposes a release of its own');
  }

  /** What was decided stays; who stands for it may change once, from nobody to a person. */
  async #confirm(doc: ReleaseDoc, approval: Approval): Promise<Release> {
    const before = releaseOf(doc);
    if (approval.automatic || before.approval?.automatic !== true) return before;
    const set = { approval: jsonOf(Approval.toJSON(approval)) };
    const confirmed = await this.#collections.releases.update(doc._id, { state: doc.state, 'approval.automatic': true }, { set }, DECISION);
    return releaseOf(confirmed ? { ...doc, ...confirmed } : await this.#require(doc._id));
  }

  async get(digest: string): Promise<Release | undefined> {
    const doc = await this.#collections.releases.get(digest);
    return doc && releaseOf(doc);
  }

  /** A release that was approved; FAILED_PRECONDITION for any other, NOT_FOUND if it is not known. */
  async frozen(digest: string): Promise<Release> {
    const doc = await this.#require(digest);
    if (doc.state === 'frozen') return releaseOf(doc);
    throw refusal(digest, `is ${doc.state}, not frozen`);
  }

  async #require(digest: string): Promise<ReleaseDoc> {
    const doc = await this.#collections.releases.get(digest);
    if (doc !== undefined) return doc;
    throw new GyreError('NOT_FOUND', `release ${digest} is not known`, { boundary: 'caller', details: { release: digest } });
  }

  async #trainable() {
    return new Map((await this.#pool.trainable()).map((task) => [task.id, task]));
  }

  /** Everything that a frozen release promises, checked against the store as it is now. */
  async #inspect(doc: ReleaseDoc): Promise<void> {
    const release = contentOf(doc);
    const digest = doc._id;
    if (release.parent !== '') await this.frozen(release.parent);
    const trainable = await this.#trainable();
    const barred = release.tasks.find(({ taskId }) => !trainable.has(taskId));
    if (barred !== undefined) throw refusal(digest, `samples ${barred.taskId}, which is not a training task of the pool`);
    const crooked = release.tasks.find(({ weight }) => !Number.isFinite(weight) || weight < 0);
    if (crooked !== undefined) throw refusal(digest, `gives ${crooked.taskId} the weight ${crooked.weight}`);
    const records = await getMany(this.#collections.records, release.recordDigests);
    if (records.length !== new Set(release.recordDigests).size) throw refusal(digest, 'names records that are not stored');
    const live = await liveDigests(this.#collections, records);
    for (const record of records) {
      const problem = live.has(record._id) ? ineligibility(record, trainable) : 'its slot holds another trajectory';
      if (problem !== undefined) throw refusal(digest, `holds record ${record._id}: ${problem}`);
    }
    for (let at = 0; at < records.length; at += STRIDE) {
      const part = records.slice(at, at + STRIDE);
      const stored = new Map((await getMany(this.#collections.trajectories, part.map(({ trajectory_id }) => trajectory_id))).map((each) => [each._id, each]));
      for (const record of part) {
        const packed = stored.get(record.trajectory_id);
        const verdict = record.verdict === null ? undefined : Verdict.fromJSON(record.verdict);
        const trajectory = packed && unpackTrajectory(packed);
        const genuine = trajectory?.taskId === record.task_id && recordDigest(trajectory, verdict) === record._id && verdict?.success === record.success;
        if (!genuine) throw refusal(digest, `holds record ${record._id}, whose content is not what its digest says`);
      }
      await setImmediate();
    }
  }
}

/** What was proposed, if it is still what its digest says; no reader is ever given anything else. */
function contentOf(doc: ReleaseDoc): Release {
  const release = Release.fromJSON(doc.release);
  if (release.digest === doc._id && releaseDigest(release) === doc._id) return release;
  throw refusal(doc._id, 'was changed after it was proposed');
}

/** The release with its approval, where it was decided. */
function releaseOf(doc: ReleaseDoc): Release {
  return { ...contentOf(doc), approval: doc.approval === null ? undefined : Approval.fromJSON(doc.approval) };
}

function refusal(digest: string, problem: string, remedy?: string): GyreError {
  return new GyreError('FAILED_PRECONDITION', `release ${digest} ${problem}`, { boundary: 'caller', retryable: false, details: { release: digest }, ...(remedy === undefined ? {} : { remedy }) });
}
