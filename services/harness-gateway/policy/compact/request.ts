import type { Opening } from '#protos/core/v1/context.ts';
import { Role } from '#protos/core/v1/message.ts';
import { hashText } from './hashing.ts';
import type { Span } from './spans/mod.ts';
import { spansOf } from './spans/mod.ts';
import type { Word } from './text.ts';
import { isFunctionWord, wordsOf } from './text.ts';

/** The user's words, cut into clauses and typed values; fixed when a session opens. */

/** A word of the request or the history; `entity` if it stands in a value (a name, a time, quoted text), which says little of what is wanted. */
export interface RequestWord extends Word {
  readonly entity: boolean;
}

export interface Clause {
  readonly index: number;
  readonly start: number;
  readonly end: number;
  readonly words: readonly RequestWord[];
}

/** Where a span stands: in the request, or in an earlier turn of the user. */
export interface PlacedSpan extends Span {
  readonly source: 'request' | 'history';
  /** Index of the clause in the request; -1 in the history. */
  readonly clause: number;
  /** Words within reach of the span in its text, nearest first. */
  readonly near: readonly number[];
  /** What stands directly before and after: one and two characters of Chinese, one word of English. */
  readonly edges: readonly [before: number, after: number, before2: number, after2: number];
  /** Words of the span itself. */
  readonly own: readonly number[];
  /** How many user turns ago: 0 for the request. */
  readonly age: number;
}

export interface Request {
  readonly text: string;
  readonly words: readonly RequestWord[];
  readonly clauses: readonly Clause[];
  readonly spans: readonly PlacedSpan[];
  /** Words of earlier user turns, latest turn first, at most HISTORY_WORDS. */
  readonly historyWords: readonly RequestWord[];
  /** Words of earlier assistant turns. */
  readonly assistantWords: readonly Word[];
  readonly chinese: boolean;
}

const SEPARATORS = /[,.;!?](?=\s|$|[\u4e00-\u9fff])|[，。；！？\n]|\s(?:and then|and also|then|and|but|after that|otherwise|or else)\s|然后|并且|而且|接着|随后|之后|同时|再(?=把|帮|给|打|关|开|设|查|发)|否则|不然|另外|还有|顺便/gi;
/** Beginnings of clauses that say under what circumstances the next one holds. */
const SUBORDINATE = /^(?:and |then )?(?:once|when|if|after|before|while|as soon as|in case|should|unless)\b|^(?:等|当|如果|要是|若|假如|一旦)/i;
const HISTORY_WORDS = 40;
const NEAR = 6;

/** Offsets inside quotation marks, where text is not cut. */
function quotedMask(text: string): string {
  return text.replace(/"[^"]+"|“[^”]+”|「[^」]+」|『[^』]+』/g, (m) => 'q'.repeat(m.length));
}

const VALUES: ReadonlySet<string> = new Set(['quoted', 'name', 'time', 'date', 'date-time', 'minutes', 'seconds', 'number', 'percent', 'phone', 'email']);

/** Marks the words that stand in values, and adds for each value a word that names its type: a time was said, a name was said. */
function withValues(words: readonly Word[], spans: readonly Span[]): RequestWord[] {
  const values = spans.filter((s) => VALUES.has(s.type));
  const marked: RequestWord[] = words.map((w) => ({ ...w, entity: w.numeric || values.some((s) => w.start >= s.start && w.end <= s.end) }));
  for (const { type, start, end } of values) marked.push({ text: `<${type}>`, hash: hashText(`<${type}>`), start, end, numeric: false, entity: false });
  return marked.sort((a, b) => a.start - b.start);
}

