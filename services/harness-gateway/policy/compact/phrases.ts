/** An entry of a thesaurus: a phrase and the words it adds, both as the text's words are compared. */
type Entry = readonly [phrase: readonly string[], words: readonly string[]];

/** A word of a text with its extent, UTF-16 units. */
interface Placed {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A phrase found in a text: the index of its last word, its extent, and the words it adds that the phrase itself does not hold. */
export interface PhraseMatch {
  readonly last: number;
  readonly start: number;
  readonly end: number;
  readonly words: readonly string[];
}

/** Whether nothing but a gap, or a hyphen, stands between two neighbours. */
function adjoins(left: Placed, right: Placed, text: string): boolean {
  return /^(?:\s+|-)$/.test(text.slice(left.end, right.start));
}

function standsAt(phrase: readonly string[], words: readonly Placed[], at: number, text: string): boolean {
  return phrase.every((part, i) => {
    const word = words[at + i];
    const before = words[at + i - 1];
    return word?.text === part && (i === 0 || (before !== undefined && adjoins(before, word, text)));
  });
}

/** A matcher over a thesaurus. From left to right and without overlap, the longest phrase wins at each word. */
export function openThesaurus(entries: Iterable<Entry>): (words: readonly Placed[], text: string) => PhraseMatch[] {
  const byFirst = new Map<string, Entry[]>();
  for (const entry of entries) {
    const first = entry[0][0] ?? '';
    byFirst.set(first, [...(byFirst.get(first) ?? []), entry]);
  }
  for (const list of byFirst.values()) list.sort((a, b) => b[0].length - a[0].length);
  return (words, text) => {
    const found: PhraseMatch[] = [];
    for (let at = 0; at < words.length; at++) {
      const match = byFirst.get(words[at]?.text ?? '')?.find(([phrase]) => standsAt(phrase, words, at, text));
      if (match === undefined) continue;
      const [phrase, added] = match;
      const last = at + phrase.length - 1;
      found.push({ last, start: words[at]?.start ?? 0, end: words[last]?.end ?? 0, words: added.filter((word) => !phrase.includes(word)) });
      at = last;
    }
    return found;
  };
}
