import type { Intent, Wordings } from '../../../intent.ts';
import { settingWrite, spoken, switchConflict } from '../../authoring/setting-intents.ts';
import { domain } from './values.ts';

/** Sound mode, vibration and sound effect. */

const doNotDisturbOn = switchConflict({
  id: 'do_not_disturb_on',
  row: ['sound', 'do_not_disturb'],
  blocking: { on: true },
  cleared: { on: false },
  repair: { tool: 'manage_do_not_disturb', args: { action: 'disable' } },
});

function soundMode(mode: 'ring' | 'vibrate' | 'silent', wordings: Wordings): Intent {
  return settingWrite({
    id: `sound.sound_mode.${mode}`,
    domain,
    tool: 'manage_sound_mode',
    conflicts: () => [doNotDisturbOn],
    plan: (draw) => ({
      args: { action: 'set', mode },
      row: ['sound', 'sound_mode'],
      before: { mode: draw.random.pick((['ring', 'vibrate', 'silent'] as const).filter((other) => other !== mode)) },
      after: { mode },
      setup: { sound: { do_not_disturb: { on: false } } },
    }),
    wordings,
  });
}

const silent = soundMode('silent', {
  en: {
    train: ['put the phone on silent', 'switch to silent mode', 'silence the phone', 'set the sound mode to silent', 'make the phone completely silent'],
    dev: ['I want the phone silent', 'change the sound mode to silent'],
    test: ['get my phone into silent mode', 'turn on silent mode'],
  },
  zh: { train: ['把手机调成静音', '切换到静音模式', '手机静音', '声音模式设为静音'], dev: ['请把手机设成静音模式', '让手机静音'], test: ['我要手机静音', '打开静音模式'] },
});

const vibrate = soundMode('vibrate', {
  en: {
    train: ['put the phone on vibrate', 'switch to vibrate mode', 'let the phone only vibrate', 'set the sound mode to vibrate', 'vibrate instead of ringing'],
    dev: ['I want the phone to vibrate only', 'change the sound mode to vibrate'],
    test: ['get my phone into vibrate mode', 'turn on vibrate mode'],
  },
  zh: { train: ['把手机调成震动', '切换到震动模式', '手机只震动', '声音模式设为振动'], dev: ['别响铃，震一震就行', '手机改成只震不响'], test: ['我要手机只震动', '打开震动模式'] },
});

const ring = soundMode('ring', {
  en: {
    train: ['put the phone on ring', 'switch to ring mode', 'let the phone ring aloud again', 'set the sound mode to ring', 'switch the ringer on'],
    dev: ['I want the phone to ring aloud', 'change the sound mode to ring'],
    test: ['get my phone into ring mode', 'turn on ring mode'],
  },
  zh: { train: ['把手机调成响铃', '切换到响铃模式', '让手机恢复响铃', '声音模式设为响铃'], dev: ['有声音的，来电要响铃', '手机改回会响的模式'], test: ['我要手机响铃', '打开响铃模式'] },
});

const KINDS = {
  touch: { en: ['touch', 'touch feedback'], zh: ['触摸', '触感'] },
  ringtone: { en: ['incoming call', 'ringing'], zh: ['来电', '响铃时的'] },
  notification: { en: ['notification'], zh: ['通知'] },
} as const;

function vibration(on: boolean, wordings: Wordings): Intent {
  return settingWrite({
    id: `sound.vibration.${on ? 'enable' : 'disable'}`,
    domain,
    tool: 'manage_vibration',
    plan(draw) {
      const kind = draw.random.pick(['touch', 'ringtone', 'notification'] as const);
      return {
        slots: { kind: spoken(draw, kind, KINDS[kind]) },
        args: { action: on ? 'enable' : 'disable', kind },
        row: ['sound', `vibration_${kind}`],
        before: { on: !on },
        after: { on },
      };
    },
    wordings,
  });
}

const vibrationOn = vibration(true, {
  en: {
    train: ['turn on {kind} vibration', 'enable the {kind} vibration', 'switch the {kind} vibration on', 'let me feel the {kind} vibration', 'start using {kind} vibration'],
    dev: ['activate {kind} vibration', 'I want the {kind} vibration on'],
    test: ['put the {kind} vibration on', 'the {kind} vibration should be on'],
  },
  zh: { train: ['打开{kind}震动', '开启{kind}振动', '把{kind}震动打开', '让{kind}有震动'], dev: ['启用{kind}震动', '我要{kind}震动'], test: ['{kind}震动给我开上', '恢复{kind}的震动'] },
});

const vibrationOff = vibration(false, {
  en: {
    train: ['turn off {kind} vibration', 'disable the {kind} vibration', 'switch the {kind} vibration off', 'get rid of the {kind} vibration', 'stop using {kind} vibration'],
    dev: ['deactivate {kind} vibration', 'I want the {kind} vibration off'],
    test: ['put the {kind} vibration off', 'the {kind} vibration should be off'],
  },
  zh: { train: ['关闭{kind}震动', '关掉{kind}振动', '把{kind}震动关了', '不要{kind}震动了'], dev: ['停用{kind}震动', '{kind}别震了'], test: ['{kind}震动给我关上', '去掉{kind}的震动'] },
});

