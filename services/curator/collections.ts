import type { Collection, CollectionSpec, Json, Store } from '#kit/store/types.ts';
import { VERDICTS, type VerdictDoc } from '#verifier/mod.ts';

/** Every collection the curator reads or writes, with its document type. Fields that queries use are top-level. */

/** A task of the pool. The stored task, and nothing a record says of itself, decides what may enter a release. */
export interface TaskDoc {
  /** Task id. */
  readonly _id: string;
  readonly revision: number;
  readonly family: string;
  /** `SPLIT_TRAIN`, `SPLIT_DEV` or `SPLIT_TEST`. */
  readonly split: string;
  /** Task as protobuf JSON. */
  readonly task: Json;
}

/** A family and the split it was first stored under; a family never changes sides. */
export interface FamilyDoc {
  readonly _id: string;
  readonly split: string;
}

/** The solution that audits a task's check; evidence store only. */
export interface WitnessDoc {
  /** Task id. */
  readonly _id: string;
  readonly revision: number;
  /** Witness as protobuf JSON. */
  readonly witness: Json;
}

/** What the teacher plays for a train task; there is none for any other task. Evidence store only. */
export interface DemonstrationDoc {
  /** Task id. */
  readonly _id: string;
  readonly revision: number;
  /** Actions as protobuf JSON, in order. */
  readonly actions: readonly Json[];
}

/** A construction that was carried out, by the digest of its request. */
export interface ConstructionDoc {
  readonly _id: string;
  /** ConstructTasksResponse as protobuf JSON. A large field. */
  readonly response: Json;
}

/** A trajectory, kept once; records refer to it. */
export interface TrajectoryDoc {
  /** `<slot>#<attempt>`. */
  readonly _id: string;
  readonly slot_id: string;
  readonly attempt: number;
  readonly task_id: string;
  readonly policy: string;
  /** Digest of the record it became. */
  readonly record: string;
  /** Trajectory without its steps, as protobuf JSON. */
  readonly head: Json;
  /** Steps: protobuf bytes, deflated, base64. A large field. */
  readonly steps: string;
}

/** What was decided of a record, when and by whom; the last entry is in force. */
export interface DecisionEntry {
  readonly decision: string;
  readonly by: string;
  readonly reason: string;
  /** Milliseconds since the epoch. */
  readonly at_ms: number;
}

/** What is known of a trajectory. */
export interface RecordDoc {
  /** Record digest. */
  readonly _id: string;
  readonly trajectory_id: string;
  readonly slot_id: string;
  readonly task_id: string;
  readonly task_revision: number;
  readonly family: string;
  readonly split: string;
  readonly backend: string;
  readonly ability_group: string;
  readonly domains: readonly string[];
  readonly capabilities: readonly string[];
  readonly source: string;
  readonly policy: string;
  readonly harness_version: string;
  readonly validity: string;
  /** Digest of task and actions; equal actions with different verdicts are in conflict. */
  readonly actions: string;
  /** Null where no verdict could be given. */
  readonly success: boolean | null;
  readonly progress: number;
  readonly cause: string;
  readonly expected_tool: string;
  /** Verdict as protobuf JSON; null where none could be given. */
  readonly verdict: Json;
  /** Attribution as protobuf JSON; null for successes. */
  readonly attribution: Json;
  readonly decision: string;
  readonly decided_by: string;
  readonly decision_reason: string;
  readonly history: readonly (DecisionEntry & { readonly [key: string]: Json })[];
  /** Grows with every decision; decisions are made by compare-and-set on it. */
  readonly version: number;
}

/** A proposed, frozen or rejected release. */
export interface ReleaseDoc {
  /** Release digest. */
  readonly _id: string;
  readonly state: 'proposed' | 'frozen' | 'rejected';
  readonly round_id: string;
  readonly parent: string;
  /** Release as protobuf JSON, without its approval. A large field. */
  readonly release: Json;
  /** Approval as protobuf JSON; null while proposed. */
  readonly approval: Json;
}

