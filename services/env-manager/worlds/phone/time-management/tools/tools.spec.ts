import { describe, expect, it } from 'vitest';
import type { Row, StateOverrides } from '../../../world.ts';
import { domain as apps } from '../../apps-storage/mod.ts';
import { toolTrial } from '../../authoring/tool-trial.ts';
import { cityNamed, shiftTime } from '../cities.ts';
import { domain } from '../mod.ts';

const { begin, run } = toolTrial([apps, domain]);
const settings = (id: string, fields: Row): StateOverrides => ({ time_settings: { [id]: fields } });

type Case = readonly [what: string, tool: string, args: Row, status: number, setup?: StateOverrides];

const refusals: readonly Case[] = [
  ['an alarm without a time', 'manage_alarm', { action: 'create' }, 400],
  ['an alarm while all are suspended', 'manage_alarm', { action: 'create', time: '06:00' }, 409, settings('alarms', { suspended: true })],
  ['the same alarm twice', 'manage_alarm', { action: 'create', time: '05:55', label: 'rowing', repeat: 'weekends' }, 409],
  ['a change without an alarm id', 'manage_alarm', { action: 'delete' }, 400],
  ['an unknown alarm', 'manage_alarm', { action: 'delete', alarmId: 'alarm_9' }, 404],
  ['switching an alarm on while suspended', 'manage_alarm', { action: 'enable', alarmId: 'alarm_103' }, 409, settings('alarms', { suspended: true })],
  ['an alarm update of nothing', 'manage_alarm', { action: 'update', alarmId: 'alarm_103' }, 400],
  ['resuming what rings', 'manage_alarm', { action: 'resume_all' }, 409],
  ['an event without a name', 'manage_schedule', { action: 'create', datetime: '2026-03-05T10:00' }, 400],
  ['an event without a time', 'manage_schedule', { action: 'create', event: 'tea' }, 400],
  ['the same event twice', 'manage_schedule', { action: 'create', event: 'Roof repair', datetime: '2026-05-06T08:00' }, 409],
  ['an event in a locked calendar', 'manage_schedule', { action: 'create', event: 'tea', datetime: '2026-03-05T10:00' }, 409, settings('calendar', { locked: true })],
  ['unlocking an unlocked calendar', 'manage_schedule', { action: 'unlock_calendar' }, 409],
  ['cancelling without an id', 'manage_schedule', { action: 'cancel' }, 400],
  ['cancelling an unknown event', 'manage_schedule', { action: 'cancel', scheduleId: 'schedule_9' }, 404],
  ['an event update of nothing', 'manage_schedule', { action: 'update', scheduleId: 'schedule_101' }, 400],
  ['sharing an unknown event', 'manage_schedule_sharing', { action: 'share', scheduleId: 'schedule_9', contact: 'Odette' }, 404],
  ['sharing with nobody', 'manage_schedule_sharing', { action: 'share', scheduleId: 'schedule_101' }, 400],
  ['sharing a private event', 'manage_schedule_sharing', { action: 'share', scheduleId: 'schedule_105', contact: 'Odette' }, 409],
  ['sharing twice', 'manage_schedule_sharing', { action: 'share', scheduleId: 'schedule_103', contact: 'Odette' }, 409],
  ['unsharing what is not shared', 'manage_schedule_sharing', { action: 'unshare', scheduleId: 'schedule_101', contact: 'Odette' }, 404],
  ['a timer without a duration', 'manage_countdown', { action: 'start' }, 400],
  ['cancelling a timer without its label', 'manage_countdown', { action: 'cancel' }, 400],
  ['an unknown timer', 'manage_countdown', { action: 'pause', label: 'nothing' }, 404],
  ['one of two timers of a name', 'manage_countdown', { action: 'cancel', label: 'plank' }, 409, { countdowns: { countdown_800: { label: 'plank two', duration_minutes: 1, remaining_minutes: 1, status: 'paused' } } }],
  ['pausing a stopped timer', 'manage_countdown', { action: 'pause', label: 'plank' }, 409],
  ['a lap of an idle stopwatch', 'manage_stopwatch', { action: 'lap' }, 409],
  ['stopping an idle stopwatch', 'manage_stopwatch', { action: 'stop' }, 409],
  ['resetting a running stopwatch', 'manage_stopwatch', { action: 'reset' }, 409, { stopwatch: { stopwatch_101: { status: 'running' } } }],
  ['an item without content', 'manage_todo', { action: 'add' }, 400],
  ['the same item twice', 'manage_todo', { action: 'add', content: 'Return the ladder' }, 409],
  ['completing without an id', 'manage_todo', { action: 'complete' }, 400],
  ['an unknown item', 'manage_todo', { action: 'complete', todoId: 'todo_9' }, 404],
  ['completing a done item', 'manage_todo', { action: 'complete', todoId: 'todo_103' }, 409],
  ['completing an archived item', 'manage_todo', { action: 'complete', todoId: 'todo_108' }, 409],
  ['restoring an open item', 'manage_todo', { action: 'restore', todoId: 'todo_101' }, 409],
  ['an item update of nothing', 'manage_todo', { action: 'update', todoId: 'todo_101' }, 400],
  ['a reminder without content', 'manage_reminder', { action: 'create', datetime: '2026-03-05T10:00' }, 400],
  ['a reminder without a time', 'manage_reminder', { action: 'create', content: 'tea' }, 400],
  ['the same reminder twice', 'manage_reminder', { action: 'create', content: 'flip the mattress', datetime: '2026-08-30T11:50' }, 409],
  ['postponing without an id', 'manage_reminder', { action: 'postpone', datetime: '2026-03-05T10:00' }, 400],
  ['postponing to no time', 'manage_reminder', { action: 'postpone', reminderId: 'reminder_101' }, 400],
  ['an unknown reminder', 'manage_reminder', { action: 'delete', reminderId: 'reminder_9' }, 404],
  ['a habit without a name', 'manage_habit', { action: 'create' }, 400],
  ['a habit that is tracked', 'manage_habit', { action: 'create', name: 'Flossing' }, 409],
  ['an unknown habit', 'manage_habit', { action: 'check_in', name: 'nothing' }, 404],
  ['a second check-in', 'manage_habit', { action: 'check_in', name: 'flossing' }, 409],
  ['a check-in while paused', 'manage_habit', { action: 'check_in', name: 'journaling' }, 409, settings('habits', { paused: true })],
  ['resuming tracking that runs', 'manage_habit', { action: 'resume_all' }, 409],
  ['a goal without a number', 'manage_habit', { action: 'set_goal', name: 'journaling' }, 400],
  ['a rule without a trigger', 'manage_automation_rule', { action: 'create', ruleAction: 'mute_sound' }, 400],
  ['a rule with two triggers', 'manage_automation_rule', { action: 'create', time: '22:00', place: 'barn', ruleAction: 'mute_sound' }, 400],
  ['a rule that does nothing', 'manage_automation_rule', { action: 'create', time: '22:00' }, 400],
  ['a rule while automation is paused', 'manage_automation_rule', { action: 'create', time: '22:00', ruleAction: 'mute_sound' }, 409, settings('automation', { paused: true })],
  ['the same rule twice', 'manage_automation_rule', { action: 'create', batteryPercent: 15, ruleAction: 'turn_on_battery_saver' }, 409],
  ['a rule change without an id', 'manage_automation_rule', { action: 'enable' }, 400],
  ['an unknown rule', 'manage_automation_rule', { action: 'enable', ruleId: 'rule_9' }, 404],
  ['switching a rule on while paused', 'manage_automation_rule', { action: 'enable', ruleId: 'rule_103' }, 409, settings('automation', { paused: true })],
  ['resuming automation that runs', 'manage_automation_rule', { action: 'resume_all' }, 409],
  ['a clock without a city', 'manage_world_clock', { action: 'add' }, 400],
  ['an unknown city', 'manage_world_clock', { action: 'add', city: 'Nowhere' }, 404],
  ['a city twice', 'manage_world_clock', { action: 'add', city: '利马' }, 409],
  ['removing a city that is not shown', 'manage_world_clock', { action: 'remove', city: 'Tokyo' }, 404],
  ['converting from an unknown city', 'convert_time_zone', { time: '10:00', fromCity: 'Nowhere', toCity: 'Tokyo' }, 404],
];

