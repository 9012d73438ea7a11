import type { Random } from '#kit/random.ts';
import type { Locale } from './intent.ts';

/**
 * How people say values: the surface forms of times, dates, durations, percentages, numbers and phone numbers in both locales.
 * Every form resolves to exactly one value (relative dates: from the `now` given), so that a canonical argument can be recovered
 * from the words. All functions return the words; the caller pairs them with the canonical value.
 */

const EN_ONES = [
  'zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen', 'fourteen',
  'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen',
];
const EN_TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const ZH_DIGITS = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
const EN_WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const ZH_WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日'];
const EN_MONTHS = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December',
];
const DAY_MS = 86_400_000;

/** An integer from 0 to 100 in words: `forty-five`, `四十五`; digits outside that range. */
export function numberWords(locale: Locale, value: number): string {
  if (!Number.isInteger(value) || value < 0 || value > 100) return String(value);
  const tens = Math.floor(value / 10);
  const ones = value % 10;
  if (locale === 'en') {
    if (value === 100) return 'one hundred';
    if (value < 20) return EN_ONES[value] ?? '';
    return ones === 0 ? (EN_TENS[tens] ?? '') : `${EN_TENS[tens]}-${EN_ONES[ones]}`;
  }
  if (value === 100) return '一百';
  if (value < 10) return ZH_DIGITS[value] ?? '';
  return `${tens === 1 ? '' : ZH_DIGITS[tens]}十${ones === 0 ? '' : ZH_DIGITS[ones]}`;
}

/** `7`, `seven`, `七`. */
export function sayNumber(random: Random, locale: Locale, value: number): string {
  return random.next() < 0.6 ? String(value) : numberWords(locale, value);
}

/** `40%`, `40 percent`, `forty percent`, `百分之四十`. */
export function sayPercent(random: Random, locale: Locale, value: number): string {
  const forms = locale === 'en' ? [`${value}%`, `${value} percent`, `${numberWords('en', value)} percent`] : [`${value}%`, `百分之${numberWords('zh', value)}`];
  return random.pick(forms);
}

function englishPart(hour: number): string {
  if (hour < 12) return 'in the morning';
  if (hour < 18) return 'in the afternoon';
  return hour < 22 ? 'in the evening' : 'at night';
}

function chinesePart(hour: number): string {
  if (hour < 5) return '凌晨';
  if (hour < 9) return '早上';
  if (hour < 12) return '上午';
  if (hour === 12) return '中午';
  return hour < 18 ? '下午' : '晚上';
}

function englishTimes(time: string, hour: number, minute: number): string[] {
  const twelve = hour % 12 === 0 ? 12 : hour % 12;
  const half = hour < 12 ? 'am' : 'pm';
  const minutes = String(minute).padStart(2, '0');
  const forms = [time, `${twelve}:${minutes} ${half}`];
  if (minute === 0) forms.push(`${twelve} ${half}`);
  if (twelve === 12) return forms;
  const words = EN_ONES[twelve] ?? '';
  const part = englishPart(hour);
  forms.push(`${twelve}:${minutes} ${part}`);
  if (minute === 0) forms.push(`${words} o'clock ${part}`);
  if (minute === 15) forms.push(`quarter past ${words} ${part}`);
  if (minute === 30) forms.push(`half past ${words} ${part}`);
  if (minute >= 10 && minute % 5 === 0) forms.push(`${words} ${numberWords('en', minute)} ${half}`);
  if (minute === 45 && twelve !== 11) forms.push(`quarter to ${EN_ONES[twelve + 1]} ${part}`);
  return forms;
}

function chineseTimes(time: string, hour: number, minute: number): string[] {
  const twelve = hour > 12 ? hour - 12 : hour;
  const part = chinesePart(hour);
  const words = twelve === 2 ? '两' : numberWords('zh', twelve);
  const minutes = String(minute).padStart(2, '0');
  const forms = [time, `${part}${twelve}:${minutes}`];
  if (minute === 0) return [...forms, `${part}${words}点`, `${part}${twelve}点`];
  forms.push(`${part}${twelve}点${minutes}分`);
  if (minute === 15) forms.push(`${part}${words}点一刻`);
  if (minute === 30) forms.push(`${part}${words}点半`, `${part}${twelve}点半`);
  if (minute >= 10) forms.push(`${part}${words}点${numberWords('zh', minute)}分`);
  return forms;
}

