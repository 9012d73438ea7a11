import { Action, type ToolCall } from '#protos/core/v1/action.ts';
import type { CompletionCriteria } from '#protos/core/v1/criteria.ts';
import { type Evidence, StateChange } from '#protos/core/v1/evidence.ts';
import type { Witness } from '#protos/core/v1/witness.ts';
import { verify } from '../verify.ts';

/**
 * Soundness of checks. A check is worth something only if it tells right from nearly right; these helpers make the nearly
 * right. The curator runs the actions through the world, and no task whose check lets one of them pass is released.
 */

export interface Perturbation {
  readonly name: 'witness' | 'nothing' | 'answers-alone' | 'unfinished' | 'other-reply' | 'without-last-write' | 'stray-write' | 'extra-reads';
  readonly actions: readonly Action[];
  readonly expected: 'pass' | 'fail';
}

/**
 * Variations of a witness with what the check must say of each. `isWrite` tells which calls can change state. To finish at once is
 * never right, with no answer or with the right ones: whoever looks at nothing only guesses. To ask or to refuse at once may be.
 */
export function perturbations(witness: Witness, isWrite: (call: ToolCall) => boolean): Perturbation[] {
  const { actions, extraReads, strayWrite } = witness;
  const body = actions.filter((action) => action.turn?.$case === 'calls');
  const ending = actions.filter((action) => action.turn?.$case !== 'calls');
  const list: Perturbation[] = [
    { name: 'witness', actions, expected: 'pass' },
    { name: 'nothing', actions: [finishWith([])], expected: 'fail' },
    { name: 'unfinished', actions: body, expected: 'fail' },
  ];
  if (ending.some(({ turn }) => turn?.$case === 'finish' && turn.value.answers.length > 0)) list.push({ name: 'answers-alone', actions: ending, expected: 'fail' });
  const other = ending.map(otherReply);
  if (other.length > 0) list.push({ name: 'other-reply', actions: [...body, ...other], expected: 'fail' });
  const lastWrite = callsOf(body).findLast(isWrite);
  if (lastWrite !== undefined) list.push({ name: 'without-last-write', actions: [...without(body, lastWrite.callId), ...ending], expected: 'fail' });
  if (strayWrite !== undefined) list.push({ name: 'stray-write', actions: [...body, callsWith([strayWrite]), ...ending], expected: 'fail' });
  if (extraReads.length > 0) list.push({ name: 'extra-reads', actions: [...body, callsWith(extraReads), ...ending], expected: 'pass' });
  return list;
}

/**
 * Weak places of a check as seen from evidence that passes it: names of changed evidence that it still lets pass although it
 * should not. Empty for a sound check. Throws what `verify` throws.
 */
export function weaknesses(criteria: CompletionCriteria, passing: Evidence): string[] {
  const checksState = criteria.checks.some(({ kind }) => kind?.$case === 'state');
  const stray = StateChange.fromPartial({ table: 'stray', rowId: 'stray_1', afterJson: '{"stray":true}' });
  const business = passing.changes.filter((change) => !change.bookkeeping);
  const changed: [string, Evidence][] = [['without a reply', { ...passing, finalAction: undefined }]];
  if (checksState) {
    changed.push(['with a stray row', { ...passing, finalStateDigest: `${passing.finalStateDigest}+`, changes: [...passing.changes, stray] }]);
    for (const gone of business) {
      changed.push([`without the change of ${gone.table}/${gone.rowId}`, { ...passing, changes: passing.changes.filter((change) => change !== gone) }]);
    }
  }
  return changed.filter(([, evidence]) => verify(criteria, evidence, { trajectoryId: 'audit' }).success).map(([name]) => name);
}

/** The block without one call, and without calls that take a value from its result. */
function without(actions: readonly Action[], callId: string): Action[] {
  return actions.flatMap((action) => {
    if (action.turn?.$case !== 'calls') return [action];
    const calls = action.turn.value.calls.filter((call) => call.callId !== callId && !call.argumentsJson.includes(`"$${callId}.`));
    return calls.length === 0 ? [] : [{ ...action, turn: { $case: 'calls', value: { calls } } }];
  });
}

/** A reply of the same kind that says something else; a command's finish becomes a question. */
function otherReply(action: Action): Action {
  const { turn } = action;
  if (turn?.$case === 'finish' && turn.value.answers.length > 0) return finishWith([...turn.value.answers.slice(1), 'something else']);
  if (turn?.$case === 'clarify') return Action.fromPartial({ turn: { $case: 'clarify', value: { target: `${turn.value.target}.other`, question: '?' } } });
  if (turn?.$case === 'refuse') return finishWith([]);
  return Action.fromPartial({ turn: { $case: 'clarify', value: { target: 'confirmation', question: '?' } } });
}

function callsOf(actions: readonly Action[]): ToolCall[] {
  return actions.flatMap(({ turn }) => (turn?.$case === 'calls' ? turn.value.calls : []));
}

function callsWith(calls: readonly ToolCall[]): Action {
  return Action.fromPartial({ turn: { $case: 'calls', value: { calls: [...calls] } } });
}

function finishWith(answers: string[]): Action {
  return Action.fromPartial({ turn: { $case: 'finish', value: { message: '', answers } } });
}
