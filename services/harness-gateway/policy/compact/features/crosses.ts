import type { ChoiceBuilder } from '../builder.ts';
import { hashText, mix } from '../hashing.ts';

/** Adds the hashed cross of two things under a name, so that the same pair means something else under another. */
export type Cross<Name extends string> = (builder: ChoiceBuilder, name: Name, a: number, b: number) => void;

/** Crosses under the given names, which are apart from those of every other `prefix`. */
export function crossesOf<Name extends string>(prefix: string, names: readonly Name[]): Cross<Name> {
  const spaces: { [name: string]: number } = {};
  for (const name of names) spaces[name] = hashText(`${prefix}:${name}`);
  return (builder, name, a, b) => builder.feature(mix(mix(spaces[name] ?? 0, a), b));
}
