import type { MemoryUnit } from '#protos/core/v1/task.ts';
import { digestOf } from '#kit/digest.ts';
import { invalid } from '#kit/errors.ts';
import type { Collection, Doc, Store } from '#kit/store/types.ts';
import type { Args } from '../executor/arguments.ts';
import { createMemory, DEFAULT_QUOTA, type MemoryOutcome } from './memory.ts';
import { type CallOrigin, type MemoryScopes, scopeKind } from './scope.ts';
import { ADD, REMOVE, REPLACE } from './tools.ts';

/** A unit as it is stored: the record, where it came from, and what it said before. */
interface UnitDoc extends Doc {
  readonly scope: string;
  readonly memory_id: string;
  readonly category: string;
  readonly content: string;
  readonly created_at: string;
  readonly supersedes: string;
  /** Counts updates; a write holds only for the revision that it read. */
  readonly revision: number;
  readonly provenance: { readonly origin: 'tool_call'; readonly session: string; readonly call: string };
  readonly earlier: readonly { readonly content: string; readonly until: string }[];
}

/** The persistent memory of users: for inspection and deletion beside what sessions do. */
export interface MemoryManager extends MemoryScopes {
  units(scope: string): Promise<MemoryUnit[]>;
  /** Deletes everything in a scope; returns how many units there were. */
  clear(scope: string): Promise<number>;
}

/**
 * Memory in the store, one document a unit, changed by single-document conditional writes: two agents of one user never overwrite
 * each other unseen (the later write is told of a conflict). A call repeated with the same origin adds nothing twice.
 */
export function memoryManager(store: Store, quota = DEFAULT_QUOTA): MemoryManager {
  const collection: Collection<UnitDoc> = store.collection({ name: 'memory_units', indexes: [{ fields: ['scope', 'created_at'] }] });
  const documents = (scope: string) => collection.find({ scope }, { sort: [['created_at', 1]], limit: quota });
  return {
    open(scope, now) {
      if (scopeKind(scope) !== 'user') throw invalid('memory_scope', 'an episode has no persistent memory', 'use workspace/user/agent');
      return { replayable: false, call: (tool, args, origin) => call(collection, documents, { scope, now, quota }, tool, args, origin) };
    },
    async units(scope) {
      return (await documents(scope)).map(unitOf);
    },
    async clear(scope) {
      const found = await collection.find({ scope });
      for (const doc of found) await collection.delete(doc._id);
      return found.length;
    },
  };
}

async function call(
  collection: Collection<UnitDoc>,
  documents: (scope: string) => Promise<UnitDoc[]>,
  at: { readonly scope: string; readonly now: string; readonly quota: number },
  tool: string,
  args: Args,
  origin: CallOrigin,
): Promise<MemoryOutcome> {
  const newId = `mem_${digestOf([at.scope, origin.session, origin.call]).slice('sha256:'.length, 'sha256:'.length + 16)}`;
  const docs = await documents(at.scope);
  // What this very call wrote before (its answer was lost) must not stand in its own way.
  const others = tool === ADD ? docs.filter((doc) => doc.memory_id !== newId) : docs;
  const outcome = createMemory(others.map(unitOf), at.now, { nextId: () => newId, quota: at.quota }).call(tool, args);
  const [id] = outcome.memoryIds;
  if (outcome.status !== 200 || id === undefined) return outcome;
  const before = docs.find((doc) => doc.memory_id === id);
  if (tool === ADD && !before) {
    const content = contentOf(args);
    await collection.insert({
      _id: `${at.scope}#${id}`,
      scope: at.scope,
      memory_id: id,
      category: categoryOf(outcome),
      content,
      created_at: at.now,
      supersedes: '',
      revision: 0,
      provenance: { origin: 'tool_call', ...origin },
      earlier: [],
    });
  } else if (tool === REPLACE && before && before.content !== contentOf(args)) {
    const earlier = [...before.earlier, { content: before.content, until: at.now }];
    const set = { content: contentOf(args), revision: before.revision + 1, provenance: { origin: 'tool_call', ...origin }, earlier };
    if (!(await collection.update(before._id, { revision: before.revision }, { set }))) return conflict(id);
  } else if (tool === REMOVE && before && !(await collection.delete(before._id, { revision: before.revision }))) return conflict(id);
  return outcome;
}

function unitOf(doc: UnitDoc): MemoryUnit {
  return { memoryId: doc.memory_id, category: doc.category, content: doc.content, createdAt: doc.created_at, supersedes: doc.supersedes };
}

function contentOf(args: Args): string {
  return typeof args['content'] === 'string' ? args['content'].trim() : '';
}

function categoryOf(outcome: MemoryOutcome): string {
  const after: unknown = JSON.parse(outcome.changes[0]?.afterJson ?? '{}');
  return typeof after === 'object' && after !== null && 'category' in after && typeof after.category === 'string' ? after.category : '';
}

function conflict(id: string): MemoryOutcome {
  return { status: 409, body: { success: false, error: `${id} was changed meanwhile; search again`, code: 409 }, memoryIds: [], changes: [] };
}
