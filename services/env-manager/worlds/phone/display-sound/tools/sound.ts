import type { ToolDefinition } from '../../../world.ts';
import { amount, badArgument, block, done, flat, inTheWay, isOn, onOff, text, unlessQuery } from '../../authoring/outcomes.ts';

export const controlVolume: ToolDefinition = {
  name: 'control_volume',
  description: 'Sets, mutes or unmutes the volume (loudness) of one sound stream: media, ringtone, notification, alarm or call; or reads it.',
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', description: 'Set the volume, mute (silence) or unmute the stream, or query its volume.', enum: ['set', 'mute', 'unmute', 'query'] },
      stream: { type: 'string', description: 'Media (music, video), ringtone (incoming calls), notification, alarm, or call (voice during calls).', enum: ['media', 'ringtone', 'notification', 'alarm', 'call'] },
      level: { type: 'integer', description: 'Volume in percent; only with set.', format: 'percent', minimum: 0, maximum: 100 },
    },
    required: ['action', 'stream'],
    additionalProperties: false,
  },
  sideEffect: unlessQuery,
  run(args, { tables }) {
    const action = text(args, 'action');
    const stream = text(args, 'stream');
    const id = `volume_${stream}`;
    const silenced = text(tables.get('sound', 'sound_mode'), 'mode') === 'silent' && (stream === 'ringtone' || stream === 'notification');
    if (silenced && (action === 'set' || action === 'unmute')) return inTheWay('the phone is in silent mode; set the sound mode to ring first');
    if (action === 'set') {
      const level = amount(args, 'level');
      if (level === undefined) return badArgument('level is needed to set the volume');
      tables.update('sound', id, { level });
    } else if (action !== 'query') tables.update('sound', id, { muted: action === 'mute' });
    const row = tables.get('sound', id);
    return flat(`${stream} volume`, { stream, volume: amount(row, 'level') ?? 0, muted: isOn(row, 'muted') ? 'yes' : 'no' });
  },
};

export const manageSoundMode: ToolDefinition = {
  name: 'manage_sound_mode',
  description: 'Switches the phone between ring, vibrate and silent mode, or reads the sound mode. Do Not Disturb locks it.',
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', description: 'Set or query the sound mode.', enum: ['set', 'query'] },
      mode: { type: 'string', description: 'Ring (aloud), vibrate (vibration only), silent (mute, no sound); only with set.', enum: ['ring', 'vibrate', 'silent'] },
    },
    required: ['action'],
    additionalProperties: false,
  },
  sideEffect: unlessQuery,
  run(args, { tables }) {
    if (args['action'] === 'set') {
      if (args['mode'] === undefined) return badArgument('mode is needed to set the sound mode');
      if (isOn(tables.get('sound', 'do_not_disturb'))) return inTheWay('Do Not Disturb is on and locks the sound mode; turn Do Not Disturb off first');
      tables.update('sound', 'sound_mode', { mode: text(args, 'mode') });
    }
    return done('sound mode', { sound_mode: text(tables.get('sound', 'sound_mode'), 'mode') });
  },
};

export const manageVibration: ToolDefinition = {
  name: 'manage_vibration',
  description: 'Turns vibration for touch feedback (haptics), ringing or notifications on or off, or sets how strong it is.',
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', description: 'Enable or disable the vibration, set_strength, or query.', enum: ['enable', 'disable', 'set_strength', 'query'] },
      kind: { type: 'string', description: 'Which vibration: touch (haptic feedback, keyboard), ringtone (incoming calls) or notification.', enum: ['touch', 'ringtone', 'notification'] },
      strength: { type: 'string', description: 'Strength of the vibration: light (weak), medium or strong; only with set_strength.', enum: ['light', 'medium', 'strong'] },
    },
    required: ['action', 'kind'],
    additionalProperties: false,
  },
  sideEffect: unlessQuery,
  run(args, { tables }) {
    const action = text(args, 'action');
    const id = `vibration_${text(args, 'kind')}`;
    if (action === 'set_strength') {
      if (args['strength'] === undefined) return badArgument('strength is needed to set the strength');
      tables.update('sound', id, { strength: text(args, 'strength') });
    } else if (action !== 'query') tables.update('sound', id, { on: action === 'enable' });
    const row = tables.get('sound', id);
    return block(action, 'vibration', 'vibration', { kind: text(args, 'kind'), state: onOff(isOn(row)), strength: text(row, 'strength') });
  },
};

export const manageSoundEffect: ToolDefinition = {
  name: 'manage_sound_effect',
  description: 'Chooses the sound effect (equalizer preset) for music and video, or reads it.',
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', description: 'Set or query the sound effect.', enum: ['set', 'query'] },
      preset: { type: 'string', description: 'Equalizer preset: balanced, bass_boost (more bass), clear_vocals (voices), theater (surround), late_night (quiet); only with set.', enum: ['balanced', 'bass_boost', 'clear_vocals', 'theater', 'late_night'] },
    },
    required: ['action'],
    additionalProperties: false,
  },
  sideEffect: unlessQuery,
  run(args, { tables }) {
    if (args['action'] === 'set') {
      if (args['preset'] === undefined) return badArgument('preset is needed to set the sound effect');
      tables.update('sound', 'sound_effect', { preset: text(args, 'preset') });
    }
    return flat('sound effect', { preset: text(tables.get('sound', 'sound_effect'), 'preset') });
  },
};

export const manageAiCaption: ToolDefinition = {
  name: 'manage_ai_caption',
  description: 'Turns AI captions (live subtitles of what is heard) on or off, or chooses the caption language.',
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', description: 'Enable or disable captions, set_language, or query.', enum: ['enable', 'disable', 'set_language', 'query'] },
      language: { type: 'string', description: 'Language of the captions; only with set_language.', enum: ['english', 'chinese', 'japanese', 'french', 'spanish'] },
    },
    required: ['action'],
    additionalProperties: false,
  },
  sideEffect: unlessQuery,
  permission: 'microphone',
  run(args, { tables }) {
    const action = text(args, 'action');
    if (action === 'enable' && isOn(tables.get('reading_aids', 'select_to_speak'))) return inTheWay('Select to Speak is on and uses the audio; turn Select to Speak off first');
    if (action === 'set_language') {
      if (args['language'] === undefined) return badArgument('language is needed to set the caption language');
      tables.update('reading_aids', 'ai_caption', { language: text(args, 'language') });
    } else if (action !== 'query') tables.update('reading_aids', 'ai_caption', { on: action === 'enable' });
    const row = tables.get('reading_aids', 'ai_caption');
    return done('AI captions', { captions: onOff(isOn(row)), language: text(row, 'language') });
  },
};
