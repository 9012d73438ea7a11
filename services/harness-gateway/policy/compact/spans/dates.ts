import type { Rule } from './rules.ts';
import { number, pad, ZN } from './rules.ts';

/** Dates, spelled out or relative to today. */

const DAY_MS = 86_400_000;
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];

/** Days since the epoch of a date or of a local time. */
export function dayNumber(date: string): number {
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

/** Rules for dates, `YYYY-MM-DD`, seen from `today` ({@link dayNumber}). */
export function dateRules(today: number): readonly Rule[] {
  const offset = (days: number) => () => dateOf(today + days);
  const month = (name: string | undefined) => MONTHS.indexOf(name ?? '') + 1;
  const year = (said: string | undefined) => (said === undefined ? undefined : Number(said));
  const zhDay = (c: string | undefined) => '一二三四五六日天'.indexOf(c ?? '');
  return [
    { pattern: /\b(\d{4})-(\d{2})-(\d{2})\b/g, value: (m) => `${m[1]}-${m[2]}-${m[3]}` },
    { pattern: new RegExp(`\\b(${MONTHS.join('|')}) (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?\\b`, 'g'), value: (m) => nearest(today, month(m[1]), Number(m[2]), year(m[3])) },
    { pattern: new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTHS.join('|')})(?:,? (\\d{4}))?\\b`, 'g'), value: (m) => nearest(today, month(m[2]), Number(m[1]), year(m[3])) },
    { pattern: /大后天/g, value: offset(3) },
    { pattern: /the day after tomorrow|后天/g, value: offset(2) },
    { pattern: /the day before yesterday|前天/g, value: offset(-2) },
    { pattern: /\btomorrow\b|明天|明早|明晚|明日/g, value: offset(1) },
    { pattern: /\byesterday\b|昨天|昨晚/g, value: offset(-1) },
    { pattern: /\btoday\b|\btonight\b|今天|今晚|今早|今日/g, value: offset(0) },
    {
      pattern: new RegExp(`\\b(?:(this|next|coming|on) )?(${WEEKDAYS.join('|')})\\b`, 'g'),
      value: (m) => weekdayDate(today, WEEKDAYS.indexOf(m[2] ?? ''), m[1] === 'this' || m[1] === 'next' ? m[1] : 'coming'),
    },
    { pattern: /(这|本|下)?(?:个)?(?:周|星期|礼拜)([一二三四五六日天])(?!次)/g, value: (m) => weekdayDate(today, Math.min(6, zhDay(m[2])), m[1] === '下' ? 'next' : m[1] === undefined ? 'coming' : 'this') },
    { pattern: new RegExp(`(?:(\\d{4})年)?(${ZN})月(${ZN})(?:日|号)`, 'g'), value: (m) => nearest(today, number(m[2]), number(m[3]), year(m[1])) },
  ];
}
