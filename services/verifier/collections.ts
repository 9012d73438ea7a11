import type { Collection, CollectionSpec, Json, Store } from '#kit/store/types.ts';

/** Completion criteria by task, in the evidence store: no credential of a policy, harness or learner opens it. */
export interface CriteriaDoc {
  /** Task id. */
  readonly _id: string;
  readonly revision: number;
  /** CompletionCriteria as protobuf JSON. */
  readonly criteria: Json;
  /** Tools that a known solution calls, in order: for saying afterwards which one was missed, never for judging. */
  readonly tools?: readonly string[];
}

/** A verdict by trajectory id. It is written once and never changed. */
export interface VerdictDoc {
  /** Trajectory id. */
  readonly _id: string;
  readonly episode_id: string;
  readonly task_id: string;
  readonly task_revision: number;
  readonly success: boolean;
  /** Verdict as protobuf JSON. */
  readonly verdict: Json;
}

export const TASK_CRITERIA: CollectionSpec = { name: 'task_criteria' };
export const VERDICTS: CollectionSpec = { name: 'verdicts', indexes: [{ fields: ['task_id'] }] };

export const criteriaOf = (evidenceStore: Store): Collection<CriteriaDoc> => evidenceStore.collection(TASK_CRITERIA);
export const verdictsOf = (store: Store): Collection<VerdictDoc> => store.collection(VERDICTS);
