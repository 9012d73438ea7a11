import type { Draw, Intent, SlotValue, Wordings } from '../../../intent.ts';
import type { Row } from '../../../world.ts';
import { clockTime } from '../../authoring/drawn-values.ts';
import { settingQuestion, spoken } from '../../authoring/setting-intents.ts';
import { domain } from './values.ts';

interface Fact {
  readonly table: string;
  readonly row: string;
  readonly fields: Row;
  readonly answer: string;
  readonly args?: Row;
  readonly slots?: { readonly [slot: string]: SlotValue };
}

/** A question about one setting row, answered by the query action of its tool. */
function ask(id: string, tool: string, drawn: (draw: Draw) => Fact, wordings: Wordings, permission?: string): Intent {
  return settingQuestion({
    id,
    domain,
    tool,
    ...(permission === undefined ? {} : { permission }),
    plan(draw) {
      const { table, row, fields, answer, args = {}, slots = {} } = drawn(draw);
      return { slots, args: { action: 'query', ...args }, setup: { [table]: { [row]: fields } }, answers: [answer] };
    },
    wordings,
  });
}

const percent = (draw: Draw): number => 3 + draw.random.int(95);

const brightness = ask(
  'display.brightness.ask',
  'manage_brightness',
  (draw) => {
    const level = percent(draw);
    return { table: 'display', row: 'brightness', fields: { level }, answer: String(level) };
  },
  {
    en: {
      train: ['how bright is the screen', 'tell me the current screen brightness', 'what is the brightness set to', 'check the display brightness', 'what percent is the brightness at'],
      dev: ['find out the screen brightness', 'at what percent is the display brightness'],
      test: ['say how high the screen brightness is', 'how much light is the screen giving, in percent'],
    },
    zh: { train: ['屏幕亮度是多少', '看看当前亮度', '现在亮度百分之几', '查一下屏幕亮度'], dev: ['屏幕有多亮', '读一下显示亮度'], test: ['告诉我屏幕亮度', '当前屏幕亮度多少'] },
  },
);

const STREAMS = {
  media: { en: ['media', 'music'], zh: ['媒体', '音乐'] },
  ringtone: { en: ['ringtone', 'ringer'], zh: ['铃声', '来电铃声'] },
  notification: { en: ['notification'], zh: ['通知'] },
  alarm: { en: ['alarm'], zh: ['闹钟', '闹铃'] },
  call: { en: ['in-call', 'phone call'], zh: ['通话'] },
} as const;

const volume = ask(
  'sound.volume.ask',
  'control_volume',
  (draw) => {
    const level = percent(draw);
    const stream = draw.random.pick(['media', 'ringtone', 'notification', 'alarm', 'call'] as const);
    return { table: 'sound', row: `volume_${stream}`, fields: { level }, answer: String(level), args: { stream }, slots: { stream: spoken(draw, stream, STREAMS[stream]) } };
  },
  {
    en: {
      train: ['how loud is the {stream} volume', 'tell me the {stream} volume', 'what is the {stream} volume set to', 'check the {stream} volume', 'what percent is the {stream} volume at'],
      dev: ['read out the {stream} volume', 'at what level is {stream} volume now'],
      test: ['say how high the {stream} volume is', 'where does the {stream} volume stand'],
    },
    zh: { train: ['{stream}音量是多少', '看看{stream}的音量', '现在{stream}音量百分之几', '查一下{stream}音量'], dev: ['{stream}音量有多大', '读一下{stream}的音量值'], test: ['报一下{stream}音量', '{stream}的音量开到几成了'] },
  },
);

const soundMode = ask(
  'sound.sound_mode.ask',
  'manage_sound_mode',
  (draw) => {
    const mode = draw.random.pick(['ring', 'vibrate', 'silent']);
    return { table: 'sound', row: 'sound_mode', fields: { mode }, answer: mode };
  },
  {
    en: {
      train: ['which sound mode is the phone in', 'tell me the current sound mode', 'is the phone on ring, vibrate or silent', 'check the sound mode', 'what sound profile is active'],
      dev: ['will the phone ring or only vibrate, what mode is it in', 'find out the sound mode in use'],
      test: ['say whether my phone rings, buzzes or keeps silent', 'what would happen on a call by sound mode'],
    },
    zh: { train: ['手机现在是什么声音模式', '看看是响铃、震动还是静音', '查一下声音模式', '当前情景模式是哪个'], dev: ['手机会响还是只震，查下模式', '声音模式处于哪一种'], test: ['报一下手机的声音模式', '我手机静音了还是会响'] },
  },
);

