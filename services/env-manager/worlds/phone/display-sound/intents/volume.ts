import type { Intent, Wordings } from '../../../intent.ts';
import { settingWrite, spoken, switchConflict } from '../../authoring/setting-intents.ts';
import { domain, levelSlot } from './values.ts';

const silentMode = switchConflict({
  id: 'silent_mode',
  row: ['sound', 'sound_mode'],
  blocking: { mode: 'silent' },
  cleared: { mode: 'ring' },
  repair: { tool: 'manage_sound_mode', args: { action: 'set', mode: 'ring' } },
});

type Stream = 'media' | 'ringtone' | 'notification' | 'alarm' | 'call';

/** Setting the volume of one stream; the streams that silent mode locks have a conflict. */
function volume(stream: Stream, rest: Pick<Intent, 'wordings' | 'omissions' | 'memorable'>): Intent {
  const locked = stream === 'ringtone' || stream === 'notification';
  return settingWrite({
    id: `sound.volume_${stream}.set`,
    domain,
    tool: 'control_volume',
    ...(locked ? { conflicts: () => [silentMode] } : {}),
    plan(draw) {
      const level = levelSlot(draw);
      return {
        slots: { level },
        args: { action: 'set', stream, level: level.value },
        row: ['sound', `volume_${stream}`],
        before: { level: 55 },
        after: { level: level.value },
        ...(locked ? { setup: { sound: { sound_mode: { mode: 'ring' }, do_not_disturb: { on: false } } } } : {}),
      };
    },
    ...rest,
  });
}

const media = volume('media', {
  wordings: {
    en: {
      train: ['set the media volume to {level}', 'put the music volume at {level}', 'change the volume of videos and music to {level}', 'make media {level} loud', 'bring the media volume to {level}'],
      dev: ['play music and videos at {level} volume', 'have the media volume at {level}'],
      test: ['let the music volume be {level}', 'make {level} the media volume'],
    },
    zh: { train: ['把媒体音量调到{level}', '音乐音量设为{level}', '视频和音乐的音量改成{level}', '将媒体声音调整为{level}'], dev: ['请把音乐的音量调成{level}', '媒体音量开到{level}'], test: ['我要媒体音量是{level}', '播放音乐视频的音量调到{level}'] },
  },
  omissions: {
    level: {
      parameter: 'level',
      wordings: {
        en: { train: ['set the media volume', 'change the music volume to another level', 'adjust the loudness of media'], dev: ['play music and videos at a different volume'], test: ['make the media volume something else'] },
        zh: { train: ['调一下媒体音量', '改一下音乐音量'], dev: ['媒体声音换个大小'], test: ['帮我动一下媒体音量'] },
      },
    },
  },
  memorable: {
    level: {
      category: 'routines_habits',
      content: { en: ['Listens to music at {value} volume.', 'The usual music volume is {value}.'], zh: ['听音乐习惯用{value}的音量。', '平时的音乐音量是{value}。'] },
      reference: {
        en: { train: ['my usual level', 'the level I normally listen at', 'my everyday listening level'], dev: ['what I normally have it at'], test: ['the loudness I am used to'] },
        zh: { train: ['我平时的大小', '我习惯的音量'], dev: ['往常听歌的程度'], test: ['我惯用的那个响度'] },
      },
    },
  },
});

const ringtone = volume('ringtone', {
  omissions: {
    level: {
      parameter: 'level',
      wordings: {
        en: { train: ['set the ringtone volume', 'change how loud the phone rings', 'adjust the ringer volume'], dev: ['have the ringtone volume changed'], test: ['make the ringer volume different'] },
        zh: { train: ['调一下铃声音量', '改来电的音量'], dev: ['请换个铃声音量'], test: ['我要改来电音量'] },
      },
    },
  },
  wordings: {
    en: {
      train: ['set the ringtone volume to {level}', 'put the ring volume at {level}', 'change how loud the phone rings to {level}', 'make incoming calls ring at {level}', 'bring the ringer volume to {level}'],
      dev: ['have the ringtone volume at {level}', 'incoming calls should ring {level} loud'],
      test: ['let the ringtone be {level} loud', 'make {level} the ringer volume'],
    },
    zh: { train: ['把铃声音量调到{level}', '来电音量设为{level}', '响铃音量改成{level}', '将铃声大小调整为{level}'], dev: ['请把来电铃声音量调成{level}', '铃声音量开到{level}'], test: ['我要来电音量是{level}', '响铃的音量调到{level}'] },
  },
});

const notification = volume('notification', {
  wordings: {
    en: {
      train: ['set the notification volume to {level}', 'put the notification sound at {level}', 'change how loud notifications are to {level}', 'make notification sounds {level} loud', 'bring the notification volume to {level}'],
      dev: ['have the notification volume at {level}', 'notifications should sound {level} loud'],
      test: ['let notification sounds be {level} loud', 'make {level} the notification volume'],
    },
    zh: { train: ['把通知音量调到{level}', '通知提示音设为{level}', '通知声音改成{level}', '将通知的音量调整为{level}'], dev: ['请把通知声音调成{level}', '通知音量开到{level}'], test: ['通知提示的响度要{level}', '通知音量拉到{level}'] },
  },
});

