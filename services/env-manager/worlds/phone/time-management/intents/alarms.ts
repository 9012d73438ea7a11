import type { Intent } from '../../../intent.ts';
import { named, oneOf, quoted, timeSlot } from '../../authoring/drawn-values.ts';
import { entityAct, entityCreate, entityQuestion } from '../../authoring/entity-intents.ts';
import { clearWhere, conflict } from '../../authoring/entity-rows.ts';
import { base } from '../state.ts';

const domain = 'time-management';
const place = { base, table: 'alarms', prefix: 'alarm', nameField: 'label' };
const find = { tool: 'query_alarm', args: (label: string) => ({ label }), path: 'data.items.0.alarm_id' };

const clearedAt = (time: unknown) => ({ alarms: clearWhere(base, 'alarms', (row) => row['time'] === time) });

const suspended = () => [
  conflict(
    'alarms_suspended',
    { time_settings: { alarms: { suspended: true } } },
    { tool: 'manage_alarm', args: { action: 'resume_all' } },
    { table: 'time_settings', id: 'alarms', fields: { suspended: false } },
  ),
];

const REPEATS = [
  { value: 'daily', en: ['every day', 'daily'], zh: ['每天', '天天'] },
  { value: 'weekdays', en: ['on weekdays', 'Monday to Friday'], zh: ['工作日', '周一到周五'] },
  { value: 'weekends', en: ['at weekends', 'on Saturday and Sunday'], zh: ['周末', '周六和周日'] },
] as const;

const create = entityCreate({
  id: 'time.alarm.create',
  domain,
  tool: 'manage_alarm',
  base,
  table: 'alarms',
  prefix: 'alarm',
  plan(draw) {
    const time = timeSlot(draw, 5, 12);
    return { slots: { time }, args: { action: 'create', time: time.value }, fields: { time: time.value, label: '', repeat: 'once', enabled: true }, setup: clearedAt(time.value) };
  },
  conflicts: suspended,
  wordings: {
    en: {
      train: ['set an alarm for {time}', 'wake me up at {time}', 'make an alarm that rings at {time}', 'I need the alarm clock to go off at {time}', 'create a new alarm at {time}', 'have the alarm clock wake me at {time}', 'ring the alarm clock just once at {time}', 'I have to be out of bed by {time}, set the alarm clock for it'],
      dev: ['get me out of bed at {time} with an alarm', 'an alarm at {time}, just once'],
      test: ['put the alarm clock on for {time}', 'have an alarm go off at {time}'],
    },
    zh: {
      train: ['定一个{time}的闹钟', '{time}叫我起床', '设个闹钟，{time}响', '新建一个{time}的闹铃', '{time}让闹钟响一次', '上个闹铃，{time}把我叫醒'],
      dev: ['{time}用闹钟把我叫醒', '给我上个{time}的闹钟'],
      test: ['让闹钟在{time}响一次', '加个闹铃，时间是{time}'],
    },
  },
  omissions: {
    time: {
      parameter: 'time',
      wordings: {
        en: { train: ['set an alarm', 'wake me up with an alarm', 'create a new alarm'], dev: ['get me out of bed with an alarm'], test: ['put the alarm clock on'] },
        zh: { train: ['定一个闹钟', '设个闹钟叫我起床', '新建一个闹铃'], dev: ['给我上个闹钟'], test: ['加个闹铃'] },
      },
    },
  },
  memorable: {
    time: {
      category: 'routines_habits',
      content: { en: ['Usually gets up at {value}.', 'The usual wake-up time is {value}.'], zh: ['平时{value}起床。', '习惯的起床时间是{value}。'] },
      reference: {
        en: { train: ['my usual wake-up time', 'the time I normally get up'], dev: ['my regular rising time'], test: ['when I always get up'] },
        zh: { train: ['我平时起床的时间', '我习惯的起床时间'], dev: ['我通常起床的那个点'], test: ['我一贯起床的钟点'] },
      },
    },
  },
});

