import type { ChoiceBuilder } from '../builder.ts';
import { hashText, mix } from '../hashing.ts';
import type { State } from '../state.ts';
import type { Word } from '../text.ts';
import type { CompiledParameter, CompiledTool } from '../tool-text.ts';
import type { View } from '../view.ts';
import { crossesOf } from './crosses.ts';

/** Features of the first token of a turn: which tool, or which kind of reply. */

export const REPLIES = ['finish', 'clarify', 'refuse'] as const;
export type ReplyKind = (typeof REPLIES)[number];

const cross = crossesOf('kind', [
  'focus', 'later', 'served', 'history', 'memory', 'status', 'error', 'after',
  'count', 'shape', 'note', 'pair', 'bias', 'piece', 'said', 'hit',
]);

const REPLY_HASH: Readonly<Record<ReplyKind, number>> = { finish: hashText('reply:finish'), clarify: hashText('reply:clarify'), refuse: hashText('reply:refuse') };

/** Hashed crosses of the words in reach with the candidate. */
function wordCrosses(builder: ChoiceBuilder, view: View, candidate: number): void {
  for (const word of view.focusWords) cross(builder, 'focus', word.hash, candidate);
  for (const word of view.laterWords) cross(builder, 'later', word.hash, candidate);
  for (const word of view.historyWords) cross(builder, 'history', word.hash, candidate);
}

function pairs(builder: ChoiceBuilder, words: readonly Word[], candidate: number): void {
  for (let i = 0; i + 1 < words.length; i++) cross(builder, 'pair', mix(words[i]?.hash ?? 0, words[i + 1]?.hash ?? 0), candidate);
}

function stateCrosses(builder: ChoiceBuilder, state: State, view: View, candidate: number): void {
  cross(builder, 'bias', 0, candidate);
  cross(builder, 'status', mix(state.lastStatus, view.lastTool), candidate);
  cross(builder, 'status', state.lastStatus, candidate);
  cross(builder, 'after', mix(view.lastTool, view.secondLastTool), candidate);
  cross(builder, 'count', Math.min(6, state.calls.length), candidate);
  cross(builder, 'shape', mix(Math.min(4, view.unserved), Math.min(4, view.writes)), candidate);
  cross(builder, 'hit', mix(Math.min(3, state.memorySearches), Math.min(3, state.memoryHits)), candidate);
  if (state.pending !== undefined) for (const hash of state.errorWords) cross(builder, 'error', hash, candidate);
}

/** Shared by tool candidates of the first token and of clarification targets. */
export function toolRow(builder: ChoiceBuilder, state: State, view: View, tool: CompiledTool): void {
  const note = view.note(tool.name);
  const past = view.past(tool);
  builder.dense(0, 1);
  builder.dense(1, 1);
  builder.dense(5, view.similarity.words(view.focusWords, tool));
  builder.dense(6, view.similarity.words(view.laterWords, tool));
  builder.dense(7, view.wholeSimilarity(tool));
  builder.dense(8, view.rank(tool));
  builder.dense(9, Math.min(1, past.ok / 2));
  builder.dense(10, Math.min(1, past.failed / 2));
  builder.dense(11, view.lastTool === tool.hash ? 1 : 0);
  builder.dense(12, state.pending?.tool === tool ? 1 : 0);
  builder.dense(13, state.pending === undefined ? 0 : view.similarity.hashes(state.errorWords, tool));
  builder.dense(14, state.pending !== undefined && view.repairs > 0 && state.pending.tool === tool ? 1 : 0);
  builder.dense(15, note > 0 ? 1 : 0);
  builder.dense(16, note < 0 ? 1 : 0);
  builder.dense(17, tool.reads ? 1 : 0);
  builder.dense(18, tool.skill ? 1 : 0);
  builder.dense(19, tool.memory ? 1 : 0);
  builder.dense(20, view.unservedShare);
  builder.dense(21, view.stepsLeft);
  builder.dense(22, view.fillable(tool));
  builder.dense(23, view.bestClause(tool));
  builder.dense(24, view.historySimilarity(tool));
  builder.dense(25, past.ok > 0 && tool.reads ? 1 : 0);
  builder.dense(26, tool.skill && state.loadedSkills.has(tool.name) ? 1 : 0);
  builder.dense(27, view.addedBySkill(tool) ? 1 : 0);
  builder.dense(28, state.noticed.has(tool.name) ? 1 : 0);
  builder.dense(29, tool.memory && view.memoryCue ? 1 : 0);
  wordCrosses(builder, view, tool.hash);
  pairs(builder, view.focusContent, tool.hash);
  for (const piece of tool.nameWords) for (const word of view.focusContent) cross(builder, 'piece', word.hash, piece);
  stateCrosses(builder, state, view, tool.hash);
}

/** A reply candidate. */
export function replyRow(builder: ChoiceBuilder, state: State, view: View, reply: ReplyKind): void {
  const hash = REPLY_HASH[reply];
  const note = view.note(reply);
  builder.dense(0, 1);
  builder.dense(2 + REPLIES.indexOf(reply), 1);
  // Each reply has dense places of its own: what speaks for finishing speaks against asking.
  const at = 5 + REPLIES.indexOf(reply) * 9;
  builder.dense(at, view.unservedShare);
  builder.dense(at + 1, view.writes > 0 ? 1 : 0);
  builder.dense(at + 2, state.pending === undefined ? 0 : 1);
  builder.dense(at + 3, view.bestFillable);
  builder.dense(at + 4, note > 0 ? 1 : 0);
  builder.dense(at + 5, view.bestSimilarity);
  builder.dense(at + 6, state.lastStatus === 200 ? 1 : 0);
  builder.dense(at + 7, view.stepsLeft);
  builder.dense(at + 8, view.lastReads ? 1 : 0);
  wordCrosses(builder, view, hash);
  for (const word of view.servedWords) cross(builder, 'served', word.hash, hash);
  pairs(builder, view.focusContent, hash);
  stateCrosses(builder, state, view, hash);
  if (view.lastEmpty) cross(builder, 'status', 0x7e, hash);
  cross(builder, 'said', mix(view.unserved === 0 ? 1 : 0, mix(state.lastStatus, view.lastReads ? 1 : 0)), hash);
  if (view.ambiguous) cross(builder, 'said', 0x33, hash);
  cross(builder, 'said', mix(0x44, Math.min(3, view.rowsNamed)), hash);
}

/** A parameter as the target of a question. */
export function targetRow(builder: ChoiceBuilder, state: State, view: View, tool: CompiledTool, p: CompiledParameter): void {
  const offered = view.offers(p);
  builder.dense(0, 1);
  builder.dense(1, p.required ? 1 : 0);
  builder.dense(2, offered ? 0 : 1);
  builder.dense(3, p.required && !offered ? 1 : 0);
  builder.dense(4, p.enumValues.length > 0 ? 1 : 0);
  builder.dense(5, view.ambiguous ? 1 : 0);
  builder.dense(6, view.nameOverlap(p));
  cross(builder, 'bias', p.hash, tool.hash);
  cross(builder, 'bias', p.hash, hashText(p.format));
  cross(builder, 'shape', mix(p.hash, offered ? 1 : 0), p.required ? 1 : 0);
  cross(builder, 'said', mix(p.hash, Math.min(2, view.rowsNamed)), 3);
  for (const word of view.focusWords) cross(builder, 'focus', word.hash, mix(p.hash, 0x51));
  cross(builder, 'status', mix(state.lastStatus, p.hash), 0x52);
}
