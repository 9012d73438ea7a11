import type { Word } from '../text.ts';
import { isFunctionWord } from '../text.ts';
import type { CompiledTool } from '../tool-text.ts';
import { prefixHash } from '../tool-text.ts';

const CHINESE = /^[\u4e00-\u9fff]/;

/** Weighted overlap of words with tools, by rarity among the tools at hand. Carries over to tools and words never seen in training. */
export class Similarity {
  readonly #rarity = new Map<number, number>();
  readonly #tools: readonly CompiledTool[];

  constructor(tools: Iterable<CompiledTool>) {
    this.#tools = [...tools];
    const counts = new Map<number, number>();
    for (const tool of this.#tools) for (const hash of tool.words.keys()) counts.set(hash, (counts.get(hash) ?? 0) + 1);
    for (const [hash, count] of counts) this.#rarity.set(hash, Math.log(1 + this.#tools.length / count));
  }

  /** Whether any tool's text holds the word. */
  knows(hash: number): boolean {
    return this.#rarity.has(hash);
  }

  /** In [0, about 3]: the share of the content words, weighted, that the tool's text holds. */
  words(words: readonly Word[], tool: CompiledTool): number {
    let hit = 0;
    let all = 0;
    for (const word of words) {
      if (word.numeric || isFunctionWord(word.text)) continue;
      const rarity = this.#rarity.get(word.hash);
      // Tools speak English: Chinese words meet them by their glosses alone.
      if (rarity === undefined && CHINESE.test(word.text)) continue;
      const weight = rarity ?? 0.5;
      all += weight;
      const exact = tool.words.get(word.hash);
      if (exact !== undefined) hit += weight * exact;
      else if (word.text.length > 4) {
        const near = tool.prefixes.get(prefixHash(word.text));
        if (near !== undefined) hit += 0.5 * near;
      }
    }
    return all === 0 ? 0 : hit / (all + 1);
  }

  /** Share of the words that no tool's text holds: names are new, what is done with them is not. */
  novelty(words: readonly number[]): number {
    if (words.length === 0) return 0;
    let unknown = 0;
    for (const hash of words) if (!this.#rarity.has(hash)) unknown++;
    return unknown / words.length;
  }

  /** The same for word hashes without text, such as an error message's. */
  hashes(hashes: readonly number[], tool: CompiledTool): number {
    let hit = 0;
    for (const hash of hashes) hit += (this.#rarity.get(hash) ?? 0) * (tool.words.get(hash) ?? 0);
    return hashes.length === 0 ? 0 : hit / (hashes.length + 2);
  }
}

/** Share of `wanted` found among `words`. */
export function overlap(words: readonly Word[], wanted: ReadonlySet<number>): number {
  if (wanted.size === 0) return 0;
  let hit = 0;
  for (const hash of wanted) if (words.some((w) => w.hash === hash)) hit++;
  return hit / wanted.size;
}

/** How many of the words are among `wanted`, up to 3, in [0, 1]. */
export function shared(words: readonly Word[], wanted: ReadonlySet<number>): number {
  let hit = 0;
  for (const word of words) if (wanted.has(word.hash)) hit++;
  return Math.min(3, hit) / 3;
}
