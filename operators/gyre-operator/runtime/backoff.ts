import type { Random } from '#kit/random.ts';

/** How long to wait after failures, milliseconds: doubles from `firstMs` to `longestMs`. */
export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** The wait after the failure of this number, counted from 1, spread over its upper half so that those who failed together come back apart. */
export function waitAfter({ firstMs, longestMs }: Backoff, failures: number, random: Random): number {
  // Beyond 2^30 the product says nothing more, and would come to infinity.
  const longest = Math.min(longestMs, firstMs * 2 ** Math.min(30, Math.max(0, failures - 1)));
  return longest / 2 + (random.next() * longest) / 2;
}
