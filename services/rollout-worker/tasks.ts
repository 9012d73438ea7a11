import { GyreError } from '#kit/errors.ts';
import type { Client } from '#kit/rpc/types.ts';
import type { Task } from '#protos/core/v1/task.ts';
import type { CuratorServiceService } from '#protos/curator/v1/curator_service.ts';

/** Tasks by id, kept after the first look-up: a task's content never changes under its id and revision. */
export class TaskCache {
  readonly #curator: Pick<Client<CuratorServiceService>, 'getTask'>;
  readonly #limit: number;
  readonly #tasks = new Map<string, Task>();

  constructor(curator: Pick<Client<CuratorServiceService>, 'getTask'>, limit = 20_000) {
    this.#curator = curator;
    this.#limit = limit;
  }

  /** NOT_FOUND if the curator does not know it. */
  async get(id: string): Promise<Task> {
    const known = this.#tasks.get(id);
    if (known) return known;
    const { task } = await this.#curator.getTask({ id });
    if (!task) throw new GyreError('NOT_FOUND', `no task ${id}`, { boundary: 'caller', details: { task: id } });
    if (this.#tasks.size >= this.#limit) this.#tasks.clear();
    this.#tasks.set(id, task);
    return task;
  }
}
