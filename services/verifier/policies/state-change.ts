import { ChangeKind, type ExpectedChange, type StateCheck } from '#protos/core/v1/criteria.ts';
import type { StateChange } from '#protos/core/v1/evidence.ts';
import { canonicalKey, meets, sameValue } from '../canonical.ts';
import { type Fields, fieldsOf, unverifiable } from '../parsing.ts';
import { maximumMatching } from './matching.ts';
import { failed, type Outcome, passed } from './outcome.ts';

/** A row that differs between the initial and the final state, parsed. */
export interface RowChange {
  readonly table: string;
  readonly rowId: string;
  readonly kind: 'insert' | 'update' | 'delete';
  readonly before: Fields;
  readonly after: Fields;
}

interface Target {
  readonly table: string;
  readonly kind: RowChange['kind'];
  readonly rowId: string;
  readonly fields: Fields;
  readonly free: ReadonlySet<string>;
}

/** The difference of the business tables. A row whose values are only written differently has not changed. */
export function rowChanges(changes: readonly StateChange[]): RowChange[] {
  return changes.flatMap((change) => {
    if (change.bookkeeping) return [];
    const name = `${change.table}/${change.rowId}`;
    if (change.beforeJson === '' && change.afterJson === '') throw unverifiable(`${name} is reported as changed but is absent before and after`);
    const before = fieldsOf(change.beforeJson, `${name} before`);
    const after = fieldsOf(change.afterJson, `${name} after`);
    const kind = change.beforeJson === '' ? 'insert' : change.afterJson === '' ? 'delete' : 'update';
    return kind === 'update' && differingFields(before, after).length === 0 ? [] : [{ table: change.table, rowId: change.rowId, kind, before, after }];
  });
}

/** For each expected change whether it took place, exactly. Inserts are matched to rows one to one, as many as possible. */
export function matchChanges(expected: readonly ExpectedChange[], actual: readonly RowChange[]): number[] {
  const targets = expected.map(targetOf);
  return maximumMatching(targets.map((target) => actual.flatMap((change, at) => (problemsOf(target, change).length === 0 ? [at] : []))));
}

/**
 * Final minus initial state equals the target. What deviates is told apart: `missing` is an expected change that did not take
 * place, `unexpected` a change of an expected row (or a row inserted where one was expected) with other fields than asked for,
 * `collateral` a row that nobody asked to change.
 */
export function stateChangePolicy(check: StateCheck, changes: readonly StateChange[]): Outcome {
  const actual = rowChanges(changes);
  const targets = check.changes.map(targetOf);
  const partners = matchChanges(check.changes, actual);
  const used = new Set(partners.filter((at) => at >= 0));
  const missing: string[] = [];
  const unexpected: string[] = [];
  targets.forEach((target, index) => {
    if (partners[index] !== -1) return;
    const nearest = nearestOf(target, actual, used);
    if (nearest === undefined) return void missing.push(nameOf(target));
    used.add(nearest.at);
    unexpected.push(`${nameOf(nearest.change)}: ${nearest.problems.join(', ')}`);
  });
  const collateral = actual.filter((_, at) => !used.has(at)).map(nameOf);
  if (missing.length + unexpected.length + collateral.length === 0) {
    return passed(targets.length === 0 ? 'nothing was changed, as asked' : `exactly the ${targets.length} expected changes took place`);
  }
  const counts = { missing, unexpected, collateral };
  const reason = Object.entries(counts).flatMap(([kind, list]) => (list.length > 0 ? [`${list.length} ${kind}`] : []));
  return failed(`the state differs from the target: ${reason.join(', ')}`, counts);
}

function targetOf(expected: ExpectedChange): Target {
  const { table, rowId } = expected;
  const kind = ({ [ChangeKind.INSERT]: 'insert', [ChangeKind.UPDATE]: 'update', [ChangeKind.DELETE]: 'delete' } as const)[String(expected.kind)];
  if (kind === undefined) throw unverifiable(`the expected change of ${table} names no kind`);
  if ((rowId === '') !== (kind === 'insert')) throw unverifiable(`the expected ${kind} of ${table} ${rowId === '' ? 'names no row' : 'names a row'}`);
  return { table, kind, rowId, fields: fieldsOf(expected.fieldsJson, `fields of the expected ${kind} of ${table}`), free: new Set(expected.freeFields) };
}

/** What keeps `change` from being the target; empty if it is. */
function problemsOf(target: Target, change: RowChange): string[] {
  if (target.table !== change.table || (target.kind !== 'insert' && target.rowId !== change.rowId)) return ['another row'];
  if (target.kind !== change.kind) return [`${change.kind} instead of ${target.kind}`];
  if (target.kind === 'delete') return [];
  const wrong = Object.entries(target.fields)
    .filter(([field, wanted]) => !target.free.has(field) && !meets(wanted, change.after[field], field))
    .map(([field]) => `${field} is ${JSON.stringify(change.after[field] ?? null)}`);
  const touched = target.kind === 'update' ? differingFields(change.before, change.after) : Object.keys(change.after).filter((field) => !isBlank(change.after, field));
  const extra = touched.filter((field) => !target.free.has(field) && !Object.hasOwn(target.fields, field));
  return [...wrong, ...extra.map((field) => `${field} was not asked for`)];
}

/** The unused change that is most like the target, of the same row or, for inserts, of the same table. */
function nearestOf(target: Target, actual: readonly RowChange[], used: ReadonlySet<number>) {
  let best: { at: number; change: RowChange; problems: string[] } | undefined;
  actual.forEach((change, at) => {
    const sameRow = target.kind === 'insert' ? change.kind === 'insert' : change.rowId === target.rowId;
    if (used.has(at) || change.table !== target.table || !sameRow) return;
    const problems = problemsOf(target, change);
    if (best === undefined || problems.length < best.problems.length) best = { at, change, problems };
  });
  return best;
}

function differingFields(before: Fields, after: Fields): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((field) => !sameValue(before[field], after[field], field));
}

/** An inserted field without content says no more than an absent one. */
function isBlank(row: Fields, field: string): boolean {
  return ['null', 'x:', canonicalKey([])].includes(canonicalKey(row[field]));
}

function nameOf(change: Pick<RowChange, 'table' | 'rowId' | 'kind'> & { readonly fields?: Fields }): string {
  return `${change.kind} ${change.table}${change.rowId === '' ? '' : `/${change.rowId}`}${change.fields === undefined ? '' : ` ${JSON.stringify(change.fields)}`}`;
}
