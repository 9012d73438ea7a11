import type { Conflict, Draw, Intent, IntentInstance, SlotValue, SolutionCall, TargetChange } from '../../intent.ts';
import type { Row, StateOverrides } from '../../world.ts';

/** Intents over setting rows: one row of a table is changed or read by one call, sometimes after a read. */

type Shared = Omit<Intent, 'kind' | 'draw' | 'conflicts' | 'alreadyDone'>;

/** What an instance of a setting write is made from. */
export interface SettingPlan {
  readonly slots?: IntentInstance['slots'];
  readonly args: Row;
  /** Table and id of the row that changes. */
  readonly row: readonly [table: string, id: string];
  /** Fields of the row before the call; every field of `after` stands here too. */
  readonly before: Row;
  readonly after: Row;
  /** Further rows that must stand as given, and look-alikes. */
  readonly setup?: StateOverrides;
  /** Reads that come before the call. */
  readonly reads?: readonly SolutionCall[];
  /** Changes of other rows that the call brings about. */
  readonly also?: readonly TargetChange[];
}

export interface SettingWrite extends Shared {
  readonly plan: (draw: Draw) => SettingPlan;
  readonly conflicts?: (instance: IntentInstance) => readonly Conflict[];
  /** False where a call on a state that already meets the goal would still change something else. */
  readonly repeatable?: boolean;
}

/** Overrides of both, field by field; the right side wins. */
export function mergeOverrides(left: StateOverrides, right: StateOverrides): StateOverrides {
  const merged: { [table: string]: { [id: string]: Row | null } } = {};
  for (const source of [left, right]) {
    for (const [table, rows] of Object.entries(source)) {
      const target = (merged[table] ??= {});
      for (const [id, row] of Object.entries(rows)) target[id] = row === null ? null : { ...(target[id] ?? {}), ...row };
    }
  }
  return merged;
}

/** The state in which the updates and deletions have already been made. */
export function overridesOf(changes: readonly TargetChange[]): StateOverrides {
  const rows = changes.map(({ table, id, kind, fields }): StateOverrides => {
    if (id === undefined || kind === 'insert') throw new RangeError(`an insert into ${table} has no id to hold already`);
    return { [table]: { [id]: kind === 'delete' ? null : (fields ?? {}) } };
  });
  return rows.reduce(mergeOverrides, {});
}

/** The fields of `after` that differ from `before`. */
function difference(before: Row, after: Row): Row {
  return Object.fromEntries(Object.entries(after).filter(([field, value]) => before[field] !== value));
}

/** A write intent over one setting row; doing it twice changes nothing, so it may hold already. */
export function settingWrite({ plan, conflicts, repeatable = true, ...shared }: SettingWrite): Intent {
  return {
    ...shared,
    kind: 'write',
    draw(draw) {
      const { slots = {}, args, row, before, after, setup = {}, reads = [], also = [] } = plan(draw);
      const [table, id] = row;
      return {
        slots,
        setup: mergeOverrides({ [table]: { [id]: before } }, setup),
        calls: [...reads, { id: 'c1', tool: shared.tool, args }],
        changes: [{ table, kind: 'update', id, fields: difference(before, after) }, ...also],
      };
    },
    // Setups are given as whole rows, so that they hold whether rows are merged field by field or replaced.
    ...(conflicts ? { conflicts: (instance: IntentInstance) => conflicts(instance).map((one) => ({ ...one, setup: mergeOverrides(instance.setup, one.setup) })) } : {}),
    ...(repeatable ? { alreadyDone: (instance: IntentInstance) => mergeOverrides(instance.setup, overridesOf(instance.changes)) } : {}),
  };
}

/** A switch: one action of one tool turns `row` from `!on` to `on`. */
export function switchWrite(spec: Omit<SettingWrite, 'plan'> & { readonly action: string; readonly row: SettingPlan['row']; readonly on: boolean; readonly setup?: StateOverrides }): Intent {
  const { action, row, on, setup, ...rest } = spec;
  return settingWrite({ ...rest, plan: () => ({ args: { action }, row, before: { on: !on }, after: { on }, setup }) });
}

/** What an instance of a question is made from. */
export interface QuestionPlan {
  readonly slots?: IntentInstance['slots'];
  readonly args: Row;
  readonly setup: StateOverrides;
  readonly answers: readonly string[];
}

/** A question answered by one read. */
export function settingQuestion({ plan, ...shared }: Shared & { readonly plan: (draw: Draw) => QuestionPlan }): Intent {
  return {
    ...shared,
    kind: 'question',
    draw(draw) {
      const { slots = {}, args, setup, answers } = plan(draw);
      return { slots, setup, calls: [{ id: 'c1', tool: shared.tool, args, read: true }], changes: [], answers };
    },
  };
}

/** A slot whose words are picked from synonyms of the drawn value. */
export function spoken(draw: Draw, value: string, words: { readonly en: readonly string[]; readonly zh: readonly string[] }): SlotValue {
  return { said: draw.random.pick(words[draw.locale]), value };
}

/** A conflict of one switch row: `on` stands in the way, one call changes it. */
export function switchConflict(spec: {
  readonly id: string;
  readonly row: SettingPlan['row'];
  /** The fields that stand in the way. */
  readonly blocking: Row;
  readonly cleared: Row;
  readonly repair: { readonly tool: string; readonly args: Row };
}): Conflict {
  const [table, id] = spec.row;
  return {
    id: spec.id,
    status: 409,
    setup: { [table]: { [id]: spec.blocking } },
    repair: [{ id: 'r1', ...spec.repair }],
    repairChanges: [{ table, kind: 'update', id, fields: difference(spec.blocking, spec.cleared) }],
  };
}

/** The assistant lacks a permission, and may be given it. */
export function permissionConflict(permission: string): Conflict {
  return {
    id: `permission_${permission}`,
    status: 403,
    setup: { permissions: { [permission]: { granted: false } } },
    repair: [{ id: 'r1', tool: 'manage_app_permission', args: { action: 'grant', permission } }],
    repairChanges: [{ table: 'permissions', kind: 'update', id: permission, fields: { granted: true } }],
  };
}
