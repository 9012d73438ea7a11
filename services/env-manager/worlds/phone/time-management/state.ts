import type { Row, TableData, TableSpec } from '../../world.ts';

/** Databases of time management: clock, calendar, to-do list, reminders, habits and automation rules. */
export const tables: readonly TableSpec[] = [
  { name: 'alarms', idPrefix: 'alarm' },
  { name: 'schedules', idPrefix: 'schedule' },
  { name: 'schedule_shares', idPrefix: 'share' },
  { name: 'countdowns', idPrefix: 'countdown' },
  { name: 'stopwatch', idPrefix: 'stopwatch' },
  { name: 'todos', idPrefix: 'todo' },
  { name: 'reminders', idPrefix: 'reminder' },
  { name: 'habits', idPrefix: 'habit' },
  { name: 'automation_rules', idPrefix: 'rule' },
  { name: 'world_clocks', idPrefix: 'clock' },
  { name: 'calendar_days', idPrefix: 'day' },
  { name: 'time_settings', idPrefix: 'setting' },
];

function numbered(prefix: string, rows: readonly Row[]): { [id: string]: Row } {
  return Object.fromEntries(rows.map((row, index) => [`${prefix}_${101 + index}`, row]));
}

function alarm(time: string, label: string, repeat: string, enabled: boolean): Row {
  return { time, label, repeat, enabled };
}

function event(name: string, datetime: string, durationMinutes: number, location: string, visibility = 'shareable'): Row {
  return { event: name, datetime, duration_minutes: durationMinutes, location, visibility };
}

function todo(content: string, dueDate: string, priority: string, status: string): Row {
  return { content, due_date: dueDate, priority, status };
}

function habit(name: string, timesPerWeek: number, streakDays: number, checkedToday: boolean): Row {
  return { name, times_per_week: timesPerWeek, streak_days: streakDays, checked_in_today: checkedToday };
}

function rule(name: string, triggerType: string, triggerValue: string, ruleAction: string, enabled: boolean): Row {
  return { name, trigger_type: triggerType, trigger_value: triggerValue, rule_action: ruleAction, enabled };
}

function clock(city: string, utcOffsetMinutes: number): Row {
  return { city, utc_offset_minutes: utcOffsetMinutes };
}

function day(date: string, kind: string, name: string): Row {
  return { date, day_type: kind, name };
}

