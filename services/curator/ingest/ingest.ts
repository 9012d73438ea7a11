import type { Clock } from '#kit/clock.ts';
import { GyreError, invalid } from '#kit/errors.ts';
import { jsonOf } from '#kit/store/json.ts';
import type { Opening } from '#protos/core/v1/context.ts';
import { Attribution, Decision, type Record } from '#protos/core/v1/record.ts';
import type { Task } from '#protos/core/v1/task.ts';
import { type Trajectory, Validity } from '#protos/core/v1/trajectory.ts';
import { Verdict } from '#protos/core/v1/verdict.ts';
import { attribute } from '../attribution/attribute.ts';
import type { Asked } from '../attribution/facts.ts';
import { type CuratorCollections, getMany, type RecordDoc, type SlotDoc, type TrajectoryDoc } from '../collections.ts';
import type { VerdictDoc } from '#verifier/mod.ts';
import { recordOf } from '../records.ts';
import type { TaskPool } from '../task-pool.ts';
import { rule, type Ruling, type Thresholds, THRESHOLDS } from './decide.ts';
import { actionsDigest, normalise, recordDigest } from './normalise.ts';
import { packTrajectory } from './packing.ts';
import { fillSlot, slotRefusal } from './slots.ts';

/** One report of a rollout worker. */
export interface IngestReport {
  readonly trajectory: Trajectory;
  /** Absent where a verdict could not be given. */
  readonly verdict: Verdict | undefined;
}

export interface IngestDependencies {
  readonly collections: CuratorCollections;
  readonly pool: TaskPool;
  readonly clock: Clock;
  readonly openingOf: (digest: string) => Promise<Opening | undefined>;
  readonly askedOf: (taskId: string) => Promise<Asked | undefined>;
  readonly thresholds?: Thresholds;
}

/** What the store holds about a batch of reports, by id. */
interface Known {
  readonly stored: ReadonlyMap<string, TrajectoryDoc>;
  readonly slots: ReadonlyMap<string, SlotDoc>;
  readonly verdicts: ReadonlyMap<string, VerdictDoc>;
}

interface Prepared {
  readonly trajectory: Trajectory;
  readonly stored: TrajectoryDoc;
  readonly record: RecordDoc;
  readonly ruling: Ruling;
  /** Whether the slot already names the trajectory, as it does where the worker accepted it before reporting. */
  readonly slotFilled: boolean;
}

/**
 * Turns reports into records (report section 2.3). Every step is a single-document operation that may be repeated: a report
 * that was cut off half-way is finished by reporting it again. A record counts once its slot names its trajectory.
 */
export class Ingestor {
  readonly #on: IngestDependencies;

  constructor(dependencies: IngestDependencies) {
    this.#on = dependencies;
  }

