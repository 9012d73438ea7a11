import type { ChoiceBuilder } from '../builder.ts';
import type { Candidate } from '../candidates.ts';
import { rowMatch } from '../candidates.ts';
import { hashText, mix } from '../hashing.ts';
import type { PlacedSpan } from '../request.ts';
import type { State } from '../state.ts';
import type { CompiledParameter, CompiledTool } from '../tool-text.ts';
import type { View } from '../view.ts';
import { crossesOf } from './crosses.ts';
import { overlap, shared } from './similarity.ts';

/** Features of an argument's candidates. */

const cross = crossesOf('argument', ['enum', 'later', 'near', 'kind', 'action', 'omit', 'word', 'field', 'cue', 'history', 'origin', 'edge', 'own']);

/** What has been decided of the call so far. */
export interface Draft {
  readonly tool: CompiledTool;
  readonly args: { [parameter: string]: unknown };
  /** Hash of the enum values chosen so far, which say what kind of call it is. */
  action: number;
}

const ORIGINS = ['enum', 'request', 'history', 'memory', 'result', 'default', 'repeat', 'omit'] as const;

function spanFeatures(builder: ChoiceBuilder, state: State, view: View, p: CompiledParameter, candidate: Candidate): void {
  const { span } = candidate;
  if (span === undefined) return;
  const focus = state.request.clauses.find((c) => !state.servedClauses.has(c.index))?.index ?? 0;
  builder.dense(9, span.source === 'request' && span.clause === focus ? 1 : 0);
  builder.dense(10, state.servedValues.has(String(span.value)) ? 1 : 0);
  builder.dense(11, span.near.slice(0, 3).filter((h) => p.words.has(h)).length / 3);
  builder.dense(12, span.near.filter((h) => p.nameWords.has(h)).length > 0 ? 1 : 0);
  builder.dense(13, Math.min(1, (span.end - span.start) / 40));
  builder.dense(14, span.age === 0 ? 0 : 1 / span.age);
  builder.dense(15, span.type === 'quoted' ? 1 : 0);
  builder.dense(16, span.type === 'name' ? 1 : 0);
  builder.dense(30, view.similarity.novelty(span.own));
  builder.dense(31, rowsNamed(state, span));
  builder.dense(17, view.focusWords.length === 0 ? 0 : span.start / Math.max(1, state.request.text.length));
  for (const [i, hash] of span.edges.entries()) {
    cross(builder, 'edge', mix(hash, i), p.hash);
    cross(builder, 'edge', mix(hash, i), hashText(p.format));
  }
  cross(builder, 'edge', mix(span.edges[0], span.edges[1]), hashText(p.format));
  for (const hash of span.own) cross(builder, 'own', hash, hashText(p.format));
  for (const [i, hash] of span.near.slice(0, 4).entries()) {
    cross(builder, 'near', mix(hash, i < 2 ? 1 : 0), p.hash);
    cross(builder, 'near', mix(hash, candidate.kind), mix(p.hash, 0x21));
  }
}

/** Whether a row of an earlier result holds just this text: then it is the name of something. */
function rowsNamed(state: State, span: PlacedSpan): number {
  if (typeof span.value !== 'string' || state.leaves.length === 0) return 0;
  const text = span.value.toLowerCase();
  return state.leaves.some((l) => typeof l.value === 'string' && l.value.toLowerCase() === text) ? 1 : 0;
}

function leafFeatures(builder: ChoiceBuilder, state: State, p: CompiledParameter, candidate: Candidate): void {
  const { leaf } = candidate;
  if (leaf === undefined) return;
  const text = state.request.text.toLowerCase();
  builder.dense(18, rowMatch(state, leaf) / 2);
  builder.dense(19, leaf.fieldWords.filter((h) => p.words.has(h)).length / Math.max(1, leaf.fieldWords.length));
  builder.dense(20, leaf.fieldHash === p.hash ? 1 : 0);
  builder.dense(21, leaf.call === state.calls.length - 1 ? 1 : 0);
  builder.dense(22, leaf.row.total === 1 ? 1 : 0);
  builder.dense(23, leaf.row.index === 0 ? 1 : 0);
  builder.dense(24, typeof leaf.value === 'string' && leaf.value.length > 1 && text.includes(leaf.value.toLowerCase()) ? 1 : 0);
  cross(builder, 'field', leaf.fieldHash, p.hash);
  if (leaf.memory) builder.dense(25, 1);
}

