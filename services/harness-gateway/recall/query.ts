import { openGloss } from '../text/gloss.ts';
import { bigrams, runs, stem, words } from '../text/words.ts';
import { CHINESE_GLOSS, ENGLISH_GLOSS } from './gloss.ts';

/** A word of a query and how much it counts. */
export interface Term {
  readonly word: string;
  readonly weight: number;
}

const GLOSSED = 0.6;
const TRANSLATED = 1;

const ENGLISH_STEMS: ReadonlyMap<string, readonly string[]> = new Map(
  [...ENGLISH_GLOSS].map(([word, meanings]) => [stem(word), meanings.map(stem)]),
);
const chineseStems = openGloss([...CHINESE_GLOSS].map(([word, meanings]) => [word, meanings.map(stem)]));

const SEPARATOR = /[,.;:!?，。；：！？、]+(?=\s|\p{Script=Han}|$)|\b(?:and|then|also|after that|but)\b|然后|接着|另外|并且|再把|同时|顺便|还有/u;

/** The clauses of a request; a request without separators is one clause. */
export function clauses(text: string): string[] {
  return text.split(SEPARATOR).filter((part) => words(part).length > 0);
}

/** Words of a text with those that the gloss adds, each at its highest weight. */
export function queryTerms(text: string): Term[] {
  const terms = new Map<string, number>();
  const add = (word: string, weight: number) => {
    if ((terms.get(word) ?? 0) < weight) terms.set(word, weight);
  };
  for (const run of runs(text)) {
    if (run.han) {
      for (const pair of bigrams(run.text)) add(pair, 1);
      for (const { words: meanings } of chineseStems(run.text)) for (const meaning of meanings) add(meaning, TRANSLATED);
    } else {
      for (const word of words(run.text)) add(word, 1);
      for (const meaning of ENGLISH_STEMS.get(run.text) ?? []) add(meaning, GLOSSED);
    }
  }
  return [...terms].map(([word, weight]) => ({ word, weight }));
}
