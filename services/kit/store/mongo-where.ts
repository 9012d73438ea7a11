import type { Document } from 'mongodb';
import { invalid } from '../errors.ts';
import { storedPath, storedValue } from './mongo-values.ts';
import { pathSegments } from './paths.ts';
import type { Comparison, FindOptions, Json, Where } from './types.ts';

type Scalar = string | number | boolean | null;

const NOT_AN_ARRAY = { $not: { $type: 'array' } };
const NOTHING = { _id: { $in: [] } };

/**
 * The filter of `where`. MongoDB compares within one type as the port does, but looks into arrays, which the port does not: every
 * condition therefore also says that neither the field nor what leads to it is an array.
 */
export function mongoFilter(where: Where, ...more: readonly Document[]): Document {
  const clauses = Object.entries(where).flatMap(([field, condition]) =>
    condition !== null && typeof condition === 'object' ? comparisons(field, condition) : [equals(field, condition)],
  );
  return allOf([...more, ...clauses]);
}

/** Sort keys in order; ties, and a missing sort, go by `_id` ascending. Of a field given twice the first counts. */
export function mongoSort(sort: FindOptions['sort']): Map<string, 1 | -1> {
  const keys = new Map<string, 1 | -1>();
  for (const [field, direction] of [...(sort ?? []), ['_id', 1] as const]) {
    const path = storedPath(field);
    if (!keys.has(path)) keys.set(path, direction);
  }
  return keys;
}

function comparisons(field: string, condition: Comparison): Document[] {
  const clauses: Document[] = [];
  for (const [name, value] of Object.entries(condition)) {
    if (value === undefined) continue;
    if (name === 'ne') clauses.push({ $nor: [same(field, value)] });
    else if (name === 'in' && Array.isArray(value)) clauses.push(among(field, value));
    else if (ORDERINGS.has(name) && (typeof value === 'number' || typeof value === 'string')) {
      clauses.push(reached(field, { [`$${name}`]: storedValue(value), ...NOT_AN_ARRAY }));
    } else throw invalid(field, `has no comparison ${name} with ${JSON.stringify(value)}`, 'use ne, lt, lte, gt, gte or in');
  }
  return clauses;
}

const ORDERINGS: ReadonlySet<string> = new Set(['lt', 'lte', 'gt', 'gte']);

function equals(field: string, value: Scalar): Document {
  if (value !== null) return reached(field, { $eq: storedValue(value), ...NOT_AN_ARRAY });
  // What lies behind an array is absent.
  return anyOf([...arraysOnTheWay(field), { [storedPath(field)]: { $eq: null, ...NOT_AN_ARRAY } }]);
}

function same(field: string, value: Json): Document {
  if (value === null || typeof value !== 'object') return equals(field, value);
  const kept = storedValue(value);
  // An array that holds the value as an element equals the element, not the value.
  return reached(field, { $eq: kept, $not: { $elemMatch: { $eq: kept } } });
}

function among(field: string, list: readonly Scalar[]): Document {
  const values = list.filter((value) => value !== null);
  const choices = values.length === 0 ? [] : [reached(field, { $in: values.map(storedValue), ...NOT_AN_ARRAY })];
  if (values.length < list.length) choices.push(equals(field, null));
  return choices.length === 0 ? NOTHING : anyOf(choices);
}

/** The condition on a field that no array leads to. */
function reached(field: string, condition: Document): Document {
  return allOf([{ [storedPath(field)]: condition }, ...ways(field).map((path) => ({ [path]: NOT_AN_ARRAY }))]);
}

function arraysOnTheWay(field: string): Document[] {
  return ways(field).map((path) => ({ [path]: { $type: 'array' } }));
}

/** The paths that lead to a field, without its own. */
function ways(field: string): string[] {
  const segments = pathSegments(field);
  return segments.slice(1).map((_, i) => storedPath(segments.slice(0, i + 1).join('.')));
}

function allOf(clauses: readonly Document[]): Document {
  return clauses.length > 1 ? { $and: clauses } : (clauses[0] ?? {});
}

function anyOf(clauses: readonly Document[]): Document {
  return clauses.length > 1 ? { $or: clauses } : (clauses[0] ?? {});
}
