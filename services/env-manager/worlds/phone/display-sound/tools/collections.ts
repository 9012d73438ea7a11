import type { ToolDefinition } from '../../../world.ts';
import { amount, done, flat, listed, matches, notFound, text } from '../../authoring/outcomes.ts';

/** Ringtones and wallpapers are chosen from lists by id. */

export const queryRingtones: ToolDefinition = {
  name: 'query_ringtones',
  description: 'Lists the ringtones (melodies, tones) on the phone with their ids, all of them or those whose name holds a keyword. Changes nothing.',
  inputSchema: {
    type: 'object',
    properties: { keyword: { type: 'string', description: 'Part of the name of the ringtone.', format: 'name' } },
    additionalProperties: false,
  },
  sideEffect: () => false,
  run(args, { tables }) {
    const keyword = text(args, 'keyword');
    const rows = tables.list('ringtones').filter(([, row]) => matches(text(row, 'name'), keyword));
    return listed(rows.map(([id, row]) => ({ id, name: text(row, 'name'), length_seconds: amount(row, 'length_seconds') ?? 0 })), { keyword });
  },
};

export const setRingtone: ToolDefinition = {
  name: 'set_ringtone',
  description: 'Sets the ringtone (melody) that plays for incoming calls, for messages or for alarms, by the id that query_ringtones lists.',
  inputSchema: {
    type: 'object',
    properties: {
      toneId: { type: 'string', description: 'Id of the ringtone, as listed by query_ringtones.', format: 'id' },
      usage: { type: 'string', description: 'What the tone is for: call (incoming calls), message (texts, notifications) or alarm.', enum: ['call', 'message', 'alarm'] },
    },
    required: ['toneId', 'usage'],
    additionalProperties: false,
  },
  sideEffect: () => true,
  run(args, { tables }) {
    const row = tables.get('ringtones', text(args, 'toneId'));
    if (!row) return notFound(`no ringtone with id ${text(args, 'toneId')}; query_ringtones lists ids`);
    tables.update('sound', `tone_${text(args, 'usage')}`, { tone: text(row, 'name') });
    return done('ringtone set', { usage: text(args, 'usage'), tone: text(row, 'name') });
  },
};

export const queryWallpapers: ToolDefinition = {
  name: 'query_wallpapers',
  description: 'Lists the wallpapers (background pictures) on the phone with their ids, all of them or those whose name holds a keyword. Changes nothing.',
  inputSchema: {
    type: 'object',
    properties: { keyword: { type: 'string', description: 'Part of the name of the wallpaper.', format: 'name' } },
    additionalProperties: false,
  },
  sideEffect: () => false,
  run(args, { tables }) {
    const keyword = text(args, 'keyword');
    const rows = tables.list('wallpapers').filter(([, row]) => matches(text(row, 'name'), keyword));
    return listed(rows.map(([id, row]) => ({ id, name: text(row, 'name'), theme: text(row, 'theme') })), { keyword });
  },
};

export const setWallpaper: ToolDefinition = {
  name: 'set_wallpaper',
  description: 'Sets the wallpaper (background picture) of the home screen or the lock screen, by the id that query_wallpapers lists.',
  inputSchema: {
    type: 'object',
    properties: {
      wallpaperId: { type: 'string', description: 'Id of the wallpaper, as listed by query_wallpapers.', format: 'id' },
      screen: { type: 'string', description: 'Home screen (desktop) or lock screen.', enum: ['home', 'lock'] },
    },
    required: ['wallpaperId', 'screen'],
    additionalProperties: false,
  },
  sideEffect: () => true,
  run(args, { tables }) {
    const row = tables.get('wallpapers', text(args, 'wallpaperId'));
    if (!row) return notFound(`no wallpaper with id ${text(args, 'wallpaperId')}; query_wallpapers lists ids`);
    const screen = text(args, 'screen');
    tables.update('display', 'wallpaper', screen === 'home' ? { home: text(row, 'name') } : { lock: text(row, 'name') });
    return flat('wallpaper set', { screen, wallpaper: text(row, 'name') });
  },
};
