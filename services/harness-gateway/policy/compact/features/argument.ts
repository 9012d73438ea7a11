import type { ChoiceBuilder } from '../builder.ts';
import type { Candidate } from '../candidates.ts';
import { rowMatch } from '../candidates.ts';
import { hashText, mix } from '../hashing.ts';
import type { PlacedSpan } from '../request.ts';
import type { State } from '../state.ts';
import type { CompiledParameter, CompiledTool, EnumValue } from '../tool-text.ts';
import type { ReadingWords, View } from '../view.ts';
import { crossesOf } from './crosses.ts';
import { toolWords } from './kind.ts';
import { overlap, shared } from './similarity.ts';

/** Features of an argument's candidates. */

const cross = crossesOf('argument', ['enum', 'near', 'kind', 'action', 'omit', 'word', 'field', 'cue', 'state', 'origin', 'edge', 'own']);

/** What has been decided of the call so far. */
export interface Draft {
  readonly tool: CompiledTool;
  readonly args: { [parameter: string]: unknown };
  /** Hash of the enum values chosen so far, which say what kind of call it is. */
  action: number;
  /** The part of the request that an argument was taken from last. */
  taken: PlacedSpan | undefined;
}

const ORIGINS = ['enum', 'request', 'history', 'memory', 'result', 'default', 'repeat', 'omit'] as const;

