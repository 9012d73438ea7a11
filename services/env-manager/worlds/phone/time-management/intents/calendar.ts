import type { Intent } from '../../../intent.ts';
import { dateAfter, sayDate, sayOnDate, sayTime, weekdayName, weekdayOf } from '../../../surface.ts';
import { clockTime, dateTime, plain } from '../../authoring/drawn-values.ts';
import { entityAct, entityQuestion } from '../../authoring/entity-intents.ts';
import { asIfDone, clearWhere, conflict, targetWith } from '../../authoring/entity-rows.ts';
import { CITIES, shiftTime } from '../cities.ts';
import { base } from '../state.ts';
import { findSchedule, planned, schedulePlace } from './schedules.ts';

const domain = 'time-management';
const permission = 'calendar';

const askWhen = entityQuestion({
  id: 'time.schedule.ask_when',
  domain,
  permission,
  tool: 'query_schedule',
  place: schedulePlace,
  plan(draw) {
    const plan = planned(draw);
    const others = plan.others.map((row) => ({ ...row, datetime: dateTime(draw, 21, 40) }));
    return { ...plan, others, args: { event: plan.row.event }, answers: [plan.row.datetime.slice(0, 10), plan.row.datetime.slice(11)] };
  },
  wordings: {
    en: {
      train: ['on which day and at what time is the {event}', 'when is the {event} in my calendar', 'tell me the date and time of the {event}', 'check the calendar for when the {event} starts', 'look up the day and hour of the {event}', 'find out the date and hour of the {event} appointment', 'give me the day and the time when the {event} is scheduled'],
      dev: ['what date and hour does my calendar give for the {event}', 'on what date and at what time do I have the {event} appointment'],
      test: ['for when is the {event} scheduled', 'give me day and time of the {event} in my agenda'],
    },
    zh: {
      train: ['{event}是哪天几点', '查一下日程{event}的日期和时间', '告诉我{event}什么时候开始', '看看日历里{event}安排在哪天几点', '说说{event}是何日何时', '{event}排在哪一天、几点钟'],
      dev: ['{event}定在何日何时', '我的{event}排在哪一天什么时间'],
      test: ['日历上{event}是哪一天、几点钟', '说说{event}的日期和开始时间'],
    },
  },
});

const askWhere = entityQuestion({
  id: 'time.schedule.ask_where',
  domain,
  permission,
  tool: 'query_schedule',
  place: schedulePlace,
  plan(draw) {
    const plan = planned(draw);
    const location = draw.entity('place');
    return { ...plan, row: { ...plan.row, location }, args: { event: plan.row.event }, answers: [location] };
  },
  wordings: {
    en: {
      train: ['where is the {event}', 'what is the place of the {event} in my calendar', 'tell me where the {event} takes place', 'check the location of the {event}', 'look up the venue of the {event}', 'find out at which place the {event} is held', 'give me the venue of the {event} appointment'],
      dev: ['at which place will the {event} be held', 'check at which venue the {event} will be'],
      test: ['which venue does my agenda name for the {event}', 'give me the location noted for the {event}'],
    },
    zh: {
      train: ['{event}在哪里开', '查一下日程{event}的地点', '告诉我{event}在什么地方', '看看日历里{event}的场地', '说说{event}的地点是哪里', '{event}要去哪个场所'],
      dev: ['{event}要去哪儿', '我的{event}安排在哪个地方'],
      test: ['日历上{event}写的地点是哪里', '说说{event}的举行场所'],
    },
  },
});

const countDay: Intent = {
  id: 'time.schedule.count_day',
  domain,
  permission,
  tool: 'query_schedule',
  kind: 'question',
  draw(draw) {
    const value = dateAfter(draw.now, 1 + draw.random.int(12));
    const date = { value, said: sayOnDate(draw.random, draw.locale, draw.now, value) };
    const count = 1 + draw.random.int(4);
    const rows = Object.fromEntries(
      Array.from({ length: count + 1 }, (_, i) => [
        `schedule_${2000 + draw.random.int(1600) + 1600 * i}`,
        { event: draw.entity('event'), datetime: `${i < count ? value : dateAfter(value, 1)}T${clockTime(draw, 8, 20)}`, duration_minutes: 45, location: '', visibility: 'shareable' },
      ]),
    );
    return {
      slots: { date },
      setup: { schedules: { ...clearWhere(base, 'schedules', (row) => String(row['datetime']).startsWith(value)), ...rows } },
      calls: [{ id: 'c1', tool: 'query_schedule', args: { date: value }, read: true }],
      changes: [],
      answers: [String(count)],
    };
  },
  wordings: {
    en: {
      train: ['how many events do I have {date}', 'how many appointments are in my calendar {date}', 'count my calendar events {date}', 'tell me the number of events on my schedule {date}', 'check how many things the calendar has {date}', 'find out how many appointments there are {date}', 'give me the number of calendar entries {date}'],
      dev: ['tell me how many calendar entries I have {date}', 'find out how full my calendar is {date}, as a number of events'],
      test: ['give me the count of agenda entries {date}', 'how many entries does my schedule hold {date}'],
    },
    zh: {
      train: ['{date}我有几个日程', '查一下{date}日历里有多少个安排', '{date}一共有几件日程', '数一下{date}的日程数量', '说说{date}有多少项日程', '{date}总共排了几个日程'],
      dev: ['{date}的安排有多少项', '我{date}排了几个活动'],
      test: ['日历上{date}总共多少条日程', '说说{date}日程的个数'],
    },
  },
};

