import type { Draw, Intent } from '../../../intent.ts';
import { type SettingPlan, settingWrite, switchConflict, switchWrite } from '../../authoring/setting-intents.ts';
import { domain, levelSlot, nightSlots } from './values.ts';

/** Dark mode and eye comfort. */

const comfortOff = switchConflict({
  id: 'eye_comfort_off',
  row: ['display', 'eye_comfort'],
  blocking: { on: false },
  cleared: { on: true },
  repair: { tool: 'manage_eye_comfort', args: { action: 'enable' } },
});

/** A schedule from a drawn start to a drawn end. */
export function schedulePlan(draw: Draw, row: SettingPlan['row']): SettingPlan {
  const { start, end } = nightSlots(draw);
  return {
    slots: { start, end },
    args: { action: 'set_schedule', startTime: start.value, endTime: end.value },
    row,
    before: { scheduled: false, start_time: '12:01', end_time: '13:01' },
    after: { scheduled: true, start_time: start.value, end_time: end.value },
  };
}

const darkOn = switchWrite({
  id: 'display.dark_mode.enable',
  domain,
  tool: 'manage_dark_mode',
  action: 'enable',
  row: ['display', 'dark_mode'],
  on: true,
  wordings: {
    en: {
      train: ['turn on dark mode', 'switch to the dark theme', 'enable dark mode', 'make the interface dark', 'use dark colors for the system'],
      dev: ['activate dark mode', 'change the system to the dark theme'],
      test: ['put dark mode on', 'I would like the dark theme now'],
    },
    zh: { train: ['打开深色模式', '开启暗色主题', '切换到深色模式', '把界面变成深色'], dev: ['启用深色模式', '系统换成深色主题'], test: ['帮我开深色模式', '我要暗色的界面'] },
  },
});

const darkOff = switchWrite({
  id: 'display.dark_mode.disable',
  domain,
  tool: 'manage_dark_mode',
  action: 'disable',
  row: ['display', 'dark_mode'],
  on: false,
  wordings: {
    en: {
      train: ['turn off dark mode', 'switch back to the light theme', 'disable dark mode', 'make the interface light again', 'stop using dark colors for the system'],
      dev: ['deactivate dark mode', 'change the system back to the light theme'],
      test: ['take dark mode off', 'I would like the light theme now'],
    },
    zh: { train: ['关闭深色模式', '关掉暗色主题', '切回浅色模式', '把界面恢复成浅色'], dev: ['停用深色模式', '系统换回浅色主题'], test: ['帮我关深色模式', '我要浅色的界面'] },
  },
});

const darkSchedule = settingWrite({
  id: 'display.dark_mode.schedule',
  domain,
  tool: 'manage_dark_mode',
  plan: (draw) => schedulePlan(draw, ['display', 'dark_mode']),
  wordings: {
    en: {
      train: ['schedule dark mode from {start} to {end}', 'use dark mode every day from {start} until {end}', 'set a dark mode schedule, {start} to {end}', 'let dark mode run between {start} and {end}', 'have the dark theme start at {start} and end at {end}'],
      dev: ['I want dark mode scheduled for {start} until {end}', 'plan the dark theme from {start} to {end}'],
      test: ['dark mode should be on from {start} to {end} each day', 'run the dark theme daily between {start} and {end}'],
    },
    zh: {
      train: ['每天{start}到{end}使用深色模式', '设置深色模式定时，{start}到{end}', '深色模式从{start}开到{end}', '让深色主题{start}开始{end}结束'],
      dev: ['{start}自动变深色，{end}变回来', '给暗色主题定时：{start}至{end}'],
      test: ['深色界面从{start}一直用到{end}', '安排每天{start}至{end}走暗色主题'],
    },
  },
});

const comfortOn = switchWrite({
  id: 'display.eye_comfort.enable',
  domain,
  tool: 'manage_eye_comfort',
  action: 'enable',
  row: ['display', 'eye_comfort'],
  on: true,
  wordings: {
    en: {
      train: ['turn on eye comfort', 'enable the blue light filter', 'switch eye comfort mode on', 'filter out the blue light', 'turn on the reading light filter'],
      dev: ['activate eye comfort', 'have the blue light filter on for my eyes'],
      test: ['put eye comfort on', 'I want the blue light filtered'],
    },
    zh: { train: ['打开护眼模式', '开启蓝光过滤', '把护眼模式打开', '开护眼'], dev: ['启用护眼', '眼睛累了，过滤一下蓝光'], test: ['帮我开护眼模式', '屏幕蓝光给我滤掉'] },
  },
});

