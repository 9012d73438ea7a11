import { glossOf } from './gloss.ts';
import { hashText } from './hashing.ts';

/** Words of user text and tool text: English stems, Chinese characters and their pairs, and English glosses of Chinese words. */
export interface Word {
  readonly text: string;
  readonly hash: number;
  /** Offsets in the source text, UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** A bare number, which similarity ignores. */
  readonly numeric: boolean;
}

const TOKEN = /[a-z]+(?:['’][a-z]+)?|\d+[a-z]+\b|\d+(?:\.\d+)?|[\u4e00-\u9fff]+/g;

/** English function words: kept for crosses, ignored by similarity. */
const FUNCTION_WORDS = new Set(
  'a an the to of for in on at by and or my me i it is are be this that please can could would you do with from as will your so then if just'.split(' '),
);

const hashes = new Map<string, number>();

function hashOf(text: string): number {
  let hash = hashes.get(text);
  if (hash === undefined) {
    hash = hashText(text);
    // A bound on what user text can make us keep.
    if (hashes.size < 50_000) hashes.set(text, hash);
  }
  return hash;
}

/** A light stem: plural, -ing, -ed; enough for `alarms`, `setting`, `muted` to meet their tools. */
export function stem(word: string): string {
  let w = word.replace(/['’]s?$/, '');
  if (w.length > 4 && w.endsWith('ies')) return `${w.slice(0, -3)}y`;
  if (w.length > 3 && w.endsWith('s') && !w.endsWith('ss') && !w.endsWith('us')) w = w.slice(0, -1);
  if (w.length > 5 && w.endsWith('ing')) w = w.slice(0, -3);
  else if (w.length > 4 && w.endsWith('ed')) w = w.slice(0, -2);
  if (w.length > 3 && w.at(-1) === w.at(-2) && !/[aeiouls]/.test(w.at(-1) ?? '')) w = w.slice(0, -1);
  if (w.length > 4 && w.endsWith('e')) w = w.slice(0, -1);
  return w;
}

export function isFunctionWord(text: string): boolean {
  return FUNCTION_WORDS.has(text);
}

/** All words of `text` in order of their starts. */
export function wordsOf(text: string): Word[] {
  const lower = text.toLowerCase().replaceAll('wi-fi', 'wifi ').replaceAll('e-mail', 'email ');
  const words: Word[] = [];
  const add = (value: string, start: number, end: number, numeric = false) =>
    words.push({ text: value, hash: hashOf(value), start, end, numeric });
  for (const match of lower.matchAll(TOKEN)) {
    const token = match[0];
    const start = match.index;
    if (/^\d/.test(token)) add(token, start, start + token.length, !/[a-z]$/.test(token));
    else if (/^[a-z]/.test(token)) add(isFunctionWord(token) ? token : stem(token), start, start + token.length);
    else {
      for (let i = 0; i < token.length; i++) add(token.slice(i, i + 1), start + i, start + i + 1);
      for (let i = 0; i + 1 < token.length; i++) add(token.slice(i, i + 2), start + i, start + i + 2);
      for (const { at, length, words: glosses } of glossOf(token)) {
        for (const gloss of glosses) add(isFunctionWord(gloss) ? gloss : stem(gloss), start + at, start + at + length);
      }
    }
  }
  return words;
}

/** Words of an identifier: `manage_alarm`, `alarmId`, `wifi_ssid`. */
export function identifierWords(identifier: string): string[] {
  return identifier
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((w) => w !== '')
    .map((w) => (isFunctionWord(w) ? w : stem(w)));
}
