import type { ToolCall } from '#protos/core/v1/action.ts';
import { Task } from '#protos/core/v1/task.ts';
import { jsonOf } from '#kit/store/json.ts';
import type { Collection, Doc, Json, Store } from '#kit/store/types.ts';
import { pagesOf } from './pages.ts';

/** An episode as the main store knows it. Holds no evidence: neither state, nor operations, nor results. */
export interface EpisodeDoc extends Doc {
  readonly task_id: string;
  /** Identity of task and seed: the same episode id with another one is refused. */
  readonly origin: string;
  readonly slot_id: string;
  readonly attempt: number;
  readonly seed: number;
  readonly world_build: string;
  readonly initial_state_digest: string;
  readonly open: boolean;
  readonly lease_ms: number;
  readonly lease_until_ms: number;
  readonly steps: number;
  /** How often it was reset; steps are counted from the latest reset. */
  readonly resets: number;
  /** The calls of each step by index: what any process needs to rebuild the episode by replay. Empty once it is closed. */
  readonly calls: { readonly [step: string]: readonly CallDoc[] };
  readonly close_reason?: string;
}

export interface CallDoc {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  readonly [field: string]: Json | undefined;
}

/**
 * Where episodes are written down. In the store, an episode outlives the process: one conditional update per step records its
 * calls, its index and its lease together. In memory, nothing is written and a restart loses the episode.
 */
export interface Journal {
  /** Whether an episode can be rebuilt from here. */
  readonly durable: boolean;
  /** True if this call created it. */
  create(doc: EpisodeDoc, task: Task): Promise<boolean>;
  get(id: string): Promise<EpisodeDoc | undefined>;
  /** The task of an open episode; durable journals only. */
  task(doc: EpisodeDoc): Promise<Task | undefined>;
  /** Records step `index` if it is the next of an open episode since its `resets`th reset; false otherwise. */
  record(id: string, resets: number, index: number, calls: readonly ToolCall[], leaseUntilMs: number): Promise<boolean>;
  /** Back to step 0, if the episode is open; returns how often it was reset now. */
  restart(id: string, leaseUntilMs: number): Promise<number | undefined>;
  renew(id: string, leaseMs: number, leaseUntilMs: number): Promise<boolean>;
  /** Closes the episode, if it is open, and lets go of its task. */
  close(id: string, reason: string): Promise<void>;
  list(openOnly: boolean, limit: number): Promise<EpisodeDoc[]>;
  /** Ids of open episodes whose lease ended before `nowMs`, oldest lease first. */
  expired(nowMs: number, limit: number): Promise<string[]>;
  /**
   * Deletes those of the next `limit` tasks that no open episode has, left by a process that died creating or closing one; returns how
   * many. A task without an episode stays as long as the lease of one that is being created.
   */
  sweep(nowMs: number, limit: number): Promise<number>;
}

interface TaskDoc extends Doc {
  readonly task: Json;
  /** End of the first lease of the episode that it is for. */
  readonly lease_until_ms?: number;
}

