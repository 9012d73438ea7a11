import { createHash } from 'node:crypto';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** A stream of random numbers; the same seed gives the same stream on every machine. */
export interface Random {
  /** Uniform in [0, 1), 32 bits. */
  next(): number;
  /** Uniform integer in [0, n). */
  int(n: number): number;
  /** One element; the list may not be empty. */
  pick<T>(list: readonly T[]): T;
  /** A shuffled copy. */
  shuffle<T>(list: readonly T[]): T[];
  /** An independent stream named by `label`; forking does not move this stream. */
  fork(label: string): Random;
}

/** A 32-bit seed that depends on every part, in order. */
export function seedOf(...parts: readonly (string | number)[]): number {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(String(part)).update('\u0000');
  return hash.digest().readInt32LE(0);
}

export function random(...seed: readonly (string | number)[]): Random {
  const key = seed.join('\u0000');
  const generator = xoroshiro128plus(seedOf(key));
  const next = () => (generator.next() >>> 0) / 4294967296;
  const int = (n: number) => Math.floor(next() * n);
  return {
    next,
    int,
    pick(list) {
      const picked = list[int(list.length)];
      if (picked === undefined && list.length === 0) throw new RangeError('pick needs a non-empty list');
      return picked as (typeof list)[number];
    },
    shuffle(list) {
      const copy = [...list];
      for (let i = copy.length - 1; i > 0; i--) {
        const j = int(i + 1);
        [copy[i], copy[j]] = [copy[j] as (typeof copy)[number], copy[i] as (typeof copy)[number]];
      }
      return copy;
    },
    fork: (label) => random(key, label),
  };
}
