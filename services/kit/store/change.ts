import { GyreError, invalid } from '../errors.ts';
import { pathSegments } from './paths.ts';
import type { Change, Doc, Json } from './types.ts';

type Fields = { [field: string]: Json | undefined };

/**
 * Applies `change` to a parsed document in place; both the SQLite side and the model of the contract suite use it.
 * `set` to undefined removes the field, missing parents are created, `inc` of an absent field starts at 0.
 * FAILED_PRECONDITION if a path leads through something that is not an object, or `inc` meets something that is not a number.
 */
export function applyChange<T extends Doc>(doc: T, change: Change): T {
  checkChange(change);
  const fields = doc as unknown as Fields;
  for (const [field, value] of Object.entries(change.set ?? {})) {
    if (value === undefined) remove(fields, field);
    else locate(fields, field, (parent, name) => (parent[name] = value));
  }
  for (const [field, amount] of Object.entries(change.inc ?? {})) {
    locate(fields, field, (parent, name) => (parent[name] = sum(doc, field, own(parent, name), amount)));
  }
  for (const field of change.unset ?? []) remove(fields, field);
  return doc;
}

/** INVALID_ARGUMENT if the change names `_id`, or two of its fields would write into each other. */
export function checkChange(change: Change): void {
  const fields = [...Object.keys(change.set ?? {}), ...Object.keys(change.inc ?? {}), ...(change.unset ?? [])].sort();
  for (const [i, field] of fields.entries()) {
    if (pathSegments(field)[0] === '_id') throw invalid(field, 'a document keeps its _id', 'insert a new document instead');
    const clash = fields.find((other, j) => j !== i && (other === field || other.startsWith(`${field}.`)));
    if (clash !== undefined) throw invalid(clash, `is changed twice (also by ${field})`, 'write each field once');
  }
}

function sum(doc: Doc, field: string, old: Json | undefined, amount: number): number {
  if (old === undefined) return amount;
  if (typeof old === 'number') return old + amount;
  throw mismatch(doc, field, 'holds no number to add to');
}

function locate(fields: Fields, field: string, write: (parent: Fields, name: string) => void): void {
  const segments = pathSegments(field);
  let parent = fields;
  for (const name of segments.slice(0, -1)) {
    const next = own(parent, name) === undefined ? {} : own(parent, name);
    if (!isObject(next)) throw mismatch({ _id: String(fields['_id']) }, field, `leads through ${name}, which is not an object`);
    parent[name] = next;
    parent = next;
  }
  write(parent, segments[segments.length - 1] as string);
}

function remove(fields: Fields, field: string): void {
  const segments = pathSegments(field);
  let parent: Fields = fields;
  for (const name of segments.slice(0, -1)) {
    const next = own(parent, name);
    if (!isObject(next)) return;
    parent = next;
  }
  delete parent[segments[segments.length - 1] as string];
}

/** A field of the document itself; `constructor` and the like are not inherited as values. */
function own(parent: Fields, name: string): Json | undefined {
  return Object.hasOwn(parent, name) ? parent[name] : undefined;
}

function isObject(value: Json | undefined): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mismatch(doc: Doc, field: string, problem: string): GyreError {
  return new GyreError('FAILED_PRECONDITION', `${field} of document ${doc._id} ${problem}`, {
    boundary: 'store',
    field,
    details: { document: doc._id },
  });
}
