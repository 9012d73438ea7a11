import type { Action } from '#protos/core/v1/action.ts';
import type { BehaviourCheck, ExpectedHandOff } from '#protos/core/v1/criteria.ts';
import type { Operation } from '#protos/core/v1/evidence.ts';
import { canonicalKey, containsText, meets } from '../canonical.ts';
import { fieldsOf, unverifiable } from '../parsing.ts';
import { failed, type Outcome, passed } from './outcome.ts';
import { succeeded } from './tool-call.ts';

/** How the episode ended: the last turn's reply, or nothing where the budget was spent. */
export type Ending = Exclude<Action['turn'], { $case: 'calls' } | undefined> | undefined;

/** Whether the agent behaved as expected: completion with these answers, a question, a refusal, or a hand-off. */
export function behaviourPolicy(check: BehaviourCheck, ending: Ending, operations: readonly Operation[]): Outcome {
  const { expected } = check;
  if (expected === undefined) throw unverifiable('a behaviour check expects nothing');
  if (expected.$case === 'handOff') return handOff(expected.value, operations);
  if (ending === undefined) return failed(`the budget was spent without a ${expected.$case}`);
  if (ending.$case !== expected.$case) return failed(`the episode ended with a ${ending.$case} instead of a ${expected.$case}`);
  if (expected.$case === 'finish' && ending.$case === 'finish') return answers(expected.value.answers, ending.value.answers);
  if (expected.$case === 'clarify' && ending.$case === 'clarify') {
    if (expected.value.targets.length === 0) throw unverifiable('a clarify check accepts no target');
    const target = ending.value.target.trim();
    return expected.value.targets.includes(target)
      ? passed(`asked about ${target}`)
      : failed(`asked about ${target || 'nothing'} instead of ${expected.value.targets.join(' or ')}`);
  }
  if (expected.$case === 'refuse' && ending.$case === 'refuse') {
    if (expected.value.reasons.length === 0) throw unverifiable('a refuse check accepts no reason');
    return expected.value.reasons.includes(ending.value.reason)
      ? passed('refused for the right reason')
      : failed(`refused for ${ending.value.reason} instead of ${expected.value.reasons.join(' or ')}`);
  }
  throw unverifiable('the ending has no kind');
}

/** The operations that are the hand-off which is asked for. */
export function handOffOperations(expected: ExpectedHandOff, operations: readonly Operation[]): Operation[] {
  const payload = fieldsOf(expected.payloadJson, `payload of the hand-off to ${expected.agent}`);
  return operations.filter((operation) => {
    if (operation.tool !== expected.agent || !succeeded(operation)) return false;
    const given = fieldsOf(operation.argumentsJson, `arguments of operation ${operation.callId}`);
    return (
      Object.entries(payload).every(([name, wanted]) => meets(wanted, given[name], name)) &&
      expected.fragments.every(({ argument, text }) => {
        const value = given[argument];
        return typeof value === 'string' && containsText(value, text);
      })
    );
  });
}

function handOff(expected: ExpectedHandOff, operations: readonly Operation[]): Outcome {
  if (handOffOperations(expected, operations).length > 0) return passed(`${expected.agent} received the payload`);
  const called = operations.some((operation) => operation.tool === expected.agent);
  return failed(called ? `${expected.agent} was called without the payload it needs` : `${expected.agent} was not called`);
}

/** Same values as a multiset of canonical keys: any order, none left out, none added. */
function answers(expected: readonly string[], given: readonly string[]): Outcome {
  const left = given.map((answer) => canonicalKey(answer));
  const missing = expected.filter((answer) => {
    const at = left.indexOf(canonicalKey(answer));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  if (missing.length === 0 && left.length === 0) return passed(expected.length === 0 ? 'completion was declared' : 'the answers are right');
  const unexpected = left.map((key) => key.slice(2));
  return failed(`the answers differ: ${missing.length} missing, ${unexpected.length} not asked for`, { missing, unexpected });
}
