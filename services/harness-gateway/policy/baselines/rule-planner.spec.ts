import { describe, expect, it } from 'vitest';
import { opening, openPhone, playOut, storyOf } from '../compact/testkit.ts';
import { RulePlanner } from './rule-planner.ts';

const policy = new RulePlanner();
const NETWORK = ['manage_wifi', 'query_wifi', 'manage_bluetooth', 'control_airplane_mode', 'open_app'];
const ALARMS = ['manage_alarm', 'query_alarm', 'manage_wifi', 'open_app'];
const CALLS = ['make_call', 'query_contact', 'manage_alarm'];

const told = async (request: string, tools: readonly string[], setup: Parameters<typeof openPhone>[0] = {}) => storyOf(await playOut(policy, opening(request, tools), openPhone(setup)));

describe('the rule planner', () => {
  it('serves clause after clause and finishes', async () => {
    expect(await told('turn on Bluetooth, then turn on Wi-Fi', NETWORK)).toEqual([
      'manage_bluetooth {"action":"enable"} -> 200',
      expect.stringMatching(/^manage_wifi \{"action":"enable".* -> 200$/),
      'finish',
    ]);
  });

  it('reads before it writes where the write needs an id', async () => {
    expect(await told('delete my 7:05 am alarm', ALARMS)).toEqual([
      'query_alarm {"time":"07:05"} -> 200',
      'manage_alarm {"action":"delete","alarmId":"alarm_104","time":"07:05"} -> 200',
      'finish',
    ]);
  });

  it('answers a question from what it read', async () => {
    expect((await told('what is the state of Wi-Fi', ['query_wifi', 'open_app'])).at(-1)).toBe('finish on');
  });

  it('looks a habit up in memory first', async () => {
    const search = { name: 'search_user_memory', description: 'Searches what is remembered of the user.', inputSchemaJson: '{"type":"object","properties":{"query":{"type":"string"}},"required":["query"]}', outputSchemaJson: '', sideEffect: false };
    const start = opening('set my usual alarm', ALARMS);
    const { action } = await policy.decide({ context: { opening: { ...start, tools: [...start.tools, search] }, turns: [] }, sampling: { temperature: 0, seed: 0 } });
    expect(storyOf([{ action, results: [], notices: [], addedTools: [] }])[0]).toMatch(/^search_user_memory /);
  });
});

describe('repairs, by their cause', () => {
  it('409: changes the state that the error names, and tries again', async () => {
    const story = await told('turn on Wi-Fi', NETWORK, { state: { network: { airplane_mode: { on: true }, wifi: { on: false } } } });
    expect(story.map((line) => line.replace(/\{.*\}/, ''))).toEqual(['manage_wifi  -> 409', 'control_airplane_mode  -> 200', 'manage_wifi  -> 200', 'finish']);
    expect(story[1]).toContain('"disable"');
  });

  it('403: grants the permission that the error names, and tries again', async () => {
    expect(await told('call 13912345678', [...CALLS, 'manage_app_permission'], { deniedPermissions: ['phone'] })).toEqual([
      'make_call {"phoneNumber":"13912345678"} -> 403',
      'manage_app_permission {"action":"grant","permission":"phone"} -> 200',
      'make_call {"phoneNumber":"13912345678"} -> 200',
      'finish',
    ]);
  });

  it('403 without the means to grant it: asks for the permission', async () => {
    expect((await told('call 13912345678', CALLS, { deniedPermissions: ['phone'] })).at(-1)).toBe('clarify permission');
  });

  it('500: tries once more, and only once', async () => {
    const broken = (times: number) => ({ faults: [{ tool: 'manage_bluetooth', nthCall: 1, times, status: 500, message: 'temporarily unavailable' }] });
    const call = 'manage_bluetooth {"action":"enable"}';
    expect(await told('turn on Bluetooth', NETWORK, broken(1))).toEqual([`${call} -> 500`, `${call} -> 200`, 'finish']);
    expect(await told('turn on Bluetooth', NETWORK, broken(9))).toEqual([`${call} -> 500`, `${call} -> 500`, 'finish']);
  });
});

describe('what stands in the way of acting', () => {
  it('asks for a required value that nobody has said', async () => {
    expect(await told('please make a phone call', CALLS)).toEqual(['clarify make_call.phoneNumber']);
  });

  it('asks for what a 400 names, if nothing in the context is of its type', async () => {
    expect(await told('set an alarm', ALARMS)).toEqual(['manage_alarm {"action":"create"} -> 400', 'clarify manage_alarm.time']);
  });

  it('refuses what harms others, and what no tool can do', async () => {
    expect(await told('secretly spy on the phone of my neighbour', NETWORK)).toEqual(['refuse REFUSAL_REASON_UNSAFE']);
    expect(await told('water the plants in the garden', ['manage_alarm'])).toEqual(['refuse REFUSAL_REASON_UNAVAILABLE']);
  });
});
