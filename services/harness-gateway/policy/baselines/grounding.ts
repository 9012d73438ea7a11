import type { CompiledParameter, Option, State } from '../compact/mod.ts';
import { rowMatch, View } from '../compact/mod.ts';

/** How the yardsticks fill arguments and answers: by words and types alone, from the same candidates as the compact policy. */

/** Words that say which way a switch goes, in both languages. */
const POLARITY: readonly (readonly [pattern: RegExp, values: RegExp])[] = [
  [/\b(?:off|disable|stop|deactivate|kill|cut)\b|关|停|断/, /^(?:off|disable|close|stop|disconnect|turn_off|false)$/],
  [/\b(?:delete|remove|cancel|erase|clear|get rid)\b|删|取消|去掉|清/, /^(?:delete|remove|cancel|clear)$/],
  [/\b(?:change|move|update|reschedule|push|rename|edit)\b|改|换|挪|推迟|提前/, /^(?:update|edit|modify|set|reschedule)$/],
  [/\b(?:on|enable|start|activate|switch on)\b|开|启/, /^(?:on|enable|open|start|connect|turn_on|true)$/],
  [/\b(?:add|create|new|set|make|schedule|put|remind)\b|加|建|设|订|定|添|提醒/, /^(?:add|create|set|set_level|enable|on)$/],
];

/** The text that says what a call is for: the error to be put right, or else the clause at hand. */
export function purpose(state: State, view: View, repairs: boolean): string {
  if (repairs) return state.errorText.toLowerCase();
  const clause = state.request.clauses.find((c) => !state.servedClauses.has(c.index));
  return (clause === undefined || view.focus.content.length < 2 ? state.request.text : state.request.text.slice(clause.start, clause.end)).toLowerCase();
}

/** Points for an enum value: its own words first, the direction of the request second. */
function enumScore(view: View, state: State, option: Option & { kind: 'argument' }, repairs: boolean): number {
  const { enumValue } = option.candidate;
  if (enumValue === undefined) return 0;
  let score = 0;
  for (const word of enumValue.words) {
    if (repairs ? state.errorWords.includes(word) : view.focus.words.some((w) => w.hash === word)) score += 2;
  }
  const said = purpose(state, view, repairs);
  for (const [i, [pattern, values]] of POLARITY.entries()) {
    if (!pattern.test(said)) continue;
    if (values.test(String(enumValue.value))) score += 1 - i * 0.1;
    // The first direction that is said counts.
    break;
  }
  return score;
}

const TYPE_POINTS: { readonly [type: string]: number } = { quoted: 1.2, name: 0.9, text: -0.3 };

function valueScore(view: View, state: State, p: CompiledParameter, option: Option & { kind: 'argument' }): number {
  const { span, leaf, origin } = option.candidate;
  if (span !== undefined) {
    const focus = state.request.clauses.find((c) => !state.servedClauses.has(c.index))?.index ?? 0;
    const near = span.near.slice(0, 2).some((h) => p.nameWords.has(h)) ? 0.5 : 0;
    const isNew = span.type === 'text' ? view.similarity.novelty(span.own) * 0.8 - Math.max(0, span.own.length - 3) * 0.15 : 0;
    const here = span.clause === focus ? 0.5 : 0;
    const used = state.servedValues.has(String(span.value)) ? 1 : 0;
    return 1 + (TYPE_POINTS[span.type] ?? 0.6) + near + isNew + here - used - span.start / 1e4;
  }
  if (leaf !== undefined) {
    const field = leaf.fieldWords.some((h) => p.nameWords.has(h)) ? 0.5 : 0;
    return rowMatch(state, leaf) / 2 + field + (p.format === 'id' ? 2 : 0) - leaf.row.index / 1e3;
  }
  return origin === 'repeat' ? 1.5 : 0;
}

/** Whether an optional parameter is spoken of: a value of its own type, or a quoted or proper name, near words of its own. */
function spokenOf(view: View, p: CompiledParameter, option: Option & { kind: 'argument' }, fits: boolean): boolean {
  const { span, leaf, origin } = option.candidate;
  if (origin === 'repeat') return true;
  if (leaf !== undefined) return p.format === 'id';
  if (span === undefined) return false;
  if (span.type === 'text') return false;
  return fits || span.type === 'quoted' || span.type === 'name' || view.nameOverlap(p) > 0;
}

/** Index of the argument that words and types speak for; `repairs`: the call is to put an error right. */
export function bestArgument(view: View, state: State, options: readonly Option[], repairs = false): number {
  let best = 0;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const [i, option] of options.entries()) {
    if (option.kind !== 'argument') continue;
    const p = option.specification;
    let score: number;
    if (option.candidate.origin === 'omit') score = 0.7;
    else if (option.candidate.origin === 'default') score = -1;
    else if (option.candidate.enumValue !== undefined) score = enumScore(view, state, option, repairs);
    else {
      const typed = p.format !== '' && p.format !== 'text' && p.format !== 'name' && p.format !== 'id';
      score = p.required || spokenOf(view, p, option, typed) ? valueScore(view, state, p, option) : -1;
      if (repairs && !p.required) score = -1;
    }
    if (score > bestScore) {
      best = i;
      bestScore = score;
    }
  }
  return best;
}

/** Index of the answer value: the best-named row's field that the question's words name; the stop option once one was given. */
export function bestAnswer(state: State, options: readonly Option[], given: number): number {
  if (given > 0) return 0;
  let best = 0;
  let bestScore = 0.2;
  for (const [i, option] of options.entries()) {
    const leaf = option.kind === 'answer' ? option.candidate?.leaf : undefined;
    if (leaf === undefined) continue;
    const asked = leaf.fieldWords.filter((h) => state.request.words.some((w) => w.hash === h)).length;
    const said = state.request.text.toLowerCase().includes(String(leaf.value).toLowerCase()) ? 1 : 0;
    const score = rowMatch(state, leaf) / 4 + asked + (leaf.call === state.calls.length - 1 ? 0.5 : 0) - said;
    if (score > bestScore) {
      best = i;
      bestScore = score;
    }
  }
  return best;
}