const createLabelled = entityCreate({
  id: 'time.alarm.create_labelled',
  domain,
  tool: 'manage_alarm',
  base,
  table: 'alarms',
  prefix: 'alarm',
  plan(draw) {
    const time = timeSlot(draw, 6, 22);
    const label = quoted(draw, draw.entity('label'));
    return {
      slots: { time, label },
      args: { action: 'create', time: time.value, label: label.value },
      fields: { time: time.value, label: label.value, repeat: 'once', enabled: true },
      setup: clearedAt(time.value),
    };
  },
  conflicts: suspended,
  wordings: {
    en: {
      train: ['set an alarm called {label} for {time}', 'add an alarm at {time} named {label}', 'create an alarm labelled {label} that rings at {time}', 'make a {time} alarm and name it {label}', 'set the alarm clock to {time} with the label {label}', 'have the {label} alarm ring at {time}, it is a new one', 'get a new alarm going for {time} with the title {label}'],
      dev: ['get an alarm going at {time}, titled {label}', 'ring an alarm at {time} under the name {label}'],
      test: ['have an alarm go off at {time} and call it {label}', 'fix an alarm for {time}, label {label}'],
    },
    zh: {
      train: ['设一个{time}的闹钟，名字叫{label}', '新建闹钟{label}，{time}响', '加一个名为{label}的闹钟，时间{time}', '定个{time}的闹钟，标签写{label}', '弄一个{time}响的闹钟，取名叫{label}', '加闹铃{label}，备注好名字，{time}'],
      dev: ['{time}的闹钟来一个，备注{label}', '上一个叫{label}的闹铃，{time}响'],
      test: ['弄个闹钟，{time}响铃，取名{label}', '让闹钟{time}响，并命名为{label}'],
    },
  },
  omissions: {
    time: {
      parameter: 'time',
      wordings: {
        en: { train: ['set an alarm called {label}', 'create an alarm labelled {label}', 'make a new alarm and name it {label}'], dev: ['get an alarm going, titled {label}'], test: ['fix an alarm with the label {label}'] },
        zh: { train: ['新建闹钟{label}', '加一个名为{label}的闹钟'], dev: ['上一个叫{label}的闹铃'], test: ['弄个闹钟，取名{label}'] },
      },
    },
  },
});

const createRepeating = entityCreate({
  id: 'time.alarm.create_repeating',
  domain,
  tool: 'manage_alarm',
  base,
  table: 'alarms',
  prefix: 'alarm',
  plan(draw) {
    const time = timeSlot(draw, 5, 12);
    const repeat = oneOf(draw, REPEATS);
    return {
      slots: { time, repeat },
      args: { action: 'create', time: time.value, repeat: repeat.value },
      fields: { time: time.value, label: '', repeat: repeat.value, enabled: true },
      setup: clearedAt(time.value),
    };
  },
  conflicts: suspended,
  wordings: {
    en: {
      train: ['set an alarm for {time} {repeat}', 'wake me up at {time} {repeat}', 'create a repeating alarm at {time}, {repeat}', 'make the alarm clock ring {repeat} at {time}', 'add an alarm that goes off {repeat} at {time}', 'add a recurring alarm for {time} {repeat}', 'let an alarm repeat {repeat} at {time}'],
      dev: ['let a repeating alarm wake me {repeat} at {time}', 'a recurring alarm, {repeat}, at {time}'],
      test: ['get a repeating alarm that goes off at {time} {repeat}', 'let the alarm clock go off {repeat} at {time}'],
    },
    zh: {
      train: ['设一个{repeat}{time}的闹钟', '{repeat}{time}叫我起床', '新建重复闹钟，{repeat}{time}响', '定个闹钟，{repeat}的{time}响', '让闹钟{repeat}都在{time}叫我', '加个循环的闹铃，{repeat}，{time}响'],
      dev: ['{repeat}{time}都用闹钟叫我', '上个循环闹钟，{repeat}，{time}'],
      test: ['让闹铃{repeat}在{time}响', '加个按{repeat}重复的闹钟，{time}'],
    },
  },
  omissions: {
    time: {
      parameter: 'time',
      wordings: {
        en: { train: ['set an alarm that rings {repeat}', 'make the alarm clock wake me {repeat}', 'create a repeating alarm, {repeat}'], dev: ['I want a recurring alarm, {repeat}'], test: ['get a repeating alarm that goes off {repeat}'] },
        zh: { train: ['设一个{repeat}响的闹钟', '新建重复闹钟，{repeat}响'], dev: ['上个循环闹钟，{repeat}的'], test: ['加个按{repeat}重复的闹钟'] },
      },
    },
  },
});