const darkMode = ask(
  'display.dark_mode.ask',
  'manage_dark_mode',
  (draw) => {
    const on = draw.random.next() < 0.5;
    return { table: 'display', row: 'dark_mode', fields: { on, scheduled: false }, answer: on ? 'on' : 'off' };
  },
  {
    en: {
      train: ['is dark mode on', 'tell me whether dark mode is on or off', 'check if dark mode is enabled', 'am I using dark mode', 'what state is dark mode in'],
      dev: ['find out if dark mode is active', 'is the dark theme in use'],
      test: ['see whether the phone is in dark mode', 'has dark mode been switched on or not'],
    },
    zh: { train: ['深色模式开着吗', '看看深色模式是开还是关', '查一下深色模式状态', '我开了深色模式没有'], dev: ['确认下暗色主题有没有启用', '深色模式生效了吗'], test: ['手机是不是深色模式', '深色模式现在什么状态'] },
  },
);

const disturb = ask(
  'sound.do_not_disturb.ask',
  'manage_do_not_disturb',
  (draw) => {
    const on = draw.random.next() < 0.5;
    return { table: 'sound', row: 'do_not_disturb', fields: { on, scheduled: false }, answer: on ? 'on' : 'off' };
  },
  {
    en: {
      train: ['is Do Not Disturb on', 'tell me whether do not disturb is on or off', 'check if Do Not Disturb is enabled', 'am I in do not disturb', 'what state is Do Not Disturb in'],
      dev: ['find out if Do Not Disturb is on', 'is do not disturb switched on or off'],
      test: ['see whether Do Not Disturb is on', 'has do not disturb been enabled or not'],
    },
    zh: { train: ['勿扰模式开着吗', '看看勿扰是开还是关', '查一下勿扰状态', '我开了免打扰没有'], dev: ['确认下免打扰有没有启用', '勿扰是不是误开了'], test: ['手机开了勿扰吗', '勿扰现在什么状态'] },
  },
  'do_not_disturb',
);

const timeout = ask(
  'display.screen_timeout.ask',
  'manage_screen_timeout',
  (draw) => {
    const seconds = draw.random.pick([15, 30, 60, 120, 300, 600]);
    return { table: 'display', row: 'screen_timeout', fields: { seconds }, answer: String(seconds) };
  },
  {
    en: {
      train: ['what is the screen timeout', 'tell me after how many seconds the screen turns off', 'check the screen timeout setting', 'how long does the screen stay on', 'what is the auto-lock time'],
      dev: ['find out the screen timeout', 'how many seconds does the screen stay on'],
      test: ['say how many seconds the screen waits before it blanks', 'what delay is set for the screen to go off'],
    },
    zh: { train: ['自动锁屏时间是多少', '看看息屏时间设的多久', '屏幕多少秒后会熄灭', '查一下屏幕超时时间'], dev: ['屏幕多久会休眠', '读一下息屏时长'], test: ['报一下几秒不动会黑屏', '锁屏等待时间设的几秒'] },
  },
);

const refreshRate = ask(
  'display.refresh_rate.ask',
  'manage_refresh_rate',
  (draw) => {
    const rate = draw.random.pick(['60Hz', '90Hz', '120Hz', 'adaptive']);
    return { table: 'display', row: 'refresh_rate', fields: { rate }, answer: rate };
  },
  {
    en: {
      train: ['what is the refresh rate of the screen', 'tell me the current refresh rate', 'check the screen refresh rate', 'which refresh rate is set', 'at how many hertz does the screen run'],
      dev: ['read out the display refresh rate', 'how often does the display refresh'],
      test: ['say which refresh rate is in use', 'is the screen running smooth or saving, what is its refresh rate'],
    },
    zh: { train: ['屏幕刷新率是多少', '看看当前刷新率', '查一下屏幕刷新率', '刷新率设的哪一档'], dev: ['屏幕的刷新率多少', '读一下刷新率'], test: ['报一下屏幕用的刷新率', '现在刷新率几赫兹'] },
  },
);