const alarm = volume('alarm', {
  omissions: {
    level: {
      parameter: 'level',
      wordings: {
        en: { train: ['set the alarm volume', 'change how loud the alarm is', 'adjust the volume of alarms'], dev: ['have the alarm volume changed'], test: ['make the alarm volume different'] },
        zh: { train: ['调一下闹钟音量', '改闹铃的音量'], dev: ['请换个闹钟音量'], test: ['我要改闹钟音量'] },
      },
    },
  },
  wordings: {
    en: {
      train: ['set the alarm volume to {level}', 'put the alarm sound at {level}', 'change how loud the alarm is to {level}', 'make alarms {level} loud', 'bring the alarm volume to {level}'],
      dev: ['have the alarm volume at {level}', 'the alarm sound should be {level} loud'],
      test: ['let the volume of alarms be {level}', 'make {level} the alarm volume'],
    },
    zh: { train: ['把闹钟音量调到{level}', '闹铃音量设为{level}', '闹钟声音改成{level}', '将闹铃大小调整为{level}'], dev: ['请把闹钟的音量调成{level}', '闹铃音量开到{level}'], test: ['我要闹钟音量是{level}', '闹铃的声音调到{level}'] },
  },
  memorable: {
    level: {
      category: 'routines_habits',
      content: { en: ['Only wakes up when the alarm is at {value} loudness.', 'The wake-up volume that works is {value}.'], zh: ['闹铃音量要{value}才叫得醒。', '起床铃的音量习惯是{value}。'] },
      reference: {
        en: { train: ['the level that wakes me', 'my usual wake-up level', 'what I need to wake up'], dev: ['the value that gets me out of bed'], test: ['whatever it takes to wake me'] },
        zh: { train: ['能叫醒我的程度', '我起床惯用的大小'], dev: ['叫得醒我的那个值'], test: ['我平时起床用的响度'] },
      },
    },
  },
});

const call = volume('call', {
  wordings: {
    en: {
      train: ['set the call volume to {level}', 'put the voice volume in calls at {level}', 'change how loud I hear people in calls to {level}', 'make the earpiece {level} loud during calls', 'bring the in-call volume to {level}'],
      dev: ['have the call volume at {level}', 'during calls the volume should be {level}'],
      test: ['let the in-call volume be {level}', 'make {level} the volume of calls'],
    },
    zh: { train: ['把通话音量调到{level}', '打电话时的音量设为{level}', '通话声音改成{level}', '将听筒音量调整为{level}'], dev: ['请把通话的音量调成{level}', '听筒音量开到{level}'], test: ['我要通话音量是{level}', '打电话的声音调到{level}'] },
  },
});

const STREAMS = {
  media: { en: ['media', 'music and video'], zh: ['媒体', '音乐视频'] },
  ringtone: { en: ['ringtone', 'ringer'], zh: ['来电铃声', '铃声'] },
  notification: { en: ['notification', 'notifications'], zh: ['通知', '通知音'] },
  alarm: { en: ['alarm', 'alarms'], zh: ['闹钟', '闹铃'] },
} as const;

function muting(mute: boolean, wordings: Wordings): Intent {
  return settingWrite({
    id: `sound.volume.${mute ? 'mute' : 'unmute'}`,
    domain,
    tool: 'control_volume',
    conflicts: (instance) => (!mute && ['ringtone', 'notification'].includes(String(instance.slots['stream']?.value)) ? [silentMode] : []),
    plan(draw) {
      const stream = draw.random.pick(['media', 'ringtone', 'notification', 'alarm'] as const);
      return {
        slots: { stream: spoken(draw, stream, STREAMS[stream]) },
        args: { action: mute ? 'mute' : 'unmute', stream },
        row: ['sound', `volume_${stream}`],
        before: { muted: !mute },
        after: { muted: mute },
        ...(mute ? {} : { setup: { sound: { sound_mode: { mode: 'ring' }, do_not_disturb: { on: false } } } }),
      };
    },
    wordings,
  });
}

const mute = muting(true, {
  en: {
    train: ['mute the {stream} sound', 'mute {stream}', 'take the sound off {stream} with mute', 'put the {stream} stream on mute', 'mute only the {stream} volume'],
    dev: ['have the {stream} sound muted', 'set just the {stream} volume to mute'],
    test: ['I want the {stream} stream muted', 'mute the {stream} volume and nothing else'],
  },
  zh: { train: ['把{stream}静音', '{stream}的声音设为静音', '只静音{stream}', '将{stream}音量静音'], dev: ['请把{stream}的声音静音', '让{stream}静音'], test: ['我要{stream}静音', '给{stream}音量静音'] },
});

const unmute = muting(false, {
  en: {
    train: ['unmute the {stream} sound', 'unmute {stream}', 'give {stream} its sound back', 'take the {stream} stream off mute', 'lift the mute from the {stream} volume'],
    dev: ['have the {stream} sound unmuted', 'take mute off the {stream} volume'],
    test: ['I want the {stream} stream unmuted', 'unmute the {stream} volume and nothing else'],
  },
  zh: { train: ['取消{stream}的静音', '恢复{stream}的声音', '{stream}解除静音', '不要再静音{stream}'], dev: ['请取消{stream}静音', '让{stream}的声音恢复'], test: ['我不要{stream}静音了', '给{stream}解除静音'] },
});

export const volumeIntents: readonly Intent[] = [media, ringtone, notification, alarm, call, mute, unmute];
