import type { Random } from '#kit/random.ts';
import type { Conflict, IntentInstance, SolutionCall, TargetChange } from '../../intent.ts';
import type { Row, StateOverrides, TableData } from '../../world.ts';

/** What intents are drafted from: fresh row ids, setups, and the state changes derived from an instance. */

/** An id that neither base rows (three digits) nor inserted rows (1001 and up, one by one) have. */
export function freshId(random: Random, prefix: string): string {
  return `${prefix}_${2000 + random.int(8000)}`;
}


/** Takes base rows away whose field holds the text or is held by it, so that a drawn entity is the only one of its name. */
export function clearNamesakes(base: TableData, table: string, field: string, text: string): { [id: string]: null } {
  const wanted = text.toLowerCase();
  return clearWhere(base, table, (row) => {
    const value = String(row[field] ?? '').toLowerCase();
    return value !== '' && (value.includes(wanted) || wanted.includes(value));
  });
}

/** Takes base rows away that satisfy the condition. */
export function clearWhere(base: TableData, table: string, condition: (row: Row) => boolean): { [id: string]: null } {
  const out: { [id: string]: null } = {};
  for (const [id, row] of Object.entries(base[table] ?? {})) if (condition(row)) out[id] = null;
  return out;
}

/** The full row of a setup or of the base state. */
function rowAt(base: TableData, setup: StateOverrides, table: string, id: string): Row {
  return { ...(base[table]?.[id] ?? {}), ...(setup[table]?.[id] ?? {}) };
}

/** Setup under which every change of the instance has been made already: updated rows hold the fields, inserted rows are there under `insertedId`. */
export function asIfDone(base: TableData, instance: IntentInstance, insertedId: string, rest: Row = {}): StateOverrides {
  const out: { [table: string]: { [id: string]: Row } } = {};
  for (const change of instance.changes) {
    const id = change.id ?? insertedId;
    const before = change.kind === 'insert' ? rest : rowAt(base, instance.setup, change.table, id);
    out[change.table] = { ...out[change.table], [id]: { ...before, ...change.fields } };
  }
  return out;
}

/** The row that the instance's first change is about, with some fields different. */
export function targetWith(base: TableData, instance: IntentInstance, table: string, fields: Row, id = instance.changes.find((change) => change.table === table)?.id): StateOverrides {
  if (id === undefined) return {};
  return { [table]: { [id]: { ...rowAt(base, instance.setup, table, id), ...fields } } };
}

/** A second row that differs from the target only in the fields given. */
export function twinOf(base: TableData, instance: IntentInstance, table: string, targetId: string, twinId: string, fields: Row): StateOverrides {
  return { [table]: { [twinId]: { ...rowAt(base, instance.setup, table, targetId), ...fields } } };
}

/** A conflict put right by one call with one changed row. */
export function conflict(id: string, setup: StateOverrides, repair: Omit<SolutionCall, 'id'>, change: Omit<TargetChange, 'kind'>): Conflict {
  return { id, status: 409, setup, repair: [{ id: `repair_${id}`, ...repair }], repairChanges: [{ kind: 'update', ...change }] };
}


/** A solution of two calls: a read with id `c1`, and the call that takes something from its result. */
export function lookThen(read: Omit<SolutionCall, 'id' | 'read'>, main: Omit<SolutionCall, 'id' | 'read'>): SolutionCall[] {
  return [{ id: 'c1', ...read, read: true }, { id: 'c2', ...main }];
}
