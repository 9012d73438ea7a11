import { EN_NUMBER } from './numbers.ts';
import type { Rule } from './rules.ts';
import { N, number, pad, ZN } from './rules.ts';

/** Times of day, as `HH:MM`. */

const PART = '(?:in the |this )?(morning|afternoon|evening)|(at night|tonight)';
const HALF = '(a\\.?m\\.?|p\\.?m\\.?)(?![a-z])';
const ZH_PART = '(凌晨|清晨|早上|早晨|今早|明早|上午|中午|下午|傍晚|晚上|今晚|明晚|夜里|半夜)';

/** 24-hour value of an hour with the half or part of day that was said, if any. */
function hourOf(hour: number, said: string | undefined): number {
  if (said === undefined) return hour;
  const s = said.replaceAll('.', '');
  if (/^am$|morning|凌晨|清晨|早|上午/.test(s)) return hour === 12 ? 0 : hour;
  if (/night|夜/.test(s)) return hour === 12 ? 0 : hour < 6 ? hour : hour < 12 ? hour + 12 : hour;
  if (/中午/.test(s)) return hour < 11 ? hour + 12 : hour;
  return hour < 12 ? hour + 12 : hour;
}

function time(hour: number, minute: number, said?: string): string | undefined {
  const h = hourOf(hour, said);
  return h >= 0 && h < 24 && minute >= 0 && minute < 60 && Number.isInteger(h) && Number.isInteger(minute) ? `${pad(h)}:${pad(minute)}` : undefined;
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

/** In order: what an earlier rule has matched, a later one leaves alone. */
export const TIME_RULES: readonly Rule[] = [
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
