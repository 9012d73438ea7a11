import type { Draw, Intent } from '../../../intent.ts';
import { dateTime, dateTimeSlot, named, quoted } from '../../authoring/drawn-values.ts';
import { entityAct, entityCreate } from '../../authoring/entity-intents.ts';
import { clearNamesakes, conflict } from '../../authoring/entity-rows.ts';
import { base } from '../state.ts';

const domain = 'time-management';
const permission = 'calendar';
export const schedulePlace = { base, table: 'schedules', prefix: 'schedule', nameField: 'event' };
export const findSchedule = { tool: 'query_schedule', args: (event: string) => ({ event }), path: 'data.items.0.schedule_id' };
const common = { domain, permission, tool: 'manage_schedule' };

/** An event in the calendar and another at the same time. */
export function planned(draw: Draw) {
  const event = named(draw, draw.entity('event'));
  const datetime = dateTime(draw, 2, 20);
  const rest = { datetime, duration_minutes: draw.random.pick([30, 45, 60, 90]), visibility: 'shareable' };
  return { slots: { event }, row: { event: event.value, location: 'Room 12', ...rest }, others: [{ event: draw.entity('event'), location: 'Room 21', ...rest }] };
}

const twin = { slot: 'event', fields: (draw: Draw) => ({ datetime: dateTime(draw, 21, 40), location: 'Room 33' }) };

const locked = () => [
  conflict(
    'calendar_locked',
    { time_settings: { calendar: { locked: true } } },
    { tool: 'manage_schedule', args: { action: 'unlock_calendar' } },
    { table: 'time_settings', id: 'calendar', fields: { locked: false } },
  ),
];

function newEvent(draw: Draw) {
  const event = quoted(draw, draw.entity('event'));
  const datetime = dateTimeSlot(draw);
  return {
    slots: { event, datetime },
    args: { action: 'create', event: event.value, datetime: datetime.value },
    fields: { event: event.value, datetime: datetime.value, duration_minutes: 60, location: '', visibility: 'shareable' },
    setup: { schedules: clearNamesakes(base, 'schedules', 'event', String(event.value)) },
  };
}

const create = entityCreate({
  ...common,
  id: 'time.schedule.create',
  base,
  table: 'schedules',
  prefix: 'schedule',
  plan: newEvent,
  conflicts: locked,
  wordings: {
    en: {
      train: ['add {event} to my calendar for {datetime}', 'put {event} in the calendar, {datetime}', 'schedule {event} for {datetime}', 'create a calendar event {event} starting {datetime}', 'book {event} into my schedule for {datetime}', 'enter the appointment {event} in my agenda, {datetime}', 'note {event} in the calendar for {datetime}'],
      dev: ['block out {datetime} in my calendar for {event}', 'create an appointment {event} in the calendar, {datetime}'],
      test: ['enter an event called {event} into the calendar for {datetime}', 'place {event} on my calendar, starting {datetime}'],
    },
    zh: {
      train: ['在日历里添加{event}，时间是{datetime}', '安排日程{event}，{datetime}开始', '新建日程{event}，时间{datetime}', '把{event}加到日程里，{datetime}', '日历上记一个{event}，{datetime}', '{datetime}排一个{event}进我的日程'],
      dev: ['日历上记一下{event}，定在{datetime}', '{datetime}有个{event}，写进日程'],
      test: ['将{event}排进我的日历，{datetime}', '建一个名为{event}的日程，{datetime}开始'],
    },
  },
  omissions: {
    datetime: {
      parameter: 'datetime',
      wordings: {
        en: { train: ['add {event} to my calendar', 'schedule {event}', 'create a calendar event {event}'], dev: ['note {event} down as an appointment'], test: ['enter an event called {event} into the calendar'] },
        zh: { train: ['在日历里添加{event}', '安排日程{event}', '新建日程{event}'], dev: ['日历上记一下{event}'], test: ['将{event}排进我的日历'] },
      },
    },
    event: {
      parameter: 'event',
      wordings: {
        en: { train: ['add an event to my calendar for {datetime}', 'create a calendar event starting {datetime}', 'schedule something for {datetime}'], dev: ['note an appointment down, {datetime}'], test: ['enter something into the calendar for {datetime}'] },
        zh: { train: ['在日历里添加一个日程，时间是{datetime}', '安排一个日程，{datetime}开始'], dev: ['日历上记一个日程，定在{datetime}'], test: ['建一个日程，{datetime}开始'] },
      },
    },
  },
});