export function storeJournal(store: Store): Journal {
  const episodes: Collection<EpisodeDoc> = store.collection({ name: 'episodes', indexes: [{ fields: ['open', 'lease_until_ms'] }] });
  // Apart from the episode, so that a step rewrites a small document.
  const tasks: Collection<TaskDoc> = store.collection({ name: 'episode_tasks' });
  const someTasks = pagesOf(tasks, ['lease_until_ms']);
  const ifOpen = async (id: string, set: { readonly [field: string]: Json }) => (await episodes.update(id, { open: true }, { set })) !== undefined;
  return {
    durable: true,
    async create(doc, task) {
      // The task first: an episode is never without it. Its key names its origin: who comes too late with another task replaces nothing.
      await tasks.put({ _id: taskKey(doc), task: jsonOf(Task.toJSON(task)), lease_until_ms: doc.lease_until_ms });
      if (await episodes.insert(doc)) return true;
      const known = await episodes.get(doc._id);
      if (known?.origin !== doc.origin) await tasks.delete(taskKey(doc));
      return false;
    },
    get: (id) => episodes.get(id),
    async task(doc) {
      const kept = await tasks.get(taskKey(doc));
      return kept && Task.fromJSON(kept.task);
    },
    async record(id, resets, index, calls, leaseUntilMs) {
      const set = { [`calls.${index}`]: calls.map(callDoc), steps: index + 1, lease_until_ms: leaseUntilMs };
      return (await episodes.update(id, { open: true, resets, steps: index }, { set })) !== undefined;
    },
    async restart(id, leaseUntilMs) {
      const set = { steps: 0, calls: {}, lease_until_ms: leaseUntilMs };
      return (await episodes.update(id, { open: true }, { set, inc: { resets: 1 } }))?.resets;
    },
    renew: (id, leaseMs, leaseUntilMs) => ifOpen(id, { lease_ms: leaseMs, lease_until_ms: leaseUntilMs }),
    async close(id, reason) {
      const closed = (await episodes.update(id, { open: true }, { set: { open: false, close_reason: reason, calls: {} } })) ?? (await episodes.get(id));
      if (closed) await tasks.delete(taskKey(closed));
    },
    list: (openOnly, limit) => episodes.find(openOnly ? { open: true } : {}, { limit }),
    async expired(nowMs, limit) {
      const docs = await episodes.find({ open: true, lease_until_ms: { lt: nowMs } }, { sort: [['lease_until_ms', 1]], limit });
      return docs.map((doc) => doc._id);
    },
    async sweep(nowMs, limit) {
      const found = await someTasks(limit);
      if (found.length === 0) return 0;
      const known = await episodes.find({ _id: { in: found.map(({ _id }) => episodeOf(_id)) } }, { fields: ['open', 'origin'] });
      const byId = new Map(known.map((episode) => [episode._id, episode]));
      let deleted = 0;
      for (const { _id, lease_until_ms } of found) {
        const episode = byId.get(episodeOf(_id));
        if (episode ? episode.open && taskKey(episode) === _id : (lease_until_ms ?? nowMs) >= nowMs) continue;
        // Not if it has been put again: then an episode is about to follow.
        if (await tasks.delete(_id, { lease_until_ms: lease_until_ms ?? null })) deleted++;
      }
      return deleted;
    },
  };
}

/** Knows the open episodes of this process only. */
export function memoryJournal(): Journal {
  const open = new Map<string, EpisodeDoc>();
  const change = (id: string, fields: Partial<EpisodeDoc>, index?: number) => {
    const doc = open.get(id);
    if (!doc || (index !== undefined && doc.steps !== index)) return false;
    open.set(id, { ...doc, ...fields });
    return true;
  };
  return {
    durable: false,
    async create(doc) {
      if (open.has(doc._id)) return false;
      open.set(doc._id, doc);
      return true;
    },
    get: async (id) => open.get(id),
    task: async () => undefined,
    record: async (id, _resets, index, _calls, leaseUntilMs) => change(id, { steps: index + 1, lease_until_ms: leaseUntilMs }, index),
    async restart(id, leaseUntilMs) {
      const resets = (open.get(id)?.resets ?? 0) + 1;
      return change(id, { steps: 0, resets, lease_until_ms: leaseUntilMs }) ? resets : undefined;
    },
    renew: async (id, leaseMs, leaseUntilMs) => change(id, { lease_ms: leaseMs, lease_until_ms: leaseUntilMs }),
    async close(id) {
      open.delete(id);
    },
    list: async (_openOnly, limit) => [...open.values()].slice(0, limit),
    async expired(nowMs, limit) {
      const due = [...open.values()].filter((doc) => doc.lease_until_ms < nowMs);
      return due.sort((a, b) => a.lease_until_ms - b.lease_until_ms).slice(0, limit).map((doc) => doc._id);
    },
    sweep: async () => 0,
  };
}

export function callDoc({ callId, name, argumentsJson }: ToolCall): CallDoc {
  return { id: callId, name, arguments: argumentsJson };
}

export function callOf(doc: CallDoc): ToolCall {
  return { callId: doc.id, name: doc.name, argumentsJson: doc.arguments };
}

function taskKey({ _id, origin }: Pick<EpisodeDoc, '_id' | 'origin'>): string {
  return `${_id} ${origin}`;
}

/** The episode of a task: what stands before the origin, which has no spaces. */
function episodeOf(key: string): string {
  return key.slice(0, key.lastIndexOf(' '));
}
