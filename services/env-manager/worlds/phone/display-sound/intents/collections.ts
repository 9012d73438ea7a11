import type { Intent, IntentInstance, Wordings } from '../../../intent.ts';
import { named } from '../../authoring/drawn-values.ts';
import { clearNamesakes, freshId } from '../../authoring/entity-rows.ts';
import { mergeOverrides, settingWrite } from '../../authoring/setting-intents.ts';
import { base } from '../state.ts';
import { domain } from './values.ts';

/** Ringtones and wallpapers: looked up by name, set by id. */

const TONES = {
  train: ['Silver Lake', 'Paper Boat', 'Night Train', 'Clockwork', 'Green Hills', '竹林', '晨雾', '小步舞', '风铃', '海浪'],
  dev: ['Copper Rain', 'Slow Orbit', '雪夜', '溪流'],
  test: ['Lantern Walk', 'Quiet Harbor', '山雀', '月台'],
};
const PICTURES = {
  train: ['Red Canyon', 'Foggy Pier', 'City Grid', 'Winter Pines', 'Soft Waves', '樱花小路', '星空', '雪山', '老街', '麦田'],
  dev: ['Glass Tower', 'Coral Reef', '秋林', '雨巷'],
  test: ['Desert Road', 'Aurora Bay', '荷塘', '云海'],
};

interface Choice {
  readonly id: string;
  readonly list: 'ringtones' | 'wallpapers';
  readonly prefix: string;
  readonly slot: string;
  readonly names: typeof TONES;
  readonly query: string;
  readonly tool: string;
  readonly idParameter: string;
  /** The other argument of the setting call. */
  readonly rest: { readonly [parameter: string]: string };
  readonly row: readonly [table: string, id: string];
  readonly field: string;
  readonly wordings: Wordings;
  readonly omissions?: Intent['omissions'];
  readonly memorable?: Intent['memorable'];
}

function choose({ id, list, prefix, slot, names, query, tool, idParameter, rest, row, field, wordings, omissions, memorable }: Choice): Intent {
  const write = settingWrite({
    id,
    domain,
    tool,
    plan(draw) {
      const [name = '', other = ''] = draw.random.shuffle(names[draw.split]);
      const target = freshId(draw.random, prefix);
      const look = { [`${target}1`]: { name: other }, [target]: { name } };
      const cleared = { ...clearNamesakes(base, list, 'name', name), ...clearNamesakes(base, list, 'name', other) };
      return {
        slots: { [slot]: named(draw, name) },
        reads: [{ id: 'q1', tool: query, args: { keyword: name }, read: true }],
        args: { [idParameter]: '$q1.data.items.0.id', ...rest },
        row,
        before: { [field]: list === 'ringtones' ? 'Open Field' : 'Dune Morning' },
        after: { [field]: name },
        setup: { [list]: { ...cleared, ...look } },
      };
    },
    wordings,
    ...(omissions ? { omissions } : {}),
    ...(memorable ? { memorable } : {}),
  });
  return {
    ...write,
    ambiguity: (instance: IntentInstance, draw) => ({
      slot,
      parameter: idParameter,
      setup: mergeOverrides(instance.setup, { [list]: { [freshId(draw.random.fork('twin'), prefix)]: { name: String(instance.slots[slot]?.value), ...(list === 'ringtones' ? { length_seconds: 9 } : { theme: 'other' }) } } }),
    }),
  };
}

const tone = { list: 'ringtones', prefix: 'tone', slot: 'tone', names: TONES, query: 'query_ringtones', tool: 'set_ringtone', idParameter: 'toneId', field: 'tone' } as const;
const picture = { list: 'wallpapers', prefix: 'wp', slot: 'picture', names: PICTURES, query: 'query_wallpapers', tool: 'set_wallpaper', idParameter: 'wallpaperId', row: ['display', 'wallpaper'] } as const;

const callTone = choose({
  ...tone,
  id: 'sound.tone_call.set',
  rest: { usage: 'call' },
  row: ['sound', 'tone_call'],
  omissions: {
    tone: {
      parameter: 'toneId',
      wordings: {
        en: { train: ['change my call ringtone', 'set another ringtone for incoming calls', 'use a different melody for calls'], dev: ['pick another call tone'], test: ['I want a new call ringtone'] },
        zh: { train: ['换一下来电铃声', '来电铃声改一个'], dev: ['来电铃声另选一个'], test: ['我要换来电铃声'] },
      },
    },
  },
  wordings: {
    en: {
      train: ['set the ringtone for calls to {tone}', 'use {tone} as the ringtone for incoming calls', 'change my call ringtone to {tone}', 'make {tone} the melody for calls', 'let incoming calls play {tone}'],
      dev: ['when somebody calls, play the tone {tone}', 'pick {tone} as the call tone'],
      test: ['I want {tone} as my call ringtone', 'the ringtone for incoming calls should be {tone}'],
    },
    zh: { train: ['把来电铃声设为{tone}', '来电铃声改成{tone}', '用{tone}做来电铃声', '来电话时播放{tone}'], dev: ['请用{tone}当来电铃声', '来电铃声选{tone}'], test: ['来电铃声换成{tone}', '我要来电时响{tone}'] },
  },
  memorable: {
    tone: {
      category: 'routines_habits',
      content: { en: ['The favourite melody on the phone is {value}.', 'Of all melodies {value} is the favourite.'], zh: ['最喜欢的手机铃声是{value}。', '铃声里最爱{value}。'] },
      reference: {
        en: { train: ['my favourite melody', 'the melody I like best', 'my favourite tone'], dev: ['the tune I love most'], test: ['that melody I always prefer'] },
        zh: { train: ['我最喜欢的那首', '我最爱的铃声'], dev: ['我偏爱的旋律'], test: ['我一直钟意的那个'] },
      },
    },
  },
});

