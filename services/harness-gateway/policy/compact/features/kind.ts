import type { ChoiceBuilder } from '../builder.ts';
import { hashText, mix } from '../hashing.ts';
import type { State } from '../state.ts';
import type { Word } from '../text.ts';
import type { CompiledParameter, CompiledTool } from '../tool-text.ts';
import type { ReadingWords, View } from '../view.ts';
import { crossesOf } from './crosses.ts';

/** Features of the first token of a turn: which tool, or which kind of reply. */

export const REPLIES = ['finish', 'clarify', 'refuse'] as const;
export type ReplyKind = (typeof REPLIES)[number];

const cross = crossesOf('kind', [
  'clause', 'open', 'served', 'history', 'memory', 'status', 'error', 'after',
  'count', 'shape', 'note', 'pair', 'bias', 'piece', 'said', 'hit', 'relation', 'level',
]);

const REPLY_HASH: Readonly<Record<ReplyKind, number>> = { finish: hashText('reply:finish'), clarify: hashText('reply:clarify'), refuse: hashText('reply:refuse') };

/** Hashed crosses of a reading's words with a tool: what calls for it. Arguments share them, for they are read where their tool is. */
export function toolWords(builder: ChoiceBuilder, reading: ReadingWords, tool: CompiledTool): void {
  const name = reading.kind === 'history' ? 'history' : 'clause';
  for (const word of reading.words) cross(builder, name, word.hash, tool.hash);
  for (const piece of tool.nameWords) for (const word of reading.content) cross(builder, 'piece', word.hash, piece);
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

/** Shared by tool candidates of the first token and of clarification targets: a row for each reading. */
export function toolRows(builder: ChoiceBuilder, state: State, view: View, tool: CompiledTool): void {
  builder.candidate();
  for (const [i, reading] of view.readings.entries()) {
    if (i > 0) builder.reading();
    toolRow(builder, state, view, tool, reading);
  }
}

function toolRow(builder: ChoiceBuilder, state: State, view: View, tool: CompiledTool, reading: ReadingWords): void {
  const note = view.note(tool.name);
  const past = view.past(tool);
  builder.dense(0, 1);
  builder.dense(1, 1);
  builder.dense(5, view.fit(reading, tool));
  builder.dense(6, reading.kind === 'clause' ? 1 / (1 + reading.place) : 0);
  builder.dense(30, reading.kind === 'open' ? 1 : 0);
  builder.dense(31, reading.kind === 'history' ? 1 : 0);
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
  builder.dense(32, reading.repeated);
  builder.dense(33, view.historyWords.length > 0 ? reading.repeated - 0.5 : 0);
  builder.dense(34, tool.takesId && !view.idsOffered ? 1 : 0);
  builder.dense(35, tool.takesId && view.idsOffered ? 1 : 0);
  relation(builder, state, view, tool, past);
  if (reading.repeated > 0.7) for (const word of view.historyWords) cross(builder, 'said', word.hash, 0x71);
  toolWords(builder, reading, tool);
  pairs(builder, reading.content, tool.hash);
  stateCrosses(builder, state, view, tool.hash);
}

/** What the candidate is to the course of events so far, whichever tool it is: a retry, a way to clear an obstacle, a look, the next step. */
function relation(builder: ChoiceBuilder, state: State, view: View, tool: CompiledTool, past: { readonly ok: number; readonly failed: number }): void {
  const pending = state.pending === undefined ? 0 : state.pending.tool === tool ? 1 : 2;
  const last = view.lastTool === tool.hash ? 1 : 0;
  const kind = tool.memory ? 3 : tool.skill ? 2 : tool.reads ? 1 : 0;
  const self = mix(pending, mix(last, kind));
  const seen = mix(Math.min(2, past.ok), Math.min(2, past.failed));
  cross(builder, 'relation', mix(self, view.repaired ? 1 : 0), state.lastStatus);
  cross(builder, 'relation', mix(self, mix(seen, 0x11)), state.lastStatus);
  cross(builder, 'relation', mix(self, mix(view.lastReads ? 1 : 0, 0x12)), mix(view.lastEmpty ? 1 : 0, Math.min(2, view.rowsNamed)));
  cross(builder, 'relation', mix(self, mix(Math.min(3, view.unserved), 0x13)), Math.min(3, view.writes));
  cross(builder, 'relation', mix(kind, mix(Math.min(2, state.memorySearches), 0x14)), mix(Math.min(2, state.memoryHits), past.ok > 0 ? 1 : 0));
  cross(builder, 'relation', mix(self, mix(tool.takesId ? (view.idsOffered ? 1 : 2) : 0, 0x16)), view.lastReads ? 1 : 0);
  if (pending !== 0) for (const hash of state.errorWords) cross(builder, 'relation', mix(hash, 0x15), self);
}

/** The height of a quantity as a step, so that each reply reads it in its own way. */
function level(builder: ChoiceBuilder, reply: number, what: number, value: number): void {
  cross(builder, 'level', mix(reply, what), Math.min(8, Math.floor(value * 5)));
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
  // Whether all is done shows in what the tools have to say of what is left; its words would only be learned by heart.
  if (reply !== 'finish') {
    for (const word of view.openWords) cross(builder, 'open', word.hash, hash);
    for (const word of view.historyWords) cross(builder, 'history', word.hash, hash);
    for (const word of view.servedWords) cross(builder, 'served', word.hash, hash);
    for (const reading of view.readings) if (reading.kind === 'clause') pairs(builder, reading.content, hash);
  }
  stateCrosses(builder, state, view, hash);
  level(builder, hash, 1, view.openSimilarity);
  level(builder, hash, 2, view.bestFillable);
  level(builder, hash, 3, view.unservedShare);
  cross(builder, 'level', mix(hash, 7), mix(Math.min(2, view.writes), Math.min(8, Math.floor(view.openUnused * 5))));
  cross(builder, 'level', mix(hash, 4), mix(Math.min(3, view.unserved), mix(Math.min(3, view.writes), Math.floor(view.openSimilarity * 3))));
  cross(builder, 'level', mix(hash, 5), mix(view.asked ? 1 : 0, Math.min(2, state.calls.length)));
  cross(builder, 'level', mix(hash, 6), mix(state.lastStatus, mix(view.repaired ? 1 : 0, Math.min(3, view.repairs))));
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
  builder.dense(7, view.namedOnly(p) ? 1 : 0);
  cross(builder, 'bias', p.hash, tool.hash);
  cross(builder, 'bias', p.hash, hashText(p.format));
  cross(builder, 'shape', mix(p.hash, offered ? 1 : 0), p.required ? 1 : 0);
  cross(builder, 'said', mix(p.hash, Math.min(2, view.rowsNamed)), 3);
  for (const word of view.openWords) cross(builder, 'open', word.hash, mix(p.hash, 0x51));
  cross(builder, 'status', mix(state.lastStatus, p.hash), 0x52);
}
