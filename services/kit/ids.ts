import { randomBytes } from 'node:crypto';
import { digestOf } from './digest.ts';

/** Where new names come from, handed in so that a replay gives the same ones. */
export interface Ids {
  /** A name that nothing else has, for example `episode-3f…` for the kind `episode`. */
  next(kind: string): string;
}

/** Unpredictable names, unique across processes. */
export function randomIds(): Ids {
  return { next: (kind) => `${kind}-${randomBytes(12).toString('hex')}` };
}

/** Names counted per kind from 1; the same seed gives the same names in the same order, another seed gives others. */
export function countedIds(...seed: readonly (string | number)[]): Ids {
  const mark = digestOf(seed).slice('sha256:'.length, 'sha256:'.length + 12);
  const counts = new Map<string, number>();
  return {
    next(kind) {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return `${kind}-${mark}-${count}`;
    },
  };
}
