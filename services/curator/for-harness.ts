import type { Store } from '#kit/store/types.ts';
import { Action } from '#protos/core/v1/action.ts';
import { Split } from '#protos/core/v1/task.ts';
import { type CuratorCollections, type DemonstrationDoc, TASK_DEMONSTRATIONS } from './collections.ts';
import { readRecords } from './records.ts';
import { TaskPool } from './task-pool.ts';

/** What the harness may know of the curator's: the teacher's part of train tasks, and what a revision may not quote. */

/** What was written down for the teacher, of train tasks only; whatever a store may hold, of no other task is anything told. */
export function demonstrationReader({ tasks }: Pick<CuratorCollections, 'tasks'>, evidenceStore: Store): (taskId: string) => Promise<readonly Action[] | undefined> {
  const written = evidenceStore.collection<DemonstrationDoc>(TASK_DEMONSTRATIONS);
  return async (taskId) => {
    const task = await tasks.get(taskId);
    if (task?.split !== Split.TRAIN) return undefined;
    return (await written.get(taskId))?.actions.map((action) => Action.fromJSON(action));
  };
}

/** What users said and what was remembered of them in the records of the given digests. */
export function privateTextsReader(collections: CuratorCollections): (recordDigests: readonly string[]) => Promise<string[]> {
  const pool = new TaskPool(collections);
  return async (digests) => {
    const texts = new Set<string>();
    for (const { trajectory } of await readRecords(collections, digests)) {
      const task = trajectory && (await pool.get(trajectory.taskId));
      for (const text of [task?.request, ...(task?.history ?? []).map((message) => message.text), ...(task?.memory ?? []).map((unit) => unit.content)]) {
        if (text !== undefined && text !== '') texts.add(text);
      }
    }
    return [...texts];
  };
}
