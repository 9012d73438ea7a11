import type { Json } from '#kit/store/types.ts';
import type { Action } from '#protos/core/v1/action.ts';
import { RefusalReason } from '#protos/core/v1/action.ts';
import type { ChoiceBatch } from './network/mod.ts';
import type { ChoiceBuilder } from './builder.ts';
import type { Candidate } from './candidates.ts';
import { answerCandidates, candidatesFor } from './candidates.ts';
import type { Draft } from './features/argument.ts';
import { answerRow, argumentRow } from './features/argument.ts';
import type { ReplyKind } from './features/kind.ts';
import { REPLIES, replyRow, targetRow, toolRow } from './features/kind.ts';
import { hashText, mix } from './hashing.ts';
import type { State } from './state.ts';
import { assume } from './state.ts';
import type { CompiledParameter, CompiledTool } from './tool-text.ts';
import { View } from './view.ts';

/**
 * The grammar of a turn: a short sequence of tokens, each one choice among candidates grounded in the context. Acting samples
 * the choices; training replays them; both walk this one grammar.
 */

/** Which layers of the network score a token. */
export const HEADS = { kind: 0, enum: 1, value: 2, text: 3, more: 4, answer: 5, target: 6, parameter: 7 } as const;

/** What a choice is about, in terms an action can be matched against. */
export type Option =
  | { readonly kind: 'tool'; readonly name: string }
  | { readonly kind: 'reply'; readonly reply: ReplyKind }
  | { readonly kind: 'argument'; readonly parameter: string; readonly value: Json | undefined; readonly candidate: Candidate; readonly specification: CompiledParameter }
  | { readonly kind: 'more'; readonly more: boolean }
  | { readonly kind: 'answer'; readonly value: string | undefined; readonly candidate: Candidate | undefined }
  | { readonly kind: 'target'; readonly subject: string }
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'reason'; readonly reason: RefusalReason };

/** Picks one of the options; the batch holds their features and is valid only during the call. */
export type Chooser = (options: readonly Option[], batch: ChoiceBatch) => number;

const MAX_CALLS = 4;
const MAX_ANSWERS = 6;
const OPEN_TARGETS = ['confirmation', 'conflict', 'permission'] as const;
const REASONS = [RefusalReason.UNSAFE, RefusalReason.UNAVAILABLE] as const;

function pick<T extends Option>(options: readonly T[], batch: ChoiceBatch, choose: Chooser): T {
  const chosen = options[choose(options, batch)];
  if (chosen === undefined) throw new RangeError('a chooser returned an index outside the options');
  return chosen;
}

function chooseKind(state: State, view: View, builder: ChoiceBuilder, choose: Chooser, toolsOnly: boolean): Option & { kind: 'tool' | 'reply' } {
  const options: (Option & { kind: 'tool' | 'reply' })[] = [];
  builder.begin(HEADS.kind);
  for (const tool of state.tools.values()) {
    builder.row();
    toolRow(builder, state, view, tool);
    options.push({ kind: 'tool', name: tool.name });
  }
  if (!toolsOnly) {
    for (const reply of REPLIES) {
      builder.row();
      replyRow(builder, state, view, reply);
      options.push({ kind: 'reply', reply });
    }
  }
  return pick(options, builder.finish(), choose);
}

function headOf(p: CompiledParameter): number {
  if (p.enumValues.length > 0) return HEADS.enum;
  return p.type === 'string' && (p.format === '' || p.format === 'name' || p.format === 'text' || p.format === 'id') ? HEADS.text : HEADS.value;
}

function chooseArgument(state: State, view: View, builder: ChoiceBuilder, choose: Chooser, draft: Draft, p: CompiledParameter): void {
  const candidates = candidatesFor(state, draft.tool, p);
  let chosen: Candidate | undefined = candidates[0];
  if (candidates.length > 1) {
    builder.begin(headOf(p));
    for (const candidate of candidates) {
      builder.row();
      argumentRow(builder, state, view, draft, p, candidate, candidates.length);
    }
    const options = candidates.map((c) => ({ kind: 'argument' as const, parameter: p.name, value: c.value, candidate: c, specification: p }));
    chosen = candidates[choose(options, builder.finish())];
  }
  if (chosen?.value === undefined) return;
  draft.args[p.name] = chosen.value;
  if (chosen.enumValue !== undefined) draft.action = mix(draft.action, mix(p.hash, chosen.kind));
}

function writeCall(state: State, view: View, builder: ChoiceBuilder, choose: Chooser, tool: CompiledTool): Draft['args'] {
  const draft: Draft = { tool, args: {}, action: tool.hash };
  for (const p of tool.parameters) chooseArgument(state, view, builder, choose, draft, p);
  return draft.args;
}

const MORE = hashText('more');

function chooseMore(state: State, view: View, builder: ChoiceBuilder, choose: Chooser, last: string, calls: number): boolean {
  const options = [false, true].map((more) => ({ kind: 'more' as const, more }));
  builder.begin(HEADS.more);
  for (const { more } of options) {
    builder.row();
    if (!more) continue;
    builder.dense(0, 1);
    builder.dense(1, view.unservedShare);
    builder.dense(2, Math.min(1, view.unserved / 3));
    builder.dense(3, calls / MAX_CALLS);
    builder.dense(4, state.pending === undefined ? 0 : 1);
    builder.feature(mix(MORE, hashText(last)));
    builder.feature(mix(MORE, mix(view.unserved, calls)));
    for (const word of view.requestWords) builder.feature(mix(MORE, word.hash));
  }
  return pick(options, builder.finish(), choose).more;
}

