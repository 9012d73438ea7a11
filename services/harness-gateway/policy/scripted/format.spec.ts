import { describe, expect, it } from 'vitest';
import { GyreError } from '#kit/errors.ts';
import { RefusalReason } from '#protos/core/v1/action.ts';
import { parseScripts } from './format.ts';

function failure(text: string): GyreError {
  try {
    parseScripts(text, '--policy');
  } catch (error) {
    if (error instanceof GyreError) return error;
    throw error;
  }
  throw new RangeError('the text was accepted');
}

const OPEN = '{"task": "a", "actions": [{"calls": [{"id": "c1", "name": "open_app", "arguments": {"appName": "Maps"}}]}]}';

describe('scripts', () => {
  it('read each kind of turn; empty lines count for nothing but their number', () => {
    const replies = '{"task": "b", "actions": [{"finish": {"answers": ["on"]}}, {"clarify": {"target": "make_call.phoneNumber"}}, {"refuse": {"reason": "unsafe"}}]}';
    const [a, b] = parseScripts(`${OPEN}\n\n${replies}\r\n`, '--policy');
    expect(a).toEqual({ task: 'a', actions: [{ reasoning: '', turn: { $case: 'calls', value: { calls: [{ callId: 'c1', name: 'open_app', argumentsJson: '{"appName":"Maps"}' }] } } }] });
    expect(b?.actions.map(({ turn }) => turn)).toEqual([
      { $case: 'finish', value: { message: '', answers: ['on'] } },
      { $case: 'clarify', value: { target: 'make_call.phoneNumber', question: '' } },
      { $case: 'refuse', value: { reason: RefusalReason.UNSAFE, message: '' } },
    ]);
  });

  it('hand arguments given as text on as they are, and none as an empty object', () => {
    const [script] = parseScripts('{"task": "a", "actions": [{"calls": [{"name": "open_app", "arguments": "{\\"appName\\": "}, {"name": "query_apps"}]}]}', '--policy');
    const turn = script?.actions[0]?.turn;
    expect(turn?.$case === 'calls' ? turn.value.calls.map((call) => call.argumentsJson) : []).toEqual(['{"appName": ', '{}']);
  });
});

describe('errors name source, line and field', () => {
  it.each([
    ['no JSON', `${OPEN}\n{"task": `, '--policy: line 2'],
    ['no object', '[]', '--policy: line 1: the object'],
    ['no task', '{"actions": [{"finish": {}}]}', '--policy: line 1: task'],
    ['no actions', `\n\n{"task": "a", "actions": []}`, '--policy: line 3: actions'],
    ['an unknown kind of turn', '{"task": "a", "actions": [{"finish": {}}, {"stop": {}}]}', '--policy: line 1: actions.1'],
    ['an unknown field', '{"task": "a", "actions": [{"finish": {}}], "seed": 1}', '--policy: line 1: the object'],
    ['a task named twice', `${OPEN}\n${OPEN}`, '--policy: line 2: task'],
  ])('%s', (_, text, field) => {
    expect(failure(text)).toMatchObject({ code: 'INVALID_ARGUMENT', field });
  });
});
