const LATIN = /[A-Za-z][A-Za-z'’-]*/g;
const HAN_RUN = /\p{Script=Han}{2,}/gu;

/** Words too common to route by. */
const COMMON = new Set(
  'the and for with that this you your please can could would will from have has are was not all any but its also then into when what which how there here just need want make sure let get set now one two new off out about after before'.split(' '),
);

/**
 * Words of a request that a routing note may name: lower-case Latin words of three letters or more and pairs of Han characters. A
 * Latin word with a capital inside a sentence is left out, since it may be somebody's name; so is everything with digits.
 */
export function routingWords(request: string): Set<string> {
  const words = new Set<string>();
  for (const match of request.matchAll(LATIN)) {
    const [word] = match;
    const before = request.slice(0, match.index).trimEnd();
    const opens = before === '' || /[.!?:;"“\n]$/.test(before);
    if (word.length < 3 || (/^[A-Z]/.test(word) && !opens)) continue;
    const lower = word.toLowerCase().replace(/['’-].*$/, '');
    if (lower.length >= 3 && !COMMON.has(lower)) words.add(lower);
  }
  for (const [run] of request.matchAll(HAN_RUN)) {
    const characters = [...run];
    for (let at = 0; at + 1 < characters.length; at++) words.add(`${characters[at]}${characters[at + 1]}`);
  }
  return words;
}
