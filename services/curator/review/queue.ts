import type { Clock } from '#kit/clock.ts';
import { GyreError, invalid } from '#kit/errors.ts';
import { jsonOf } from '#kit/store/json.ts';
import type { Json } from '#kit/store/types.ts';
import { Attribution, Decision, FailureCause } from '#protos/core/v1/record.ts';
import { Split } from '#protos/core/v1/task.ts';
import { Validity } from '#protos/core/v1/trajectory.ts';
import type { CuratorCollections, RecordDoc } from '../collections.ts';
import { unpackTrajectory } from '../ingest/packing.ts';
import type { TaskPool } from '../task-pool.ts';

/** What a reviewer may decide. `correct` accepts the record with another attribution. */
const REVIEW_DECISIONS = {
  approve: Decision.ACCEPTED,
  correct: Decision.ACCEPTED,
  reject: Decision.REJECTED,
  quarantine: Decision.QUARANTINED,
} as const;

const CAUSES: ReadonlySet<FailureCause> = new Set(
  Object.values(FailureCause).filter((cause) => cause !== FailureCause.UNSPECIFIED && cause !== FailureCause.UNRECOGNIZED),
);

export interface Review {
  readonly digest: string;
  readonly decision: string;
  /** Who decides; kept with the record for good. */
  readonly by: string;
  readonly reason: string;
  /** For `correct` only. */
  readonly attribution: Attribution | undefined;
}

/** The records that wait for a person, and what persons decided of any record (report section 2.3). */
export class ReviewQueue {
  readonly #collections: CuratorCollections;
  readonly #pool: TaskPool;
  readonly #clock: Clock;

  constructor(collections: CuratorCollections, pool: TaskPool, clock: Clock) {
    this.#collections = collections;
    this.#pool = pool;
    this.#clock = clock;
  }

  /** Records that wait, in digest order. */
  waiting(limit: number): Promise<RecordDoc[]> {
    return this.#collections.records.find({ decision: Decision.AWAITING_REVIEW }, { limit });
  }

  /**
   * Decides a record and writes down who did. The same decision by the same person again changes nothing. FAILED_PRECONDITION
   * for accepting what is invalid, unjudged or held out, INVALID_ARGUMENT for an attribution to no cause or to a step that the
   * trajectory has not, ABORTED if somebody else decided in the meantime.
   */
  async decide(review: Review): Promise<RecordDoc> {
    const decision = decisionOf(review);
    const { records } = this.#collections;
    const doc = await records.get(review.digest);
    if (doc === undefined) throw new GyreError('NOT_FOUND', `record ${review.digest} is not known`, { boundary: 'caller', field: 'record', remedy: 'give a digest from gyre review list', details: { record: review.digest } });
    const attribution = review.attribution === undefined ? doc.attribution : jsonOf(Attribution.toJSON(review.attribution));
    if (isSame(doc, review, decision, attribution)) return doc;
    if (decision === Decision.ACCEPTED) await this.#mayAccept(doc);
    if (review.attribution !== undefined) await this.#mayAttribute(doc, review.attribution);
    const cause = review.attribution === undefined ? {} : { cause: review.attribution.cause, expected_tool: review.attribution.expectedTool };
    const entry = { decision, by: review.by, reason: review.reason, at_ms: this.#clock.now() };
    const set = { ...cause, decision, attribution, decided_by: review.by, decision_reason: review.reason, history: [...doc.history, entry] };
    const decided = await records.update(doc._id, { version: doc.version }, { set, inc: { version: 1 } });
    if (decided !== undefined) return decided;
    const problem = `record ${doc._id} was decided by somebody else in the meantime`;
    throw new GyreError('ABORTED', problem, { boundary: 'caller', remedy: 'read it again', details: { record: doc._id } });
  }

  /** Statistics and repairs read the cause, and a reviewer after this one the step: both have to exist. */
  async #mayAttribute(doc: RecordDoc, { cause, step }: Attribution): Promise<void> {
    if (!CAUSES.has(cause)) throw invalid('attribution.cause', `is ${JSON.stringify(cause)}`, `give ${[...CAUSES].join(', ')}`);
    if (step === -1) return;
    const packed = await this.#collections.trajectories.get(doc.trajectory_id);
    const steps = packed === undefined ? 0 : unpackTrajectory(packed).steps.length;
    if (Number.isInteger(step) && step >= 0 && step < steps) return;
    throw invalid('attribution.step', `is ${step}, the trajectory has ${steps} steps`, `give a step from 0 to ${steps - 1}, or -1 for none`);
  }

  async #mayAccept(doc: RecordDoc): Promise<void> {
    const task = await this.#pool.get(doc.task_id);
    const details = { record: doc._id, task: doc.task_id };
    const refuse = (problem: string) => new GyreError('FAILED_PRECONDITION', `record ${doc._id} cannot be accepted: ${problem}`, { boundary: 'caller', details });
    if (doc.validity !== Validity.VALID) throw refuse(`its trajectory is ${doc.validity}`);
    if (doc.success === null) throw refuse('no verdict could be given');
    if (task?.split !== Split.TRAIN) throw refuse('its task is not a training task');
  }
}

function decisionOf({ decision, by, attribution }: Review): Decision {
  if (by.trim() === '') throw invalid('by', 'is empty', 'say who decides');
  const [, decided] = Object.entries(REVIEW_DECISIONS).find(([word]) => word === decision) ?? [];
  if (decided === undefined) throw invalid('decision', `is ${JSON.stringify(decision)}`, `write ${Object.keys(REVIEW_DECISIONS).join(', ')}`);
  if ((decision === 'correct') !== (attribution !== undefined)) {
    throw invalid('attribution', decision === 'correct' ? 'is missing' : 'is given', 'give an attribution to correct, and only then');
  }
  return decided;
}

function isSame(doc: RecordDoc, { by, reason }: Review, decision: Decision, attribution: Json): boolean {
  return doc.decision === decision && doc.decided_by === by && doc.decision_reason === reason && JSON.stringify(doc.attribution) === JSON.stringify(attribution);
}