const STRENGTHS = {
  light: { en: ['light', 'weak'], zh: ['轻', '弱'] },
  medium: { en: ['medium'], zh: ['中等', '适中'] },
  strong: { en: ['strong'], zh: ['强', '强烈'] },
} as const;

const vibrationStrength = settingWrite({
  id: 'sound.vibration.set_strength',
  domain,
  tool: 'manage_vibration',
  plan(draw) {
    const kind = draw.random.pick(['touch', 'ringtone', 'notification'] as const);
    const strength = draw.random.pick(['light', 'medium', 'strong'] as const);
    return {
      slots: { kind: spoken(draw, kind, KINDS[kind]), strength: spoken(draw, strength, STRENGTHS[strength]) },
      args: { action: 'set_strength', kind, strength },
      row: ['sound', `vibration_${kind}`],
      before: { strength: strength === 'medium' ? 'strong' : 'medium' },
      after: { strength },
    };
  },
  wordings: {
    en: {
      train: ['set the {kind} vibration strength to {strength}', 'make the {kind} vibration {strength}', 'change the {kind} vibration to {strength}', 'give me {strength} {kind} vibration', 'put {kind} vibration at {strength} strength'],
      dev: ['I want {strength} vibration for {kind}', 'have the {kind} vibration feel {strength}'],
      test: ['the {kind} vibration should be of {strength} strength', 'tune {kind} vibration to {strength}'],
    },
    zh: { train: ['把{kind}震动强度设为{strength}', '{kind}震动调成{strength}', '{kind}振动强度改为{strength}', '{kind}震动要{strength}一点的档位'], dev: ['{kind}震感选{strength}', '{kind}震起来{strength}一些，设好强度'], test: ['我要{kind}震动强度是{strength}', '{kind}震动的强度换成{strength}'] },
  },
});

const PRESETS = {
  balanced: { en: ['balanced'], zh: ['均衡'] },
  bass_boost: { en: ['bass boost'], zh: ['低音增强', '重低音'] },
  clear_vocals: { en: ['clear vocals'], zh: ['清晰人声', '人声'] },
  theater: { en: ['theater', 'theater surround'], zh: ['影院环绕', '剧院'] },
  late_night: { en: ['late night'], zh: ['深夜', '夜间'] },
} as const;

const soundEffect = settingWrite({
  id: 'sound.sound_effect.set',
  domain,
  tool: 'manage_sound_effect',
  plan(draw) {
    const preset = draw.random.pick(['balanced', 'bass_boost', 'clear_vocals', 'theater', 'late_night'] as const);
    return {
      slots: { preset: spoken(draw, preset, PRESETS[preset]) },
      args: { action: 'set', preset },
      row: ['sound', 'sound_effect'],
      before: { preset: preset === 'balanced' ? 'theater' : 'balanced' },
      after: { preset },
    };
  },
  omissions: {
    preset: {
      parameter: 'preset',
      wordings: {
        en: { train: ['change the sound effect', 'set another equalizer preset', 'switch the equalizer'], dev: ['select another equalizer'], test: ['I want a different sound effect'] },
        zh: { train: ['换个音效', '改一下均衡器'], dev: ['均衡器换一种'], test: ['我要换音效'] },
      },
    },
  },
  wordings: {
    en: {
      train: ['set the sound effect to {preset}', 'switch the equalizer to {preset}', 'use the {preset} equalizer preset', 'change the audio effect to {preset}', 'play music with the {preset} effect'],
      dev: ['select {preset} as the equalizer', 'I want the {preset} sound effect'],
      test: ['make {preset} the sound effect', 'let the equalizer be {preset}'],
    },
    zh: { train: ['把音效设为{preset}', '均衡器切换到{preset}', '音效改成{preset}', '用{preset}音效播放'], dev: ['均衡器选{preset}', '声音效果要{preset}的'], test: ['均衡器换成{preset}', '我要{preset}音效'] },
  },
  memorable: {
    preset: {
      category: 'routines_habits',
      content: { en: ['Likes music with the {value} equalizer.', 'The favourite equalizer is {value}.'], zh: ['听歌喜欢{value}音效。', '最喜欢的音效是{value}。'] },
      reference: {
        en: { train: ['my favourite', 'my usual', 'the one I like best'], dev: ['my preferred one'], test: ['my personal pick'] },
        zh: { train: ['我最喜欢的那种', '我常用的'], dev: ['我偏好的'], test: ['我中意的那个'] },
      },
    },
  },
});

export const soundIntents: readonly Intent[] = [silent, vibrate, ring, vibrationOn, vibrationOff, vibrationStrength, soundEffect];