/** The slot document of the rollout worker (rollout/v1/slot.proto), as far as the curator reads and changes it. */
export interface SlotDoc {
  readonly _id: string;
  readonly taskId: string;
  readonly policy: string;
  /** planned, claimed, accepted, exhausted, dropped. */
  readonly state: string;
  readonly attempt: number;
  readonly trajectoryId: string;
}

/** An opening by its digest, as the rollout worker stores it; thousands of trajectories share one. */
export interface OpeningDoc {
  readonly _id: string;
  /** Protobuf bytes, deflated, base64. */
  readonly bytes: string;
}

/** A round as the trainer-controller stores it; the curator reads which round it follows. */
export interface RoundDoc {
  readonly _id: string;
  /** Round as protobuf JSON. */
  readonly round: Json;
}

/** A policy version as the trainer-controller stores it; the curator reads it for lineage only. */
export interface PolicyDoc {
  readonly _id: string;
  /** PolicyVersion as protobuf JSON. */
  readonly policy: Json;
}

export const TASKS: CollectionSpec = { name: 'tasks', indexes: [{ fields: ['split'] }, { fields: ['family'] }] };
const FAMILIES: CollectionSpec = { name: 'families', indexes: [{ fields: ['split'] }] };
export const TASK_WITNESSES: CollectionSpec = { name: 'task_witnesses' };
export const TASK_DEMONSTRATIONS: CollectionSpec = { name: 'task_demonstrations' };
export const CONSTRUCTIONS: CollectionSpec = { name: 'constructions', large: ['response'] };
const TRAJECTORIES: CollectionSpec = { name: 'trajectories', indexes: [{ fields: ['slot_id'] }, { fields: ['record'] }], large: ['steps'] };
const RECORDS: CollectionSpec = {
  name: 'records',
  indexes: [{ fields: ['task_id'] }, { fields: ['actions'] }, { fields: ['decision'] }, { fields: ['split'] }, { fields: ['policy'] }],
};
const RELEASES: CollectionSpec = { name: 'releases', indexes: [{ fields: ['parent'] }], large: ['release'] };
export const SLOTS: CollectionSpec = { name: 'slots' };
export const OPENINGS: CollectionSpec = { name: 'openings' };
export const ROUNDS: CollectionSpec = { name: 'rounds' };
const POLICIES: CollectionSpec = { name: 'policies' };

/** The curator's collections of the common store. */
export interface CuratorCollections {
  readonly tasks: Collection<TaskDoc>;
  readonly families: Collection<FamilyDoc>;
  readonly trajectories: Collection<TrajectoryDoc>;
  readonly records: Collection<RecordDoc>;
  readonly releases: Collection<ReleaseDoc>;
  readonly slots: Collection<SlotDoc>;
  readonly verdicts: Collection<VerdictDoc>;
  readonly openings: Collection<OpeningDoc>;
  readonly rounds: Collection<RoundDoc>;
  readonly policies: Collection<PolicyDoc>;
}

export function curatorCollections(store: Store): CuratorCollections {
  return {
    tasks: store.collection(TASKS),
    families: store.collection(FAMILIES),
    trajectories: store.collection(TRAJECTORIES),
    records: store.collection(RECORDS),
    releases: store.collection(RELEASES),
    slots: store.collection(SLOTS),
    verdicts: store.collection(VERDICTS),
    openings: store.collection(OPENINGS),
    rounds: store.collection(ROUNDS),
    policies: store.collection(POLICIES),
  };
}

/** Reads documents by id in batches; absent ones are left out. Order is by id. */
export async function getMany<T extends { readonly _id: string }>(collection: Collection<T>, ids: Iterable<string>): Promise<T[]> {
  const unique = [...new Set(ids)].sort();
  const found: T[] = [];
  for (let at = 0; at < unique.length; at += BATCH) found.push(...(await collection.find({ _id: { in: unique.slice(at, at + BATCH) } })));
  return found;
}

const BATCH = 1000;
