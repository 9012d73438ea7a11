import type { Note, Opening, Turn } from '#protos/core/v1/context.ts';
import { Role } from '#protos/core/v1/message.ts';
import type { ToolResult } from '#protos/core/v1/observation.ts';
import type { ToolSpec } from '#protos/core/v1/tool.ts';
import type { Leaf } from './leaves.ts';
import { isObject, leavesOf } from './leaves.ts';
import type { PlacedSpan, Request } from './request.ts';
import { placeSpan, readRequest } from './request.ts';
import { spansOf } from './spans/mod.ts';
import { plainWordsOf, wordsOf } from './text.ts';
import type { CompiledTool } from './tool-text.ts';
import { compileTool, isReadCall } from './tool-text.ts';

/**
 * What the policy keeps of a session: a pure function of opening and turns, brought forward turn by turn. The central matter is
 * which of the user's words have been served: by a call that did what they asked for, never by one that only cleared the way.
 */

export interface PastCall {
  readonly tool: CompiledTool;
  readonly args: { readonly [parameter: string]: unknown };
  readonly status: number;
  readonly reads: boolean;
  readonly turn: number;
  readonly repair: boolean;
  /** Whether a result came back empty (no items). */
  readonly empty: boolean;
}

export interface PendingFailure {
  readonly tool: CompiledTool;
  readonly status: number;
  /** Words of the error message. */
  readonly words: ReadonlySet<number>;
}

export interface State {
  readonly opening: Opening;
  readonly request: Request;
  readonly tools: Map<string, CompiledTool>;
  readonly calls: PastCall[];
  readonly leaves: Leaf[];
  /** Spans found in retrieved memories. */
  readonly memorySpans: PlacedSpan[];
  readonly servedClauses: Set<number>;
  /** Values already used by a successful write, as text. */
  readonly servedValues: Set<string>;
  readonly loadedSkills: Set<string>;
  readonly noticed: Map<string, number>;
  readonly notes: readonly Note[];
  pending: PendingFailure | undefined;
  /** Status of the last result, 0 before the first call. */
  lastStatus: number;
  /** The last error message and its words. */
  errorText: string;
  errorWords: readonly number[];
  memoryHits: number;
  memorySearches: number;
  turns: number;
}

/** The state before the first action. */
export function openState(opening: Opening): State {
  const state: State = {
    opening,
    request: readRequest(opening),
    tools: new Map(),
    calls: [],
    leaves: [],
    memorySpans: [],
    servedClauses: new Set(),
    servedValues: new Set(),
    loadedSkills: new Set(),
    noticed: new Map(),
    notes: opening.notes,
    pending: undefined,
    lastStatus: 0,
    errorText: '',
    errorWords: [],
    memoryHits: 0,
    memorySearches: 0,
    turns: 0,
  };
  addTools(state, opening.tools);
  for (const message of opening.history) {
    if (message.role !== Role.TOOL) continue;
    for (const result of message.results) readLeaves(state, result, -1);
  }
  return state;
}