describe('time management tools', () => {
  it('are 16, each with a description of itself and of every parameter', () => {
    expect(new Set(domain.tools.map(({ name }) => name)).size).toBe(16);
    for (const { name, description, inputSchema } of domain.tools) {
      expect(description.length, name).toBeGreaterThan(40);
      for (const [parameter, { description: words }] of Object.entries(inputSchema.properties)) expect(words.length, `${name}.${parameter}`).toBeGreaterThan(10);
    }
  });

  it.each(refusals.map((one) => ({ what: one[0], one })))('refuse $what and change nothing', ({ one: [, tool, args, status, setup] }) => {
    const state = begin(setup);
    const before = JSON.stringify(domain.tables.map(({ name }) => state.list(name)));
    const outcome = run(state, tool, args);
    expect(outcome).toMatchObject({ status, body: { success: false, code: status } });
    expect(JSON.stringify(domain.tables.map(({ name }) => state.list(name)))).toBe(before);
  });

  it('suspend and resume alarms, lock and unlock the calendar, pause and resume automation and habits', () => {
    const state = begin();
    const pairs = [['manage_alarm', 'suspend_all', 'resume_all'], ['manage_schedule', 'lock_calendar', 'unlock_calendar'], ['manage_automation_rule', 'pause_all', 'resume_all'], ['manage_habit', 'pause_all', 'resume_all']] as const;
    for (const [tool, off, on] of pairs) {
      expect(run(state, tool, { action: off }).status, off).toBe(200);
      expect(run(state, tool, { action: on }).status, on).toBe(200);
    }
    expect(state.list('time_settings')).toEqual(begin().list('time_settings'));
  });

  it('stop sharing, make an event shareable and list who sees it', () => {
    const state = begin();
    expect(run(state, 'manage_schedule_sharing', { action: 'unshare', scheduleId: 'schedule_103', contact: 'odette' }).status).toBe(200);
    expect(run(state, 'manage_schedule_sharing', { action: 'query', scheduleId: 'schedule_103' }).body).toMatchObject({ data: { total: 0 } });
    run(state, 'manage_schedule', { action: 'make_shareable', scheduleId: 'schedule_105' });
    expect(state.get('schedules', 'schedule_105')).toMatchObject({ visibility: 'shareable' });
  });

  it('restore an archived item and delete a habit', () => {
    const state = begin();
    run(state, 'manage_todo', { action: 'restore', todoId: 'todo_108' });
    expect(state.get('todos', 'todo_108')).toMatchObject({ status: 'open' });
    run(state, 'manage_habit', { action: 'delete', name: 'no sugar' });
    expect(state.get('habits', 'habit_105')).toBeUndefined();
  });

  it('filter what they list', () => {
    const state = begin();
    expect(run(state, 'query_alarm', { status: 'off' }).body).toMatchObject({ data: { total: 4, criteria: { status: 'off' } } });
    expect(run(state, 'query_alarm', { time: '06:20' }).body).toMatchObject({ data: { items: [{ label: '晨读', status: 'on' }] } });
    expect(run(state, 'query_todo', { status: 'archived' }).body).toMatchObject({ data: { total: 2 } });
    expect(run(state, 'query_todo', { priority: 'high', dueDate: '2026-07-07' }).body).toMatchObject({ data: { items: [{ content: 'order printer ink' }] } });
    expect(run(state, 'query_automation_rule', { status: 'on' }).body).toMatchObject({ data: { total: 4 } });
    expect(run(state, 'manage_world_clock', { action: 'query' }).body).toMatchObject({ data: { cities: ['Lima', 'Nairobi', 'Brisbane'] } });
    expect(run(state, 'manage_stopwatch', { action: 'query' }).body).toMatchObject({ status: 'ok', stopwatch_status: 'idle' });
  });

  it('know the days', () => {
    const day = (date: string) => run(begin(), 'query_calendar_day', { date }).body['data'];
    expect(day('2026-05-01')).toMatchObject({ weekday: 'Friday', day_type: 'public_holiday', holiday_name: 'Labour Day' });
    expect(day('2026-05-09')).toMatchObject({ day_type: 'make_up_workday' });
    expect(day('2026-05-10')).toMatchObject({ day_type: 'weekend', holiday_name: null });
    expect(day('2026-05-12')).toMatchObject({ day_type: 'workday' });
  });

  it('convert between cities by either name, around midnight too', () => {
    expect(run(begin(), 'convert_time_zone', { time: '23:30', fromCity: 'Tokyo', toCity: '孟买' }).body).toMatchObject({ to_time: '20:00', difference_minutes: -210 });
    expect([shiftTime('23:30', 45), shiftTime('00:10', -20), cityNamed(' lima ')?.zh, cityNamed('nowhere')]).toEqual(['00:15', '23:50', '利马', undefined]);
  });
});
