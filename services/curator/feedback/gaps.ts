import type { RecordDoc } from '../collections.ts';
import { isCompetence } from '../sampling/statistics.ts';
import { wilson } from './wilson.ts';

/** A capability or tool at which the policy fails again and again. */
export interface Gap {
  /** `capability:<tag>` or `tool:<name>`. */
  readonly id: string;
  readonly trials: number;
  readonly failures: number;
  /** Lower end of the 95 % interval of the failure rate. */
  readonly low: number;
  /** Causes of the failures, most frequent first. */
  readonly causes: readonly (readonly [cause: string, count: number])[];
  /** Digests of the failed records. */
  readonly records: readonly string[];
}

export interface FeedbackConfig {
  /** A gap recurs if the lower end of its failure rate's interval is above this. */
  readonly tolerated: number;
  /** And if it was seen in at least this many tasks; one hard task is no gap. */
  readonly tasks: number;
}

const FEEDBACK: FeedbackConfig = { tolerated: 0.2, tasks: 3 };

/**
 * Failure distributions per capability, and per tool that should have been called, with what recurs told from noise: a rate
 * from few trials has a wide interval and is not acted on (report section 2.3). Ordered by how much they fail, then by id.
 */
export function recurringGaps(records: readonly RecordDoc[], config: FeedbackConfig = FEEDBACK): Gap[] {
  const competence = records.filter(isCompetence);
  const subjects = new Map<string, RecordDoc[]>();
  const put = (id: string, record: RecordDoc) => {
    const list = subjects.get(id);
    if (list === undefined) subjects.set(id, [record]);
    else list.push(record);
  };
  const missedTools = new Map<string, Set<string>>();
  for (const record of competence) {
    for (const capability of new Set(record.capabilities)) put(`capability:${capability}`, record);
    if (record.success === false && record.expected_tool !== '') {
      const tasks = missedTools.get(record.expected_tool) ?? new Set();
      missedTools.set(record.expected_tool, tasks.add(record.task_id));
    }
  }
  // The trials of a tool are those of the tasks in which it was missed at least once.
  const byTask = Map.groupBy(competence, ({ task_id }) => task_id);
  for (const [tool, tasks] of missedTools) {
    for (const task of tasks) for (const record of byTask.get(task) ?? []) put(`tool:${tool}`, record);
  }
  const gaps = [...subjects].map(([id, list]) => gapOf(id, list));
  return gaps.filter((gap) => gap.low > config.tolerated && tasksOf(gap, subjects) >= config.tasks).sort((a, b) => b.low - a.low || (a.id < b.id ? -1 : 1));
}

function gapOf(id: string, records: readonly RecordDoc[]): Gap {
  const tool = id.startsWith('tool:') ? id.slice('tool:'.length) : undefined;
  const failed = records.filter(({ success, expected_tool }) => success === false && (tool === undefined || expected_tool === tool));
  const causes = [...Map.groupBy(failed, ({ cause }) => cause)].map(([cause, list]) => [cause, list.length] as const);
  causes.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const { low } = wilson(failed.length, records.length);
  return { id, trials: records.length, failures: failed.length, low, causes, records: failed.map(({ _id }) => _id).sort() };
}

function tasksOf(gap: Gap, subjects: ReadonlyMap<string, readonly RecordDoc[]>): number {
  const failed = new Set(gap.records);
  return new Set((subjects.get(gap.id) ?? []).filter(({ _id }) => failed.has(_id)).map(({ task_id }) => task_id)).size;
}