function ringing(enabled: boolean) {
  return (draw: Parameters<typeof named>[0]) => {
    const label = named(draw, draw.entity('label'));
    const time = timeSlot(draw).value;
    return {
      slots: { label },
      row: { time, label: label.value, repeat: draw.random.pick(['daily', 'weekdays']), enabled },
      others: [{ time, label: draw.entity('label'), repeat: 'weekends', enabled }],
    };
  };
}

const twin = { slot: 'label', fields: (draw: Parameters<typeof named>[0]) => ({ time: timeSlot(draw, 4, 6).value, repeat: 'once' }) };

const remove = entityAct({
  id: 'time.alarm.delete',
  domain,
  tool: 'manage_alarm',
  place,
  find,
  idParameter: 'alarmId',
  plan: (draw) => ({ ...ringing(draw.random.next() < 0.5)(draw), args: { action: 'delete' }, change: { kind: 'delete' } }),
  twin,
  wordings: {
    en: {
      train: ['delete the {label} alarm', 'remove my alarm called {label}', 'get rid of the alarm named {label}', 'I no longer need the {label} alarm, delete it', 'erase the alarm labelled {label}', 'clear the alarm called {label} out of the list', 'take the {label} alarm away for good'],
      dev: ['throw out the {label} alarm for good', 'take the alarm titled {label} out of the list'],
      test: ['drop the {label} alarm entirely', 'remove the {label} alarm from my alarms'],
    },
    zh: {
      train: ['删除{label}闹钟', '把名叫{label}的闹钟删掉', '去掉{label}这个闹铃', '不需要{label}闹钟了，删了吧', '清除{label}闹铃', '{label}这个闹钟不要了，从列表删去'],
      dev: ['把{label}闹钟彻底清除', '移除{label}这个闹钟'],
      test: ['将{label}那个闹铃从列表里删去', '{label}闹钟不要了'],
    },
  },
});

const disable = entityAct({
  id: 'time.alarm.disable',
  domain,
  tool: 'manage_alarm',
  place,
  find,
  idParameter: 'alarmId',
  plan: (draw) => ({ ...ringing(true)(draw), args: { action: 'disable' }, change: { kind: 'update', fields: { enabled: false } } }),
  twin,
  repeatable: true,
  wordings: {
    en: {
      train: ['turn off the {label} alarm but keep it', 'switch off my alarm called {label}', 'disable the alarm named {label}', 'turn the {label} alarm off', 'make sure the {label} alarm is off', 'deactivate the {label} alarm', 'let the alarm called {label} rest without deleting it'],
      dev: ['stop the {label} alarm from ringing without removing it', 'deactivate the alarm titled {label}'],
      test: ['have the alarm {label} switched off, do not delete it', 'keep the {label} alarm but do not let it ring'],
    },
    zh: {
      train: ['关闭{label}闹钟', '把名叫{label}的闹钟关掉', '停用{label}这个闹铃', '先关上{label}闹钟，不用删', '禁用{label}闹铃', '{label}闹铃保留，先别响'],
      dev: ['别让{label}闹钟再响，但留着它', '停掉{label}闹钟，不必删除'],
      test: ['将{label}那个闹铃设为关闭', '{label}闹钟保留，但不要响'],
    },
  },
});

const enable = entityAct({
  id: 'time.alarm.enable',
  domain,
  tool: 'manage_alarm',
  place,
  find,
  idParameter: 'alarmId',
  plan: (draw) => ({ ...ringing(false)(draw), args: { action: 'enable' }, change: { kind: 'update', fields: { enabled: true } } }),
  twin,
  repeatable: true,
  conflicts: suspended,
  wordings: {
    en: {
      train: ['turn on the {label} alarm', 'switch my alarm called {label} back on', 'enable the alarm named {label}', 'turn the {label} alarm on again', 'make sure the {label} alarm is on', 'activate the {label} alarm', 'bring back the ringing of the alarm called {label}'],
      dev: ['activate the alarm titled {label}', 'start the switched-off {label} alarm again'],
      test: ['have the alarm {label} switched on', 'bring the {label} alarm back into use'],
    },
    zh: {
      train: ['打开{label}闹钟', '把名叫{label}的闹钟开起来', '启用{label}这个闹铃', '重新开启{label}闹钟', '激活{label}闹铃', '{label}闹铃恢复响铃'],
      dev: ['让{label}闹钟恢复响铃', '重新激活{label}闹钟'],
      test: ['将{label}那个闹铃设为开启', '{label}闹钟要重新用起来'],
    },
  },
});

