import type { Draw, Intent } from '../../../intent.ts';
import { dateTime, dateTimeSlot, named } from '../../authoring/drawn-values.ts';
import { entityAct, entityCreate, entityQuestion } from '../../authoring/entity-intents.ts';
import { clearNamesakes } from '../../authoring/entity-rows.ts';
import { base } from '../state.ts';

const common = { domain: 'time-management', tool: 'manage_reminder' };
const place = { base, table: 'reminders', prefix: 'reminder', nameField: 'content' };
const find = { tool: 'manage_reminder', args: (content: string) => ({ action: 'query', content }), path: 'data.items.0.reminder_id' };

function reminder(draw: Draw) {
  const content = named(draw, draw.entity('todo'));
  const datetime = dateTime(draw, 13, 20);
  return { slots: { content }, row: { content: content.value, datetime }, others: [{ content: draw.entity('todo'), datetime }] };
}

const twin = { slot: 'content', fields: (draw: Draw) => ({ datetime: dateTime(draw, 21, 40) }) };

const create = entityCreate({
  ...common,
  id: 'time.reminder.create',
  base,
  table: 'reminders',
  prefix: 'reminder',
  plan(draw) {
    const content = named(draw, draw.entity('todo'));
    const datetime = dateTimeSlot(draw);
    return {
      slots: { content, datetime },
      args: { action: 'create', content: content.value, datetime: datetime.value },
      fields: { content: content.value, datetime: datetime.value },
      setup: { reminders: clearNamesakes(base, 'reminders', 'content', String(content.value)) },
    };
  },
  wordings: {
    en: {
      train: ['remind me to {content}, {datetime}', 'set a reminder to {content} for {datetime}', 'create a reminder for {datetime}: {content}', 'give me a reminder, {datetime}, to {content}', 'make a reminder that says {content}, {datetime}', 'prompt me, {datetime}, to {content}', 'I want a reminder popping up {datetime}: {content}'],
      dev: ['have a reminder say {content}, {datetime}', 'make sure I get a reminder to {content}, {datetime}'],
      test: ['send me a reminder, {datetime}, to {content}', 'have a reminder pop up {datetime}, text: {content}'],
    },
    zh: {
      train: ['{datetime}提醒我{content}', '设一个{datetime}的提醒：{content}', '新建提醒{content}，时间{datetime}', '到{datetime}的时候提醒我去{content}', '{datetime}弹出提醒：{content}', '{datetime}记得提示我{content}'],
      dev: ['{datetime}记得叫我{content}', '别让我忘了{content}，{datetime}提示我'],
      test: ['{datetime}弹个提醒，内容{content}', '在{datetime}提示一下，我要{content}'],
    },
  },
  omissions: {
    datetime: {
      parameter: 'datetime',
      wordings: {
        en: { train: ['remind me to {content}', 'set a reminder to {content}', 'make a reminder that says {content}'], dev: ['have a reminder say {content}'], test: ['send me a reminder to {content}'] },
        zh: { train: ['提醒我{content}', '设一个提醒：{content}'], dev: ['别让我忘了{content}，提示我一下'], test: ['弹个提醒，内容{content}'] },
      },
    },
    content: {
      parameter: 'content',
      wordings: {
        en: { train: ['set a reminder for {datetime}', 'create a reminder, {datetime}', 'give me a reminder, {datetime}'], dev: ['make sure I get a reminder {datetime}'], test: ['have a reminder pop up {datetime}'] },
        zh: { train: ['设一个{datetime}的提醒', '新建一个提醒，时间{datetime}'], dev: ['{datetime}记得提示我一件事'], test: ['{datetime}弹个提醒'] },
      },
    },
  },
});

const remove = entityAct({
  ...common,
  id: 'time.reminder.delete',
  place,
  find,
  idParameter: 'reminderId',
  plan: (draw) => ({ ...reminder(draw), args: { action: 'delete' }, change: { kind: 'delete' } }),
  twin,
  wordings: {
    en: {
      train: ['delete the reminder to {content}', 'remove my reminder about {content}', 'cancel the reminder {content}', 'you need not remind me to {content}, delete that reminder', 'get rid of the reminder that says {content}', 'throw out the reminder that says {content}', 'bin my reminder to {content}'],
      dev: ['I have no use for the reminder to {content}, clear it', 'cancel and delete the reminder about {content}'],
      test: ['stop the reminder to {content} from ever popping up', 'erase the reminder to {content}'],
    },
    zh: {
      train: ['删除提醒{content}', '把{content}的提醒删掉', '取消提醒我{content}', '不用再提醒我{content}了，删掉', '清除提醒{content}', '{content}的提醒不要了，撤掉'],
      dev: ['{content}那条提醒撤掉', '清除关于{content}的提醒'],
      test: ['将{content}的提醒作废', '{content}的提醒不要再弹'],
    },
  },
});

