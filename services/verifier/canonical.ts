import type { Json } from '#kit/store/types.ts';

/**
 * Canonical forms of values. Two values are the same exactly if their keys are the same text, so sameness is an equivalence;
 * every rule below only joins ways of writing one value and never two values.
 */

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(?:\s*([ap])\.?m\.?)?$/;
const DATE = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/;
const DATE_TIME = /^(\d{4}[-/]\d{1,2}[-/]\d{1,2})[t ]\s*(\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(z|[+-]\d{2}:?\d{2})?$/;
// Without a field name that says phone, only forms that nothing else is written in.
const PHONE_FORM = /^(?:\+\d[\d\s().-]{6,}\d|\(?\d{3}\)?[\s-]\d{3}[\s-]\d{4}|\d{3}[\s-]\d{4}[\s-]\d{4})$/;
const PHONE_CHARS = /^\+?[\d\s().-]{3,}$/;
const PHONE_FIELD = /phone|mobile|telephone|^tel$/i;
/** Words of field names whose letters keep their case: two passwords that differ in case are two passwords. */
const EXACT_CASE_WORDS: ReadonlySet<string> = new Set('password passcode passphrase secret token pin url uri path id ssid'.split(' '));
const WEEKDAYS: ReadonlySet<string> = new Set(
  'mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday'.split(' '),
);

/**
 * The key of a value. `field` is the name it stands under, which decides two things only: letter case is kept for secrets,
 * ids and addresses, and separators are dropped from phone numbers.
 */
export function canonicalKey(value: Json | undefined, field = ''): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'boolean') return `b:${value}`;
  if (typeof value === 'number') return `n:${plainNumber(String(value))}`;
  if (typeof value === 'string') return textKey(value, field);
  if (isList(value)) {
    const keys = value.map((element) => canonicalKey(element, field));
    // Repeat days are a set: their order carries no meaning.
    if (value.length > 0 && value.every((day) => typeof day === 'string' && WEEKDAYS.has(day.trim().toLowerCase()))) keys.sort();
    return JSON.stringify(['list', ...keys]);
  }
  const entries = Object.entries(value).filter(([, entry]) => entry !== null && entry !== undefined);
  return JSON.stringify(['object', ...entries.map(([name, entry]) => [name, canonicalKey(entry, name)]).sort(byName)]);
}

/** Whether two values are the same value. Absent and null are the same. */
export function sameValue(a: Json | undefined, b: Json | undefined, field = ''): boolean {
  return canonicalKey(a, field) === canonicalKey(b, field);
}

/**
 * Whether `actual` is what `expected` asks for. `{"$contains": text or list of texts}` asks for text that holds each of them,
 * at any depth; anything else asks for the same value.
 */
export function meets(expected: Json | undefined, actual: Json | undefined, field = ''): boolean {
  const fragments = fragmentsOf(expected);
  if (fragments !== undefined) {
    return typeof actual === 'string' && fragments.every((fragment) => containsText(actual, fragment));
  }
  if (!isObject(expected)) return sameValue(expected, actual, field);
  if (!isObject(actual)) return false;
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  return [...names].every((name) => meets(expected[name], actual[name], name));
}

/**
 * Whether `text` holds `fragment` as a whole: canonical characters, case and blanks, clock times with two-digit hours, and no
 * part of a longer word or number (`30` is not in `7:30`, `Ann` not in `Anna`). Scripts without blanks match anywhere.
 */
export function containsText(text: string, fragment: string): boolean {
  const hay = proseOf(text);
  const needle = proseOf(fragment);
  if (needle === '') return false;
  for (let at = hay.indexOf(needle); at >= 0; at = hay.indexOf(needle, at + 1)) {
    if (!joined(hay.slice(0, at), needle) && !joined(needle, hay.slice(at + needle.length))) return true;
  }
  return false;
}

