import { RefusalReason } from '#protos/core/v1/action.ts';
import { answerCandidates } from './candidates.ts';
import { answerRow } from './features/argument.ts';
import { targetRow, toolRows } from './features/kind.ts';
import { hashText, mix } from './hashing.ts';
import type { Option, Pen, Rule } from './options.ts';
import { HEADS, pick } from './options.ts';

/** The rules that fill replies: answer values, what a clarification is about, the reason of a refusal. */

const MAX_ANSWERS = 6;
/** What may be asked about beside a tool's parameter. */
const OPEN_TARGETS = ['confirmation', 'conflict', 'permission'] as const;
const REASONS = [RefusalReason.UNSAFE, RefusalReason.UNAVAILABLE] as const;

/** The values that a finish answers with, in order; none if the chooser stops at once or nothing could answer. */
export function* chooseAnswers({ state, view, builder }: Pen): Rule<string[]> {
  const candidates = answerCandidates(state);
  const given: string[] = [];
  while (candidates.length > 0 && given.length < MAX_ANSWERS) {
    const open = candidates.filter((c) => !given.includes(String(c.value)));
    if (open.length === 0) break;
    const options: (Option & { kind: 'answer' })[] = [
      { kind: 'answer', value: undefined, candidate: undefined },
      ...open.map((c) => ({ kind: 'answer' as const, value: String(c.value), candidate: c })),
    ];
    builder.begin(HEADS.answer);
    builder.candidate();
    answerRow(builder, state, view, { value: undefined, origin: 'omit', kind: 0 }, given);
    for (const candidate of open) {
      builder.candidate();
      answerRow(builder, state, view, candidate, given);
    }
    const { value } = yield* pick(options, builder.finish());
    if (value === undefined) break;
    given.push(value);
  }
  return given;
}

const TARGET = hashText('target');

/** What a clarification is about: `tool.parameter`, or one of the open targets. */
export function* chooseTarget({ state, view, builder }: Pen): Rule<string> {
  const subjects: (Option & { kind: 'target' })[] = [];
  builder.begin(HEADS.target);
  for (const tool of state.tools.values()) {
    if (tool.parameters.length === 0 || tool.skill) continue;
    toolRows(builder, state, view, tool);
    subjects.push({ kind: 'target', subject: tool.name });
  }
  for (const [i, subject] of OPEN_TARGETS.entries()) {
    const hash = mix(TARGET, hashText(subject));
    builder.candidate();
    builder.dense(2 + i, 1);
    builder.dense(20 + i, state.lastStatus === 403 ? 1 : 0);
    builder.dense(23 + i, state.lastStatus === 409 ? 1 : 0);
    builder.feature(hash);
    builder.feature(mix(hash, state.lastStatus));
    for (const word of view.requestWords) builder.feature(mix(hash, word.hash));
    for (const word of view.historyWords) builder.feature(mix(hash, mix(word.hash, 1)));
    subjects.push({ kind: 'target', subject });
  }
  const { subject } = yield* pick(subjects, builder.finish());
  const tool = state.tools.get(subject);
  if (tool === undefined) return subject;
  const options = tool.parameters.map((p) => ({ kind: 'parameter' as const, name: p.name }));
  builder.begin(HEADS.parameter);
  for (const p of tool.parameters) {
    builder.candidate();
    targetRow(builder, state, view, tool, p);
  }
  return `${subject}.${(yield* pick(options, builder.finish())).name}`;
}

const REASON = hashText('reason');

/** Why a request is refused. */
export function* chooseReason({ view, builder }: Pen): Rule<RefusalReason> {
  const options = REASONS.map((reason) => ({ kind: 'reason' as const, reason }));
  builder.begin(HEADS.target);
  for (const { reason } of options) {
    const hash = mix(REASON, hashText(reason));
    builder.candidate();
    builder.dense(30, reason === RefusalReason.UNSAFE ? 1 : 0);
    builder.dense(31, reason === RefusalReason.UNSAFE ? view.bestSimilarity : -view.bestSimilarity);
    builder.feature(hash);
    for (const word of view.requestWords) builder.feature(mix(hash, word.hash));
  }
  return (yield* pick(options, builder.finish())).reason;
}
