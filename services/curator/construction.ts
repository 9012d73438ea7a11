import type { Store } from '#kit/store/types.ts';
import { CompletionCriteria } from '#protos/core/v1/criteria.ts';
import type { Task } from '#protos/core/v1/task.ts';
import { Witness } from '#protos/core/v1/witness.ts';
import type { ConstructTasksRequest, ConstructTasksResponse } from '#protos/curator/v1/curator_service.ts';
import { criteriaOf } from '#verifier/mod.ts';
import { jsonOf, TASK_WITNESSES, type WitnessDoc } from './collections.ts';
import type { TaskPool } from './task-pool.ts';

/** A task that passed its audit, with what must be kept apart from it. */
export interface ConstructedTask {
  readonly task: Task;
  readonly criteria: CompletionCriteria;
  readonly witness: Witness;
}

export interface Construction {
  readonly tasks: readonly ConstructedTask[];
  /** Tasks that failed the audit, each as `<id>: <reason>`. */
  readonly rejected: readonly string[];
}

/** Builds tasks and audits each; the same request gives the same tasks. */
export type Construct = (request: ConstructTasksRequest) => Promise<Construction>;

export interface ConstructionTarget {
  readonly pool: TaskPool;
  readonly evidenceStore: Store;
  readonly construct: Construct;
}

/**
 * Constructs tasks and stores what passed: criteria and witnesses in the evidence store first, so that no task is ever in the
 * pool without its check. Repeating the request changes nothing.
 */
export async function constructInto({ pool, evidenceStore, construct }: ConstructionTarget, request: ConstructTasksRequest): Promise<ConstructTasksResponse> {
  const { tasks, rejected } = await construct(request);
  const witnesses = evidenceStore.collection<WitnessDoc>(TASK_WITNESSES);
  await criteriaOf(evidenceStore).insertMany(
    tasks.map(({ task, criteria }) => ({ _id: task.id, revision: task.revision, criteria: jsonOf(CompletionCriteria.toJSON(criteria)) })),
  );
  await witnesses.insertMany(tasks.map(({ task, witness }) => ({ _id: task.id, revision: task.revision, witness: jsonOf(Witness.toJSON(witness)) })));
  const { refused } = await pool.add(tasks.map(({ task }) => task));
  const turnedDown = refused.map(({ taskId, reason }) => `${taskId}: ${reason}`);
  return { constructed: tasks.length + rejected.length, released: tasks.length - refused.length, rejected: [...rejected, ...turnedDown] };
}