const share: Intent = {
  ...entityAct({
    id: 'time.schedule.share',
    domain,
    permission,
    tool: 'manage_schedule_sharing',
    place: schedulePlace,
    find: findSchedule,
    idParameter: 'scheduleId',
    plan(draw) {
      const plan = planned(draw);
      const person = plain(draw.entity('person'));
      return {
        ...plan,
        slots: { ...plan.slots, person },
        args: { action: 'share', contact: person.value },
        change: { kind: 'insert' },
        also: (id) => [{ table: 'schedule_shares', kind: 'insert', fields: { schedule_id: id, contact: person.value, access: 'view' } }],
      };
    },
    twin: { slot: 'event', fields: (draw) => ({ datetime: dateTime(draw, 21, 40), location: 'Room 33' }) },
    conflicts(instance) {
      const id = String(instance.changes[0]?.fields?.['schedule_id']);
      return [
        conflict(
          'event_private',
          targetWith(base, instance, 'schedules', { visibility: 'private' }, id),
          { tool: 'manage_schedule', args: { action: 'make_shareable', scheduleId: id } },
          { table: 'schedules', id, fields: { visibility: 'shareable' } },
        ),
      ];
    },
    wordings: {
      en: {
        train: ['share the {event} with {person}', 'let {person} see the {event} in my calendar', 'share my calendar event {event} with {person}', 'give {person} a view of the {event} event', 'make the {event} visible to {person}', 'allow {person} to view the calendar entry {event}', 'open the appointment {event} for {person}'],
        dev: ['give {person} a look at the {event} by sharing it', 'pass the calendar entry {event} on to {person}'],
        test: ['open the {event} up for {person} to view', 'have {person} see the agenda entry {event}'],
      },
      zh: {
        train: ['把日程{event}共享给{person}', '让{person}看到我的{event}日程', '和{person}共享{event}这个日程', '将日历里的{event}分享给{person}', '允许{person}看{event}这条日程', '开放{event}的安排给{person}'],
        dev: ['允许{person}查看{event}的安排', '{event}的日程给{person}也看看'],
        test: ['开放{event}日程给{person}查看', '向{person}分享{event}那条日历'],
      },
    },
    omissions: {
      person: {
        parameter: 'contact',
        wordings: {
          en: { train: ['share the {event} with someone', 'share my calendar event {event}', 'make the {event} visible to somebody'], dev: ['pass the calendar entry {event} on'], test: ['open the {event} up for somebody to view'] },
          zh: { train: ['把日程{event}共享出去', '将日历里的{event}分享一下'], dev: ['{event}的日程给别人也看看'], test: ['开放{event}日程给人查看'] },
        },
      },
    },
    memorable: {
      person: {
        category: 'important_info',
        content: { en: ['{value} is the assistant who keeps the calendar in order.', 'The calendar assistant is {value}.'], zh: ['{value}是负责日程的助理。', '日程助理是{value}。'] },
        reference: {
          en: { train: ['my calendar assistant', 'the assistant who keeps my calendar'], dev: ['the assistant in charge of my calendar'], test: ['the one assisting me with the calendar'] },
          zh: { train: ['我的日程助理', '负责我日程的助理'], dev: ['替我管日程的助理'], test: ['协助我排日程的那位'] },
        },
      },
    },
  }),
  alreadyDone: (instance) => asIfDone(base, instance, 'share_990'),
};

const weekday: Intent = {
  id: 'time.day.ask_weekday',
  domain,
  tool: 'query_calendar_day',
  kind: 'question',
  draw(draw) {
    const value = dateAfter(draw.now, 20 + draw.random.int(120));
    return {
      slots: { date: { value, said: sayDate(draw.random, draw.locale, draw.now, value) } },
      setup: {},
      calls: [{ id: 'c1', tool: 'query_calendar_day', args: { date: value }, read: true }],
      changes: [],
      answers: [weekdayName('en', weekdayOf(value))],
    };
  },
  wordings: {
    en: {
      train: ['what weekday is {date}', 'which day of the week is {date}', 'tell me the weekday of {date}', 'check what day of the week {date} falls on', 'look up the weekday for {date}', 'find out on which day of the week {date} falls', 'give me the weekday of {date}'],
      dev: ['on which weekday does {date} fall', 'find the day of the week for {date}'],
      test: ['is {date} a Monday, a Tuesday or what other weekday', 'give me the weekday name of {date}'],
    },
    zh: {
      train: ['{date}是星期几', '查一下{date}是周几', '告诉我{date}是星期几', '{date}那天礼拜几', '说说{date}是礼拜几', '看看{date}是一周的哪天'],
      dev: ['{date}落在周几', '看看{date}对应星期几'],
      test: ['{date}是一周里的哪一天', '说说{date}属于周几'],
    },
  },
};

