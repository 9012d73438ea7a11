import { describe, expect, it } from 'vitest';
import { GyreError } from '#kit/errors.ts';
import { call, smallSetup, smallWorld } from '../../testkit/small-world.ts';
import { createSandbox } from './sandbox.ts';

const sandbox = createSandbox(smallWorld);
const open = (over: Parameters<typeof smallSetup>[0] = {}, seed = 1) => sandbox.open(smallSetup(over), seed);
const create = (time: string, id = 'c1') => call('manage_alarm', { action: 'create', time }, id);
const bodies = (results: readonly { resultJson: string }[]) => results.map((result): unknown => JSON.parse(result.resultJson));

describe('a step', () => {
  it('applies the block in order and gives the results in the same order', () => {
    const results = open().step([create('07:30', 'a'), call('manage_alarm', { action: 'query' }, 'b'), create('08:00', 'c')]);
    expect(results.map((result) => [result.callId, result.status])).toEqual([['a', 200], ['b', 200], ['c', 200]]);
    expect(bodies(results)[0]).toMatchObject({ data: { id: 'alarm_1003', time: '07:30', label: 'Alarm' } });
    expect(bodies(results)[1]).toMatchObject({ data: { total: 3 } });
    expect(bodies(results)[2]).toMatchObject({ data: { id: 'alarm_1004' } });
  });

  it('logs every call with its virtual time, side effect and status', () => {
    const episode = open();
    episode.step([create('07:30', 'a')]);
    episode.step([call('manage_alarm', { action: 'query' }, 'b'), call('no_such_tool', {}, 'c')]);
    expect(episode.operations().map(({ step, callId, status, sideEffect, at }) => [step, callId, status, sideEffect, at])).toEqual([
      [0, 'a', 200, true, '2026-03-02T07:00:00Z'],
      [1, 'b', 200, false, '2026-03-02T07:00:01Z'],
      [1, 'c', 404, false, '2026-03-02T07:00:01Z'],
    ]);
  });

  it('never reuses the id of a removed row', () => {
    const episode = open();
    episode.step([create('07:30'), call('manage_alarm', { action: 'delete', alarmId: 'alarm_1003' }), create('07:45')]);
    expect(episode.changes().map((change) => change.rowId)).toEqual(['alarm_1004']);
  });

  it('makes ids above those the task brings', () => {
    const episode = open({ state: { alarms: { alarm_1009: { time: '10:00' } } } });
    expect(bodies(episode.step([create('07:30')]))[0]).toMatchObject({ data: { id: 'alarm_1010' } });
  });

  it('turns a broken tool into an infrastructure fault and leaves no trace of the step', () => {
    const episode = open();
    const before = episode.stateDigest();
    const failure = thrownBy(() => episode.step([create('07:30'), call('break_down')]));
    expect(failure).toMatchObject({ code: 'INTERNAL', boundary: 'environment', isInfrastructureFault: true });
    expect([episode.stateDigest(), episode.steps, episode.operations()]).toEqual([before, 0, []]);
  });
});

describe("the policy's own errors", () => {
  it.each([
    ['an unknown tool', call('no_such_tool'), 404, 'unknown_tool', 'no_such_tool'],
    ['truncated JSON', call('manage_alarm', '{"action": "cre'), 400, 'malformed_json', 'manage_alarm'],
    ['null', call('manage_alarm', 'null'), 400, 'invalid_arguments', 'arguments'],
    ['a list', call('manage_alarm', '[]'), 400, 'invalid_arguments', 'arguments'],
    ['a missing argument', call('add_contact', { name: 'Ada' }), 400, 'invalid_arguments', 'phoneNumber: is required'],
    ['an argument nobody knows', call('manage_alarm', { action: 'query', when: '7' }), 400, 'invalid_arguments', 'when: is not an argument'],
    ['a value outside the enum', call('manage_alarm', { action: 'snooze' }), 400, 'invalid_arguments', 'action: must be one of create'],
    ['a wrong type in a list', call('manage_alarm', { action: 'create', days: ['mon', 2] }), 400, 'invalid_arguments', 'days.1: must be string'],
    ['a time that is none', call('manage_alarm', { action: 'create', time: '25:00' }), 400, 'invalid_arguments', 'time:'],
    ['a lone surrogate', call('manage_alarm', '{"action": "create", "label": "\\ud800"}'), 400, 'invalid_arguments', 'label'],
    ['a prototype key', call('manage_alarm', '{"action": "query", "__proto__": {"a": 1}}'), 400, 'invalid_arguments', '__proto__'],
  ])('%s comes back as a typed error of the policy', (_name, bad, status, code, text) => {
    const episode = open();
    const before = episode.stateDigest();
    const [result] = episode.step([bad]);
    expect(result).toMatchObject({ status, resultJson: '', error: { code, boundary: 'policy' } });
    expect(result?.error?.message).toContain(text);
    expect(episode.stateDigest()).toBe(before);
  });

  it('leave the randomness of the other calls alone', () => {
    const [alone] = open().step([call('roll_dice')]);
    const [, beside] = open().step([call('no_such_tool'), call('roll_dice')]);
    expect(beside?.resultJson).toBe(alone?.resultJson);
  });
});

