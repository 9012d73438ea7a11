import type { Message } from '#protos/core/v1/message.ts';
import type { ToolSpec } from '#protos/core/v1/tool.ts';
import { toolTerms } from './document.ts';
import { clauses, type Term, queryTerms } from './query.ts';

/** Candidates recalled where an exposure does not say how many (N of the benchmark). */
export const DEFAULT_CANDIDATES = 15;

const K1 = 1.2;
const B = 0.4;
/** Clauses are looked at one by one so that a long clause cannot crowd the tools of a short one out. */
const MOST_CLAUSES = 5;
const HISTORY_TURNS = 4;
const HISTORY_DECAY = 0.5;

export interface RecallQuery {
  readonly request: string;
  readonly history?: readonly Message[];
  /** How many tools; default {@link DEFAULT_CANDIDATES}. */
  readonly count?: number;
  /** Tools that are never recalled (they are reached through a skill). */
  readonly withheld?: ReadonlySet<string>;
  /** Tools that are candidates whatever the query says. */
  readonly always?: readonly string[];
}

/** Candidate recall over a fixed set of tools. */
export interface RecallIndex {
  /** Names of the candidates, best first; the same query gives the same list. */
  recall(query: RecallQuery): string[];
}

interface Posting {
  readonly tool: number;
  readonly weight: number;
}

/**
 * Builds a lexical index (BM25 over fields) of tools: names, descriptions, parameters and enum words, matched with English stems,
 * Chinese bigrams and a general gloss. A query costs a few dozen postings, however large the descriptions are.
 */
export function buildRecallIndex(tools: readonly ToolSpec[]): RecallIndex {
  const postings = invert(tools);
  const score = (terms: readonly Term[], into: Float64Array) => {
    for (const { word, weight } of terms) for (const posting of postings.get(word) ?? []) into[posting.tool]! += weight * posting.weight;
  };

  return {
    recall(query) {
      const allowed = tools.map((tool, at) => ({ name: tool.name, at })).filter(({ name }) => !query.withheld?.has(name));
      const count = Math.min(query.count || DEFAULT_CANDIDATES, allowed.length);
      const ranked = (scores: Float64Array) => [...allowed].sort((a, b) => scores[b.at]! - scores[a.at]! || a.at - b.at);
      const chosen = new Set((query.always ?? []).filter((name) => allowed.some((tool) => tool.name === name)).slice(0, count));

      const total = new Float64Array(tools.length);
      const parts = clauses(query.request).slice(0, MOST_CLAUSES);
      const share = Math.max(1, Math.floor(count / (2 * Math.max(1, parts.length))));
      for (const part of parts) {
        const own = new Float64Array(tools.length);
        score(queryTerms(part), own);
        for (let at = 0; at < own.length; at++) total[at]! += own[at]!;
        if (parts.length === 1) continue;
        for (const { name, at } of ranked(own).slice(0, share)) if (own[at]! > 0 && chosen.size < count) chosen.add(name);
      }
      let decay = HISTORY_DECAY;
      for (const message of (query.history ?? []).slice(-HISTORY_TURNS).toReversed()) {
        const told = message.text !== '' ? queryTerms(message.text) : [];
        score(told.map(({ word, weight }) => ({ word, weight: weight * decay })), total);
        // A tool that has just been used is likely to be meant again by a turn that only refers back.
        for (const call of message.calls) {
          const at = tools.findIndex((tool) => tool.name === call.name);
          if (at >= 0) total[at]! += 10 * decay;
        }
        decay *= HISTORY_DECAY;
      }
      for (const { name } of ranked(total)) {
        if (chosen.size >= count) break;
        chosen.add(name);
      }
      return ranked(total).flatMap(({ name }) => (chosen.has(name) ? [name] : []));
    },
  };
}

function invert(tools: readonly ToolSpec[]): ReadonlyMap<string, readonly Posting[]> {
  const documents = tools.map(toolTerms);
  const lengths = documents.map((terms) => [...terms.values()].reduce((sum, weight) => sum + weight, 0));
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const frequency = new Map<string, number>();
  for (const terms of documents) for (const word of terms.keys()) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const postings = new Map<string, Posting[]>();
  documents.forEach((terms, tool) => {
    const norm = K1 * (1 - B + (B * (lengths[tool] ?? 0)) / mean);
    for (const [word, weight] of terms) {
      const holders = frequency.get(word) ?? 0;
      const rarity = Math.log(1 + (documents.length - holders + 0.5) / (holders + 0.5));
      const posting = { tool, weight: (rarity * weight * (K1 + 1)) / (weight + norm) };
      const list = postings.get(word);
      if (list) list.push(posting);
      else postings.set(word, [posting]);
    }
  });
  return postings;
}