function chooseAnswers(state: State, view: View, builder: ChoiceBuilder, choose: Chooser): string[] {
  const candidates = answerCandidates(state);
  const given: string[] = [];
  while (candidates.length > 0 && given.length < MAX_ANSWERS) {
    const open = candidates.filter((c) => !given.includes(String(c.value)));
    if (open.length === 0) break;
    const options: (Option & { kind: 'answer' })[] = [{ kind: 'answer', value: undefined, candidate: undefined }, ...open.map((c) => ({ kind: 'answer' as const, value: String(c.value), candidate: c }))];
    builder.begin(HEADS.answer);
    builder.row();
    answerRow(builder, state, view, { value: undefined, origin: 'omit', kind: 0 }, given);
    for (const candidate of open) {
      builder.row();
      answerRow(builder, state, view, candidate, given);
    }
    const { value } = pick(options, builder.finish(), choose);
    if (value === undefined) break;
    given.push(value);
  }
  return given;
}

const TARGET = hashText('target');

function chooseTarget(state: State, view: View, builder: ChoiceBuilder, choose: Chooser): string {
  const subjects: (Option & { kind: 'target' })[] = [];
  builder.begin(HEADS.target);
  for (const tool of state.tools.values()) {
    if (tool.parameters.length === 0 || tool.skill) continue;
    builder.row();
    toolRow(builder, state, view, tool);
    subjects.push({ kind: 'target', subject: tool.name });
  }
  for (const [i, subject] of OPEN_TARGETS.entries()) {
    const hash = mix(TARGET, hashText(subject));
    builder.row();
    builder.dense(2 + i, 1);
    builder.dense(20 + i, state.lastStatus === 403 ? 1 : 0);
    builder.dense(23 + i, state.lastStatus === 409 ? 1 : 0);
    builder.feature(hash);
    builder.feature(mix(hash, state.lastStatus));
    for (const word of view.requestWords) builder.feature(mix(hash, word.hash));
    for (const word of view.historyWords) builder.feature(mix(hash, mix(word.hash, 1)));
    subjects.push({ kind: 'target', subject });
  }
  const { subject } = pick(subjects, builder.finish(), choose);
  const tool = state.tools.get(subject);
  if (tool === undefined) return subject;
  const options = tool.parameters.map((p) => ({ kind: 'parameter' as const, name: p.name }));
  builder.begin(HEADS.parameter);
  for (const p of tool.parameters) {
    builder.row();
    targetRow(builder, state, view, tool, p);
  }
  return `${subject}.${pick(options, builder.finish(), choose).name}`;
}

const REASON = hashText('reason');

function chooseReason(state: State, view: View, builder: ChoiceBuilder, choose: Chooser): RefusalReason {
  const options = REASONS.map((reason) => ({ kind: 'reason' as const, reason }));
  builder.begin(HEADS.target);
  for (const { reason } of options) {
    const hash = mix(REASON, hashText(reason));
    builder.row();
    builder.dense(30, reason === RefusalReason.UNSAFE ? 1 : 0);
    builder.dense(31, reason === RefusalReason.UNSAFE ? view.bestSimilarity : -view.bestSimilarity);
    builder.feature(hash);
    for (const word of view.requestWords) builder.feature(mix(hash, word.hash));
  }
  return pick(options, builder.finish(), choose).reason;
}

const WORDS: { readonly [K in ReplyKind]: readonly [en: string, zh: string] } = {
  finish: ['Done.', '好了。'],
  clarify: ['Could you tell me', '请问'],
  refuse: ['Sorry, I cannot do that.', '抱歉，这个我不能做。'],
};

/** Walks the grammar of one turn, asking `choose` at every token, and returns the action it spells. */
export function walkTurn(state: State, builder: ChoiceBuilder, choose: Chooser): Action {
  const view = new View(state);
  const language = state.request.chinese ? 1 : 0;
  const first = chooseKind(state, view, builder, choose, false);
  if (first.kind === 'reply') {
    const message = WORDS[first.reply][language];
    if (first.reply === 'finish') {
      const answers = chooseAnswers(state, view, builder, choose);
      return { reasoning: '', turn: { $case: 'finish', value: { message: [message, ...answers].join(' '), answers } } };
    }
    if (first.reply === 'clarify') {
      const target = chooseTarget(state, view, builder, choose);
      return { reasoning: '', turn: { $case: 'clarify', value: { target, question: `${message} ${target}?` } } };
    }
    return { reasoning: '', turn: { $case: 'refuse', value: { reason: chooseReason(state, view, builder, choose), message } } };
  }
  const calls: { callId: string; name: string; argumentsJson: string }[] = [];
  let now = state;
  let seen = view;
  let tool = state.tools.get(first.name);
  while (tool !== undefined) {
    const args = writeCall(now, seen, builder, choose, tool);
    calls.push({ callId: '', name: tool.name, argumentsJson: JSON.stringify(args) });
    if (calls.length === MAX_CALLS || !chooseMore(now, seen, builder, choose, tool.name, calls.length)) break;
    now = assume(now, tool, args);
    seen = new View(now);
    const another = chooseKind(now, seen, builder, choose, true);
    tool = another.kind === 'tool' ? now.tools.get(another.name) : undefined;
  }
  return { reasoning: '', turn: { $case: 'calls', value: { calls } } };
}
