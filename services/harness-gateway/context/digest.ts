import type { Opening, Turn } from '#protos/core/v1/context.ts';
import { canonicalJson, digestOf, digestOfBytes } from '#kit/digest.ts';
import type { ToolEntry } from '../tools/catalogue.ts';

/** Digest of an opening: sha256 over its canonical JSON. */
export function openingDigest(opening: Opening): string {
  return digestOf(opening);
}

/**
 * The same digest, put together from the canonical text that each tool's entry holds ready: most of an opening is tool schemas, which
 * are the same in thousands of sessions. `entries` are those of `opening.tools`, in order.
 */
export function assembledOpeningDigest(opening: Opening, entries: readonly ToolEntry[]): string {
  const { tools: _, ...rest } = opening;
  const text = canonicalJson(rest);
  // `tools` is the last key of an opening in canonical order.
  return digestOfBytes(`${text.slice(0, -1)},"tools":[${entries.map((entry) => entry.canonical).join(',')}]}`);
}

/**
 * The digest of the context after one more turn: a chain over the digest before and the turn's canonical JSON, so that a step costs
 * its own turn and not the whole conversation. The chain begins with the opening's digest, which is the context digest of step 0.
 */
export function nextContextDigest(before: string, turn: Turn): string {
  return digestOfBytes(`${before}\n${canonicalJson(turn)}`);
}

/** Context digests of all steps: entry t is what step t was decided in, for `turns.length + 1` entries. */
export function contextDigests(opening: Opening, turns: readonly Turn[]): string[] {
  const digests = [openingDigest(opening)];
  for (const turn of turns) digests.push(nextContextDigest(digests.at(-1) ?? '', turn));
  return digests;
}