const comfortDisable = switchWrite({
  id: 'display.eye_comfort.disable',
  domain,
  tool: 'manage_eye_comfort',
  action: 'disable',
  row: ['display', 'eye_comfort'],
  on: false,
  wordings: {
    en: {
      train: ['turn off eye comfort', 'disable the blue light filter', 'switch eye comfort mode off', 'stop filtering the blue light', 'turn off the reading light filter'],
      dev: ['deactivate eye comfort', 'have the blue light filter off'],
      test: ['take eye comfort off', 'I want no blue light filter any more'],
    },
    zh: { train: ['关闭护眼模式', '关掉蓝光过滤', '把护眼模式关了', '关护眼'], dev: ['停用护眼', '蓝光不用过滤了'], test: ['帮我关护眼模式', '不要过滤蓝光'] },
  },
});

const warmth = settingWrite({
  id: 'display.eye_comfort.set_warmth',
  domain,
  tool: 'manage_eye_comfort',
  conflicts: () => [comfortOff],
  plan(draw) {
    const level = levelSlot(draw);
    return { slots: { level }, args: { action: 'set_warmth', warmth: level.value }, row: ['display', 'eye_comfort'], before: { on: true, warmth: 55 }, after: { warmth: level.value } };
  },
  omissions: {
    level: {
      parameter: 'warmth',
      wordings: {
        en: { train: ['change the eye comfort warmth', 'set another warmth for the blue light filter', 'adjust how warm the eye comfort light is'], dev: ['give eye comfort a different warmth'], test: ['the warmth of eye comfort should change'] },
        zh: { train: ['调一下护眼色温', '改一下护眼的暖度'], dev: ['护眼暖度换个值'], test: ['我要改护眼色温'] },
      },
    },
  },
  wordings: {
    en: {
      train: ['set the eye comfort warmth to {level}', 'make the eye comfort light {level} warm', 'change the warmth of the blue light filter to {level}', 'put the warmth of eye comfort at {level}', 'adjust how warm the screen light is to {level}'],
      dev: ['I want the filter warm at {level}', 'give the eye comfort a warmth of {level}'],
      test: ['the warmth of eye comfort should be {level}', 'make {level} the eye comfort warmth'],
    },
    zh: {
      train: ['把护眼色温调到{level}', '护眼的暖度设为{level}', '蓝光过滤的色温改成{level}', '将屏幕暖色程度调整为{level}'],
      dev: ['护眼暖到{level}就好', '色温给我{level}'],
      test: ['护眼光线的暖度换成{level}', '让护眼保持{level}的暖色'],
    },
  },
  memorable: {
    level: {
      category: 'routines_habits',
      content: { en: ['Uses {value} warmth for the blue light filter in the evening.', 'The evening warmth of the screen light is {value}.'], zh: ['傍晚护眼色温习惯用{value}。', '晚上屏幕暖度是{value}。'] },
      reference: {
        en: { train: ['my evening value', 'what I use in the evening', 'my usual evening setting'], dev: ['the one I take after sunset'], test: ['the evening number I favour'] },
        zh: { train: ['我傍晚习惯的值', '晚间常用的数值'], dev: ['天黑后我用的那个'], test: ['傍晚惯用的程度'] },
      },
    },
  },
});

const comfortSchedule = settingWrite({
  id: 'display.eye_comfort.schedule',
  domain,
  tool: 'manage_eye_comfort',
  plan: (draw) => schedulePlan(draw, ['display', 'eye_comfort']),
  wordings: {
    en: {
      train: ['schedule eye comfort from {start} to {end}', 'use the blue light filter every day from {start} until {end}', 'set an eye comfort schedule, {start} to {end}', 'let eye comfort run between {start} and {end}', 'have the blue light filter start at {start} and end at {end}'],
      dev: ['filter blue light by itself from {start}, and stop at {end}', 'plan eye comfort for {start} till {end}'],
      test: ['eye comfort should be on from {start} to {end} each day', 'run the blue light filter daily between {start} and {end}'],
    },
    zh: {
      train: ['每天{start}到{end}使用护眼模式', '设置护眼定时，{start}到{end}', '护眼模式从{start}开到{end}', '让蓝光过滤{start}开始{end}结束'],
      dev: ['{start}自动护眼，{end}停止', '给护眼定时：{start}至{end}'],
      test: ['蓝光从{start}一直滤到{end}', '安排每天{start}至{end}护眼'],
    },
  },
});

export const comfortIntents: readonly Intent[] = [darkOn, darkOff, darkSchedule, comfortOn, comfortDisable, warmth, comfortSchedule];
