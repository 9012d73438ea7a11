import type { Intent, Locale, SplitName } from '#env-manager/worlds/intent.ts';
import { digestOf } from '#kit/digest.ts';
import { random } from '#kit/random.ts';
import { audit, type Plant } from './audit/audit.ts';
import { type Composition, compositionKey, familyId, type FamilySpec } from './family.ts';
import { draftOf, instanceOf } from './instance.ts';
import type { Pattern } from './patterns/pattern.ts';
import { PATTERNS } from './patterns/registry.ts';

/**
 * All compositions that can be built, each in the one split that it belongs to. The split depends on the world and the patterns
 * alone, never on seeds or counts: what is held out today is held out in every later round.
 */

/** Of seven compositions of a pattern, one is for dev and one for test; the first three go to one split each. */
const SHARES: readonly (readonly [split: SplitName, share: number])[] = [['train', 5], ['test', 1], ['dev', 1]];
/** Compositions of several intents that are looked at for each pattern. */
const MOST = 180;
/** Draws after which a composition counts as one that cannot be built. */
const TRIES = 4;
/** Draws that show what a family's tasks call and which frictions they meet. */
const LOOKS = 2;

function tuples(pattern: Pattern, intents: readonly Intent[], plant: Plant): Intent[][] {
  const fitting = pattern.roles.map((role) => intents.filter((intent) => intent.kind === role));
  const accepted = (tuple: readonly Intent[]) => pattern.accepts?.(tuple, plant.world) ?? true;
  const [first = []] = fitting;
  if (fitting.length === 1) return first.map((intent) => [intent]).filter(accepted);
  if (fitting.some((list) => list.length === 0)) return [];
  const stream = random('compositions', pattern.id);
  const found = new Map<string, Intent[]>();
  const consider = (tuple: Intent[]) => {
    const ids = new Set(tuple.map((intent) => intent.id));
    const key = [...ids].sort().join('+');
    if (ids.size === tuple.length && !found.has(key) && accepted(tuple)) found.set(key, tuple);
  };
  const [, second = []] = fitting;
  if (fitting.length === 2) {
    for (const tuple of stream.shuffle(first.flatMap((one) => second.map((two) => [one, two])))) {
      if (found.size >= MOST) break;
      consider(tuple);
    }
    return [...found.values()];
  }
  for (let n = 0; n < MOST * 6 && found.size < MOST; n++) consider(fitting.map((list) => stream.pick(list)));
  return [...found.values()];
}

const LOCALES = ['en', 'zh'] as const;

function unprobed(composition: Composition, pattern: Pattern, split: SplitName): FamilySpec {
  return { ...composition, id: familyId(composition), split, ability: pattern.ability, tools: [], frictions: [], capabilities: [] };
}

/** Whether some draw fits in each locale. */
function buildable(spec: FamilySpec, intents: ReadonlyMap<string, Intent>, plant: Plant): boolean {
  const fits = (locale: Locale, n: number) => draftOf(spec, intents, plant, locale, random('probe', spec.id, spec.split, locale, n)) !== undefined;
  return LOCALES.every((locale) => Array.from({ length: TRIES }, (_, n) => n).some((n) => fits(locale, n)));
}

/** Builds the composition a few times: what its tasks call and tag; undefined if no draw fits in some locale. */
function probed(composition: Composition, pattern: Pattern, split: SplitName, intents: ReadonlyMap<string, Intent>, plant: Plant): FamilySpec | undefined {
  const spec = unprobed(composition, pattern, split);
  const tools = new Set<string>();
  const frictions = new Set<string>();
  const capabilities = new Set<string>();
  for (const locale of LOCALES) {
    let built = 0;
    for (let n = 0; n < TRIES && built < LOOKS; n++) {
      const drafted = draftOf(spec, intents, plant, locale, random('probe', spec.id, split, locale, n));
      if (!drafted) continue;
      built++;
      for (const call of drafted.draft.turns.flat()) tools.add(call.tool);
      for (const friction of drafted.draft.frictions) frictions.add(friction);
      for (const capability of drafted.draft.capabilities) capabilities.add(capability);
    }
    if (built === 0) return undefined;
  }
  const targets = composition.intents.flatMap((id) => intents.get(id)?.tool ?? []);
  return { ...spec, tools: [...new Set([...tools, ...targets])].sort(), frictions: [...frictions].sort(), capabilities: [...capabilities].sort() };
}

/** Whether a few instances pass the audit. */
function holds(spec: FamilySpec, intents: ReadonlyMap<string, Intent>, plant: Plant): boolean {
  const instances = Array.from({ length: LOOKS + 1 }, (_, index) => instanceOf(spec, intents, plant, { seed: 0, index, attempt: 0, source: 'trial' })).filter((instance) => instance !== undefined);
  return instances.length > 0 && instances.every(({ bundle, probes }) => audit(bundle, probes, plant).ok);
}

function themed(pattern: Pattern): { readonly composition: Composition; readonly split: SplitName }[] {
  const { variants } = pattern;
  if (!variants) return [];
  return (['train', 'dev', 'test'] as const).flatMap((split) => variants[split].map((variant) => ({ composition: { pattern: pattern.id, intents: [], variant }, split })));
}

function composed(pattern: Pattern, intents: readonly Intent[], byId: ReadonlyMap<string, Intent>, plant: Plant): FamilySpec[] {
  const ranked = tuples(pattern, intents, plant)
    .map((tuple): Composition => ({ pattern: pattern.id, intents: tuple.map((intent) => intent.id), variant: '' }))
    .map((composition) => ({ composition, rank: digestOf(compositionKey(composition)) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const assigned = new Map<SplitName, number>();
  return ranked.flatMap(({ composition }) => {
    if (!buildable(unprobed(composition, pattern, 'train'), byId, plant)) return [];
    // The split that is shortest of its share comes first; the next one where its words do not make the composition work.
    const short = ([split, share]: (typeof SHARES)[number]) => (assigned.get(split) ?? 0) / share;
    for (const [split] of [...SHARES].sort((a, b) => short(a) - short(b))) {
      const spec = probed(composition, pattern, split, byId, plant);
      if (!spec || (pattern.tried && !holds(spec, byId, plant))) continue;
      assigned.set(split, (assigned.get(split) ?? 0) + 1);
      return [spec];
    }
    return [];
  });
}

/** Every family that the world allows, in a fixed order. */
export function allFamilies(intents: readonly Intent[], plant: Plant): FamilySpec[] {
  const byId = new Map(intents.map((intent) => [intent.id, intent]));
  return PATTERNS.flatMap((pattern) =>
    pattern.variants
      ? themed(pattern).flatMap(({ composition, split }) => probed(composition, pattern, split, byId, plant) ?? [])
      : composed(pattern, intents, byId, plant),
  );
}