export const base: TableData = {
  alarms: numbered('alarm', [
    alarm('05:55', 'rowing', 'weekends', true),
    alarm('06:20', '晨读', 'weekdays', true),
    alarm('06:50', 'shower', 'daily', false),
    alarm('07:05', 'feed the hens', 'daily', true),
    alarm('08:25', '校车', 'weekdays', true),
    alarm('10:35', 'stretch', 'weekdays', false),
    alarm('12:55', '午休结束', 'weekdays', true),
    alarm('14:05', 'afternoon tea', 'once', false),
    alarm('16:50', '接孩子', 'weekdays', true),
    alarm('18:35', 'water the orchids', 'weekends', true),
    alarm('21:25', '泡脚', 'daily', false),
    alarm('23:05', 'lights out', 'daily', true),
  ]),
  schedules: numbered('schedule', [
    event('quarterly budget round', '2026-03-12T10:00', 90, 'Room 4', 'shareable'),
    event('车辆年检', '2026-03-20T09:30', 60, '城西检测站'),
    event('piano recital', '2026-04-11T18:00', 120, 'Town Hall'),
    event('物业座谈', '2026-04-22T19:00', 60, '小区会所'),
    event('roof repair', '2026-05-06T08:00', 180, 'home', 'private'),
    event('毕业答辩', '2026-05-28T14:00', 120, '教学楼302'),
    event('blood donation', '2026-06-09T11:15', 45, 'Red Cross centre'),
    event('allotment meeting', '2026-06-27T10:30', 60, 'Green Lane'),
    event('乒乓球决赛', '2026-07-18T15:00', 90, '体育馆'),
    event('chimney sweep', '2026-08-14T09:00', 60, 'home', 'private'),
    event('书法展开幕', '2026-09-05T10:00', 120, '市美术馆'),
    event('choir rehearsal', '2026-10-02T19:45', 105, 'St Mark hall'),
    event('企业年会', '2026-12-18T18:30', 180, '海悦酒店'),
  ]),
  schedule_shares: numbered('share', [
    { schedule_id: 'schedule_103', contact: 'Odette', access: 'view' },
    { schedule_id: 'schedule_106', contact: '茉莉', access: 'edit' },
    { schedule_id: 'schedule_112', contact: 'Odette', access: 'edit' },
  ]),
  countdowns: numbered('countdown', [
    { label: 'bread proof', duration_minutes: 75, remaining_minutes: 75, status: 'stopped' },
    { label: '面膜', duration_minutes: 17, remaining_minutes: 17, status: 'stopped' },
    { label: 'plank', duration_minutes: 3, remaining_minutes: 3, status: 'stopped' },
    { label: '炖排骨', duration_minutes: 95, remaining_minutes: 95, status: 'stopped' },
  ]),
  stopwatch: { stopwatch_101: { status: 'idle', laps: 0, elapsed_seconds: 0 } },
  todos: numbered('todo', [
    todo('renew the library card', '2026-03-15', 'low', 'open'),
    todo('交物业费', '2026-03-31', 'high', 'open'),
    todo('descale the kettle', '2026-04-04', 'low', 'done'),
    todo('预约体检套餐', '2026-04-18', 'medium', 'open'),
    todo('return the ladder', '2026-05-02', 'medium', 'open'),
    todo('整理旧照片', '2026-05-30', 'low', 'open'),
    todo('sharpen the skates', '2026-06-12', 'low', 'done'),
    todo('补办图书证', '2026-06-20', 'medium', 'archived'),
    todo('order printer ink', '2026-07-07', 'high', 'open'),
    todo('给绿萝换盆', '2026-08-09', 'low', 'open'),
    todo('fix the garden gate', '2026-09-19', 'medium', 'archived'),
    todo('续签车险', '2026-11-11', 'high', 'open'),
  ]),
  reminders: numbered('reminder', [
    { content: 'defrost the freezer', datetime: '2026-03-21T09:05' },
    { content: '缴水费', datetime: '2026-04-05T10:10' },
    { content: 'collect the dry cleaning', datetime: '2026-04-28T17:40' },
    { content: '取干洗', datetime: '2026-05-16T18:15' },
    { content: 'top up the travel card', datetime: '2026-06-03T07:35' },
    { content: '换净水器滤芯', datetime: '2026-07-22T20:25' },
    { content: 'flip the mattress', datetime: '2026-08-30T11:50' },
    { content: '给车加玻璃水', datetime: '2026-10-12T08:20' },
  ]),
  habits: numbered('habit', [
    habit('flossing', 7, 12, true),
    habit('背单词', 6, 33, false),
    habit('journaling', 4, 3, false),
    habit('八段锦', 5, 19, true),
    habit('no sugar', 7, 1, false),
    habit('练字', 3, 8, false),
    habit('skipping rope', 2, 0, false),
  ]),
  automation_rules: numbered('rule', [
    rule('cinema hush', 'arrive_at_place', 'Rex cinema', 'mute_sound', true),
    rule('到图书馆静音', 'arrive_at_place', '市图书馆', 'mute_sound', true),
    rule('night shade', 'time_of_day', '22:35', 'turn_on_dark_mode', false),
    rule('低电省电', 'battery_low', '15', 'turn_on_battery_saver', true),
    rule('garage lights', 'arrive_at_place', 'garage', 'turn_on_flashlight', false),
    rule('午间勿扰', 'time_of_day', '12:20', 'turn_on_do_not_disturb', true),
    rule('weekend focus', 'time_of_day', '09:40', 'turn_on_do_not_disturb', false),
  ]),
  world_clocks: numbered('clock', [clock('Lima', -300), clock('Nairobi', 180), clock('Brisbane', 600)]),
  calendar_days: numbered('day', [
    day('2026-01-01', 'public_holiday', "New Year's Day"),
    day('2026-02-17', 'public_holiday', 'Spring Festival'),
    day('2026-04-05', 'public_holiday', 'Qingming Festival'),
    day('2026-05-01', 'public_holiday', 'Labour Day'),
    day('2026-05-09', 'make_up_workday', 'Labour Day exchange'),
    day('2026-06-19', 'public_holiday', 'Dragon Boat Festival'),
    day('2026-09-25', 'public_holiday', 'Mid-Autumn Festival'),
    day('2026-10-01', 'public_holiday', 'National Day'),
    day('2026-10-10', 'make_up_workday', 'National Day exchange'),
    day('2027-01-01', 'public_holiday', "New Year's Day"),
  ]),
  time_settings: { alarms: { suspended: false, snooze_minutes: 10 }, automation: { paused: false }, calendar: { locked: false }, habits: { paused: false } },
};
