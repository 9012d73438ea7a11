import type { Intent, SplitName } from '#env-manager/worlds/intent.ts';
import { digestOf } from '#kit/digest.ts';
import { type Neighbour, nearestTrain, type Profile, profileOf } from './audit/nearest.ts';
import type { FamilySpec } from './family.ts';
import type { Ability } from './patterns/pattern.ts';
import { patternOf } from './patterns/registry.ts';

/** Choosing the families of a pool: shares of the ability groups, a place for every pattern, and each intent in turn. */

/** Shares of the ability groups in every split: those of the benchmark's 1,705 tasks. */
export const ABILITY_SHARES: { readonly [A in Ability]: number } = { tool_use: 0.61, memory: 0.22, skills: 0.12, sub_agent: 0.05 };

export type FamilyCounts = { readonly [S in SplitName]: number };

export interface FamilyPlan {
  readonly families: readonly FamilySpec[];
  /** For each held-out family its nearest train family. */
  readonly neighbours: readonly Neighbour[];
}

/** Whole parts of a total by shares; the largest remainders get what is left. */
export function apportion(total: number, shares: readonly number[]): number[] {
  const sum = shares.reduce((all, share) => all + share, 0);
  if (sum === 0) return shares.map(() => 0);
  const exact = shares.map((share) => (share / sum) * total);
  const parts = exact.map(Math.floor);
  const order = exact.map((value, at) => ({ at, rest: value - Math.floor(value) })).sort((a, b) => b.rest - a.rest || a.at - b.at);
  for (const { at } of order.slice(0, total - parts.reduce((all, part) => all + part, 0))) parts[at] = (parts[at] ?? 0) + 1;
  return parts;
}

/** How many families each pattern gets: one at least where the room allows, the rest by weight, never more than there are. */
function quotas(room: number, available: ReadonlyMap<string, number>): Map<string, number> {
  const patterns = [...available].filter(([, count]) => count > 0).map(([id]) => id);
  const quota = new Map(patterns.map((id) => [id, 0]));
  const weight = (id: string) => patternOf(id)?.weight ?? 1;
  for (let left = room; left > 0; left--) {
    const open = patterns.filter((id) => (quota.get(id) ?? 0) < (available.get(id) ?? 0));
    const next = open.sort((a, b) => ((quota.get(a) ?? 0) + 0.5) / weight(a) - ((quota.get(b) ?? 0) + 0.5) / weight(b))
      .sort((a, b) => Number((quota.get(a) ?? 0) > 0) - Number((quota.get(b) ?? 0) > 0))[0];
    if (next === undefined) break;
    quota.set(next, (quota.get(next) ?? 0) + 1);
  }
  return quota;
}

/** Families of one split and ability: patterns by quota, within a pattern those whose intents have been used least. */
function choose(candidates: readonly FamilySpec[], room: number, seed: number, used: Map<string, number>): FamilySpec[] {
  const byPattern = Map.groupBy(candidates, (spec) => spec.pattern);
  const quota = quotas(room, new Map([...byPattern].map(([id, list]) => [id, list.length])));
  const rank = new Map(candidates.map((spec) => [spec.id, digestOf([seed, spec.id])]));
  return [...quota].flatMap(([pattern, count]) => {
    const left = [...(byPattern.get(pattern) ?? [])].sort((a, b) => ((rank.get(a.id) ?? '') < (rank.get(b.id) ?? '') ? -1 : 1));
    return Array.from({ length: count }, () => {
      const use = (spec: FamilySpec) => spec.intents.reduce((sum, id) => sum + (used.get(id) ?? 0), 0) / Math.max(1, spec.intents.length);
      const least = left.reduce((best, spec) => (use(spec) < use(best) ? spec : best));
      left.splice(left.indexOf(least), 1);
      for (const id of least.intents) used.set(id, (used.get(id) ?? 0) + 1);
      return least;
    });
  });
}

function chooseSplit(candidates: readonly FamilySpec[], count: number, seed: number): FamilySpec[] {
  const abilities = Object.keys(ABILITY_SHARES) as Ability[];
  const present = abilities.filter((ability) => candidates.some((spec) => spec.ability === ability));
  const rooms = apportion(count, present.map((ability) => ABILITY_SHARES[ability]));
  const used = new Map<string, number>();
  return present.flatMap((ability, at) => choose(candidates.filter((spec) => spec.ability === ability), rooms[at] ?? 0, seed, used));
}

/**
 * Plans a pool. Train families first; then held-out families whose tools train families use as well and which keep the limits of
 * the nearest-family audit. The same seed and counts give the same plan.
 */
export function planFamilies(all: readonly FamilySpec[], intents: readonly Intent[], counts: FamilyCounts, seed: number): FamilyPlan {
  const byId = new Map(intents.map((intent) => [intent.id, intent]));
  const train = chooseSplit(all.filter((spec) => spec.split === 'train'), counts.train, seed);
  const trained = new Set(train.flatMap((spec) => spec.tools));
  const profiles = train.map((spec) => profileOf(spec, byId));
  const neighbours = new Map<string, Neighbour>();
  const allowed = (spec: FamilySpec) => spec.tools.every((tool) => trained.has(tool)) && keepsDistance(profileOf(spec, byId), profiles, neighbours);
  const held = (['dev', 'test'] as const).flatMap((split) =>
    counts[split] === 0 ? [] : chooseSplit(all.filter((spec) => spec.split === split && (counts.train === 0 || allowed(spec))), counts[split], seed),
  );
  return { families: [...train, ...held], neighbours: held.flatMap((spec) => neighbours.get(spec.id) ?? []) };
}

function keepsDistance(profile: Profile, train: readonly Profile[], neighbours: Map<string, Neighbour>): boolean {
  const found = nearestTrain(profile, train);
  if (!found) return true;
  neighbours.set(profile.spec.id, found);
  return found.passes;
}

const GAP = /^(capability|friction|tool|pattern|ability|intent):(.+)$/;

/** Whether a family practises what a gap asks for, for example `capability:recovery`, `tool:manage_alarm`, `pattern:state_conflict`. */
export function meetsGap(spec: FamilySpec, gap: string): boolean {
  const [, kind, value = ''] = GAP.exec(gap) ?? [];
  switch (kind) {
    case 'capability':
      return spec.capabilities.includes(value);
    case 'friction':
      return spec.frictions.includes(value);
    case 'tool':
      return spec.tools.includes(value);
    case 'pattern':
      return spec.pattern === value;
    case 'ability':
      return spec.ability === value;
    case 'intent':
      return spec.intents.includes(value);
    default:
      return false;
  }
}

/** Whether a gap is written in a form that families can be looked up by. */
export function isGap(gap: string): boolean {
  return GAP.test(gap);
}