/** The fragments of a `{"$contains": …}` value; undefined for any other value. */
function fragmentsOf(value: Json | undefined): readonly string[] | undefined {
  if (!isObject(value)) return undefined;
  const names = Object.keys(value);
  const wanted = value['$contains'];
  if (names.length !== 1 || wanted === undefined) return undefined;
  const list = typeof wanted === 'string' ? [wanted] : isList(wanted) ? wanted : [];
  const texts = list.filter((fragment) => typeof fragment === 'string');
  return texts.length > 0 && texts.length === list.length ? texts : undefined;
}

export function isObject(value: Json | undefined): value is { readonly [key: string]: Json | undefined } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function textKey(raw: string, field: string): string {
  const tidy = raw.normalize('NFKC').trim().replace(/\s+/g, ' ');
  if (keepsCase(field)) return NUMBER.test(tidy) && plainNumber(tidy) === tidy ? `n:${tidy}` : `x:${tidy}`;
  const text = tidy.toLowerCase();
  if (NUMBER.test(text)) return `n:${plainNumber(text)}`;
  const time = clockKey(text);
  if (time !== undefined) return `t:${time}`;
  const date = dateKey(text);
  if (date !== undefined) return `d:${date}`;
  const moment = momentKey(text);
  if (moment !== undefined) return moment;
  if (PHONE_FORM.test(text) || (PHONE_FIELD.test(field) && PHONE_CHARS.test(text))) {
    const digits = text.replace(/[^\d+]/g, '');
    return NUMBER.test(digits) ? `n:${digits}` : `x:${digits}`;
  }
  return `x:${text}`;
}

/** `wifiPassword` and `wifi_password` do, `security` does not. */
function keepsCase(field: string): boolean {
  return field !== '' && field.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase().split(/[_\W]+/).some((word) => EXACT_CASE_WORDS.has(word));
}

/** Decimal text without a trailing fraction of zeros and without a negative zero; never through a float, so no digit is lost. */
function plainNumber(text: string): string {
  const trimmed = text.includes('.') && !text.includes('e') ? text.replace(/\.?0+$/, '') : text;
  return trimmed === '-0' ? '0' : trimmed;
}

function clockKey(text: string): string | undefined {
  const [, hours, minutes, seconds, fraction, half] = CLOCK.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return undefined;
  const written = Number(hours);
  if (half !== undefined && (written < 1 || written > 12)) return undefined;
  const hour = half === undefined ? written : (written % 12) + (half === 'p' ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return undefined;
  const rest = (fraction ?? '').replace(/0+$/, '');
  return `${String(hour).padStart(2, '0')}:${minutes}:${seconds ?? '00'}${rest === '' ? '' : `.${rest}`}`;
}

function dateKey(text: string): string | undefined {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // A day that the calendar does not have stays the text it is.
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Local date-times keep their clock; those with an offset are instants, the same whatever the offset. */
function momentKey(text: string): string | undefined {
  const [, day, clock, zone] = DATE_TIME.exec(text) ?? [];
  if (day === undefined || clock === undefined) return undefined;
  const date = dateKey(day);
  const time = clockKey(clock);
  if (date === undefined || time === undefined) return undefined;
  if (zone === undefined) return `l:${date}T${time}`;
  const [hours, fraction] = time.split('.');
  const offset = zone === 'z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const instant = Date.parse(`${date}T${hours}${offset}`);
  return Number.isNaN(instant) ? undefined : `i:${instant}${fraction === undefined ? '' : `.${fraction}`}`;
}

function proseOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/(?<![\d:.])(\d):(?=\d\d(?!\d))/g, '0$1:');
}

/** Whether a word or number runs on from the end of `left` into the start of `right`. */
function joined(left: string, right: string): boolean {
  const word = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}\d_]$/u.exec(left)?.[0];
  if (/\d$/.test(left) && /^[.:,]\d/.test(right)) return true;
  if (/\d[.:,]$/.test(left) && /^\d/.test(right)) return true;
  return word !== undefined && /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}\d_]/u.test(right);
}

function byName(a: readonly string[], b: readonly string[]): number {
  const [x = '', y = ''] = [a[0], b[0]];
  return x < y ? -1 : x > y ? 1 : 0;
}
