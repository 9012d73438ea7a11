import type { QueueSpec } from '#kit/bus/types.ts';
import type { Collection, CollectionSpec, Doc, Store } from '#kit/store/types.ts';

/** `collection` teaches the cold start, `training` an update; `evaluation` is read by reports and never ingested. */
export type Purpose = 'collection' | 'training' | 'evaluation';

export type SlotState = 'planned' | 'claimed' | 'accepted' | 'exhausted' | 'dropped';

/** Where a slot's trajectory belongs and what decides it; never changed once written. */
export interface SlotPlace extends Doc {
  readonly batchId: string;
  readonly groupId: string;
  /** Position of the group in the batch, and how many groups were lost at that position before this one. */
  readonly position: number;
  readonly replacement: number;
  readonly index: number;
  readonly purpose: Purpose;
  readonly taskId: string;
  readonly policy: string;
  readonly harnessVersion: string;
  readonly temperature: number;
  readonly seed: number;
  readonly guidanceSeed: string;
}

/** What is read of a finished attempt without unpacking it. `success` is null where no verdict could be given. */
export interface SlotSummary {
  readonly success: boolean | null;
  readonly progress: number;
  readonly valid: boolean;
  readonly steps: number;
  readonly tokens: number;
  readonly toolCalls: number;
}

/** A slot (rollout/v1/slot.proto): its place, its state, and, once accepted, its one trajectory. */
export interface SlotDoc extends SlotPlace {
  readonly state: SlotState;
  /** Grows with every claim; reports of an older one are refused. */
  readonly attempt: number;
  /** Attempts that ended in an infrastructure fault and used up a try. */
  readonly faults: number;
  /** Since when services have turned its attempts away without using up a try; absent if none has. */
  readonly awaySinceMs?: number;
  readonly workerId: string;
  readonly leaseUntilMs: number;
  /** What ended the last of those; kept when another attempt is accepted. */
  readonly fault: string;
  readonly trajectoryId: string;
  /** Encoded IngestRequest (trajectory and verdict), packed; written in the same change that accepts the slot. A large field. */
  readonly result?: string;
  readonly openingDigest?: string;
  readonly summary?: SlotSummary & { readonly [field: string]: boolean | number | null };
  /** Whether nothing is left to do: the record is with the curator, or the purpose wants none. */
  readonly settled: boolean;
  /** Digest of the record that the trajectory became. */
  readonly record: string;
}

/** A batch as planned. Spares belong to positions, so that the order in which groups are lost decides nothing. */
export interface BatchDoc extends Doc {
  readonly purpose: Purpose;
  readonly policy: string;
  readonly harnessVersion: string;
  readonly temperature: number;
  readonly seed: number;
  readonly groupSize: number;
  /** Whether each group gets guidance notes drawn by its own label; evaluation shows all notes. */
  readonly randomGuidance: boolean;
  readonly tasks: readonly string[];
  /** The nth replacement at position p takes spare `p + (n - 1) * tasks.length`. */
  readonly spares: readonly string[];
  /** Positions that ran out of spares. */
  readonly lost: { readonly [position: string]: boolean };
}

/** An opening by its digest, encoded and packed; thousands of trajectories share one. */
export interface OpeningDoc extends Doc {
  readonly bytes: string;
}

const SLOTS: CollectionSpec = {
  name: 'slots',
  indexes: [{ fields: ['batchId', 'state', 'settled'] }, { fields: ['groupId', 'state'] }, { fields: ['state', 'leaseUntilMs'] }, { fields: ['state', 'settled'] }],
  large: ['result'],
};
const BATCHES: CollectionSpec = { name: 'batches' };
const OPENINGS: CollectionSpec = { name: 'openings' };

export interface RolloutCollections {
  readonly slots: Collection<SlotDoc>;
  readonly batches: Collection<BatchDoc>;
  readonly openings: Collection<OpeningDoc>;
}

export function rolloutCollections(store: Store): RolloutCollections {
  return { slots: store.collection(SLOTS), batches: store.collection(BATCHES), openings: store.collection(OPENINGS) };
}

/** Wake-ups: each names groups that may have slots to claim. */
export const ROLLOUT_QUEUE: QueueSpec = {
  name: 'rollouts',
  maxMessages: 100_000,
  ackWaitMs: 60_000,
  maxDeliver: 20,
  duplicateWindowMs: 1_000,
};