const move = entityAct({
  id: 'time.alarm.move',
  domain,
  tool: 'manage_alarm',
  place,
  find,
  idParameter: 'alarmId',
  plan(draw) {
    const planned = ringing(true)(draw);
    const time = timeSlot(draw, 6, 12);
    const row = { ...planned.row, time: timeSlot(draw, 13, 22).value };
    return { ...planned, row, slots: { ...planned.slots, time }, args: { action: 'update', time: time.value }, change: { kind: 'update', fields: { time: time.value } } };
  },
  twin,
  repeatable: true,
  wordings: {
    en: {
      train: ['move the {label} alarm to {time}', 'change my alarm called {label} to {time}', 'let the {label} alarm ring at {time} instead', 'update the time of the {label} alarm to {time}', 'the {label} alarm should now go off at {time}', 'adjust the alarm called {label} to the new time {time}', 'put the {label} alarm at {time} rather than its old time'],
      dev: ['shift the alarm titled {label} so that it rings at {time}', 'adjust the {label} alarm, new time {time}'],
      test: ['put the existing {label} alarm at {time}', 'reset the {label} alarm for {time} rather than its old time'],
    },
    zh: {
      train: ['把{label}闹钟改到{time}', '将名叫{label}的闹钟调整为{time}', '{label}闹钟改成{time}响', '修改{label}闹钟的时间为{time}', '{label}闹铃换成{time}', '原来的{label}闹钟变更到{time}'],
      dev: ['{label}闹钟挪到{time}', '{label}闹钟的时间挪成{time}'],
      test: ['让原来的{label}闹铃改在{time}响', '{label}闹钟的时间变更为{time}'],
    },
  },
  omissions: {
    time: {
      parameter: 'time',
      wordings: {
        en: { train: ['move the {label} alarm to another time', 'change the time of the alarm called {label}', 'let the {label} alarm ring at a different time'], dev: ['shift the alarm titled {label} to a different time'], test: ['reset the {label} alarm to some other time'] },
        zh: { train: ['把{label}闹钟改个时间', '修改{label}闹钟的时间'], dev: ['{label}闹钟挪个时间'], test: ['{label}闹钟的时间要变更'] },
      },
    },
  },
});

const askTime = entityQuestion({
  id: 'time.alarm.ask_time',
  domain,
  tool: 'query_alarm',
  place,
  plan(draw) {
    const planned = ringing(true)(draw);
    const [other] = planned.others;
    return { ...planned, others: other ? [{ ...other, time: timeSlot(draw, 13, 20).value }] : [], args: { label: planned.row.label }, answers: [String(planned.row.time)] };
  },
  wordings: {
    en: {
      train: ['what time does the {label} alarm ring', 'when is my alarm called {label} set for', 'tell me the time of the {label} alarm', 'check when the alarm named {label} goes off', 'look up the ringing time of the {label} alarm', 'find out when the alarm called {label} rings', 'give me the time that is set on the {label} alarm'],
      dev: ['at what time will the {label} alarm ring', 'find out the time set on the alarm titled {label}'],
      test: ['for when is the {label} alarm fixed', 'give me the time at which the {label} alarm rings'],
    },
    zh: {
      train: ['{label}闹钟几点响', '查一下名叫{label}的闹钟是什么时间', '告诉我{label}闹钟的时间', '看看{label}闹铃定在几点', '说说{label}闹铃几点响', '{label}闹钟会在什么时候响'],
      dev: ['{label}闹钟设的是哪个时间', '标签是{label}的闹钟什么时候响'],
      test: ['{label}那个闹铃会在几点响', '说一下{label}闹钟定的时间'],
    },
  },
});

export const alarmIntents: readonly Intent[] = [create, createLabelled, createRepeating, remove, disable, enable, move, askTime];