const postpone = entityAct({
  ...common,
  id: 'time.reminder.postpone',
  place,
  find,
  idParameter: 'reminderId',
  plan(draw) {
    const plan = reminder(draw);
    const datetime = dateTimeSlot(draw, 1, 10);
    return { ...plan, row: { ...plan.row, datetime: dateTime(draw, 0, 0) }, slots: { ...plan.slots, datetime }, args: { action: 'postpone', datetime: datetime.value }, change: { kind: 'update', fields: { datetime: datetime.value } } };
  },
  twin,
  repeatable: true,
  wordings: {
    en: {
      train: ['postpone the reminder to {content} to {datetime}', 'move my reminder about {content} to {datetime}', 'push the reminder {content} back to {datetime}', 'remind me later to {content}: the existing reminder should come {datetime}', 'shift the reminder that says {content} to {datetime}', 'delay my reminder about {content} until {datetime}', 'hold the reminder that says {content} until {datetime}'],
      dev: ['push the existing reminder to {content} to the later time {datetime}', 'let the reminder about {content} wait until {datetime}'],
      test: ['hold the reminder to {content} back, show it {datetime}', 'the reminder {content} should pop up {datetime} instead'],
    },
    zh: {
      train: ['把提醒{content}推迟到{datetime}', '{content}的提醒改到{datetime}', '将关于{content}的提醒延到{datetime}', '提醒{content}往后挪，{datetime}再提醒', '{content}的提醒晚点，换成{datetime}', '提醒{content}变更到{datetime}'],
      dev: ['{content}那条提醒晚点来，{datetime}再弹', '推后{content}的提醒，新时间{datetime}'],
      test: ['让{content}的提醒等到{datetime}', '{content}的提醒变更为{datetime}弹出'],
    },
  },
  omissions: {
    datetime: {
      parameter: 'datetime',
      wordings: {
        en: { train: ['postpone the reminder to {content}', 'push the reminder {content} back', 'move my reminder about {content} to a later time'], dev: ['delay the reminder to {content}'], test: ['hold the reminder to {content} back for a while'] },
        zh: { train: ['把提醒{content}推迟一下', '{content}的提醒往后挪'], dev: ['{content}那条提醒晚点再弹'], test: ['让{content}的提醒等一等'] },
      },
    },
  },
});

const askWhen = entityQuestion({
  ...common,
  id: 'time.reminder.ask_when',
  place,
  plan(draw) {
    const plan = reminder(draw);
    const others = plan.others.map((row) => ({ ...row, datetime: dateTime(draw, 30, 40) }));
    return { ...plan, others, args: { action: 'query', content: plan.row.content }, answers: [plan.row.datetime.slice(0, 10), plan.row.datetime.slice(11)] };
  },
  wordings: {
    en: {
      train: ['on what day and at what time will you remind me to {content}', 'when does the reminder about {content} come', 'tell me date and time of the reminder to {content}', 'check for when the reminder {content} is set', 'look up day and time of my reminder about {content}', 'find out the date and time of the reminder about {content}', 'give me the day and hour of the reminder to {content}'],
      dev: ['what date and hour does the reminder to {content} have', 'tell me for when the reminder to {content} is set'],
      test: ['which day and hour did I choose for the reminder {content}', 'give me the moment the reminder to {content} pops up'],
    },
    zh: {
      train: ['{content}的提醒是哪天几点', '查一下提醒{content}的日期和时间', '告诉我什么时候会提醒我{content}', '看看关于{content}的提醒设在哪天几点', '说说{content}的提醒是哪天几点弹', '{content}的提醒定在何时'],
      dev: ['{content}那条提醒定在何日何时', '我会在哪一天什么时间收到{content}的提醒'],
      test: ['提醒{content}是哪一天、几点钟弹', '说说{content}提醒的日期和钟点'],
    },
  },
});

export const reminderIntents: readonly Intent[] = [create, remove, postpone, askWhen];