const HOLIDAYS = ['Lantern Night', 'Founders Day', 'River Festival', 'Harvest Day', 'Kite Festival', 'Teachers Day', 'Maritime Day', 'Flower Festival'];

const holiday: Intent = {
  id: 'time.day.ask_holiday',
  domain,
  tool: 'query_calendar_day',
  kind: 'question',
  draw(draw) {
    const value = dateAfter(draw.now, 5 + draw.random.int(60));
    const name = draw.random.pick(HOLIDAYS);
    return {
      slots: { date: { value, said: sayDate(draw.random, draw.locale, draw.now, value) } },
      setup: {
        calendar_days: {
          ...clearWhere(base, 'calendar_days', (row) => row['date'] === value),
          [`day_${2000 + draw.random.int(8000)}`]: { date: value, day_type: 'public_holiday', name },
        },
      },
      calls: [{ id: 'c1', tool: 'query_calendar_day', args: { date: value }, read: true }],
      changes: [],
      answers: [name],
    };
  },
  wordings: {
    en: {
      train: ['which public holiday is {date}', 'what is the name of the holiday that falls on {date}', 'tell me which holiday it is on {date}', 'check what holiday is celebrated on {date}', 'look up the public holiday of {date}', 'name the festival celebrated on {date}', 'give me the name of the public holiday on {date}'],
      dev: ['for which public holiday do we have {date} off', 'name the festival that is on {date}'],
      test: ['give me the holiday name for {date}', 'look up which holiday we celebrate on {date}'],
    },
    zh: {
      train: ['{date}是什么节日', '查一下{date}放的是什么假', '告诉我{date}是哪个公众假期', '{date}那天过什么节', '说说{date}放什么假', '看看{date}是哪个节日'],
      dev: ['{date}放假是因为哪个节', '看看{date}叫什么节日'],
      test: ['{date}的假日名称是什么', '说说{date}庆祝的是哪个节日'],
    },
  },
};

const convert: Intent = {
  id: 'time.zone.convert',
  domain,
  tool: 'convert_time_zone',
  kind: 'question',
  draw(draw) {
    const time = clockTime(draw, 7, 22);
    const [from, to] = draw.random.shuffle(CITIES);
    const first = from ?? { en: 'Beijing', zh: '北京', utcOffsetMinutes: 480 };
    const second = to ?? first;
    const said = sayTime(draw.random, draw.locale, time);
    return {
      slots: { time: { said, value: time }, from: plain(first[draw.locale]), to: plain(second[draw.locale]) },
      setup: {},
      calls: [{ id: 'c1', tool: 'convert_time_zone', args: { time, fromCity: first[draw.locale], toCity: second[draw.locale] }, read: true }],
      changes: [],
      answers: [shiftTime(time, second.utcOffsetMinutes - first.utcOffsetMinutes)],
    };
  },
  wordings: {
    en: {
      train: ['when it is {time} in {from}, what time is it in {to}', 'convert {time} from {from} time to {to} time', 'what is {time} in {from} in {to} time', 'tell me the time in {to} when the clock in {from} says {time}', 'work out what time it is in {to} at {time} in {from}', 'what is the local time in {to} when {from} has {time}', 'translate {time} in {from} to the time zone of {to}'],
      dev: ['it will be {time} in {from}; what will the clock show in {to}', 'translate {time} of the time zone of {from} into that of {to}'],
      test: ['if {from} has {time}, what is the time in {to}', 'give me the local time in {to} for {time} in {from}'],
    },
    zh: {
      train: ['{from}{time}的时候，{to}是几点', '把{from}时间{time}换算成{to}时间', '{from}的{time}，在{to}是几点', '查一下当{from}是{time}时{to}的时间', '若{from}{time}，{to}当地几点', '说说{from}{time}时{to}那边的时间'],
      dev: ['{from}那边{time}，{to}那边几点了', '从{from}时区换到{to}时区，{time}对应几点'],
      test: ['若{from}是{time}，那么在{to}是什么时间', '说说{from}{time}折合{to}的几点'],
    },
  },
};

export const calendarQuestionIntents: readonly Intent[] = [askWhen, askWhere, countDay, share, weekday, holiday, convert];