const messageTone = choose({
  ...tone,
  id: 'sound.tone_message.set',
  rest: { usage: 'message' },
  row: ['sound', 'tone_message'],
  wordings: {
    en: {
      train: ['set the message tone to {tone}', 'use {tone} as the sound for new messages', 'change the tone of messages to {tone}', 'make {tone} the message alert tone', 'let new messages play {tone}'],
      dev: ['when a text arrives, play the tone {tone}', 'pick {tone} as the message tone'],
      test: ['I want {tone} as my message tone', 'the sound for new messages should be {tone}'],
    },
    zh: { train: ['把短信铃声设为{tone}', '消息提示音改成{tone}', '用{tone}做短信铃声', '来消息时播放{tone}'], dev: ['请用{tone}当短信铃声', '消息提示音选{tone}'], test: ['短信铃声换成{tone}', '我要来消息时响{tone}'] },
  },
});

const alarmTone = choose({
  ...tone,
  id: 'sound.tone_alarm.set',
  rest: { usage: 'alarm' },
  row: ['sound', 'tone_alarm'],
  wordings: {
    en: {
      train: ['set the default alarm tone to {tone}', 'use {tone} as the ringtone for alarms', 'change the melody of alarms to {tone}', 'make {tone} the alarm melody', 'let alarms play {tone}'],
      dev: ['have alarms use the ringtone {tone}', 'pick {tone} as the alarm tone'],
      test: ['I want {tone} as the melody of alarms', 'the ringtone for alarms should be {tone}'],
    },
    zh: { train: ['把闹钟铃声设为{tone}', '闹铃声改成{tone}', '用{tone}做闹钟铃声', '闹钟响时播放{tone}'], dev: ['请用{tone}当闹钟铃声', '闹钟铃声选{tone}'], test: ['闹钟铃声换成{tone}', '我要闹铃声是{tone}'] },
  },
});

const homePicture = choose({
  ...picture,
  id: 'display.wallpaper_home.set',
  rest: { screen: 'home' },
  field: 'home',
  omissions: {
    picture: {
      parameter: 'wallpaperId',
      wordings: {
        en: { train: ['change the home screen wallpaper', 'set another wallpaper for the home screen', 'use a different desktop wallpaper'], dev: ['pick another home screen background'], test: ['I want a new home screen wallpaper'] },
        zh: { train: ['换一下桌面壁纸', '主屏幕壁纸改一张'], dev: ['桌面壁纸另选一张'], test: ['我要换桌面壁纸'] },
      },
    },
  },
  wordings: {
    en: {
      train: ['set the home screen wallpaper to {picture}', 'use {picture} as wallpaper for the home screen', 'change the home screen background to {picture}', 'make {picture} the desktop wallpaper', 'put the wallpaper {picture} on my home screen'],
      dev: ['show {picture} as the home screen wallpaper', 'pick {picture} as the home screen background'],
      test: ['I want {picture} as my home screen wallpaper', 'the wallpaper of the home screen should be {picture}'],
    },
    zh: { train: ['把桌面壁纸设为{picture}', '主屏幕壁纸改成{picture}', '用{picture}做桌面壁纸', '桌面背景换成{picture}'], dev: ['请用{picture}当桌面壁纸', '桌面壁纸选{picture}'], test: ['主屏幕壁纸换成{picture}', '我要桌面壁纸是{picture}'] },
  },
});

const lockPicture = choose({
  ...picture,
  id: 'display.wallpaper_lock.set',
  rest: { screen: 'lock' },
  field: 'lock',
  omissions: {
    picture: {
      parameter: 'wallpaperId',
      wordings: {
        en: { train: ['change the lock screen wallpaper', 'set another wallpaper for the lock screen', 'use a different lock screen picture'], dev: ['pick another lock screen background'], test: ['I want a new lock screen wallpaper'] },
        zh: { train: ['换一下锁屏壁纸', '锁屏背景改一张'], dev: ['锁屏壁纸另选一张'], test: ['我要换锁屏壁纸'] },
      },
    },
  },
  wordings: {
    en: {
      train: ['set the lock screen wallpaper to {picture}', 'use {picture} as wallpaper for the lock screen', 'change the lock screen background to {picture}', 'make {picture} the lock screen picture', 'put the wallpaper {picture} on my lock screen'],
      dev: ['show {picture} as the lock screen wallpaper', 'pick {picture} as the lock screen background'],
      test: ['I want {picture} as my lock screen wallpaper', 'the wallpaper of the lock screen should be {picture}'],
    },
    zh: { train: ['把锁屏壁纸设为{picture}', '锁屏壁纸改成{picture}', '用{picture}做锁屏壁纸', '锁屏背景换成{picture}'], dev: ['请用{picture}当锁屏壁纸', '锁屏壁纸选{picture}'], test: ['锁屏壁纸换成{picture}', '我要锁屏壁纸是{picture}'] },
  },
});

export const collectionIntents: readonly Intent[] = [callTone, messageTone, alarmTone, homePicture, lockPicture];