function clausesOf(text: string, words: readonly RequestWord[]): Clause[] {
  const mask = quotedMask(text);
  const separators = [...mask.matchAll(SEPARATORS)].map((m) => ({ start: m.index, end: m.index + m[0].length }));
  const cuts = [0, ...separators.map(({ end }) => end), text.length];
  const joins = (w: RequestWord) => separators.some(({ start, end }) => w.start >= start && w.end <= end);
  const parts: { start: number; end: number; words: RequestWord[]; content: number; subordinate: boolean }[] = [];
  for (let i = 0; i + 1 < cuts.length; i++) {
    const start = cuts[i] ?? 0;
    const end = cuts[i + 1] ?? text.length;
    const inside = words.filter((w) => w.start >= start && w.start < end);
    const content = inside.filter((w) => !isFunctionWord(w.text) && !w.text.startsWith('<') && !joins(w)).length;
    const last = parts.at(-1);
    // A stretch with hardly a content word (a greeting, a lone time) belongs to its neighbour, a circumstance to what it is one of.
    if (last !== undefined && (content < 2 || last.content < 2 || last.subordinate)) {
      last.end = end;
      last.words.push(...inside);
      last.content += content;
      last.subordinate &&= content < 2;
    } else parts.push({ start, end, words: inside, content, subordinate: SUBORDINATE.test(text.slice(start, end).trimStart()) });
  }
  return parts.map((p, index) => ({ index, start: p.start, end: p.end, words: p.words }));
}

function nearest(words: readonly Word[], span: Span): number[] {
  const outside = words.filter((w) => (w.end <= span.start || w.start >= span.end) && !w.numeric && !w.text.startsWith('<'));
  const distance = (w: Word) => (w.end <= span.start ? span.start - w.end : w.start - span.end + 3);
  return outside
    .map((w) => [distance(w), w.hash] as const)
    .sort((a, b) => a[0] - b[0])
    .slice(0, NEAR)
    .map(([, hash]) => hash);
}

function edge(text: string, length: number, side: 'before' | 'after'): number {
  const trimmed = side === 'before' ? text.trimEnd() : text.trimStart();
  const word = side === 'before' ? /[A-Za-z']+$/.exec(trimmed) : /^[A-Za-z']+/.exec(trimmed);
  if (word !== null) return length === 1 ? hashText(`${side}:${word[0].toLowerCase()}`) : hashText(`${side}2`);
  return hashText(`${side}:${side === 'before' ? trimmed.slice(-length) : trimmed.slice(0, length)}`);
}

/** A span with its surroundings. */
export function placeSpan(span: Span, text: string, words: readonly Word[], where: Pick<PlacedSpan, 'source' | 'clause' | 'age'>): PlacedSpan {
  const before = text.slice(0, span.start);
  const after = text.slice(span.end);
  return {
    ...span,
    ...where,
    near: nearest(words, span),
    edges: [edge(before, 1, 'before'), edge(after, 1, 'after'), edge(before, 2, 'before'), edge(after, 2, 'after')],
    own: words.filter((w) => w.start >= span.start && w.end <= span.end).map((w) => w.hash),
  };
}

/** Reads the opening's request and history. */
export function readRequest(opening: Opening): Request {
  const text = opening.request;
  const found = spansOf(text, opening.now.slice(0, 19));
  const words = withValues(wordsOf(text), found);
  const clauses = clausesOf(text, words);
  const spans: PlacedSpan[] = found.map((span) =>
    placeSpan(span, text, words, { source: 'request', clause: clauses.find((c) => span.start >= c.start && span.start < c.end)?.index ?? 0, age: 0 }),
  );
  const historyWords: RequestWord[] = [];
  const assistantWords: Word[] = [];
  let age = 0;
  for (const message of opening.history.toReversed()) {
    if (message.text === '') continue;
    const said = wordsOf(message.text);
    const values = spansOf(message.text, opening.now.slice(0, 19));
    if (message.role === Role.USER) {
      age++;
      historyWords.push(...withValues(said, values));
    } else if (message.role === Role.ASSISTANT) assistantWords.push(...said);
    else continue;
    if (message.role === Role.ASSISTANT) continue;
    for (const span of values) spans.push(placeSpan(span, message.text, said, { source: 'history', clause: -1, age }));
  }
  return {
    text,
    words,
    clauses,
    spans,
    historyWords: historyWords.slice(0, HISTORY_WORDS),
    assistantWords: assistantWords.slice(0, HISTORY_WORDS),
    chinese: /[\u4e00-\u9fff]/.test(text),
  };
}
