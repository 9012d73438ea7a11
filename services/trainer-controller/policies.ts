import type { Blobs } from '#kit/blobs/types.ts';
import type { Clock } from '#kit/clock.ts';
import { digestOf } from '#kit/digest.ts';
import { GyreError } from '#kit/errors.ts';
import { jsonOf } from '#kit/store/json.ts';
import type { Store } from '#kit/store/types.ts';
import { PolicyVersion } from '#protos/core/v1/policy_version.ts';
import { type PolicyDoc, type TrainerCollections, trainerCollections } from './collections.ts';
import type { LearnerResult, LearnerStart } from './learner.ts';

const SERVING = 'serving';

/** Digest over weights and parent: the same learning from the same start is the same version. */
export function policyId(checkpoint: string, parent: string): string {
  return digestOf({ checkpoint, parent });
}

/** Policy versions: content-addressed documents, their checkpoints in the blobs, and which one serves. */
export class Policies {
  readonly #all: Pick<TrainerCollections, 'policies' | 'serving'>;
  readonly #blobs: Blobs;
  readonly #clock: Clock;
  #newestMs: number | undefined;

  constructor(store: Store, blobs: Blobs, clock: Clock) {
    this.#all = trainerCollections(store);
    this.#blobs = blobs;
    this.#clock = clock;
  }

  /** Stores what a learner made and returns it with its id. Storing it again changes nothing. */
  async add(version: Omit<PolicyVersion, 'id' | 'checkpoint'>, { checkpoint, optimiser, statistics }: LearnerResult): Promise<PolicyVersion> {
    const policy = { ...version, id: policyId(checkpoint, version.parent), checkpoint };
    const doc: PolicyDoc = { _id: policy.id, policy: jsonOf(PolicyVersion.toJSON(policy)), optimiser, statistics, at_ms: this.#clock.now(), pruned: false };
    if (await this.#all.policies.insert(doc)) this.#newestMs = doc.at_ms;
    else {
      // Asked for again after its checkpoint was let go of: the bytes are back, so the document says so.
      await this.#all.policies.update(policy.id, { pruned: true }, { set: { pruned: false } });
    }
    return policy;
  }

  /** NOT_FOUND if there is none. */
  async get(id: string): Promise<PolicyVersion> {
    return PolicyVersion.fromJSON((await this.#require(id)).policy);
  }

  /** What a learner starts from at this version. */
  async start(id: string): Promise<LearnerStart> {
    const { policy, optimiser } = await this.#require(id);
    return { checkpoint: PolicyVersion.fromJSON(policy).checkpoint, optimiser };
  }

  /** Newest first. */
  async list(limit: number): Promise<PolicyVersion[]> {
    const docs = await this.#all.policies.find({}, { sort: [['at_ms', -1]], limit });
    return docs.map((doc) => PolicyVersion.fromJSON(doc.policy));
  }

  /** When the newest version was made, milliseconds since the epoch; undefined before there is one. Looked up once. */
  async newestMs(): Promise<number | undefined> {
    if (this.#newestMs === undefined) {
      const [newest] = await this.#all.policies.find({}, { sort: [['at_ms', -1]], limit: 1 });
      this.#newestMs ??= newest?.at_ms;
    }
    return this.#newestMs;
  }

  /** Digest of the checkpoint of a version; undefined if there is no such version. */
  async checkpointOf(id: string): Promise<string | undefined> {
    const doc = await this.#all.policies.get(id);
    return doc && PolicyVersion.fromJSON(doc.policy).checkpoint;
  }

  async serving(): Promise<string | undefined> {
    return (await this.#all.serving.get(SERVING))?.version;
  }

  async serve(id: string): Promise<void> {
    await this.#all.serving.put({ _id: SERVING, version: id });
  }

  /** Deletes checkpoint and optimiser state of versions that nobody will start from; the documents stay, for lineage. */
  async prune(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const doc = await this.#all.policies.update(id, { pruned: false }, { set: { pruned: true } });
      if (!doc) continue;
      const { checkpoint } = PolicyVersion.fromJSON(doc.policy);
      for (const digest of [checkpoint, doc.optimiser]) if (digest !== '') await this.#blobs.delete(digest);
    }
  }

  async #require(id: string): Promise<PolicyDoc> {
    const doc = await this.#all.policies.get(id);
    if (doc) return doc;
    throw new GyreError('NOT_FOUND', `there is no policy version ${id}`, { boundary: 'caller', field: 'policy', details: { policy: id } });
  }
}