describe('permissions', () => {
  const contact = call('add_contact', { name: 'Ada', phoneNumber: '5550102' });

  it('a tool without its permission answers 403 before it runs', () => {
    const episode = open({ deniedPermissions: ['contacts'] });
    const [result] = episode.step([contact]);
    expect(result?.status).toBe(403);
    expect(JSON.parse(result?.resultJson ?? '')).toEqual({
      success: false,
      error: 'Permission contacts is not granted',
      code: 403,
      permission: 'contacts',
    });
    expect(episode.changes()).toEqual([]);
    expect(episode.operations()[0]).toMatchObject({ status: 403, sideEffect: true });
  });

  it('with its permission it runs, and its log rows are bookkeeping', () => {
    const episode = open();
    expect(episode.step([contact])[0]?.status).toBe(200);
    expect(episode.changes().map((change) => [change.table, change.rowId, change.bookkeeping])).toEqual([
      ['contacts', 'contact_1001', false],
      ['log', 'entry_1001', true],
    ]);
  });

  it('a permission that the world does not know is refused', () => {
    expect(thrownBy(() => open({ deniedPermissions: ['teleport'] }))).toMatchObject({ field: 'task.denied_permissions' });
  });
});

describe('the fault plan', () => {
  const faults = [{ tool: 'manage_alarm', nthCall: 2, times: 2, status: 503, message: 'busy' }];

  it('answers the nth matching call and its followers instead of the tool, and leaves the state alone', () => {
    const episode = open({ faults });
    const results = episode.step([create('07:00'), call('manage_alarm', '{'), call('roll_dice'), create('07:01'), create('07:02'), create('07:03')]);
    expect(results.map((result) => result.status)).toEqual([200, 400, 200, 503, 503, 200]);
    expect(JSON.parse(results[3]?.resultJson ?? '')).toEqual({ success: false, error: 'busy', code: 503 });
    expect(episode.changes().map((change) => change.rowId)).toEqual(['alarm_1003', 'alarm_1004']);
  });

  it('starts again after a reset and is copied by a fork', () => {
    const episode = open({ faults });
    episode.step([create('07:00')]);
    const fork = episode.fork();
    expect(episode.step([create('07:01')])[0]?.status).toBe(503);
    expect(fork.step([create('07:01')])[0]?.status).toBe(503);
    episode.reset();
    expect(episode.step([create('07:01')])[0]?.status).toBe(200);
  });
});

describe('time', () => {
  it('is virtual, local to the time zone, and moves a second each step', () => {
    const episode = open();
    episode.step([]);
    const [result] = episode.step([call('show_time')]);
    expect(JSON.parse(result?.resultJson ?? '')).toEqual({ now: '2026-03-02T08:00:01', zone: 'Europe/Berlin', locale: 'en' });
  });

  it.each([
    ['now', { now: 'yesterday' }, 'task.now'],
    ['zone', { timeZone: 'Mars/Olympus' }, 'task.time_zone'],
    ['table', { state: { moons: { moon_1: {} } } }, 'task.initial_state_json'],
  ])('a wrong %s of the task is refused by name', (_name, over, field) => {
    expect(thrownBy(() => open(over))).toMatchObject({ code: 'INVALID_ARGUMENT', field });
  });
});

describe('a snapshot', () => {
  it('survives JSON and restores state, ids, fault counts and log', () => {
    const faults = [{ tool: 'manage_alarm', nthCall: 2, times: 1, status: 500, message: '' }];
    const episode = open({ faults });
    episode.step([create('07:00')]);
    const copy = open({ faults });
    copy.restore(JSON.parse(JSON.stringify(episode.snapshot())));
    expect(copy.stateDigest()).toBe(episode.stateDigest());
    expect(copy.operations()).toEqual(episode.operations());
    expect(copy.step([create('07:01'), create('07:02')])).toEqual(episode.step([create('07:01'), create('07:02')]));
  });

  it('is refused by an episode with another start', () => {
    expect(thrownBy(() => open({}, 2).restore(open({}, 1).snapshot()))).toMatchObject({ code: 'FAILED_PRECONDITION' });
  });
});

function thrownBy(body: () => unknown): GyreError {
  try {
    body();
  } catch (thrown) {
    return GyreError.from(thrown, 'caller');
  }
  throw new Error('nothing was thrown');
}
