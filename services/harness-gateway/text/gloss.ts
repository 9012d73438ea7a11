/** An entry of a Chinese-English word list as it was found in a text: where it stands and what it means. */
export interface GlossMatch {
  /** Offset and length in UTF-16 units. */
  readonly at: number;
  readonly length: number;
  readonly words: readonly string[];
}

/**
 * A matcher over a Chinese-English word list. From left to right and without overlap, the longest entry wins at each place; of
 * two entries for one word, the first counts.
 */
export function openGloss(entries: Iterable<readonly [chinese: string, english: readonly string[]]>): (text: string) => GlossMatch[] {
  const byFirst = new Map<string, (readonly [string, readonly string[]])[]>();
  for (const entry of entries) {
    const first = entry[0].charAt(0);
    byFirst.set(first, [...(byFirst.get(first) ?? []), entry]);
  }
  for (const list of byFirst.values()) list.sort((a, b) => b[0].length - a[0].length);
  return (text) => {
    const found: GlossMatch[] = [];
    for (let at = 0; at < text.length; ) {
      const match = byFirst.get(text.charAt(at))?.find(([chinese]) => text.startsWith(chinese, at));
      if (match === undefined) at++;
      else {
        const [{ length }, words] = match;
        found.push({ at, length, words });
        at += length;
      }
    }
    return found;
  };
}
