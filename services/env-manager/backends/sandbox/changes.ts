import { canonicalJson, digestOf } from '#kit/digest.ts';
import type { StateChange } from '#protos/core/v1/evidence.ts';
import type { Row } from '../../worlds/world.ts';
import type { Overlay } from './overlay.ts';

/**
 * The rows that differ between two states of one episode, by table and row id in code unit order. Only rows that either state
 * changed are looked at, so the cost follows the changes and not the size of the world.
 */
export function changesBetween(before: Overlay, after: Overlay): StateChange[] {
  const changes: StateChange[] = [];
  for (const table of tablesOf(before, after)) {
    const first = before.layers().get(table);
    const last = after.layers().get(table);
    if (first === last) continue;
    const bookkeeping = after.base(table).spec.bookkeeping ?? false;
    for (const rowId of sorted([...(first?.keys() ?? []), ...(last?.keys() ?? [])])) {
      const beforeJson = jsonOf(before.get(table, rowId));
      const afterJson = jsonOf(after.get(table, rowId));
      if (beforeJson !== afterJson) changes.push({ table, rowId, beforeJson, afterJson, bookkeeping });
    }
  }
  return changes;
}

/** sha256 over canonical JSON of the world build and the rows that differ from its base; the identity of a state. */
export function stateDigest(build: string, state: Overlay): string {
  const changes: { [table: string]: { [id: string]: Row | null } } = {};
  for (const [table, layer] of state.layers()) {
    const base = state.base(table).rows;
    const rows = [...layer].filter(([id, row]) => jsonOf(row ?? undefined) !== jsonOf(base.get(id)));
    if (rows.length > 0) changes[table] = Object.fromEntries(rows);
  }
  return digestOf({ build, changes });
}

function jsonOf(row: Row | undefined): string {
  return row === undefined ? '' : canonicalJson(row);
}

function tablesOf(before: Overlay, after: Overlay): string[] {
  return sorted([...before.layers().keys(), ...after.layers().keys()]);
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
