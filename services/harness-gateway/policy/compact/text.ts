import { glossOf } from './gloss.ts';
import { hashText } from './hashing.ts';
import { openThesaurus } from './phrases.ts';
import { ENTRIES } from './thesaurus.ts';

/** Words of user text and tool text: English stems, Chinese characters and their pairs, English glosses of Chinese words, and what tools call what is said. */
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

/** An English word as it is compared: its stem, or itself if it is a function word. */
function normal(word: string): string {
  return isFunctionWord(word) ? word : stem(word);
}

const phrasesIn = openThesaurus(ENTRIES.map(([phrase, words]) => [phrase.split(' ').map(normal), words.split(' ').map(normal)]));

function wordOf(text: string, start: number, end: number, numeric = false): Word {
  return { text, hash: hashOf(text), start, end, numeric };
}

/** A run of Chinese: its characters, its pairs, the glosses of its words. */
function chineseWords(run: string, start: number): Word[] {
  const words: Word[] = [];
  for (let i = 0; i < run.length; i++) words.push(wordOf(run.charAt(i), start + i, start + i + 1));
  for (let i = 0; i + 1 < run.length; i++) words.push(wordOf(run.slice(i, i + 2), start + i, start + i + 2));
  for (const { at, length, words: glosses } of glossOf(run)) {
    for (const gloss of glosses) words.push(wordOf(normal(gloss), start + at, start + at + length));
  }
  return words;
}

/** The words of `text` as it stands, in order of their starts: for what tools say, and for texts that are compared with each other. */
export function plainWordsOf(text: string): Word[] {
  const lower = text.toLowerCase().replaceAll('wi-fi', 'wifi ').replaceAll('e-mail', 'email ');
  return [...lower.matchAll(TOKEN)].flatMap(({ 0: token, index: start }) => {
    if (/^\d/.test(token)) return [wordOf(token, start, start + token.length, !/[a-z]$/.test(token))];
    return /^[a-z]/.test(token) ? [wordOf(normal(token), start, start + token.length)] : chineseWords(token, start);
  });
}

/** All words of what a user says, in order of their starts; after a phrase of the thesaurus, what tools call it, at the phrase's extent. */
export function wordsOf(text: string): Word[] {
  const words = plainWordsOf(text);
  const added = new Map(phrasesIn(words, text).map(({ last, start, end, words: meant }) => [last, meant.map((word) => wordOf(word, start, end))]));
  return added.size === 0 ? words : words.flatMap((word, i) => [word, ...(added.get(i) ?? [])]);
}

/** Words of an identifier: `manage_alarm`, `alarmId`, `wifi_ssid`. */
export function identifierWords(identifier: string): string[] {
  return identifier
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((w) => w !== '')
    .map(normal);
}