const fontSize = ask(
  'display.font_size.ask',
  'manage_font_size',
  (draw) => {
    const size = draw.random.pick(['small', 'standard', 'large', 'extra_large']);
    return { table: 'display', row: 'font_size', fields: { size }, answer: size };
  },
  {
    en: {
      train: ['what is the font size', 'tell me the current text size', 'check the font size setting', 'which text size is set on the phone', 'how large is the font'],
      dev: ['read out the size of the font', 'what size does the phone write in'],
      test: ['say which font size is in use', 'what text size is the phone set to'],
    },
    zh: { train: ['字体大小是什么', '看看当前字号', '查一下字体大小设置', '手机文字用的哪个大小'], dev: ['字号设的哪一种', '读一下文字大小'], test: ['报一下用的字体大小', '字设的是大还是小'] },
  },
);

function powerTime(which: 'power_on' | 'power_off', wordings: Wordings): Intent {
  return ask(
    `power.${which}.ask`,
    'manage_scheduled_power',
    (draw) => {
      const time = which === 'power_on' ? clockTime(draw, 5, 10) : clockTime(draw, 20, 24);
      return { table: 'power_schedule', row: which, fields: { on: true, time }, answer: time };
    },
    wordings,
  );
}

const powerOff = powerTime('power_off', {
  en: {
    train: ['when does the phone power off by itself', 'tell me the scheduled power-off time', 'check the time of the automatic shutdown', 'at what time will the phone shut down by schedule', 'what is the planned shutdown time'],
    dev: ['read out when the daily shutdown happens', 'how late does my phone switch itself off'],
    test: ['say when the automatic power-off is scheduled', 'what time is set for the scheduled shutdown'],
  },
  zh: { train: ['定时关机是几点', '看看自动关机时间', '查一下手机几点自动关机', '每天几点会关机'], dev: ['自动关机设在什么时候', '读一下关机时间'], test: ['报一下定时关机的钟点', '手机晚上几点自己关'] },
});

const powerOn = powerTime('power_on', {
  en: {
    train: ['when does the phone power on by itself', 'tell me the scheduled power-on time', 'check the time of the automatic startup', 'at what time will the phone start up by schedule', 'what is the planned startup time'],
    dev: ['read out when the daily startup happens', 'how early does my phone switch itself on'],
    test: ['say when the automatic power-on is scheduled', 'what time is set for the scheduled startup'],
  },
  zh: { train: ['定时开机是几点', '看看自动开机时间', '查一下手机几点自动开机', '每天几点会开机'], dev: ['自动开机设在什么时候', '读一下开机时间'], test: ['报一下定时开机的钟点', '手机早上几点自己开'] },
});

const warmth = ask(
  'display.eye_comfort.ask_warmth',
  'manage_eye_comfort',
  (draw) => {
    const level = percent(draw);
    return { table: 'display', row: 'eye_comfort', fields: { on: true, scheduled: false, warmth: level }, answer: String(level) };
  },
  {
    en: {
      train: ['how warm is the eye comfort light', 'tell me the warmth of eye comfort', 'what is the warmth of the blue light filter', 'check the eye comfort warmth', 'what percent warmth does eye comfort have'],
      dev: ['read out the warmth of the filter', 'how strong is the warm tint of eye comfort'],
      test: ['say what warmth the reading light has', 'which warmth value is eye comfort on'],
    },
    zh: { train: ['护眼色温是多少', '看看护眼的暖度', '查一下蓝光过滤的色温', '护眼模式暖度百分之几'], dev: ['护眼有多暖', '读一下护眼色温值'], test: ['报一下护眼的暖度', '护眼光调到几成暖了'] },
  },
);

export const questionIntents: readonly Intent[] = [brightness, volume, soundMode, darkMode, disturb, timeout, refreshRate, fontSize, powerOff, powerOn, warmth];