function addTools(state: State, specs: readonly ToolSpec[]): void {
  for (const spec of specs) state.tools.set(spec.name, compileTool(spec));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readLeaves(state: State, result: ToolResult, call: number): Leaf[] {
  const body = parse(result.resultJson);
  if (!isObject(body)) return [];
  const memory = result.tool.endsWith('_user_memory');
  const leaves = leavesOf(body, result.tool, call, memory);
  state.leaves.unshift(...leaves);
  return leaves;
}

/** Whether the result lists nothing. */
function isEmpty(result: ToolResult): boolean {
  return /"(?:items|results|alarms|contacts|data)":\[\]|"total":0\b/.test(result.resultJson);
}

/** Overlap of a clause with a call: shared words weighted by the tool's, and argument values that stand in the clause. */
function affinity(state: State, clause: number, tool: CompiledTool, values: ReadonlySet<string>): number {
  const words = state.request.clauses[clause]?.words ?? [];
  let score = 0;
  for (const word of words) score += tool.words.get(word.hash) ?? 0;
  for (const span of state.request.spans) {
    if (span.clause === clause && span.type !== 'text' && values.has(String(span.value))) score += 4;
  }
  for (const { enumValues } of tool.parameters) {
    for (const chosen of enumValues) if (values.has(String(chosen.value))) score += words.filter((w) => chosen.words.has(w.hash) || chosen.described.has(w.hash)).length;
  }
  return score;
}

function serve(state: State, tool: CompiledTool, args: { readonly [key: string]: unknown }): void {
  const values = new Set(Object.values(args).flat().map(String));
  for (const value of values) state.servedValues.add(value);
  let best = -1;
  let bestScore = -1;
  for (const clause of state.request.clauses) {
    if (state.servedClauses.has(clause.index)) continue;
    const score = affinity(state, clause.index, tool, values);
    if (score > bestScore) {
      best = clause.index;
      bestScore = score;
    }
  }
  if (best >= 0) state.servedClauses.add(best);
}

function absorbCall(state: State, name: string, argumentsJson: string, result: ToolResult): void {
  const tool = state.tools.get(name);
  const parsed = parse(argumentsJson);
  const args = isObject(parsed) ? parsed : {};
  state.lastStatus = result.status;
  if (tool === undefined) return;
  const reads = isReadCall(tool, args) || tool.skill;
  const ok = result.status < 400 && result.error === undefined;
  const repair = ok && !reads && state.pending !== undefined && state.pending.tool !== tool;
  state.calls.push({ tool, args, status: result.status, reads, turn: state.turns, repair, empty: ok && isEmpty(result) });
  if (!ok) {
    const body = parse(result.resultJson);
    const message = result.error?.message ?? (isObject(body) ? String(body.error ?? body.message ?? '') : '');
    state.errorText = message;
    state.errorWords = plainWordsOf(message).map((w) => w.hash);
    if (!reads || state.pending === undefined) state.pending = { tool, status: result.status, words: new Set(state.errorWords) };
    return;
  }
  if (state.pending?.tool === tool) state.pending = undefined;
  if (tool.name === 'search_user_memory') state.memorySearches++;
  const leaves = readLeaves(state, result, state.calls.length - 1);
  if (tool.memory) {
    for (const leaf of leaves) {
      if (leaf.field !== 'content' || typeof leaf.value !== 'string') continue;
      state.memoryHits++;
      const words = wordsOf(leaf.value);
      for (const span of spansOf(leaf.value, state.opening.now.slice(0, 19))) {
        state.memorySpans.push(placeSpan(span, leaf.value, words, { source: 'history', clause: -1, age: 0 }));
      }
    }
  }
  if (tool.skill) state.loadedSkills.add(tool.name);
  if (!reads && !repair) serve(state, tool, args);
}

/** The state as if a call just written had succeeded: what the next call of the same block is chosen in. */
export function assume(state: State, tool: CompiledTool, args: { readonly [parameter: string]: unknown }): State {
  const assumed: State = { ...state, calls: [...state.calls], servedClauses: new Set(state.servedClauses), servedValues: new Set(state.servedValues) };
  const reads = isReadCall(tool, args) || tool.skill;
  assumed.calls.push({ tool, args, status: 200, reads, turn: state.turns, repair: false, empty: false });
  if (!reads) serve(assumed, tool, args);
  return assumed;
}

/** Brings the state forward by one completed turn. */
export function absorb(state: State, turn: Turn): void {
  const action = turn.action?.turn;
  if (action?.$case === 'calls') {
    for (const [i, call] of action.value.calls.entries()) {
      const result = turn.results[i];
      if (result !== undefined) absorbCall(state, call.name, call.argumentsJson, result);
    }
  }
  for (const notice of turn.notices) for (const tool of notice.tools) state.noticed.set(tool, (state.noticed.get(tool) ?? 0) + 1);
  addTools(state, turn.addedTools);
  state.turns++;
}