  /** The records, in order of the reports, each without its trajectory; a refused report gives its error and harms no other. */
  async ingestAll(reports: readonly IngestReport[]): Promise<(Record | GyreError)[]> {
    const { collections } = this.#on;
    const known = await this.#known(reports);
    const inBatch = new Map<string, string>();
    const outcomes = await Promise.all(reports.map((report) => this.#prepare(report, known, inBatch).catch((thrown: unknown) => GyreError.from(thrown, 'caller'))));
    const prepared = outcomes.flatMap((outcome) => (outcome instanceof GyreError ? [] : [outcome]));
    await collections.trajectories.insertMany(prepared.map(({ stored }) => stored));
    await collections.records.insertMany(prepared.map(({ record }) => record));
    const results: (RecordDoc | GyreError)[] = [];
    for (const outcome of outcomes) results.push(outcome instanceof GyreError ? outcome : ((await this.#claim(outcome)) ?? outcome.record));
    // What is in the store is the truth: a duplicate keeps the decision of the record that was there first.
    const docs = new Map((await this.#settle(prepared)).map((doc) => [doc._id, doc]));
    return results.map((result) => (result instanceof GyreError ? result : recordOf(docs.get(result._id) ?? result)));
  }

  async #known(reports: readonly IngestReport[]): Promise<Known> {
    const { trajectories, slots, verdicts } = this.#on.collections;
    const ids = reports.map(({ trajectory }) => trajectory.id);
    const [stored, taken, judged] = await Promise.all([
      getMany(trajectories, ids),
      getMany(slots, reports.map(({ trajectory }) => trajectory.slotId)),
      getMany(verdicts, ids),
    ]);
    return { stored: byId(stored), slots: byId(taken), verdicts: byId(judged) };
  }

  async #prepare(report: IngestReport, known: Known, inBatch: Map<string, string>): Promise<Prepared> {
    const trajectory = normalise(report.trajectory);
    const task = await this.#taskOf(trajectory);
    const { id } = trajectory;
    const { verdict } = report;
    const judged = known.verdicts.get(id);
    checkVerdict(id, verdict, judged);
    const digest = recordDigest(trajectory, verdict);
    const earlier = known.stored.get(id)?.record ?? inBatch.get(id);
    if (earlier !== undefined && earlier !== digest) {
      throw new GyreError('ALREADY_EXISTS', `${id} was reported before, with other content`, { boundary: 'caller', details: { trajectory: id, record: earlier } });
    }
    const slot = known.slots.get(trajectory.slotId);
    const refusal = trajectory.validity === Validity.VALID ? slotRefusal(slot, trajectory) : undefined;
    if (refusal !== undefined) throw refusal;
    inBatch.set(id, digest);
    const asked = await this.#on.askedOf(task.id);
    const opening = verdict === undefined || verdict.success ? undefined : await this.#on.openingOf(trajectory.openingDigest);
    const attribution = verdict && trajectory.validity === Validity.VALID ? attribute({ task, trajectory, verdict, opening, asked }) : undefined;
    const ruling = rule({ task, trajectory, verdict, verdictInStore: judged !== undefined, attribution, criteria: asked?.criteria }, this.#on.thresholds ?? THRESHOLDS);
    const record = this.#recordDoc(digest, task, trajectory, verdict, attribution, ruling);
    const stored = packTrajectory({ ...trajectory, validity: ruling.validity }, digest);
    return { trajectory, stored, record, ruling, slotFilled: slot?.state === 'accepted' && slot.trajectoryId === id };
  }

  async #taskOf(trajectory: Trajectory): Promise<Task> {
    const { id, slotId, attempt, taskId, taskRevision } = trajectory;
    if (slotId === '' || id !== `${slotId}#${attempt}`) throw invalid('trajectory.id', `is ${id}`, 'write <slot>#<attempt>');
    const task = await this.#on.pool.get(taskId);
    if (task?.revision === taskRevision) return task;
    const problem = task === undefined ? 'is not in the pool' : `has revision ${task.revision}, the report ${taskRevision}`;
    throw new GyreError('FAILED_PRECONDITION', `task ${taskId} ${problem}`, { boundary: 'caller', details: { trajectory: id, task: taskId } });
  }

  #recordDoc(digest: string, task: Task, trajectory: Trajectory, verdict: Verdict | undefined, attribution: Attribution | undefined, ruling: Ruling): RecordDoc {
    const { decision, reason } = ruling;
    return {
      _id: digest,
      trajectory_id: trajectory.id,
      slot_id: trajectory.slotId,
      task_id: task.id,
      task_revision: task.revision,
      family: task.family,
      split: task.split,
      backend: task.backend,
      ability_group: task.abilityGroup,
      domains: task.domains,
      capabilities: task.capabilities,
      source: task.source,
      policy: trajectory.policy,
      harness_version: trajectory.harnessVersion,
      validity: ruling.validity,
      actions: actionsDigest(trajectory),
      success: verdict?.success ?? null,
      progress: verdict?.progress ?? 0,
      cause: attribution?.cause ?? '',
      expected_tool: attribution?.expectedTool ?? '',
      verdict: verdict === undefined ? null : jsonOf(Verdict.toJSON(verdict)),
      attribution: attribution === undefined ? null : jsonOf(Attribution.toJSON(attribution)),
      decision,
      decided_by: 'rule',
      decision_reason: reason,
      history: [{ decision, by: 'rule', reason, at_ms: this.#on.clock.now() }],
      version: 1,
    };
  }

  /** Fills the slot; a report that lost it takes its record back. */
  async #claim({ trajectory, record, ruling, slotFilled }: Prepared): Promise<GyreError | undefined> {
    if (!ruling.fillsSlot || slotFilled) return undefined;
    const { slots, records, trajectories } = this.#on.collections;
    const refusal = await fillSlot(slots, trajectory);
    if (refusal !== undefined) {
      await records.delete(record._id, { trajectory_id: trajectory.id });
      await trajectories.delete(trajectory.id);
    }
    return refusal;
  }

  /** Puts records that agree in task and actions and differ in the outcome before a reviewer; returns all as stored. */
  async #settle(prepared: readonly Prepared[]): Promise<RecordDoc[]> {
    const { records } = this.#on.collections;
    const same = await records.find({ actions: { in: [...new Set(prepared.map(({ record }) => record.actions))] } });
    const byActions = Map.groupBy(same.filter(({ success, validity }) => success !== null && validity === Validity.VALID), ({ actions }) => actions);
    const settled = byId(same);
    for (const group of byActions.values()) {
      if (new Set(group.map(({ success }) => success)).size < 2) continue;
      for (const doc of group.filter(({ decision, decided_by }) => decision === Decision.ACCEPTED && decided_by === 'rule')) {
        const [decision, reason] = [Decision.AWAITING_REVIEW, 'conflicting: the same actions got another verdict'];
        const entry = { decision, by: 'rule', reason, at_ms: this.#on.clock.now() };
        const set = { decision, decision_reason: reason, history: [...doc.history, entry] };
        const changed = await records.update(doc._id, { version: doc.version }, { set, inc: { version: 1 } });
        if (changed !== undefined) settled.set(doc._id, changed);
      }
    }
    return [...settled.values()];
  }
}

/** A reported verdict is of this trajectory and, where the verifier has stored one, is that one. */
function checkVerdict(id: string, reported: Verdict | undefined, judged: VerdictDoc | undefined): void {
  if (reported === undefined) return;
  if (reported.trajectoryId !== id) throw invalid('verdict.trajectoryId', `is ${reported.trajectoryId}`, `report ${id} with its own verdict`);
  if (judged === undefined || sameVerdict(Verdict.fromJSON(judged.verdict), reported)) return;
  throw new GyreError('FAILED_PRECONDITION', `the verdict reported of ${id} is not the one the verifier gave`, { boundary: 'caller', details: { trajectory: id } });
}

/** Whether two verdicts are equal in every field. */
function sameVerdict(a: Verdict, b: Verdict): boolean {
  return Buffer.from(Verdict.encode(a).finish()).equals(Verdict.encode(b).finish());
}

function byId<T extends { readonly _id: string }>(docs: readonly T[]): Map<string, T> {
  return new Map(docs.map((doc) => [doc._id, doc]));
}
