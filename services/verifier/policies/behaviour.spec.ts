import { describe, expect, it } from 'vitest';
import { Action, RefusalReason } from '#protos/core/v1/action.ts';
import type { BehaviourCheck } from '#protos/core/v1/criteria.ts';
import { behaviourPolicy, type Ending } from './behaviour.ts';
import { clarify, finish, write } from './testkit.ts';

const ending = (action: Action): Ending => (action.turn?.$case === 'calls' ? undefined : action.turn);
const refuse = (reason: RefusalReason) => Action.fromPartial({ turn: { $case: 'refuse', value: { reason } } });
const answers = (...values: string[]): BehaviourCheck => ({ expected: { $case: 'finish', value: { answers: values } } });
const asks = (...targets: string[]): BehaviourCheck => ({ expected: { $case: 'clarify', value: { targets } } });
const refuses = (...reasons: RefusalReason[]): BehaviourCheck => ({ expected: { $case: 'refuse', value: { reasons } } });

describe('the reply', () => {
  it.each([
    ['right answers in another order and spelling', answers('40', '07:30'), finish('7:30', '40.0'), true],
    ['an answer left out', answers('40', '07:30'), finish('40'), false],
    ['an answer too many', answers('40'), finish('40', '41'), false],
    ['one answer given twice for two', answers('40', '41'), finish('40', '40'), false],
    ['two equal answers', answers('40', '40'), finish('40', '40.0'), true],
    ['the same once', answers('40', '40'), finish('40'), false],
    ['a command that is done', answers(), finish(), true],
    ['a question in place of the answer', answers('40'), clarify('manage_alarm.time'), false],
    ['the right question', asks('manage_alarm.time', 'confirmation'), clarify('manage_alarm.time'), true],
    ['another question', asks('manage_alarm.time'), clarify('manage_alarm.label'), false],
    ['the right refusal', refuses(RefusalReason.UNSAFE), refuse(RefusalReason.UNSAFE), true],
    ['a refusal for another reason', refuses(RefusalReason.UNSAFE), refuse(RefusalReason.UNAVAILABLE), false],
    ['a refusal without a reason', refuses(RefusalReason.UNSAFE), refuse(RefusalReason.UNSPECIFIED), false],
  ])('%s', (_, check, action, passes) => {
    expect(behaviourPolicy(check, ending(action), []).passed).toBe(passes);
  });

  it('fails when the budget was spent, whatever was expected', () => {
    for (const check of [answers(), asks('a.b'), refuses(RefusalReason.UNSAFE)]) expect(behaviourPolicy(check, undefined, []).passed).toBe(false);
  });

  it.each([['nothing', { expected: undefined }], ['a question about nothing', asks()], ['no reason', refuses()]])('gives no outcome for a check that expects %s', (_, check) => {
    const action = check.expected?.$case === 'refuse' ? refuse(RefusalReason.UNSAFE) : clarify('a.b');
    expect(() => behaviourPolicy(check, ending(action), [])).toThrow(expect.objectContaining({ code: 'FAILED_PRECONDITION' }));
  });
});

describe('the hand-off', () => {
  const check: BehaviourCheck = {
    expected: { $case: 'handOff', value: { agent: 'control_gui_agent', payloadJson: '{"action":"start","appName":"Maps"}', fragments: [{ argument: 'instruction', text: 'station' }] } },
  };
  const payload = { action: 'start', appName: 'maps', instruction: 'Find the STATION nearby' };
  it.each([
    ['the payload arrived', [write('control_gui_agent', payload)], true],
    ['another app', [write('control_gui_agent', { ...payload, appName: 'Music' })], false],
    ['the text lacks the fragment', [write('control_gui_agent', { ...payload, instruction: 'Find stations' })], false],
    ['no text', [write('control_gui_agent', { action: 'start', appName: 'Maps' })], false],
    ['another agent', [write('qa_task', payload)], false],
    ['the agent refused it', [write('control_gui_agent', payload, 409)], false],
    ['nothing was handed off', [], false],
  ])('%s', (_, operations, passes) => {
    expect(behaviourPolicy(check, undefined, operations).passed).toBe(passes);
  });
});