/** A time of day (`HH:MM`) with its half or part of the day: `7:30 pm`, `half past seven in the evening`, `19:30`, `晚上七点半`. */
export function sayTime(random: Random, locale: Locale, time: string): string {
  const hour = Number(time.slice(0, 2));
  const minute = Number(time.slice(3, 5));
  return random.pick(locale === 'en' ? englishTimes(time, hour, minute) : chineseTimes(time, hour, minute));
}

function dayNumber(date: string): number {
  return Math.floor(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / DAY_MS);
}

/** The date (`YYYY-MM-DD`) `days` after the day of `now`. */
export function dateAfter(now: string, days: number): string {
  return new Date((dayNumber(now) + days) * DAY_MS).toISOString().slice(0, 10);
}

/** Weekday of a date: 0 is Monday, 6 is Sunday. */
export function weekdayOf(date: string): number {
  return (dayNumber(date) + 3) % 7;
}

/** Weekday names in both locales: `Friday`, `周五`. */
export function weekdayName(locale: Locale, weekday: number): string {
  return locale === 'en' ? (EN_WEEKDAYS[weekday] ?? '') : `周${ZH_WEEKDAYS[weekday]}`;
}

function relativeDates(locale: Locale, now: string, date: string): string[] {
  const days = dayNumber(date) - dayNumber(now);
  const near: { readonly [days: string]: readonly [en: string, zh: string] } = {
    '-2': ['the day before yesterday', '前天'],
    '-1': ['yesterday', '昨天'],
    '0': ['today', '今天'],
    '1': ['tomorrow', '明天'],
    '2': ['the day after tomorrow', '后天'],
  };
  const found = near[String(days)];
  const forms: string[] = found ? [found[locale === 'en' ? 0 : 1]] : [];
  if (days === 3 && locale === 'zh') forms.push('大后天');
  // Weeks run from Monday to Sunday: `this Friday` is of the week of `now`, `next Friday` of the week after it.
  const weeks = Math.floor((dayNumber(date) + 3) / 7) - Math.floor((dayNumber(now) + 3) / 7);
  const weekday = weekdayOf(date);
  if (weeks === 0 && days > 2) forms.push(locale === 'en' ? `this ${EN_WEEKDAYS[weekday]}` : `这周${ZH_WEEKDAYS[weekday]}`);
  if (weeks === 1 && days > 2) forms.push(locale === 'en' ? `next ${EN_WEEKDAYS[weekday]}` : `下周${ZH_WEEKDAYS[weekday]}`);
  return forms;
}

function absoluteDates(locale: Locale, now: string, date: string): string[] {
  const month = Number(date.slice(5, 7));
  const day = Number(date.slice(8, 10));
  // Without its year a date means the one within half a year on either side.
  const yearNeeded = Math.abs(dayNumber(date) - dayNumber(now)) > 180;
  const year = date.slice(0, 4);
  if (locale === 'en') {
    const suffix = yearNeeded ? `, ${year}` : '';
    return [date, `${EN_MONTHS[month - 1]} ${day}${suffix}`, `${day} ${EN_MONTHS[month - 1]}${yearNeeded ? ` ${year}` : ''}`];
  }
  const prefix = yearNeeded ? `${year}年` : '';
  const words = [`${prefix}${month}月${day}日`, `${prefix}${month}月${day}号`];
  return yearNeeded ? [date, ...words] : [date, ...words, `${numberWords('zh', month)}月${numberWords('zh', day)}号`];
}

/**
 * A date as a noun: `tomorrow`, `next Friday`, `December 4`, `下周五`, `12月4日`. English clauses put `for` in front;
 * where `on` is wanted, use {@link sayOnDate}.
 */
