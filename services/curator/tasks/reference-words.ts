import type { Locale } from '#env-manager/worlds/intent.ts';
import { type Drawn, parameterOf, schemaOf } from './drawing.ts';
import type { WorldIndex } from './world-index.ts';

/** How people point at a value they have named before, by the kind of the value. */

export type ValueKind = 'time' | 'day' | 'number' | 'phone' | 'address' | 'length' | 'text' | 'name' | 'choice' | 'one';

const NOUN: { readonly [L in Locale]: { readonly [K in ValueKind]: string } } = {
  en: { time: 'time', day: 'day', number: 'value', phone: 'number', address: 'address', length: 'length', text: 'text', name: 'one', choice: 'option', one: 'one' },
  zh: { time: '时间', day: '日子', number: '数值', phone: '号码', address: '地址', length: '时长', text: '内容', name: '名字', choice: '选项', one: '那个' },
};

/** Parameters that take running text; other texts are names and labels. */
const RUNNING_TEXT = /content|body|message|text|prompt|query|note|details/i;

/** What kind of value a slot takes, judged by the schema of the parameter it fills and by the value itself. */
export function kindOfSlot(world: WorldIndex, drawn: Drawn, slot: string): ValueKind {
  const value = drawn.instance.slots[slot]?.value;
  const schema = schemaOf(world, drawn, slot);
  const format = schema?.format;
  if (schema?.enum) return 'choice';
  if (format === 'phone' || format === 'email') return format === 'phone' ? 'phone' : 'address';
  if (format === 'duration-minutes' || format === 'duration-seconds') return 'length';
  if (typeof value === 'number') return 'number';
  if (typeof value !== 'string') return 'one';
  if (/^\d{1,2}:\d{2}$/.test(value) || /T\d{2}:\d{2}/.test(value)) return 'time';
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return 'day';
  if (format !== 'text') return 'one';
  return RUNNING_TEXT.test(parameterOf(drawn, slot) ?? '') ? 'text' : 'name';
}

/** The noun for a kind of value: `time`, `时间`. */
export function nounOf(locale: Locale, kind: ValueKind): string {
  return NOUN[locale][kind];
}

const LEADING = /^(?:at|on|in|for|by|to|until|till|from|around) /i;

/** A pronoun in the place of what is said: a preposition in front of it stays (`at 7:30` becomes `at that time`). */
export function pointAt(locale: Locale, kind: ValueKind, said: string, words?: string): string {
  const noun = NOUN[locale][kind];
  const pronoun = words ?? (locale === 'en' ? `that ${noun}` : kind === 'one' ? '那个' : `那个${noun}`);
  return locale === 'en' ? `${LEADING.exec(said)?.[0] ?? ''}${pronoun}` : pronoun;
}
