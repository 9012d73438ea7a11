import { DIGITS, EN_NUMBER, numberValue, ZH_NUMBER } from './numbers.ts';
import type { Span } from './span.ts';

/** Times, dates, date-times, durations and weekdays. `now` is local time, `YYYY-MM-DDTHH:MM:SS`. */

const DAY_MS = 86_400_000;
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
const PART = '(?:in the |this )?(morning|afternoon|evening)|(at night|tonight)';
const HALF = '(a\\.?m\\.?|p\\.?m\\.?)(?![a-z])';
const N = `(?:${DIGITS}|${EN_NUMBER})`;
const ZN = `(?:${DIGITS}|${ZH_NUMBER})`;
const ZH_PART = '(凌晨|清晨|早上|早晨|今早|明早|上午|中午|下午|傍晚|晚上|今晚|明晚|夜里|半夜)';

const pad = (n: number) => String(n).padStart(2, '0');
const clock = (h: number, m: number) => `${pad(h)}:${pad(m)}`;

/** 24-hour value of an hour with the half or part of day that was said, if any. */
function hourOf(hour: number, said: string | undefined): number {
  if (said === undefined) return hour;
  const s = said.replaceAll('.', '');
  if (/^am$|morning|凌晨|清晨|早|上午/.test(s)) return hour === 12 ? 0 : hour;
  if (/night|夜/.test(s)) return hour === 12 ? 0 : hour < 6 ? hour : hour < 12 ? hour + 12 : hour;
  if (/中午/.test(s)) return hour < 11 ? hour + 12 : hour;
  return hour < 12 ? hour + 12 : hour;
}

interface Rule {
  readonly pattern: RegExp;
  readonly value: (m: RegExpMatchArray) => string | undefined;
}

function number(text: string | undefined): number {
  return text === undefined ? Number.NaN : (numberValue(text) ?? Number.NaN);
}

function time(hour: number, minute: number, said?: string): string | undefined {
  const h = hourOf(hour, said);
  return h >= 0 && h < 24 && minute >= 0 && minute < 60 && Number.isInteger(h) && Number.isInteger(minute) ? clock(h, minute) : undefined;
}

/** A Chinese time: `optional` is `?` where the part of the day may be missing. */
function zhTime(optional: '' | '?', separator: string): Rule {
  return {
    pattern: new RegExp(`${ZH_PART}${optional}\\s*(${ZN})${separator}(?:(半)|(一刻)|(三刻)|(${ZN})分?)?`, 'g'),
    value: (m) => {
      const minutes = m[3] !== undefined ? 30 : m[4] !== undefined ? 15 : m[5] !== undefined ? 45 : m[6] === undefined ? 0 : number(m[6]);
      return time(number(m[2]), minutes, m[1]);
    },
  };
}

const TIME_RULES: readonly Rule[] = [
  zhTime('', '(?:点钟|点|时|:|：)'),
  { pattern: new RegExp(`(?<![\\d:])(half|quarter|${N}) (past|to) (${N})(?: o'clock)?\\s*(?:${HALF}|${PART})?`, 'g'), value: (m) => {
    const minutes = m[1] === 'half' ? 30 : m[1] === 'quarter' ? 15 : number(m[1]);
    const hour = number(m[3]);
    const said = m[4] ?? m[5] ?? m[6];
    return m[2] === 'past' ? time(hour, minutes, said) : time(hourOf(hour, said) - 1, 60 - minutes);
  } },
  { pattern: new RegExp(`(?<![\\d:])(\\d{1,2}):(\\d{2})(?!\\d)\\s*(?:${HALF}|${PART})?`, 'g'), value: (m) => time(number(m[1]), number(m[2]), m[3] ?? m[4] ?? m[5]) },
  { pattern: new RegExp(`(?<![\\d:])(${N}) (${EN_NUMBER})\\s*(?:${HALF}|${PART})`, 'g'), value: (m) => time(number(m[1]), number(m[2]), m[3] ?? m[4] ?? m[5]) },
  { pattern: new RegExp(`(?<![\\d:])(${N})(?: o'clock)?\\s*(?:${HALF}|${PART})`, 'g'), value: (m) => time(number(m[1]), 0, m[2] ?? m[3] ?? m[4]) },
  { pattern: new RegExp(`(?<![\\d:])(${N}) o'clock`, 'g'), value: (m) => time(number(m[1]), 0) },
  { pattern: /\b(noon|midday)\b/g, value: () => '12:00' },
  { pattern: /\bmidnight\b/g, value: () => '00:00' },
  zhTime('?', '(?:点钟|点|时)'),
  { pattern: /正午/g, value: () => '12:00' },
];

