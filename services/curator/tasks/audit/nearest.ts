import type { Intent } from '#env-manager/worlds/intent.ts';
import { type FamilySpec, wordingsOf } from '../family.ts';
import { patternOf } from '../patterns/registry.ts';

/**
 * How far held-out families are from what is trained on. For each, its nearest train family by tool set (Jaccard), friction set
 * (Jaccard) and wording (shared character trigrams, slots masked).
 *
 * The limit, chosen before any figures were seen: a held-out family that calls the same tools under the same frictions as a train
 * family may share at most 60 % of the trigrams of the smaller of the two; above that it fails. A family with the train family's
 * composition fails whatever its words.
 */
export const WORDING_LIMIT = 0.6;

export interface Neighbour {
  readonly family: string;
  readonly nearest: string;
  readonly tools: number;
  readonly frictions: number;
  readonly wording: number;
  readonly passes: boolean;
}

/** A family with its word material cut into trigrams, once. */
export interface Profile {
  readonly spec: FamilySpec;
  readonly tools: ReadonlySet<string>;
  readonly frictions: ReadonlySet<string>;
  readonly trigrams: { readonly en: ReadonlySet<string>; readonly zh: ReadonlySet<string> };
}

function trigramsOf(texts: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const text of texts) {
    const masked = text.toLowerCase().replace(/\{\w+\}/g, '_').replace(/[\s.,;:!?。，；：！？]+/g, ' ');
    for (let at = 0; at + 3 <= masked.length; at++) found.add(masked.slice(at, at + 3));
  }
  return found;
}

/** Prepares a family for comparison. */
export function profileOf(spec: FamilySpec, intents: ReadonlyMap<string, Intent>): Profile {
  const pattern = patternOf(spec.pattern);
  const texts = pattern ? wordingsOf(spec, pattern, intents) : { en: [], zh: [] };
  return { spec, tools: new Set(spec.tools), frictions: new Set(spec.frictions), trigrams: { en: trigramsOf(texts.en), zh: trigramsOf(texts.zh) } };
}

function shared(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let count = 0;
  for (const item of left) if (right.has(item)) count++;
  return count;
}

/** Jaccard; two empty sets are the same. */
function jaccard(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const both = shared(left, right);
  const either = left.size + right.size - both;
  return either === 0 ? 1 : both / either;
}

/** Share of the smaller set that the other holds. */
function overlap(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  return shared(left, right) / Math.max(1, Math.min(left.size, right.size));
}

/** Tools, frictions and wording count alike; one that breaks the limit is nearer than any that does not. */
const closeness = (neighbour: Neighbour) => neighbour.tools + neighbour.frictions + neighbour.wording + (neighbour.passes ? 0 : 10);

/** The nearest train family. Undefined without train families. */
export function nearestTrain(held: Profile, train: readonly Profile[]): Neighbour | undefined {
  let best: Neighbour | undefined;
  for (const other of train) {
    const tools = jaccard(held.tools, other.tools);
    const frictions = jaccard(held.frictions, other.frictions);
    const same = tools === 1 && frictions === 1;
    const twin = held.spec.id === other.spec.id;
    // Trigrams are dear: they are compared only where they could still make this one the nearest.
    if (best && !same && !twin && tools + frictions + 1 <= closeness(best)) continue;
    const wording = Math.max(overlap(held.trigrams.en, other.trigrams.en), overlap(held.trigrams.zh, other.trigrams.zh));
    const passes = !(same && wording > WORDING_LIMIT) && !twin;
    const found = { family: held.spec.id, nearest: other.spec.id, tools, frictions, wording, passes };
    if (!best || closeness(found) > closeness(best)) best = found;
  }
  return best;
}
