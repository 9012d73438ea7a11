import { describe, expect, it } from 'vitest';
import type { Action } from '#protos/core/v1/action.ts';
import type { Turn } from '#protos/core/v1/context.ts';
import { calls, finish, opening, openPhone, playOut, storyOf } from '../compact/testkit.ts';
import { resolveAction, resultsById } from './references.ts';
import { ScriptedPolicy } from './scripted.ts';

const named = (id: string, name: string, args: object): Action => ({
  reasoning: '',
  turn: { $case: 'calls', value: { calls: [{ callId: id, name, argumentsJson: JSON.stringify(args) }] } },
});
const answered = (resultJson: string): Turn => ({ action: undefined, results: [{ callId: 'x', tool: 't', status: 200, resultJson, imageRef: '', error: undefined }], notices: [], addedTools: [] });
const argumentsOf = ({ turn }: Action) => (turn?.$case === 'calls' ? turn.value.calls.map((call) => JSON.parse(call.argumentsJson)) : []);

describe('references to earlier results', () => {
  const results = resultsById([named('q1', 'query_alarm', {})], [answered('{"data": {"items": [{"id": "alarm_104", "count": 3}]}}')]);

  it('are replaced wherever they stand, and keep the type of what they name', () => {
    const action = calls({ name: 'manage_alarm', args: { alarmId: '$q1.data.items.0.id', nested: { n: ['$q1.data.items.0.count'] }, price: '$5' } });
    expect(argumentsOf(resolveAction(action, results))).toEqual([{ alarmId: 'alarm_104', nested: { n: [3] }, price: '$5' }]);
    expect(resolveAction(finish('$q1.data.items.0.count'), results)).toEqual(finish('3'));
  });

  it('stay as they are where they lead nowhere, so that the tool can say so', () => {
    for (const lost of ['$q1.data.items.7.id', '$q2.data', '$q1.data.items.0.id.more', '$q1.constructor']) {
      expect(argumentsOf(resolveAction(calls({ name: 'manage_alarm', args: { alarmId: lost } }), results))).toEqual([{ alarmId: lost }]);
    }
  });

  it('see only turns that have been played, and only calls with an id', () => {
    const actions = [named('', 'query_alarm', {}), named('q2', 'query_alarm', {})];
    expect(resultsById(actions, [answered('{"id": 1}')]).size).toBe(0);
    expect([...resultsById(actions, [answered('{"id": 1}'), answered('{"id": 2}')])]).toEqual([['q2', { id: 2 }]]);
  });
});

describe('a scripted policy', () => {
  it('plays its actions on the phone in order, whatever comes of them, and says nothing when they are used up', async () => {
    const script = new ScriptedPolicy('scripted', [
      { action: named('q', 'query_alarm', { time: '07:05' }), erroneous: false },
      { action: named('', 'manage_alarm', { action: 'delete', alarmId: '$q.data.items.0.alarm_id' }), erroneous: true },
      { action: finish(), erroneous: false },
    ]);
    const start = opening('delete my 7:05 alarm', ['query_alarm', 'manage_alarm']);
    const turns = await playOut(script, start, openPhone());
    expect(storyOf(turns)).toEqual(['query_alarm {"time":"07:05"} -> 200', expect.stringMatching(/^manage_alarm .*alarm_104.* -> 200$/), 'finish']);
    const marks = [0, 1, 2].map((n) => script.decide({ context: { opening: start, turns: turns.slice(0, n) }, sampling: { temperature: 0, seed: 0 } }).erroneous);
    expect(marks).toEqual([false, true, false]);
    expect(script.decide({ context: { opening: start, turns }, sampling: { temperature: 0, seed: 0 } })).toMatchObject({ action: { turn: undefined }, erroneous: false });
  });
});
