import type { Candidate } from './candidates.ts';
import { candidatesFor } from './candidates.ts';
import type { Draft } from './features/argument.ts';
import { argumentRows } from './features/argument.ts';
import { REPLIES, replyRow, toolRows } from './features/kind.ts';
import { hashText, mix } from './hashing.ts';
import type { Option, Pen, Rule } from './options.ts';
import { HEADS, pick } from './options.ts';
import type { CompiledParameter, CompiledTool } from './tool-text.ts';

/** The rules that write calls: which tool, its arguments, and whether another call follows in the same block. */

/** Calls of one parallel block, at most. */
export const MAX_CALLS = 4;

/** The first choice of a turn or of a further call: an exposed tool or, unless `toolsOnly`, a kind of reply. */
export function* chooseKind({ state, view, builder }: Pen, toolsOnly: boolean): Rule<Option & { kind: 'tool' | 'reply' }> {
  const options: (Option & { kind: 'tool' | 'reply' })[] = [];
  builder.begin(HEADS.kind);
  for (const tool of state.tools.values()) {
    if (view.exhausted(tool)) continue;
    toolRows(builder, state, view, tool);
    options.push({ kind: 'tool', name: tool.name });
  }
  if (!toolsOnly) {
    for (const reply of REPLIES) {
      builder.candidate();
      replyRow(builder, state, view, reply);
      options.push({ kind: 'reply', reply });
    }
  }
  return yield* pick(options, builder.finish());
}

function headOf(p: CompiledParameter): number {
  if (p.enumValues.length > 0) return HEADS.enum;
  return p.type === 'string' && (p.format === '' || p.format === 'name' || p.format === 'text' || p.format === 'id') ? HEADS.text : HEADS.value;
}

function* chooseArgument({ state, view, builder }: Pen, draft: Draft, p: CompiledParameter): Rule<void> {
  const candidates = candidatesFor(state, p);
  let chosen: Candidate | undefined = candidates[0];
  if (candidates.length > 1) {
    builder.begin(headOf(p));
    for (const candidate of candidates) {
      argumentRows(builder, state, view, draft, p, candidate, candidates.length);
    }
    const options = candidates.map((c) => ({ kind: 'argument' as const, parameter: p.name, value: c.value, candidate: c, specification: p }));
    chosen = (yield* pick(options, builder.finish())).candidate;
  }
  if (chosen?.value === undefined) return;
  draft.args[p.name] = chosen.value;
  if (chosen.span?.source === 'request') draft.taken = chosen.span;
  if (chosen.enumValue !== undefined) draft.action = mix(draft.action, mix(p.hash, chosen.kind));
}

/** The arguments of a call, one choice for each parameter that has more than one candidate. */
export function* writeCall(pen: Pen, tool: CompiledTool): Rule<Draft['args']> {
  const draft: Draft = { tool, args: {}, action: tool.hash, taken: undefined };
  for (const p of tool.parameters) yield* chooseArgument(pen, draft, p);
  return draft.args;
}

const MORE = hashText('more');

/** Whether the block goes on after its `calls`th call, which was of the tool `last`. */
export function* chooseMore({ state, view, builder }: Pen, last: string, calls: number): Rule<boolean> {
  const options = [false, true].map((more) => ({ kind: 'more' as const, more }));
  builder.begin(HEADS.more);
  for (const { more } of options) {
    builder.candidate();
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
  return (yield* pick(options, builder.finish())).more;
}
