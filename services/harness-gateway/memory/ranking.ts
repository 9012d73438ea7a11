import type { MemoryUnit } from '#protos/core/v1/task.ts';
import { runs, words } from '../text/words.ts';

/** A unit with its words, so that a search need not cut them again. */
export interface IndexedUnit {
  readonly unit: MemoryUnit;
  readonly words: ReadonlySet<string>;
}

export interface Ranked {
  readonly unit: MemoryUnit;
  /** Share of the query's words, weighted by rarity, that the memory holds: 0 to 1, three decimals. */
  readonly relevance: number;
}

const RECENCY_WEIGHT = 0.1;
const RECENCY_HALF_LIFE_DAYS = 60;
const DAY_MS = 86_400_000;
/** How much a result that repeats an earlier one is held back (MMR). */
const DIVERSITY = 0.25;
/** Results that diversity is weighed for; as many as a search returns at most. */
const MOST_DIVERSIFIED = 20;

export function indexed(unit: MemoryUnit): IndexedUnit {
  return { unit, words: new Set(words(`${unit.content} ${unit.category.replaceAll('_', ' ')}`)) };
}

/**
 * Units that share words with the query, best first: relevance, then recency, with near-repetitions held back by maximal marginal
 * relevance. Ties go by id, so the order never depends on how units were stored.
 */
export function rank(query: string, units: readonly IndexedUnit[], nowMs: number): Ranked[] {
  const sought = [...new Set(queryWords(query))];
  const rarity = new Map(sought.map((word) => [word, Math.log(1 + (units.length + 1) / (1 + units.filter((entry) => entry.words.has(word)).length))]));
  const whole = [...rarity.values()].reduce((sum, weight) => sum + weight, 0);
  const matches = units
    .map((entry) => {
      const held = sought.reduce((sum, word) => sum + (entry.words.has(word) ? (rarity.get(word) ?? 0) : 0), 0);
      const relevance = whole === 0 ? 0 : Math.round((1000 * held) / whole) / 1000;
      return { entry, relevance, score: relevance + RECENCY_WEIGHT * recency(entry.unit, nowMs) };
    })
    .filter((match) => match.relevance > 0)
    .sort((a, b) => b.score - a.score || (a.entry.unit.memoryId < b.entry.unit.memoryId ? -1 : 1));

  const ordered: typeof matches = [];
  while (matches.length > 0) {
    let best = 0;
    let bestValue = Number.NEGATIVE_INFINITY;
    matches.forEach((match, at) => {
      const repeats = ordered.reduce((most, earlier) => Math.max(most, similarity(match.entry.words, earlier.entry.words)), 0);
      const value = match.score - DIVERSITY * repeats;
      if (value > bestValue) [best, bestValue] = [at, value];
    });
    ordered.push(...matches.splice(best, 1));
    if (ordered.length >= MOST_DIVERSIFIED) return [...ordered, ...matches].map(({ entry, relevance }) => ({ unit: entry.unit, relevance }));
  }
  return ordered.map(({ entry, relevance }) => ({ unit: entry.unit, relevance }));
}

/** Words to search for; a query of stop words only is taken literally. */
export function queryWords(query: string): string[] {
  const list = words(query);
  return list.length > 0 ? list : runs(query).map((run) => run.text);
}

function recency(unit: MemoryUnit, nowMs: number): number {
  const created = Date.parse(unit.createdAt);
  if (Number.isNaN(created) || Number.isNaN(nowMs)) return 0;
  return 0.5 ** (Math.max(0, nowMs - created) / (RECENCY_HALF_LIFE_DAYS * DAY_MS));
}

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared / Math.max(1, a.size + b.size - shared);
}