const createWithPlace = entityCreate({
  ...common,
  id: 'time.schedule.create_with_place',
  base,
  table: 'schedules',
  prefix: 'schedule',
  plan(draw) {
    const plan = newEvent(draw);
    const location = named(draw, draw.entity('place'));
    return { ...plan, slots: { ...plan.slots, location }, args: { ...plan.args, location: location.value }, fields: { ...plan.fields, location: location.value } };
  },
  wordings: {
    en: {
      train: ['add {event} at {location} to my calendar for {datetime}', 'schedule {event} for {datetime}, place {location}', 'put {event} in the calendar for {datetime}, location {location}', 'create an event {event}, {datetime}, at {location}', 'book {event} into my schedule for {datetime} with {location} as the place', 'enter the appointment {event} in my agenda, {datetime}, venue {location}', 'note {event} in the calendar for {datetime} in {location}'],
      dev: ['block out {datetime} in my calendar for {event}, to be held at {location}', 'note an appointment {event} in {location}, {datetime}'],
      test: ['enter {event} into my calendar: {datetime}, venue {location}', 'place {event} on my calendar, starting {datetime} at {location}'],
    },
    zh: {
      train: ['在日历里添加{event}，时间是{datetime}，地点在{location}', '安排日程{event}，{datetime}，地点{location}', '新建日程{event}，{datetime}在{location}', '把{event}加到日程里，{datetime}，地方是{location}', '日历上记一个{event}，{datetime}，位置是{location}', '{datetime}在{location}有{event}，排进日程'],
      dev: ['日历上记一下{event}，定在{datetime}，去{location}', '{datetime}要在{location}办{event}，写进日程'],
      test: ['将{event}排进我的日历，{datetime}，场地{location}', '建一个名为{event}的日程，{datetime}开始，位置填{location}'],
    },
  },
  memorable: {
    location: {
      category: 'important_info',
      content: { en: ['Team appointments are always held at {value}.', 'The regular venue for meetings is {value}.'], zh: ['团队的活动总是在{value}举行。', '开会的固定场地是{value}。'] },
      reference: {
        en: { train: ['our regular meeting venue', 'the place where we always meet'], dev: ['the usual team location'], test: ['our standing venue'] },
        zh: { train: ['我们固定开会的地方', '我们常用的场地'], dev: ['团队一向碰面的地点'], test: ['大家惯用的会场'] },
      },
    },
  },
});

const cancel = entityAct({
  ...common,
  id: 'time.schedule.cancel',
  place: schedulePlace,
  find: findSchedule,
  idParameter: 'scheduleId',
  plan: (draw) => ({ ...planned(draw), args: { action: 'cancel' }, change: { kind: 'delete' } }),
  twin,
  conflicts: locked,
  wordings: {
    en: {
      train: ['cancel the {event} in my calendar', 'call off the event {event}', 'remove {event} from my schedule', 'take the {event} off the calendar', 'delete the calendar event called {event}', 'drop the appointment {event}', 'the {event} will not happen, clear it from the agenda'],
      dev: ['the {event} is not happening, clear it from my calendar', 'delete the appointment {event}, it is called off'],
      test: ['clear the event {event} off my calendar', 'get the {event} out of my calendar'],
    },
    zh: {
      train: ['取消{event}这个日程', '把日历里的{event}删掉', '日程{event}不开了，取消吧', '从日程里去掉{event}', '日程{event}撤销', '把{event}从日历清除，不办了'],
      dev: ['{event}不办了，从日历清掉', '把日程{event}撤销掉'],
      test: ['将{event}从我的日历中划掉', '取消掉日程{event}，作废'],
    },
  },
});