/** One candidate of parameter `p` in the call `draft`. */
export function argumentRow(builder: ChoiceBuilder, state: State, view: View, draft: Draft, p: CompiledParameter, candidate: Candidate, count: number): void {
  builder.dense(0, 1);
  builder.dense(1 + ORIGINS.indexOf(candidate.origin), 1);
  builder.dense(26, p.required ? 1 : 0);
  builder.dense(27, 1 / count);
  const was = (call: State['calls'][number]) => call.tool === draft.tool && JSON.stringify(call.args[p.name]) === JSON.stringify(candidate.value);
  const repeats = state.pending?.tool === draft.tool && state.calls.some(was);
  builder.dense(28, repeats ? 1 : 0);
  cross(builder, 'origin', p.hash, mix(ORIGINS.indexOf(candidate.origin), draft.tool.hash));
  cross(builder, 'kind', mix(draft.tool.hash, p.hash), candidate.kind);
  cross(builder, 'kind', p.hash, candidate.kind);
  cross(builder, 'action', mix(draft.action, p.hash), candidate.kind);
  cross(builder, 'action', mix(draft.action, mix(draft.tool.hash, p.hash)), ORIGINS.indexOf(candidate.origin));
  if (candidate.enumValue !== undefined) {
    const { words, described } = candidate.enumValue;
    builder.dense(9, shared(view.focusWords, described));
    builder.dense(10, shared(view.laterWords, described));
    builder.dense(11, shared(view.focusWords, words) > 0 ? 1 : 0);
    builder.dense(12, state.calls.some((c) => c.tool === draft.tool && c.status < 400 && c.args[p.name] === candidate.enumValue?.value) ? 1 : 0);
    builder.dense(29, overlap(view.focusWords, words));
    builder.dense(30, overlap(view.laterWords, words));
    builder.dense(31, state.errorWords.length > 0 && [...words].some((w) => state.errorWords.includes(w)) ? 1 : 0);
    const key = mix(p.hash, candidate.kind);
    const toolKey = mix(key, draft.tool.hash);
    for (const word of view.focusWords) {
      cross(builder, 'enum', word.hash, key);
      cross(builder, 'enum', word.hash, toolKey);
    }
    for (let i = 0; i + 1 < view.focusWords.length; i++) {
      const pair = mix(view.focusWords[i]?.hash ?? 0, view.focusWords[i + 1]?.hash ?? 0);
      cross(builder, 'enum', pair, key);
      cross(builder, 'enum', pair, toolKey);
    }
    for (const word of view.laterWords) cross(builder, 'later', word.hash, toolKey);
    for (const word of view.historyWords.slice(0, 10)) cross(builder, 'history', word.hash, toolKey);
    if (state.pending !== undefined) for (const hash of state.errorWords) cross(builder, 'cue', hash, toolKey);
    return;
  }
  if (candidate.origin === 'omit' || candidate.origin === 'default') {
    const key = mix(mix(p.hash, candidate.kind), draft.action);
    for (const word of view.focusContent) cross(builder, 'omit', word.hash, key);
    builder.dense(29, view.nameOverlap(p));
    builder.dense(30, view.offers(p) ? 1 : 0);
    return;
  }
  spanFeatures(builder, state, view, p, candidate);
  leafFeatures(builder, state, p, candidate);
  if (candidate.span === undefined) return;
  for (const word of view.focusContent) cross(builder, 'word', word.hash, mix(p.hash, candidate.kind));
}

/** One value that might answer the question. */
export function answerRow(builder: ChoiceBuilder, state: State, view: View, candidate: Candidate, given: readonly string[]): void {
  const { leaf } = candidate;
  builder.dense(0, 1);
  builder.dense(1, given.length === 0 ? 1 : 0);
  builder.dense(2, given.length > 0 ? 1 : 0);
  if (leaf === undefined) {
    // Stop: no further value.
    builder.dense(3, 1);
    builder.dense(4, view.writes > 0 ? 1 : 0);
    builder.dense(5, view.lastReads ? 1 : 0);
    builder.dense(6, view.unservedShare);
    for (const word of view.requestWords) cross(builder, 'word', word.hash, mix(0x61, given.length === 0 ? 0 : 1));
    cross(builder, 'kind', view.lastTool, mix(0x62, Math.min(3, given.length)));
    return;
  }
  const text = state.request.text.toLowerCase();
  builder.dense(7, rowMatch(state, leaf) / 2);
  builder.dense(8, leaf.call === state.calls.length - 1 ? 1 : 0);
  builder.dense(9, leaf.row.total === 1 ? 1 : 0);
  builder.dense(10, leaf.row.index === 0 ? 1 : 0);
  builder.dense(11, leaf.fieldWords.filter((h) => state.request.words.some((w) => w.hash === h)).length / Math.max(1, leaf.fieldWords.length));
  builder.dense(12, text.includes(String(leaf.value).toLowerCase()) ? 1 : 0);
  builder.dense(13, leaf.memory ? 1 : 0);
  builder.dense(14, typeof leaf.value === 'number' ? 1 : 0);
  builder.dense(15, leaf.row.index === leaf.row.total - 1 ? 1 : 0);
  cross(builder, 'field', leaf.fieldHash, mix(hashText(leaf.tool), 0x63));
  for (const word of view.requestWords) cross(builder, 'word', word.hash, mix(leaf.fieldHash, 0x64));
}