function spanFeatures(builder: ChoiceBuilder, state: State, view: View, draft: Draft, p: CompiledParameter, candidate: Candidate): void {
  const { span } = candidate;
  if (span === undefined) return;
  const clause = span.source === 'request' ? view.readings.find((r) => r.clause === span.clause) : undefined;
  if (clause !== undefined) {
    builder.dense(9, 1 / (1 + clause.place));
    builder.dense(29, view.fit(clause, draft.tool));
    for (const word of clause.content) cross(builder, 'word', word.hash, mix(p.hash, candidate.kind));
  }
  builder.dense(40, 1 / (1 + unusedBefore(state, draft, span)));
  if (draft.taken !== undefined && span.source === 'request') {
    builder.dense(41, span.start >= draft.taken.end ? 1 : 0);
    builder.dense(42, span.clause === draft.taken.clause ? 1 : 0);
    builder.dense(43, span.clause === draft.taken.clause ? 0 : 1);
  }
  builder.dense(10, state.servedValues.has(String(span.value)) ? 1 : 0);
  builder.dense(11, span.near.slice(0, 3).filter((h) => p.words.has(h)).length / 3);
  builder.dense(12, span.near.filter((h) => p.nameWords.has(h)).length > 0 ? 1 : 0);
  builder.dense(13, Math.min(1, (span.end - span.start) / 40));
  builder.dense(14, span.age === 0 ? 0 : 1 / span.age);
  builder.dense(15, span.type === 'quoted' ? 1 : 0);
  builder.dense(16, span.type === 'name' ? 1 : 0);
  builder.dense(30, view.similarity.novelty(span.own));
  builder.dense(31, rowsNamed(state, span));
  builder.dense(17, span.start / Math.max(1, state.request.text.length));
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

/** Values of the same type that stand before in the request and are not in the call yet: of two times the first is where it begins. */
function unusedBefore(state: State, draft: Draft, span: PlacedSpan): number {
  const used = Object.values(draft.args).map(String);
  return state.request.spans.filter((s) => s.type === span.type && s.source === span.source && s.start < span.start && !used.includes(String(s.value))).length;
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
  cross(builder, 'field', leaf.fieldHash, mix(hashText(p.format), leaf.memory ? 2 : 1));
  if (leaf.memory) builder.dense(25, 1);
}

/** One candidate of parameter `p` in the call `draft`. What is chosen by the words of a part of the request has a row for each part. */
export function argumentRows(builder: ChoiceBuilder, state: State, view: View, draft: Draft, p: CompiledParameter, candidate: Candidate, count: number): void {
  builder.candidate();
  const general = () => candidateFeatures(builder, state, draft, p, candidate, count);
  if (candidate.enumValue !== undefined || candidate.origin === 'omit' || candidate.origin === 'default') {
    for (const [i, reading] of view.readings.entries()) {
      if (i > 0) builder.reading();
      general();
      readingFeatures(builder, view, draft, reading);
      builder.dense(44, reading.clause >= 0 && reading.clause === draft.taken?.clause ? 1 : 0);
      if (candidate.enumValue === undefined) omitFeatures(builder, view, draft, p, candidate, reading);
      else enumFeatures(builder, state, view, draft, p, candidate, candidate.enumValue, reading);
    }
    return;
  }
  general();
  spanFeatures(builder, state, view, draft, p, candidate);
  leafFeatures(builder, state, p, candidate);
}

/** How much a reading calls for the tool of the call: then it is the one to take the arguments from. */
function readingFeatures(builder: ChoiceBuilder, view: View, draft: Draft, reading: ReadingWords): void {
  builder.dense(32, view.fit(reading, draft.tool));
  builder.dense(33, reading.kind === 'clause' ? 1 / (1 + reading.place) : 0);
  builder.dense(34, reading.kind === 'open' ? 1 : 0);
  builder.dense(35, reading.kind === 'history' ? 1 : 0);
  toolWords(builder, reading, draft.tool);
}

function candidateFeatures(builder: ChoiceBuilder, state: State, draft: Draft, p: CompiledParameter, candidate: Candidate, count: number): void {
  builder.dense(0, 1);
  builder.dense(1 + ORIGINS.indexOf(candidate.origin), 1);
  builder.dense(26, p.required ? 1 : 0);
  builder.dense(27, 1 / count);
  const was = (call: State['calls'][number]) => call.tool === draft.tool && JSON.stringify(call.args[p.name]) === JSON.stringify(candidate.value);
  const repeats = state.pending?.tool === draft.tool && state.calls.some(was);
  builder.dense(28, repeats ? 1 : 0);
  builder.dense(39, candidate.value !== undefined && Object.values(draft.args).some((v) => String(v) === String(candidate.value)) ? 1 : 0);
  const named = state.pending?.tool === draft.tool && state.errorWords.some((h) => p.nameWords.has(h));
  builder.dense(36, named && candidate.value === undefined ? 1 : 0);
  builder.dense(37, named && candidate.value !== undefined ? 1 : 0);
  builder.dense(38, named && repeats ? 1 : 0);
  cross(builder, 'origin', p.hash, mix(ORIGINS.indexOf(candidate.origin), draft.tool.hash));
  cross(builder, 'kind', mix(draft.tool.hash, p.hash), candidate.kind);
  cross(builder, 'kind', p.hash, candidate.kind);
  cross(builder, 'origin', mix(hashText(p.format), p.required ? 1 : 0), mix(ORIGINS.indexOf(candidate.origin), 0x77));
  cross(builder, 'origin', mix(hashText(p.format), candidate.kind), mix(state.memoryHits > 0 ? 1 : 0, mix(state.lastStatus, 0x78)));
  cross(builder, 'action', mix(draft.action, p.hash), candidate.kind);
  cross(builder, 'action', mix(draft.action, mix(draft.tool.hash, p.hash)), ORIGINS.indexOf(candidate.origin));
}

function enumFeatures(builder: ChoiceBuilder, state: State, view: View, draft: Draft, p: CompiledParameter, candidate: Candidate, value: EnumValue, reading: ReadingWords): void {
  const { words, described } = value;
  const { tool } = draft;
  builder.dense(9, shared(reading.words, described));
  builder.dense(11, shared(reading.words, words) > 0 ? 1 : 0);
  builder.dense(12, state.calls.some((c) => c.tool === tool && c.status < 400 && c.args[p.name] === value.value) ? 1 : 0);
  builder.dense(29, overlap(reading.words, words));
  builder.dense(31, state.errorWords.length > 0 && [...words].some((w) => state.errorWords.includes(w)) ? 1 : 0);
  const key = mix(p.hash, candidate.kind);
  const toolKey = mix(key, tool.hash);
  const place = reading.kind === 'history' ? 0x31 : 0;
  for (const word of reading.content) for (const piece of words) cross(builder, 'enum', mix(word.hash, 0x41), piece);
  for (const word of reading.words) cross(builder, 'enum', mix(word.hash, place), key);
  for (let i = 0; i + 1 < reading.words.length; i++) {
    const pair = mix(reading.words[i]?.hash ?? 0, reading.words[i + 1]?.hash ?? 0);
    cross(builder, 'enum', mix(pair, place), key);
    cross(builder, 'enum', mix(pair, place), toolKey);
  }
  // Without an id a thing cannot be changed, only made.
  const ids = tool.takesId ? (view.idsOffered ? 1 : 2) : 0;
  for (const piece of words) cross(builder, 'state', mix(ids, 0x91), piece);
  cross(builder, 'state', mix(ids, 0x92), key);
  // What has been called already says whether to look or to act.
  const last = state.calls.at(-1);
  cross(builder, 'state', mix(state.lastStatus, last?.tool === tool ? 1 : 0), toolKey);
  cross(builder, 'state', mix(state.lastStatus, mix(last?.tool === tool ? 1 : 0, last?.reads === true ? 1 : 0)), key);
  if (state.pending !== undefined) for (const hash of state.errorWords) cross(builder, 'cue', hash, toolKey);
}

function omitFeatures(builder: ChoiceBuilder, view: View, draft: Draft, p: CompiledParameter, candidate: Candidate, reading: ReadingWords): void {
  const key = mix(mix(p.hash, candidate.kind), draft.action);
  for (const word of reading.content) cross(builder, 'omit', word.hash, key);
  builder.dense(29, view.nameOverlap(p));
  builder.dense(30, view.offers(p) ? 1 : 0);
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
