import type { StateChange } from '#protos/core/v1/evidence.ts';
import type { MemoryUnit } from '#protos/core/v1/task.ts';
import type { Json } from '#kit/store/types.ts';
import type { Args } from '../executor/arguments.ts';
import { change } from './changes.ts';
import { indexed, type IndexedUnit, queryWords, rank } from './ranking.ts';
import { ADD, CATEGORIES, DEFAULT_CATEGORY, DEFAULT_RESULTS, MAX_CONTENT, MAX_QUERY, MAX_RESULTS, REMOVE, REPLACE, SEARCH, SEARCH_MODES } from './tools.ts';

/** What came of a call: the status, the tool's envelope, the ids it returned or wrote, and what it changed. */
export interface MemoryOutcome {
  readonly status: number;
  readonly body: { readonly [field: string]: Json };
  readonly memoryIds: readonly string[];
  readonly changes: readonly StateChange[];
}

export interface Memory {
  /** Runs a memory tool. Arguments have passed the tool's schema; everything else wrong with them is answered as the tool's result. */
  call(tool: string, args: Args): MemoryOutcome;
  /** All units as they stand, superseded ones included, in order of appearance. */
  units(): readonly MemoryUnit[];
}

export interface MemoryOptions {
  /** Id for a new unit; default `mem_<n>`, counting on from the ids that exist. */
  readonly nextId?: () => string;
  /** Most units in the scope. */
  readonly quota?: number;
}

export const DEFAULT_QUOTA = 1000;

/**
 * A user's memory as a pure state machine: keyword retrieval with relevance, recency and diversity; a superseded unit is found only
 * when history is asked for; updates keep the id (report, section 2.5). `now` is the ISO 8601 instant that new units are stamped with.
 */
export function createMemory(initial: readonly MemoryUnit[], now: string, options: MemoryOptions = {}): Memory {
  const units = new Map<string, IndexedUnit>(initial.map((unit) => [unit.memoryId, indexed(unit)]));
  const superseded = new Map(initial.filter((unit) => unit.supersedes !== '').map((unit) => [unit.supersedes, unit.memoryId]));
  const nextId = options.nextId ?? counter(units);
  const quota = options.quota ?? DEFAULT_QUOTA;

  function search(args: Args): MemoryOutcome {
    const query = text(args['query']).trim();
    if (query === '') return failure(400, 'query must not be empty');
    if (query.length > MAX_QUERY) return failure(400, `query must not exceed ${MAX_QUERY} characters`);
    if (queryWords(query).length === 0) return failure(400, 'query must hold a word');
    const mode = SEARCH_MODES.find((known) => known === args['searchMode']) ?? 'relevant';
    const category = text(args['memoryCategory']);
    const most = Math.min(MAX_RESULTS, Math.max(1, typeof args['maxResults'] === 'number' ? args['maxResults'] : DEFAULT_RESULTS));
    const pool = [...units.values()].filter(
      ({ unit }) => (mode === 'history' || !superseded.has(unit.memoryId)) && (category === '' || unit.category === category),
    );
    let found = rank(query, pool, Date.parse(now));
    if (mode === 'recent') found = found.toSorted((a, b) => (a.unit.createdAt < b.unit.createdAt ? 1 : a.unit.createdAt > b.unit.createdAt ? -1 : 0));
    const items = found.slice(0, most).map(({ unit, relevance }) => ({
      memory_id: unit.memoryId,
      category: unit.category,
      content: unit.content,
      created_at: unit.createdAt,
      relevance_score: relevance,
    }));
    const criteria = { query, maxResults: most, searchMode: mode, ...(category === '' ? {} : { memoryCategory: category }) };
    const message = items.length === 0 ? 'No memory matches' : `${items.length} of ${found.length} memories`;
    return success(message, { items, total: found.length, criteria }, items.map((item) => item.memory_id));
  }

  function add(args: Args): MemoryOutcome {
    const content = text(args['content']).trim();
    const problem = contentProblem(content);
    if (problem) return problem;
    const category = text(args['category']) || DEFAULT_CATEGORY;
    if (!CATEGORIES.some((known) => known === category)) return failure(400, `category must be one of ${CATEGORIES.join(', ')}`);
    const same = [...units.values()].find(({ unit }) => !superseded.has(unit.memoryId) && sameText(unit.content, content));
    if (same) return failure(409, `already remembered as ${same.unit.memoryId}`);
    if (units.size >= quota) return failure(409, `memory is full (${quota} units); remove one first`);
    const unit: MemoryUnit = { memoryId: nextId(), category, content, createdAt: now, supersedes: '' };
    units.set(unit.memoryId, indexed(unit));
    return success('Remembered', record(unit), [unit.memoryId], change(unit.memoryId, undefined, unit));
  }

  function replace(args: Args): MemoryOutcome {
    const id = text(args['memoryId']);
    const content = text(args['content']).trim();
    const problem = contentProblem(content);
    if (problem) return problem;
    const before = units.get(id)?.unit;
    if (!before) return failure(404, `no memory ${id.slice(0, 64)}`);
    const newer = superseded.get(id);
    if (newer !== undefined) return failure(409, `${id} has been superseded by ${newer}`);
    const unit: MemoryUnit = { ...before, content };
    units.set(id, indexed(unit));
    return success('Updated', record(unit), [id], change(id, before, unit));
  }

  function remove(args: Args): MemoryOutcome {
    const id = text(args['memoryId']);
    const before = units.get(id)?.unit;
    if (!before) return failure(404, `no memory ${id.slice(0, 64)}`);
    units.delete(id);
    return success('Removed', { memory_id: id }, [id], change(id, before, undefined));
  }

  const tools: Readonly<Record<string, (args: Args) => MemoryOutcome>> = { [SEARCH]: search, [ADD]: add, [REPLACE]: replace, [REMOVE]: remove };
  return {
    call: (tool, args) => tools[tool]?.(args) ?? failure(404, `no memory tool ${tool.slice(0, 64)}`),
    units: () => [...units.values()].map((entry) => entry.unit),
  };
}

function counter(units: ReadonlyMap<string, unknown>): () => string {
  let last = 1000;
  for (const id of units.keys()) last = Math.max(last, Number(/^mem_(\d{1,9})$/.exec(id)?.[1] ?? 0));
  return () => `mem_${++last}`;
}

function contentProblem(content: string): MemoryOutcome | undefined {
  if (content === '') return failure(400, 'content must not be empty');
  return content.length > MAX_CONTENT ? failure(400, `content must not exceed ${MAX_CONTENT} characters`) : undefined;
}

function record(unit: MemoryUnit): { readonly [field: string]: Json } {
  return { memory_id: unit.memoryId, category: unit.category, content: unit.content, created_at: unit.createdAt };
}

function success(message: string, data: Json, memoryIds: readonly string[], changed?: StateChange): MemoryOutcome {
  return { status: 200, body: { success: true, message, data }, memoryIds, changes: changed ? [changed] : [] };
}

function failure(code: number, error: string): MemoryOutcome {
  return { status: code, body: { success: false, error, code }, memoryIds: [], changes: [] };
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function sameText(a: string, b: string): boolean {
  return queryWords(a).join(' ') === queryWords(b).join(' ');
}
