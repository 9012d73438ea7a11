import { invalid } from '#kit/errors.ts';

/** A row of a batch: which group it belongs to and its slot within it. */
export interface GroupRow {
  readonly group: string;
  readonly slot: number;
}

/**
 * Rows gathered by group id, never by position: results arrive in any order and groups of one batch interleave. Groups come
 * sorted by id and rows by slot, so that everything computed from them is independent of arrival.
 * A slot filled twice is an error, since a slot holds at most one accepted trajectory (INVALID_ARGUMENT, field `slot`).
 */
export function groupById<T extends GroupRow>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const members = groups.get(row.group);
    if (members === undefined) groups.set(row.group, [row]);
    else members.push(row);
  }
  const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [id, members] of sorted) {
    members.sort((a, b) => a.slot - b.slot);
    const twice = members.find((row, i) => row.slot === members[i + 1]?.slot);
    if (twice === undefined) continue;
    throw invalid('slot', `slot ${twice.slot} of group ${id} is filled twice`, 'keep one accepted trajectory per slot');
  }
  return new Map(sorted);
}
