import type { Intent, SplitName } from '#env-manager/worlds/intent.ts';
import type { Ability, Pattern } from './patterns/pattern.ts';

/** A composition: a pattern with the intents, or the theme, that it is made of. */
export interface Composition {
  readonly pattern: string;
  readonly intents: readonly string[];
  readonly variant: string;
}

/** A family: a composition in a split, with that split's wordings, frames and entities (architecture.md section 3: split by family). */
export interface FamilySpec extends Composition {
  readonly id: string;
  readonly split: SplitName;
  readonly ability: Ability;
  /** Tools that its solutions call, as seen in probes. */
  readonly tools: readonly string[];
  readonly frictions: readonly string[];
  readonly capabilities: readonly string[];
}

/** Compositions are the same whatever the order of their intents: a held-out family is no train family turned round. */
export function compositionKey({ pattern, intents, variant }: Composition): string {
  return `${pattern}/${variant === '' ? [...intents].sort().join('+') : variant}`;
}

/** The id of a composition's family. */
export function familyId({ pattern, intents, variant }: Composition): string {
  return `${pattern}/${variant === '' ? intents.join('+') : variant}`;
}

/** Everything a family may say: its frames, and the wordings of its intents or of its theme, in its split. */
export function wordingsOf(spec: FamilySpec, pattern: Pattern, intents: ReadonlyMap<string, Intent>): { readonly en: readonly string[]; readonly zh: readonly string[] } {
  const sources = [...Object.values(pattern.frames), ...spec.intents.flatMap((id) => intents.get(id)?.wordings ?? [])];
  const of = (locale: 'en' | 'zh') => [...sources.flatMap((wordings) => wordings[locale][spec.split]), ...(pattern.themes?.[spec.variant]?.[locale] ?? [])];
  return { en: of('en'), zh: of('zh') };
}
