import type { Note } from '#protos/core/v1/context.ts';
import type { HarnessVersion } from '#protos/core/v1/harness_version.ts';
import { canonicalJson } from '#kit/digest.ts';

/** How one harness version differs from another. */
export interface VersionDiff {
  /** Lines of the instructions that were removed and added, in order. */
  readonly instructions: { readonly removed: readonly string[]; readonly added: readonly string[] };
  readonly notes: {
    readonly added: readonly Note[];
    readonly removed: readonly Note[];
    readonly changed: readonly { readonly before: Note; readonly after: Note }[];
  };
  /** Present if the adapter artifact differs. */
  readonly adapter?: { readonly before: string; readonly after: string };
}

export function diffVersions(before: HarnessVersion, after: HarnessVersion): VersionDiff {
  const old = new Map(before.notes.map((note) => [note.id, note]));
  const now = new Map(after.notes.map((note) => [note.id, note]));
  const changed = after.notes.flatMap((note) => {
    const earlier = old.get(note.id);
    return earlier && canonicalJson(earlier) !== canonicalJson(note) ? [{ before: earlier, after: note }] : [];
  });
  const lines = (text: string) => text.split('\n');
  const absent = (from: string, among: string) => {
    const known = new Set(lines(among));
    return lines(from).filter((line) => !known.has(line));
  };
  return {
    instructions: { removed: absent(before.instructions, after.instructions), added: absent(after.instructions, before.instructions) },
    notes: { added: after.notes.filter((note) => !old.has(note.id)), removed: before.notes.filter((note) => !now.has(note.id)), changed },
    ...(before.adapter === after.adapter ? {} : { adapter: { before: before.adapter, after: after.adapter } }),
  };
}