function dayNumber(date: string): number {
  return Math.floor(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / DAY_MS);
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The date of month and day nearest to today. */
function nearest(today: number, month: number, day: number, year?: number): string | undefined {
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= 31)) return undefined;
  if (year !== undefined) return `${year}-${pad(month)}-${pad(day)}`;
  const thisYear = Number(dateOf(today).slice(0, 4));
  const options = [thisYear - 1, thisYear, thisYear + 1].map((y) => dayNumber(`${y}-${pad(month)}-${pad(day)}`));
  return dateOf(options.reduce((best, o) => (Math.abs(o - today) < Math.abs(best - today) ? o : best)));
}

/** The day of a weekday: weeks run from Monday; bare names mean the coming one. */
function weekdayDate(today: number, weekday: number, which: 'this' | 'next' | 'coming'): string {
  const monday = today - ((today + 3) % 7);
  if (which === 'this') return dateOf(monday + weekday);
  if (which === 'next') return dateOf(monday + 7 + weekday);
  const day = monday + weekday;
  return dateOf(day > today ? day : day + 7);
}

function dateRules(today: number): readonly Rule[] {
  const offset = (days: number) => () => dateOf(today + days);
  const zhDay = (c: string | undefined) => '一二三四五六日天'.indexOf(c ?? '');
  return [
    { pattern: /\b(\d{4})-(\d{2})-(\d{2})\b/g, value: (m) => `${m[1]}-${m[2]}-${m[3]}` },
    { pattern: new RegExp(`\\b(${MONTHS.join('|')}) (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?\\b`, 'g'), value: (m) => nearest(today, MONTHS.indexOf(m[1] ?? '') + 1, Number(m[2]), m[3] ? Number(m[3]) : undefined) },
    { pattern: new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTHS.join('|')})(?:,? (\\d{4}))?\\b`, 'g'), value: (m) => nearest(today, MONTHS.indexOf(m[2] ?? '') + 1, Number(m[1]), m[3] ? Number(m[3]) : undefined) },
    { pattern: /大后天/g, value: offset(3) },
    { pattern: /the day after tomorrow|后天/g, value: offset(2) },
    { pattern: /the day before yesterday|前天/g, value: offset(-2) },
    { pattern: /\btomorrow\b|明天|明早|明晚|明日/g, value: offset(1) },
    { pattern: /\byesterday\b|昨天|昨晚/g, value: offset(-1) },
    { pattern: /\btoday\b|\btonight\b|今天|今晚|今早|今日/g, value: offset(0) },
    { pattern: new RegExp(`\\b(?:(this|next|coming|on) )?(${WEEKDAYS.join('|')})\\b`, 'g'), value: (m) => weekdayDate(today, WEEKDAYS.indexOf(m[2] ?? ''), m[1] === 'this' ? 'this' : m[1] === 'next' ? 'next' : 'coming') },
    { pattern: /(这|本|下)?(?:个)?(?:周|星期|礼拜)([一二三四五六日天])(?!次)/g, value: (m) => weekdayDate(today, Math.min(6, zhDay(m[2])), m[1] === '下' ? 'next' : m[1] === undefined ? 'coming' : 'this') },
    { pattern: new RegExp(`(?:(\\d{4})年)?(${ZN})月(${ZN})(?:日|号)`, 'g'), value: (m) => nearest(today, number(m[2]), number(m[3]), m[1] ? Number(m[1]) : undefined) },
  ];
}

/** Collects the matches of rules in order; a later rule cannot match inside an earlier match. */
function collect(text: string, rules: readonly Rule[], type: Span['type']): Span[] {
  const spans: Span[] = [];
  for (const { pattern, value } of rules) {
    for (const m of text.matchAll(pattern)) {
      const start = m.index;
      const end = start + m[0].trimEnd().length;
      if (spans.some((s) => s.start < end && start < s.end)) continue;
      const found = value(m);
      if (found !== undefined) spans.push({ type, value: found, start, end });
    }
  }
  return spans.sort((a, b) => a.start - b.start);
}

const DURATIONS: readonly { readonly pattern: RegExp; readonly seconds: (m: RegExpMatchArray) => number }[] = [
  { pattern: new RegExp(`(${ZN})个半(?:小时|钟头)`, 'g'), seconds: (m) => number(m[1]) * 3600 + 1800 },
  { pattern: /\ban hour and a half\b/g, seconds: () => 5400 },
  { pattern: /\b(?:a )?quarter of an hour\b|一刻钟/g, seconds: () => 900 },
  { pattern: /\bhalf an hour\b|\bhalf hour\b|半个?小时|半个?钟头/g, seconds: () => 1800 },
  { pattern: new RegExp(`(${N}) and a half hours`, 'g'), seconds: (m) => number(m[1]) * 3600 + 1800 },
  { pattern: new RegExp(`(${N}|an) hours?(?: and)? (${N}) (?:minutes?|mins?)`, 'g'), seconds: (m) => (m[1] === 'an' ? 1 : number(m[1])) * 3600 + number(m[2]) * 60 },
  { pattern: new RegExp(`(${N}|an)[- ]?(?:hours?|hrs?)\\b`, 'g'), seconds: (m) => (m[1] === 'an' ? 1 : number(m[1])) * 3600 },
  { pattern: new RegExp(`(${N}|a)[- ]?(?:minutes?|mins?)(?: and)? (${N})[- ]?(?:seconds?|secs?)\\b`, 'g'), seconds: (m) => (m[1] === 'a' ? 1 : number(m[1])) * 60 + number(m[2]) },
  { pattern: new RegExp(`(${N}|a)[- ]?(?:minutes?|mins?)\\b`, 'g'), seconds: (m) => (m[1] === 'a' ? 1 : number(m[1])) * 60 },
  { pattern: new RegExp(`(${N}|a)[- ]?(?:seconds?|secs?)\\b`, 'g'), seconds: (m) => (m[1] === 'a' ? 1 : number(m[1])) },
  { pattern: new RegExp(`(${ZN})个?(?:小时|钟头)(${ZN})(?:分钟|分)`, 'g'), seconds: (m) => number(m[1]) * 3600 + number(m[2]) * 60 },
  { pattern: new RegExp(`(${ZN})个?(?:小时|钟头)`, 'g'), seconds: (m) => number(m[1]) * 3600 },
  { pattern: new RegExp(`(${ZN})分钟?(${ZN})秒`, 'g'), seconds: (m) => number(m[1]) * 60 + number(m[2]) },
  { pattern: new RegExp(`(${ZN})分钟`, 'g'), seconds: (m) => number(m[1]) * 60 },
  { pattern: new RegExp(`(${ZN})秒钟?`, 'g'), seconds: (m) => number(m[1]) },
];

function durations(text: string): Span[] {
  const spans: Span[] = [];
  const taken: { start: number; end: number }[] = [];
  for (const { pattern, seconds } of DURATIONS) {
    for (const m of text.matchAll(pattern)) {
      const extent = { start: m.index, end: m.index + m[0].length };
      if (taken.some((t) => t.start < extent.end && extent.start < t.end)) continue;
      const value = seconds(m);
      if (!Number.isFinite(value)) continue;
      taken.push(extent);
      spans.push({ type: 'seconds', value, ...extent });
      if (value % 60 === 0) spans.push({ type: 'minutes', value: value / 60, ...extent });
    }
  }
  return spans;
}

/** Every adjacent pair of a date and a time, at most a few characters apart, is also a date-time; a lone time means today. */
function dateTimes(text: string, times: readonly Span[], dates: readonly Span[], now: string): Span[] {
  const spans: Span[] = [];
  const paired = new Set<Span>();
  for (const t of times) {
    for (const d of dates) {
      const gap = d.end <= t.start ? text.slice(d.end, t.start) : d.start >= t.end ? text.slice(t.end, d.start) : '';
      if (gap.length > 6 || /[.;!?。；]/.test(gap)) continue;
      paired.add(t);
      spans.push({ type: 'date-time', value: `${String(d.value)}T${String(t.value)}`, start: Math.min(d.start, t.start), end: Math.max(d.end, t.end) });
    }
    if (!paired.has(t)) spans.push({ type: 'date-time', value: `${now.slice(0, 10)}T${String(t.value)}`, start: t.start, end: t.end });
  }
  return spans;
}

const WEEKDAY_SETS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/\bweekdays?\b|\bworkdays?\b|工作日/g, [1, 2, 3, 4, 5]],
  [/\bweekends?\b|周末/g, [6, 7]],
  [/\bevery ?day\b|\bdaily\b|每天|每日/g, [1, 2, 3, 4, 5, 6, 7]],
];

/** Times, dates, date-times, durations and sets of weekdays in lower-cased `text`. */
export function timeSpans(text: string, now: string): Span[] {
  const times = collect(text, TIME_RULES, 'time');
  const dates = collect(text, dateRules(dayNumber(now)), 'date');
  const sets: Span[] = [];
  for (const [pattern, days] of WEEKDAY_SETS) {
    for (const m of text.matchAll(pattern)) sets.push({ type: 'weekdays', value: days, start: m.index, end: m.index + m[0].length });
  }
  return [...times, ...dates, ...dateTimes(text, times, dates, now), ...durations(text), ...sets];
}
