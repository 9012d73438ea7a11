/**
 * Words as the harness compares them, in English and Chinese: lower-case English stems, and character bigrams for Chinese, which
 * writes no spaces. Deterministic and without dictionaries, so that recall, notes and memory agree on what a word is.
 */

const RUN = /[\p{Script=Han}]+|[\p{L}\p{N}]+/gu;
const HAN = /^\p{Script=Han}/u;
const CAMEL = /(?<=[a-z0-9])(?=[A-Z])|_/g;

const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the of to in on at for from by with and or but if then so as is are was were be been am do does did have has had i me my you your
  he she it its we our they them this that these those there here what which who whom how when where why can could will would shall should
  may might must please just also not no yes any some all more most very too than into onto up out about over under again s t d ll re ve m
  let us want need like get got make sure help thanks thank ok okay hey hi hello one`.split(/\s+/),
);

/** A light stem: plural and verb endings only, so that `alarms`, `reminding` and `saved` meet `alarm`, `remind` and `save`. */
export function stem(word: string): string {
  if (word.length <= 3 || /\d/.test(word)) return word;
  const root = withoutEnding(word);
  return root.length > 3 && root.endsWith('e') ? root.slice(0, -1) : root;
}

function withoutEnding(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (/(?:ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('s')) return word.slice(0, -1);
  if (word.endsWith('ing') && word.length > 5) return undouble(word.slice(0, -3));
  return word.endsWith('ed') && word.length > 4 ? undouble(word.slice(0, -2)) : word;
}

/** `stopp` of `stopping` becomes `stop`; `call` and `miss` keep their own double letters. */
function undouble(root: string): string {
  const last = root.at(-1);
  return last !== undefined && last === root.at(-2) && !'lsz'.includes(last) ? root.slice(0, -1) : root;
}

const STOP_STEMS: ReadonlySet<string> = new Set([...STOP_WORDS].map(stem));

/** A piece of text: a run of Chinese characters, or one stemmed word of any other script. */
export interface Run {
  readonly text: string;
  readonly han: boolean;
}

/** Runs in order, stop words included. */
export function runs(text: string): Run[] {
  const found: Run[] = [];
  for (const [match] of text.normalize('NFKC').toLowerCase().matchAll(RUN)) {
    const han = HAN.test(match);
    found.push({ text: han ? match : stem(match), han });
  }
  return found;
}

/** Overlapping pairs of characters; a lone character stands for itself. */
export function bigrams(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}

/** The comparable words of a text in order: stems without stop words, bigrams of Chinese runs. */
export function words(text: string): string[] {
  return runs(text).flatMap((run) => (run.han ? bigrams(run.text) : STOP_STEMS.has(run.text) ? [] : [run.text]));
}

/** Words of an identifier such as `manage_alarm` or `phoneNumber`. */
export function identifierWords(identifier: string): string[] {
  return words(identifier.replace(CAMEL, ' '));
}

/** A text prepared for {@link holdsPhrase}. */
export function phraseText(text: string): string {
  return ` ${runs(text)
    .map((run) => run.text)
    .join(' ')} `;
}

/** A phrase prepared for {@link holdsPhrase}: Chinese matches anywhere, other scripts at word boundaries. */
export function phrase(text: string): string {
  const parts = runs(text);
  const inner = parts.map((run) => run.text).join(' ');
  if (parts.length === 0) return '';
  return `${parts[0]?.han ? '' : ' '}${inner}${parts.at(-1)?.han ? '' : ' '}`;
}

/** Whether the prepared text holds the prepared phrase. An empty phrase is held by nothing. */
export function holdsPhrase(prepared: string, sought: string): boolean {
  return sought !== '' && prepared.includes(sought);
}
