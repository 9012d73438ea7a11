import { digestOf } from '#kit/digest.ts';
import { jsonOf } from '#kit/store/json.ts';
import type { Store } from '#kit/store/types.ts';
import { Action } from '#protos/core/v1/action.ts';
import { CompletionCriteria } from '#protos/core/v1/criteria.ts';
import { Split, type Task } from '#protos/core/v1/task.ts';
import { Witness } from '#protos/core/v1/witness.ts';
import { ConstructTasksRequest, ConstructTasksResponse } from '#protos/curator/v1/curator_service.ts';
import { criteriaOf } from '#verifier/mod.ts';
import { type ConstructionDoc, CONSTRUCTIONS, type DemonstrationDoc, TASK_DEMONSTRATIONS, TASK_WITNESSES, type WitnessDoc } from './collections.ts';
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
  readonly store: Store;
  readonly pool: TaskPool;
  readonly evidenceStore: Store;
  readonly construct: Construct;
}

/**
 * Constructs tasks and stores what passed: criteria and witnesses in the evidence store first, so that no task is ever in the
 * pool without its check. What the teacher may play is written for train tasks alone. A request that was answered before gets the same answer without building anything again.
 */
export async function constructInto({ store, pool, evidenceStore, construct }: ConstructionTarget, request: ConstructTasksRequest): Promise<ConstructTasksResponse> {
  const done = store.collection<ConstructionDoc>(CONSTRUCTIONS);
  const _id = digestOf(ConstructTasksRequest.toJSON(request));
  const before = await done.get(_id);
  if (before !== undefined) return ConstructTasksResponse.fromJSON(before.response);
  const { tasks, rejected } = await construct(request);
  const witnesses = evidenceStore.collection<WitnessDoc>(TASK_WITNESSES);
  await criteriaOf(evidenceStore).insertMany(
    tasks.map(({ task: { id, revision }, criteria, witness }) => ({ _id: id, revision, criteria: jsonOf(CompletionCriteria.toJSON(criteria)), tools: toolsOf(witness) })),
  );
  await witnesses.insertMany(tasks.map(({ task, witness }) => ({ _id: task.id, revision: task.revision, witness: jsonOf(Witness.toJSON(witness)) })));
  const { refused } = await pool.add(tasks.map(({ task }) => task));
  const outside = new Set(refused.map(({ taskId }) => taskId));
  const demonstrations = evidenceStore.collection<DemonstrationDoc>(TASK_DEMONSTRATIONS);
  await demonstrations.insertMany(
    tasks
      .filter(({ task }) => task.split === Split.TRAIN && !outside.has(task.id))
      .map(({ task, witness }) => ({ _id: task.id, revision: task.revision, actions: witness.actions.map((action) => jsonOf(Action.toJSON(action))) })),
  );
  const turnedDown = refused.map(({ taskId, reason }) => `${taskId}: ${reason}`);
  const response = { constructed: tasks.length + rejected.length, released: tasks.length - refused.length, rejected: [...rejected, ...turnedDown] };
  await done.insert({ _id, response: jsonOf(ConstructTasksResponse.toJSON(response)) });
  return response;
}

/** Tools in the order of their first call. */
function toolsOf(witness: Witness): string[] {
  return [...new Set(witness.actions.flatMap(({ turn }) => (turn?.$case === 'calls' ? turn.value.calls.map(({ name }) => name) : [])))];
}
