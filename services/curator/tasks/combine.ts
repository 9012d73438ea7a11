import type { SolutionCall, TargetChange } from '#env-manager/worlds/intent.ts';
import type { Row, StateOverrides } from '#env-manager/worlds/world.ts';
import type { Drawn } from './drawing.ts';

/** Putting the states and solutions of several drawn intents into one task. */

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

function mergeRows(left: Row, right: Row): Row | undefined {
  const clash = Object.keys(right).some((field) => field in left && !same(left[field], right[field]));
  return clash ? undefined : { ...left, ...right };
}

/** Both sets of overrides together; undefined where they want different things of the same row. */
export function mergeSetups(left: StateOverrides, right: StateOverrides): StateOverrides | undefined {
  const merged: { [table: string]: { [id: string]: Row | null } } = {};
  for (const [table, rows] of Object.entries(left)) merged[table] = { ...rows };
  for (const [table, rows] of Object.entries(right)) {
    const target = (merged[table] ??= {});
    for (const [id, row] of Object.entries(rows)) {
      const there = target[id];
      if (there === undefined) target[id] = row;
      else if (there === null || row === null) {
        if (there !== row) return undefined;
      } else {
        const both = mergeRows(there, row);
        if (both === undefined) return undefined;
        target[id] = both;
      }
    }
  }
  return merged;
}

/** The right overrides laid over the left, field by field. */
export function overlay(left: StateOverrides, right: StateOverrides): StateOverrides {
  const merged: { [table: string]: { [id: string]: Row | null } } = {};
  for (const [table, rows] of Object.entries(left)) merged[table] = { ...rows };
  for (const [table, rows] of Object.entries(right)) {
    const target = (merged[table] ??= {});
    for (const [id, row] of Object.entries(rows)) target[id] = row === null ? null : { ...(target[id] ?? {}), ...row };
  }
  return merged;
}

const rowsOf = (changes: readonly TargetChange[]) => changes.filter((change) => change.id !== undefined).map((change) => `${change.table}/${change.id}`);

function setupRows(setup: StateOverrides): string[] {
  return Object.entries(setup).flatMap(([table, rows]) => Object.keys(rows).map((id) => `${table}/${id}`));
}

const meets = (left: readonly string[], right: readonly string[]) => left.some((item) => right.includes(item));

/**
 * Whether doing one leaves the other as it was meant: neither changes a row that the other changes or sets up, and a question
 * shares no table with what another changes or sets up (its answer could differ).
 */
export function independent(left: Drawn, right: Drawn): boolean {
  const [a, b] = [left.instance, right.instance];
  if (meets(rowsOf(a.changes), [...rowsOf(b.changes), ...setupRows(b.setup)]) || meets(rowsOf(b.changes), setupRows(a.setup))) return false;
  const asks = left.intent.kind === 'question' || right.intent.kind === 'question';
  if (!asks) return true;
  const tables = (drawn: Drawn) => [...Object.keys(drawn.instance.setup), ...drawn.instance.changes.map((change) => change.table)];
  return left.intent.domain !== right.intent.domain || !meets(tables(left), tables(right));
}

export interface Combined {
  readonly setup: StateOverrides;
  readonly turns: readonly (readonly SolutionCall[])[];
  readonly changes: readonly TargetChange[];
}

/** One task's state and solution from intents done one after the other; undefined where they get in each other's way. */
export function combine(drawn: readonly Drawn[]): Combined | undefined {
  let setup: StateOverrides = {};
  for (const [at, one] of drawn.entries()) {
    if (drawn.slice(0, at).some((other) => !independent(one, other))) return undefined;
    const merged = mergeSetups(setup, one.instance.setup);
    if (merged === undefined) return undefined;
    setup = merged;
  }
  return {
    setup,
    turns: drawn.flatMap((one) => one.instance.calls.map((call) => [call])),
    changes: drawn.flatMap((one) => one.instance.changes),
  };
}

/** Changes of the same row put together. */
export function mergeChanges(changes: readonly TargetChange[]): TargetChange[] {
  const merged: TargetChange[] = [];
  for (const change of changes) {
    const at = merged.findIndex((other) => change.id !== undefined && other.id === change.id && other.table === change.table && other.kind === change.kind);
    const there = merged[at];
    if (there) merged[at] = { ...there, fields: { ...there.fields, ...change.fields } };
    else merged.push(change);
  }
  return merged;
}

/** The solutions side by side: what needs no earlier result goes into one turn. */
export function sideBySide(drawn: readonly Drawn[]): SolutionCall[][] {
  const longest = Math.max(...drawn.map((one) => one.instance.calls.length));
  return Array.from({ length: longest }, (_, at) => drawn.flatMap((one) => one.instance.calls.at(at) ?? []));
}
