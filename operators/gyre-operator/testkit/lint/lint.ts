import type { Definition } from '../../api/schema.ts';
import { placesOf, type Place } from '../walk.ts';

/** What a rule finds wrong with a definition; it may look at all of them. */
export type LintRule = (definition: Definition, all: readonly Definition[]) => string[];

/** A rule over every place of every version's schema. */
export function everyPlace(look: (place: Place) => string[]): LintRule {
  return ({ spec }) => spec.versions.flatMap(({ schema }) => placesOf(schema.openAPIV3Schema).flatMap(look));
}

/** All findings of the rules, as `<rule>: <finding>`. */
export function lint(rules: Readonly<Record<string, LintRule>>, all: readonly Definition[]): string[] {
  return all.flatMap((definition) => Object.entries(rules).flatMap(([name, rule]) => rule(definition, all).map((finding) => `${name}: ${definition.spec.names.kind}${finding.startsWith('.') ? '' : ' '}${finding}`)));
}