export function sayDate(random: Random, locale: Locale, now: string, date: string): string {
  const relative = relativeDates(locale, now, date);
  return random.pick(relative.length > 0 && random.next() < 0.7 ? relative : absoluteDates(locale, now, date));
}

/** A date as an adverb: `tomorrow`, `next Friday`, `on December 4`; Chinese as in {@link sayDate}. */
export function sayOnDate(random: Random, locale: Locale, now: string, date: string): string {
  const relative = relativeDates(locale, now, date);
  if (relative.length > 0 && random.next() < 0.7) return random.pick(relative);
  const said = random.pick(absoluteDates(locale, now, date));
  return locale === 'en' ? `on ${said}` : said;
}

/** A date and time (`YYYY-MM-DDTHH:MM`) as a noun: `tomorrow at 3 pm`, `15:00 next Friday`, `12月4日下午三点`. */
export function sayDateTime(random: Random, locale: Locale, now: string, dateTime: string): string {
  const time = sayTime(random, locale, dateTime.slice(11, 16));
  const date = dateTime.slice(0, 10);
  if (locale === 'zh') {
    const day = sayDate(random, locale, now, date);
    return /\d$/.test(day) ? `${day} ${time}` : `${day}${time}`;
  }
  return random.next() < 0.6 ? `${sayDate(random, locale, now, date)} at ${time}` : `${time} ${sayOnDate(random, locale, now, date)}`;
}

function hourForms(locale: Locale, minutes: number): string[] {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (locale === 'en') {
    if (minutes === 15) return ['a quarter of an hour'];
    if (minutes === 30) return ['half an hour'];
    if (hours === 0) return [];
    if (rest === 0) return hours === 1 ? ['an hour', 'one hour', '1 hour'] : [`${hours} hours`, `${numberWords('en', hours)} hours`];
    if (rest === 30) return hours === 1 ? ['an hour and a half'] : [`${numberWords('en', hours)} and a half hours`];
    return [`${hours} hour${hours === 1 ? '' : 's'} and ${rest} minutes`];
  }
  if (minutes === 15) return ['一刻钟'];
  if (minutes === 30) return ['半小时', '半个小时'];
  if (hours === 0) return [];
  const words = hours === 2 ? '两' : numberWords('zh', hours);
  if (rest === 0) return [`${hours}小时`, `${words}小时`, `${words}个小时`];
  if (rest === 30) return [`${words}个半小时`];
  return [`${hours}小时${rest}分钟`];
}

/** A duration in minutes: `20 minutes`, `half an hour`, `an hour and a half`, `一刻钟`, `两小时`. */
export function sayMinutes(random: Random, locale: Locale, minutes: number): string {
  const hours = hourForms(locale, minutes);
  if (hours.length > 0 && random.next() < 0.6) return random.pick(hours);
  const words = numberWords(locale, minutes);
  if (locale === 'zh') return random.pick([`${minutes}分钟`, `${minutes === 2 ? '两' : words}分钟`]);
  const unit = minutes === 1 ? 'minute' : 'minutes';
  return random.pick([`${minutes} ${unit}`, `${words} ${unit}`]);
}

/** A phone number given as digits: as it is, or in groups as people write it (`138 0013 5678`, `138-0013-5678`). */
export function sayPhone(random: Random, _locale: Locale, phone: string): string {
  const groups = phone.length === 11 ? [phone.slice(0, 3), phone.slice(3, 7), phone.slice(7)] : [phone.slice(0, -4), phone.slice(-4)];
  return random.pick([phone, phone, groups.join(' '), groups.join('-')]);
}

/** Free text in quotation marks of the locale: `"see you soon"`, `“马上到”`, `「马上到」`. */
export function sayQuoted(random: Random, locale: Locale, text: string): string {
  return random.pick(locale === 'en' ? [`"${text}"`, `“${text}”`] : [`“${text}”`, `「${text}」`]);
}