const reschedule = entityAct({
  ...common,
  id: 'time.schedule.reschedule',
  place: schedulePlace,
  find: findSchedule,
  idParameter: 'scheduleId',
  plan(draw) {
    const plan = planned(draw);
    const datetime = dateTimeSlot(draw, 1, 12);
    const row = { ...plan.row, datetime: dateTime(draw, 13, 25) };
    return { ...plan, row, slots: { ...plan.slots, datetime }, args: { action: 'update', datetime: datetime.value }, change: { kind: 'update', fields: { datetime: datetime.value } } };
  },
  twin,
  repeatable: true,
  conflicts: locked,
  wordings: {
    en: {
      train: ['reschedule the {event} to {datetime}', 'move the {event} in my calendar to {datetime}', 'shift the {event} event to {datetime}', 'change the start of the {event} to {datetime}', 'the {event} now starts {datetime}, update the calendar', 'push the appointment {event} back to {datetime}', 'let the {event} happen {datetime} instead'],
      dev: ['push the {event} appointment to {datetime}', 'change the schedule so that the {event} starts {datetime}'],
      test: ['let the {event} begin {datetime} instead of the planned time', 'change the date and time of the {event} to {datetime}'],
    },
    zh: {
      train: ['把日程{event}改到{datetime}', '{event}推迟到{datetime}，更新日历', '将{event}的时间改成{datetime}', '重新安排{event}，改为{datetime}', '日程{event}挪到{datetime}', '{event}换到{datetime}，日历变更一下'],
      dev: ['{event}挪到{datetime}开', '日历里的{event}换到{datetime}'],
      test: ['{event}的日程变更为{datetime}开始', '让{event}延到{datetime}'],
    },
  },
  omissions: {
    datetime: {
      parameter: 'datetime',
      wordings: {
        en: { train: ['reschedule the {event}', 'move the {event} in my calendar to a new time', 'change the start of the {event}'], dev: ['push the {event} appointment back'], test: ['let the {event} begin at a different time'] },
        zh: { train: ['把日程{event}改个时间', '{event}要推迟，更新日历'], dev: ['{event}换个时间开'], test: ['{event}的日程时间要变更'] },
      },
    },
  },
});

const setPlace = entityAct({
  ...common,
  id: 'time.schedule.set_place',
  place: schedulePlace,
  find: findSchedule,
  idParameter: 'scheduleId',
  plan(draw) {
    const plan = planned(draw);
    const location = named(draw, draw.entity('place'));
    return { ...plan, slots: { ...plan.slots, location }, args: { action: 'update', location: location.value }, change: { kind: 'update', fields: { location: location.value } } };
  },
  twin,
  repeatable: true,
  conflicts: locked,
  wordings: {
    en: {
      train: ['change the place of the {event} to {location}', 'set the location of the {event} to {location}', 'the {event} will be held at {location}, update the calendar', 'move the {event} event to the venue {location}', 'update where the {event} happens to {location}', 'note {location} as the venue of the {event} appointment', 'let the {event} happen at {location}, put that into the agenda'],
      dev: ['update the calendar: the {event} takes place at {location}', 'set {location} as the venue where the {event} is held'],
      test: ['let the {event} appointment happen at {location}', 'make {location} the venue of the {event} in my agenda'],
    },
    zh: {
      train: ['把{event}的地点改成{location}', '日程{event}的地点设为{location}', '{event}改在{location}举行，更新日历', '将{event}的地方换到{location}', '日历里把{event}的位置换成{location}', '{event}改去{location}，变更地点'],
      dev: ['日历里注明{event}在{location}办', '{event}的场地填{location}'],
      test: ['{event}的日程位置变更为{location}', '让{event}改去{location}开'],
    },
  },
  omissions: {
    location: {
      parameter: 'location',
      wordings: {
        en: { train: ['change the place of the {event}', 'the {event} will be held somewhere else, update its location', 'set a new location for the {event}'], dev: ['put down a different spot for the {event}'], test: ['make another venue the one of the {event} in my agenda'] },
        zh: { train: ['把{event}的地点改一下', '将{event}换个地方'], dev: ['{event}的场地要重填'], test: ['{event}的日程位置要变更'] },
      },
    },
  },
  memorable: {
    location: {
      category: 'important_info',
      content: { en: ['The favourite place for talks is {value}.', 'Likes to hold talks at {value}.'], zh: ['最喜欢谈事的地方是{value}。', '谈事情总爱去{value}。'] },
      reference: {
        en: { train: ['my favourite place for talks', 'the place where I like to hold talks'], dev: ['the spot I prefer for talks'], test: ['my preferred talking place'] },
        zh: { train: ['我最喜欢谈事的地方', '我爱去谈事的地方'], dev: ['我谈事首选的地点'], test: ['我偏爱的谈事场所'] },
      },
    },
  },
});

export const scheduleIntents: readonly Intent[] = [create, createWithPlace, cancel, reschedule, setPlace];
