import { GyreError } from '#kit/errors.ts';
import { jsonOf } from '#kit/store/json.ts';
import type { Collection } from '#kit/store/types.ts';
import { Split, Task } from '#protos/core/v1/task.ts';
import { type CuratorCollections, type FamilyDoc, getMany, type TaskDoc } from './collections.ts';

/** What a pool refused, with the reason. */
export interface Refused {
  readonly taskId: string;
  readonly reason: string;
}

const CACHED = 20_000;

/**
 * The stored tasks, and which side of the split each family is on. The side is fixed when the first task of a family is stored;
 * a task counts as held out unless its own split and its family's both say train.
 */
export class TaskPool {
  readonly #tasks: Collection<TaskDoc>;
  readonly #families: Collection<FamilyDoc>;
  readonly #cache = new Map<string, Task>();

  constructor({ tasks, families }: Pick<CuratorCollections, 'tasks' | 'families'>) {
    this.#tasks = tasks;
    this.#families = families;
  }

  /** Stores tasks that are absent; a task whose family is on another side of the split is refused. Idempotent. */
  async add(tasks: readonly Task[]): Promise<{ added: number; refused: Refused[] }> {
    const sides = new Map<string, string>();
    for (const { family, split } of tasks) if (!sides.has(family)) sides.set(family, split);
    await this.#families.insertMany([...sides].map(([_id, split]) => ({ _id, split })));
    const known = new Map((await getMany(this.#families, sides.keys())).map(({ _id, split }) => [_id, split]));
    const refused: Refused[] = [];
    const docs: TaskDoc[] = [];
    for (const task of tasks) {
      const { id, revision, family, split } = task;
      const side = known.get(family);
      if (isSide(split) && side === split) docs.push({ _id: id, revision, family, split, task: jsonOf(Task.toJSON(task)) });
      else refused.push({ taskId: id, reason: `family ${family} is on the side ${side}, the task claims ${split}` });
    }
    return { added: await this.#tasks.insertMany(docs), refused };
  }

  async get(id: string): Promise<Task | undefined> {
    const cached = this.#cache.get(id);
    if (cached !== undefined) return cached;
    const doc = await this.#tasks.get(id);
    if (doc === undefined) return undefined;
    const task = taskOf(doc);
    if (this.#cache.size >= CACHED) this.#cache.clear();
    this.#cache.set(id, task);
    return task;
  }

  /** The task; NOT_FOUND if the pool does not hold it. */
  async require(id: string): Promise<Task> {
    const task = await this.get(id);
    if (task !== undefined) return task;
    throw new GyreError('NOT_FOUND', `task ${id} is not in the pool`, { boundary: 'caller', field: 'task', remedy: 'give an id from gyre tasks list', details: { task: id } });
  }

  /** Tasks in id order, for paging. */
  async list(where: { split?: Split; family?: string }, limit: number, after: string): Promise<Task[]> {
    const conditions = { ...(where.split === undefined ? {} : { split: where.split }), ...(where.family === undefined ? {} : { family: where.family }) };
    const docs = await this.#tasks.find(conditions, { limit, ...(after === '' ? {} : { after }) });
    return docs.map(taskOf);
  }

  /** Every task that may be trained on, in id order, read from the store and checked against its family's side. */
  async trainable(): Promise<Task[]> {
    const [docs, families] = await Promise.all([this.#tasks.find({ split: Split.TRAIN }), this.#families.find({ split: Split.TRAIN })]);
    const train = new Set(families.map(({ _id }) => _id));
    return docs.map(taskOf).filter((task) => task.split === Split.TRAIN && train.has(task.family));
  }
}

/** The task as its document holds it. The index fields are copies; the task itself decides. */
function taskOf(doc: TaskDoc): Task {
  const task = Task.fromJSON(doc.task);
  // A copy that differs was changed behind the pool's back; such a task is on no side at all.
  return doc._id === task.id && doc.split === task.split && doc.family === task.family ? task : { ...task, id: doc._id, split: Split.UNSPECIFIED };
}

function isSide(split: Split): boolean {
  return split === Split.TRAIN || split === Split.DEV || split === Split.TEST;
}
