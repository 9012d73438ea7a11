import type { Collection, CollectionSpec, Doc, Json, Store } from '#kit/store/types.ts';

/** A round: its protobuf JSON beside what a controller needs to own it. */
export interface RoundDoc extends Doc {
  /** Round as protobuf JSON. */
  readonly round: Json;
  /** Grows when a controller takes the round over; only the latest may write. */
  readonly epoch: number;
  /** Seed of the task pool, the same in all rounds of one line. */
  readonly pool_seed: number;
}

/** A policy version, and what the next update starts from. */
export interface PolicyDoc extends Doc {
  /** PolicyVersion as protobuf JSON. */
  readonly policy: Json;
  /** Digest of the optimiser state after it. */
  readonly optimiser: string;
  readonly statistics: { readonly [name: string]: number };
  readonly at_ms: number;
  /** Whether its checkpoint was let go of. */
  readonly pruned: boolean;
}

/** One update of a round, written when it is over; ids `<round>/u/<k>`. */
export interface UpdateDoc extends Doc {
  readonly round_id: string;
  readonly update: number;
  /** Policy version after the update; the one before where no group held a signal. */
  readonly policy: string;
  readonly groups: number;
  /** Groups whose rewards are all equal; they cost no update. */
  readonly without_signal: number;
  /** Groups lost to faults, all spares used. */
  readonly lost: number;
  /** Groups refused because their policy was too old (asynchronous schedule). */
  readonly stale: number;
  /** Members without a verdict. */
  readonly unscored: number;
  /** Members by group as the controller's statistics read them: [success, progress, cost] or null. */
  readonly members: readonly (readonly (readonly [number, number, number] | null)[])[];
  readonly statistics: { readonly [name: string]: number };
}

/** One decision of the CARE controller, in force from update `update` on. */
export interface PhiDoc extends Doc {
  readonly round_id: string;
  readonly update: number;
  readonly phi: { readonly lambdaProg: number; readonly lambdaEff: number; readonly pLow: number; readonly pHigh: number };
  readonly accepted: boolean;
  readonly method: string;
  readonly reasons: readonly string[];
  readonly dev: number;
}

/** A group of the asynchronous schedule; ids `<round>/a/<seq>`, which is also its batch. */
export interface AsyncGroupDoc extends Doc {
  readonly round_id: string;
  readonly seq: number;
  /** Update that its policy version came from. */
  readonly policy_update: number;
  readonly state: 'open' | 'used' | 'stale' | 'lost' | 'unused';
  /** Update that used it, or at which it was found too old, lost or not needed. */
  readonly update: number;
}

/** What became of a proposed harness revision. */
export interface RevisionDoc extends Doc {
  readonly round_id: string;
  readonly from: string;
  readonly proposal: string;
  readonly method: string;
  readonly reasons: readonly string[];
  readonly problems: readonly string[];
  readonly dev_before: number;
  readonly dev_after: number | null;
  readonly accepted: boolean;
}

/** An evaluation as asked for and, once over, its result. */
export interface EvaluationDoc extends Doc {
  readonly policy: string;
  readonly harness_version: string;
  readonly split: string;
  /** EvaluateResponse as protobuf JSON; null until it is over. */
  readonly result: Json;
}

/** A task pool that has been constructed; ids are the digest of the request. */
export interface PoolDoc extends Doc {
  readonly released: number;
  readonly rejected: number;
}

export interface ServingDoc extends Doc {
  readonly version: string;
}

export interface TrainerCollections {
  readonly rounds: Collection<RoundDoc>;
  readonly policies: Collection<PolicyDoc>;
  readonly serving: Collection<ServingDoc>;
  readonly updates: Collection<UpdateDoc>;
  readonly phis: Collection<PhiDoc>;
  readonly asyncGroups: Collection<AsyncGroupDoc>;
  readonly revisions: Collection<RevisionDoc>;
  readonly evaluations: Collection<EvaluationDoc>;
  readonly pools: Collection<PoolDoc>;
}

const byRound = (name: string): CollectionSpec => ({ name, indexes: [{ fields: ['round_id', 'update'] }] });

export function trainerCollections(store: Store): TrainerCollections {
  return {
    rounds: store.collection({ name: 'rounds' }),
    policies: store.collection({ name: 'policies', indexes: [{ fields: ['at_ms'] }] }),
    serving: store.collection({ name: 'policy_serving' }),
    updates: store.collection(byRound('updates')),
    phis: store.collection(byRound('care_decisions')),
    asyncGroups: store.collection({ name: 'async_groups', indexes: [{ fields: ['round_id', 'state'] }] }),
    revisions: store.collection({ name: 'revisions', indexes: [{ fields: ['round_id'] }] }),
    evaluations: store.collection({ name: 'evaluations' }),
    pools: store.collection({ name: 'task_pools' }),
  };
}
