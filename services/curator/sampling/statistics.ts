import { Validity } from '#protos/core/v1/trajectory.ts';
import type { RecordDoc } from '../collections.ts';
import { counts } from '../records.ts';

/** Policies that are not trained: what they solve says nothing of what the trained policy can do. */
export const SCRIPTED_POLICIES: ReadonlySet<string> = new Set(['teacher', 'lexical', 'rule-planner', 'scripted']);

/** How the trained policy fared at one task. */
export interface TaskStatistics {
  readonly trials: number;
  readonly successes: number;
  /** Failures by cause. */
  readonly causes: ReadonlyMap<string, number>;
}

export type StatisticsByTask = ReadonlyMap<string, TaskStatistics>;

/** Whether a record tells of the trained policy's competence: valid, judged, not turned down, and not a script's. */
export function isCompetence(record: RecordDoc): boolean {
  return record.validity === Validity.VALID && record.success !== null && counts(record.decision) && !SCRIPTED_POLICIES.has(record.policy);
}

/**
 * Trials by task. Where a task has records newer than the parent release, only those count: what an older policy did has been
 * answered already.
 */
export function statisticsByTask(records: readonly RecordDoc[], inParent: ReadonlySet<string> = new Set()): StatisticsByTask {
  const byTask = Map.groupBy(records.filter(isCompetence), ({ task_id }) => task_id);
  return new Map([...byTask].map(([task, all]) => {
    const fresh = all.filter(({ _id }) => !inParent.has(_id));
    return [task, statisticsOf(fresh.length > 0 ? fresh : all)];
  }));
}

function statisticsOf(records: readonly RecordDoc[]): TaskStatistics {
  const failures = records.filter(({ success }) => success === false);
  const causes = new Map([...Map.groupBy(failures, ({ cause }) => cause)].map(([cause, list]) => [cause, list.length]));
  return { trials: records.length, successes: records.length - failures.length, causes };
}
