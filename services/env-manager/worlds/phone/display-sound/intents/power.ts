import type { Intent, Wordings } from '../../../intent.ts';
import { timeSlot } from '../../authoring/drawn-values.ts';
import { settingWrite } from '../../authoring/setting-intents.ts';
import { domain } from './values.ts';

function setTime(which: 'power_on' | 'power_off', rest: Pick<Intent, 'wordings' | 'omissions' | 'memorable'>): Intent {
  return settingWrite({
    id: `power.${which}.schedule`,
    domain,
    tool: 'manage_scheduled_power',
    plan(draw) {
      const time = which === 'power_on' ? timeSlot(draw, 5, 10) : timeSlot(draw, 20, 24);
      return { slots: { time }, args: { action: `set_${which}`, time: time.value }, row: ['power_schedule', which], before: { on: false, time: '12:01' }, after: { on: true, time: time.value } };
    },
    ...rest,
  });
}

function cancel(which: 'power_on' | 'power_off', wordings: Wordings): Intent {
  return settingWrite({
    id: `power.${which}.cancel`,
    domain,
    tool: 'manage_scheduled_power',
    plan: () => ({ args: { action: `cancel_${which}` }, row: ['power_schedule', which], before: { on: true }, after: { on: false } }),
    wordings,
  });
}

const powerOff = setTime('power_off', {
  wordings: {
    en: {
      train: ['power the phone off at {time} every day', 'schedule power-off for {time}', 'shut the phone down by itself at {time}', 'set automatic shutdown to {time}', 'let the phone turn itself off at {time} each day'],
      dev: ['plan the daily shutdown for {time}', 'at {time} the phone should power down on its own'],
      test: ['the phone is to switch itself off at {time} daily', 'put the scheduled shutdown at {time}'],
    },
    zh: { train: ['每天{time}自动关机', '定时关机设为{time}', '让手机{time}自己关机', '自动关机时间设成{time}'], dev: ['计划每天{time}关机', '到{time}手机自行关闭电源'], test: ['定时关机安排在{time}', '{time}一到就让手机关机，每天如此'] },
  },
  omissions: {
    time: {
      parameter: 'time',
      wordings: {
        en: { train: ['schedule a daily power-off', 'set automatic shutdown of the phone', 'let the phone turn itself off every day'], dev: ['plan a daily shutdown'], test: ['put a scheduled shutdown in place'] },
        zh: { train: ['设置定时关机', '让手机每天自动关机'], dev: ['计划一个每日关机'], test: ['安排一下定时关机'] },
      },
    },
  },
  memorable: {
    time: {
      category: 'routines_habits',
      content: { en: ['Puts the phone away for the night at {value}.', 'Phone-free time begins at {value}.'], zh: ['每晚{value}放下手机。', '{value}以后不再看手机。'] },
      reference: {
        en: { train: ['the time I put the phone away', 'when my phone-free time begins', 'my phone-away time'], dev: ['the hour I lay the phone aside'], test: ['the moment I stop using it at night'] },
        zh: { train: ['我放下手机的时间', '我不看手机的时候'], dev: ['我晚上收手机那会儿'], test: ['我平常停用手机的时间'] },
      },
    },
  },
});

const powerOn = setTime('power_on', {
  omissions: {
    time: {
      parameter: 'time',
      wordings: {
        en: { train: ['schedule a daily power-on', 'set automatic startup of the phone', 'let the phone turn itself on every day'], dev: ['plan a daily startup'], test: ['put a scheduled startup in place'] },
        zh: { train: ['设置定时开机', '让手机每天自动开机'], dev: ['计划一个每日开机'], test: ['安排一下定时开机'] },
      },
    },
  },
  wordings: {
    en: {
      train: ['power the phone on at {time} every day', 'schedule power-on for {time}', 'start the phone up by itself at {time}', 'set automatic startup to {time}', 'let the phone turn itself on at {time} each day'],
      dev: ['plan the daily startup for {time}', 'at {time} the phone should boot on its own'],
      test: ['the phone is to switch itself on at {time} daily', 'put the scheduled startup at {time}'],
    },
    zh: { train: ['每天{time}自动开机', '定时开机设为{time}', '让手机{time}自己开机', '自动开机时间设成{time}'], dev: ['计划每天{time}开机', '到{time}手机自行启动'], test: ['定时开机安排在{time}', '{time}一到就让手机开机，每天如此'] },
  },
});

const cancelOff = cancel('power_off', {
  en: {
    train: ['cancel the scheduled power-off', 'stop the phone from turning itself off every day', 'remove the automatic shutdown', 'do away with the daily power-off', 'drop the planned shutdown'],
    dev: ['I want no scheduled power-off', 'delete the automatic shutdown'],
    test: ['the phone must not turn itself off by schedule', 'take away the daily shutdown'],
  },
  zh: { train: ['取消定时关机', '关闭自动关机', '不要每天自动关机了', '删掉定时关机'], dev: ['定时关机不用了', '撤销每日关机计划'], test: ['别再让手机自己关机', '作废定时关机'] },
});

const cancelOn = cancel('power_on', {
  en: {
    train: ['cancel the scheduled power-on', 'stop the phone from turning itself on every day', 'remove the automatic startup', 'do away with the daily power-on', 'drop the planned startup'],
    dev: ['I want no scheduled power-on', 'delete the automatic startup'],
    test: ['the phone must not turn itself on by schedule', 'take away the daily startup'],
  },
  zh: { train: ['取消定时开机', '关闭自动开机', '不要每天自动开机了', '删掉定时开机'], dev: ['定时开机不用了', '撤销每日开机计划'], test: ['别再让手机自己开机', '作废定时开机'] },
});

export const powerIntents: readonly Intent[] = [powerOff, powerOn, cancelOff, cancelOn];
