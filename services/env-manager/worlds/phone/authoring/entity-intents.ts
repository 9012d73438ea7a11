import type { Draw, Intent, IntentInstance, SolutionCall, TargetChange } from '../../intent.ts';
import type { Row, StateOverrides, TableData } from '../../world.ts';
import { asIfDone, clearNamesakes, freshId, twinOf } from './entity-rows.ts';

/** Intents about one row that the user names: the solution looks it up, then acts on its id, or reads it. */

type Shared = Omit<Intent, 'kind' | 'draw' | 'ambiguity' | 'alreadyDone'>;

interface Place {
  readonly base: TableData;
  readonly table: string;
  /** Prefix of row ids. */
  readonly prefix: string;
  /** Field that holds the name the user says. */
  readonly nameField: string;
}

interface Target {
  readonly slots: IntentInstance['slots'];
  /** The row that the user means. */
  readonly row: Row;
  /** Rows of the same table that must not be touched. */
  readonly others?: readonly Row[];
  /** Rows of further tables. */
  readonly setup?: StateOverrides;
}

export interface ActPlan extends Target {
  readonly args: Row;
  readonly change: Omit<TargetChange, 'table' | 'id'>;
  readonly also?: (id: string) => readonly TargetChange[];
  /** Rows of further tables that refer to the row's id. */
  readonly linked?: (id: string) => StateOverrides;
}

export interface EntityAct extends Shared {
  readonly place: Place;
  /** The read that finds the id: arguments from the name, and the path of the id in its result. */
  readonly find: { readonly tool: string; readonly args: (name: string) => Row; readonly path: string };
  readonly idParameter: string;
  readonly plan: (draw: Draw) => ActPlan;
  /** Slot that names the row, and fields in which a second row of the same name differs. */
  readonly twin?: { readonly slot: string; readonly fields: (draw: Draw, instance: IntentInstance) => Row };
  /** Whether the goal may hold already (updates only). */
  readonly repeatable?: boolean;
}

/** Rows under fresh ids; a look-alike whose name holds or is held by the target's is left out. */
function populated(draw: Draw, { base, table, prefix, nameField }: Place, { row, others = [], setup = {} }: Target): { readonly id: string; readonly setup: StateOverrides } {
  const id = freshId(draw.random, prefix);
  const name = String(row[nameField] ?? '').toLowerCase();
  const rows: { [id: string]: Row | null } = { ...clearNamesakes(base, table, nameField, name) };
  for (const other of others) {
    const otherName = String(other[nameField] ?? '').toLowerCase();
    if (!otherName.includes(name) && !name.includes(otherName)) rows[freshId(draw.random, prefix)] = other;
  }
  return { id, setup: { ...setup, [table]: { ...setup[table], ...rows, [id]: row } } };
}

/** A write that needs the row's id: query by name, then the main call. */
export function entityAct({ place, find, idParameter, plan, twin, repeatable = false, ...shared }: EntityAct): Intent {
  const { base, table, prefix, nameField } = place;
  return {
    ...shared,
    kind: 'write',
    draw(draw) {
      const planned = plan(draw);
      const { id, setup } = populated(draw, place, planned);
      const read: SolutionCall = { id: 'c1', tool: find.tool, args: find.args(String(planned.row[nameField])), read: true };
      return {
        slots: planned.slots,
        setup: { ...setup, ...planned.linked?.(id) },
        calls: [read, { id: 'c2', tool: shared.tool, args: { ...planned.args, [idParameter]: `$c1.${find.path}` } }],
        changes: [...(planned.change.kind === 'insert' ? [] : [{ table, id, ...planned.change }]), ...(planned.also?.(id) ?? [])],
      };
    },
    ...(twin
      ? {
          ambiguity(instance, draw) {
            const id = namedRow(instance, place);
            if (id === undefined) return undefined;
            return { slot: twin.slot, parameter: idParameter, setup: twinOf(base, instance, table, id, freshId(draw.random, prefix), twin.fields(draw, instance)) };
          },
        }
      : {}),
    ...(repeatable ? { alreadyDone: (instance: IntentInstance) => asIfDone(base, instance, '') } : {}),
  };
}

/** The id of the row that the first read of the solution finds by name. */
function namedRow(instance: IntentInstance, { table, nameField }: Pick<Place, 'table' | 'nameField'>): string | undefined {
  const wanted = new Set(Object.values(instance.slots).map(({ value }) => value));
  return Object.entries(instance.setup[table] ?? {}).find(([, row]) => row !== null && wanted.has(row[nameField] ?? null))?.[0];
}

export interface AskPlan extends Target {
  readonly args: Row;
  readonly answers: readonly string[];
}

/** A question about one row, answered by one read by name. */
export function entityQuestion({ place, plan, ...shared }: Shared & { readonly place: Place; readonly plan: (draw: Draw) => AskPlan }): Intent {
  return {
    ...shared,
    kind: 'question',
    draw(draw) {
      const planned = plan(draw);
      const { setup } = populated(draw, place, planned);
      return { slots: planned.slots, setup, calls: [{ id: 'c1', tool: shared.tool, args: planned.args, read: true }], changes: [], answers: planned.answers };
    },
  };
}

export interface InsertPlan {
  readonly slots: IntentInstance['slots'];
  readonly args: Row;
  readonly fields: Row;
  readonly free?: readonly string[];
  readonly setup?: StateOverrides;
  readonly reads?: readonly SolutionCall[];
}

export interface EntityCreate extends Shared {
  readonly base: TableData;
  readonly table: string;
  readonly prefix: string;
  readonly plan: (draw: Draw) => InsertPlan;
  /** Whether the new row may be there already, so that nothing is to be done. */
  readonly repeatable?: boolean;
}

/** A write that adds one row. */
export function entityCreate({ base, table, prefix, plan, repeatable = true, ...shared }: EntityCreate): Intent {
  return {
    ...shared,
    kind: 'write',
    draw(draw) {
      const { slots, args, fields, free, setup = {}, reads = [] } = plan(draw);
      return {
        slots,
        setup,
        calls: [...reads, { id: `c${reads.length + 1}`, tool: shared.tool, args }],
        changes: [{ table, kind: 'insert', fields, ...(free ? { free } : {}) }],
      };
    },
    ...(repeatable ? { alreadyDone: (instance: IntentInstance) => asIfDone(base, instance, `${prefix}_990`) } : {}),
  };
}
