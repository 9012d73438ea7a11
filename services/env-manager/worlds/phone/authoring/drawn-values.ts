import type { Json } from '#kit/store/types.ts';
import type { Draw, SlotValue } from '../../intent.ts';
import { dateAfter, sayDate, sayDateTime, sayMinutes, sayPhone, sayQuoted, sayTime } from '../../surface.ts';

/** Slots drawn with their canonical value and one of the ways to say it. */

/** A slot said as its value. */
export function plain(value: string): SlotValue {
  return { said: value, value };
}

/** New free text: always in quotation marks, so that its borders show. */
export function quoted(draw: Draw, value: string): SlotValue {
  return { said: sayQuoted(draw.random, draw.locale, value), value };
}

/** The name of something that exists: with or without quotation marks; in English with them where letters carry accents. */
export function named(draw: Draw, value: string): SlotValue {
  const accented = draw.locale === 'en' && /[^ -~]/.test(value);
  return !accented && draw.random.next() < (draw.locale === 'en' ? 0.5 : 0.25) ? plain(value) : quoted(draw, value);
}

/** A time on a five-minute step, `HH:MM`, between two hours (the last one excluded). */
export function clockTime(draw: Draw, fromHour: number, toHour: number): string {
  const hour = fromHour + draw.random.int(toHour - fromHour);
  const minute = draw.random.pick([0, 0, 15, 30, 30, 45, 5, 10, 20, 25, 35, 40, 50, 55]);
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

export function timeSlot(draw: Draw, fromHour = 6, toHour = 22): SlotValue {
  const value = clockTime(draw, fromHour, toHour);
  return { said: sayTime(draw.random, draw.locale, value), value };
}

/** A date as a noun, `from` to `to` days from now. */
export function dateSlot(draw: Draw, from = 1, to = 12): SlotValue {
  const value = dateAfter(draw.now, from + draw.random.int(to - from + 1));
  return { said: sayDate(draw.random, draw.locale, draw.now, value), value };
}

/** A date and time, `YYYY-MM-DDTHH:MM`, between `from` and `to` days from now. */
export function dateTime(draw: Draw, from = 1, to = 12): string {
  return `${dateAfter(draw.now, from + draw.random.int(to - from + 1))}T${clockTime(draw, 8, 21)}`;
}

export function dateTimeSlot(draw: Draw, from = 1, to = 12): SlotValue {
  const value = dateTime(draw, from, to);
  return { said: sayDateTime(draw.random, draw.locale, draw.now, value), value };
}

export function minutesSlot(draw: Draw, choices: readonly number[]): SlotValue {
  const value = draw.random.pick(choices);
  return { said: sayMinutes(draw.random, draw.locale, value), value };
}

/** A mobile number of eleven digits that no base row has (their numbers begin with 130 to 132). */
export function phoneNumber(draw: Draw): string {
  const digits = Array.from({ length: 8 }, () => draw.random.int(10)).join('');
  return `${draw.random.pick(['135', '138', '139', '150', '158', '176', '186', '188'])}${digits}`;
}

export function phoneSlot(draw: Draw): SlotValue {
  const value = phoneNumber(draw);
  return { said: sayPhone(draw.random, draw.locale, value), value };
}

export type Synonyms = readonly { readonly value: Json; readonly en: readonly string[]; readonly zh: readonly string[] }[];

/** One of several fixed values, said by one of its synonyms. */
export function oneOf(draw: Draw, synonyms: Synonyms): SlotValue {
  const { value, en, zh } = draw.random.pick(synonyms);
  return { said: draw.random.pick(draw.locale === 'en' ? en : zh), value };
}
