import type { TableData, TableSpec } from '../../world.ts';

/** Screen, sound, scheduled power and reading aids: one row per setting, and the lists of tones and wallpapers to choose from. */
export const tables: readonly TableSpec[] = [
  { name: 'display', idPrefix: 'display' },
  { name: 'sound', idPrefix: 'sound' },
  { name: 'power_schedule', idPrefix: 'power' },
  { name: 'reading_aids', idPrefix: 'aid' },
  { name: 'ringtones', idPrefix: 'tone' },
  { name: 'wallpapers', idPrefix: 'wp' },
];

export const base: TableData = {
  display: {
    brightness: { level: 55 },
    auto_brightness: { on: false },
    dark_mode: { on: false, scheduled: false, start_time: '22:00', end_time: '06:00' },
    refresh_rate: { rate: 'adaptive' },
    font_size: { size: 'standard' },
    screen_timeout: { seconds: 60 },
    eye_comfort: { on: false, warmth: 45, scheduled: false, start_time: '21:00', end_time: '07:00' },
    color_mode: { mode: 'natural' },
    wallpaper: { home: 'Dune Morning', lock: '湖光' },
    auto_rotate: { on: false },
    status_bar: { battery_percentage: true, network_speed: false, notification_icons: true, carrier_name: false },
  },
  sound: {
    volume_media: { level: 40, muted: false },
    volume_ringtone: { level: 70, muted: false },
    volume_notification: { level: 60, muted: false },
    volume_alarm: { level: 80, muted: false },
    volume_call: { level: 65, muted: false },
    sound_mode: { mode: 'ring' },
    do_not_disturb: { on: false, scheduled: false, start_time: '23:00', end_time: '07:00', allowed_callers: 'favorites' },
    tone_call: { tone: 'Open Field' },
    tone_message: { tone: '水滴' },
    tone_alarm: { tone: 'Sunrise Bell' },
    vibration_touch: { on: true, strength: 'medium' },
    vibration_ringtone: { on: true, strength: 'medium' },
    vibration_notification: { on: true, strength: 'medium' },
    sound_effect: { preset: 'balanced' },
  },
  power_schedule: {
    power_on: { on: false, time: '07:00', repeat: 'daily' },
    power_off: { on: false, time: '23:30', repeat: 'daily' },
  },
  reading_aids: { select_to_speak: { on: false }, ai_caption: { on: false, language: 'english' } },
  ringtones: {
    tone_1: { name: 'Open Field', length_seconds: 24 },
    tone_2: { name: '水滴', length_seconds: 3 },
    tone_3: { name: 'Sunrise Bell', length_seconds: 30 },
  },
  wallpapers: {
    wp_1: { name: 'Dune Morning', theme: 'nature' },
    wp_2: { name: '湖光', theme: 'nature' },
    wp_3: { name: 'Plain Slate', theme: 'minimal' },
  },
};
