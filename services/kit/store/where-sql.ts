import { invalid } from '../errors.ts';
import { pathSegments } from './paths.ts';
import type { Comparison, FindOptions, Json, Where } from './types.ts';

/** A piece of SQL with the values for its question marks. */
export interface Clause {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

type Scalar = string | number | boolean | null;

const NUMBER = `IN ('integer','real')`;
const TEXT = `= 'text'`;
const ORDERINGS = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

/**
 * The condition of `where` over the table's `_id` and `doc` columns. Values compare within their own type only: the number 1,
 * true and "1" are three different values, and an ordering never crosses from numbers to strings.
 */
export function whereSql(where: Where): Clause {
  const clauses = Object.entries(where).flatMap(([field, condition]) =>
    condition !== null && typeof condition === 'object' ? comparisons(field, condition) : [equals(field, condition)],
  );
  if (clauses.length === 0) return { sql: '1', values: [] };
  return { sql: clauses.map((c) => c.sql).join(' AND '), values: clauses.flatMap((c) => c.values) };
}

/** `ORDER BY …` for the given sort; ties, and a missing sort, go by `_id` ascending. */
export function orderSql(sort: FindOptions['sort']): string {
  const keys = (sort ?? []).map(([field, direction]) => `${extract(field)} ${direction === 1 ? 'ASC' : 'DESC'}`);
  return `ORDER BY ${[...keys, '_id ASC'].join(', ')}`;
}

/** The SQL value of a field; the same text in indexes and queries, so that SQLite matches one with the other. */
export function extract(field: string): string {
  return field === '_id' ? '_id' : `json_extract(doc, ${jsonPath(field)})`;
}

function jsonPath(field: string): string {
  const path = pathSegments(field)
    .map((segment) => `."${segment}"`)
    .join('');
  return `'$${path.replaceAll("'", "''")}'`;
}

function typeOf(field: string): string {
  return field === '_id' ? `'text'` : `json_type(doc, ${jsonPath(field)})`;
}

function comparisons(field: string, condition: Comparison): Clause[] {
  const clauses: Clause[] = [];
  for (const [name, value] of Object.entries(condition)) {
    if (value === undefined) continue;
    if (name === 'ne') clauses.push(differs(field, value));
    else if (name === 'in' && Array.isArray(value)) clauses.push(among(field, value));
    else if (isOrdering(name) && (typeof value === 'number' || typeof value === 'string')) {
      clauses.push(typed(field, `${extract(field)} ${ORDERINGS[name]} ?`, value));
    } else throw invalid(field, `has no comparison ${name} with ${JSON.stringify(value)}`, 'use ne, lt, lte, gt, gte or in');
  }
  return clauses;
}

function isOrdering(name: string): name is keyof typeof ORDERINGS {
  return Object.hasOwn(ORDERINGS, name);
}

function typed(field: string, sql: string, value: string | number): Clause {
  return { sql: `(${sql} AND ${typeOf(field)} ${typeof value === 'number' ? NUMBER : TEXT})`, values: [value] };
}

function equals(field: string, value: Scalar): Clause {
  if (value === null) return { sql: `${extract(field)} IS NULL`, values: [] };
  if (typeof value === 'boolean') return { sql: `(${extract(field)} = ${value ? 1 : 0} AND ${typeOf(field)} = '${value}')`, values: [] };
  return typed(field, `${extract(field)} = ?`, value);
}

function differs(field: string, value: Json): Clause {
  if (value === null) return { sql: `${extract(field)} IS NOT NULL`, values: [] };
  const same =
    typeof value === 'object'
      ? { sql: `(${typeOf(field)} = '${Array.isArray(value) ? 'array' : 'object'}' AND ${extract(field)} = ?)`, values: [JSON.stringify(value)] }
      : equals(field, value);
  // An absent field makes the comparison NULL, and an absent field does differ.
  return { sql: `NOT coalesce(${same.sql}, 0)`, values: same.values };
}

function among(field: string, list: readonly Scalar[]): Clause {
  const numbers = list.filter((v) => typeof v === 'number');
  const strings = list.filter((v) => typeof v === 'string');
  const others = [...new Set(list.filter((v) => v === null || typeof v === 'boolean'))];
  const clauses = others.map((v) => equals(field, v));
  for (const [values, type] of [[numbers, NUMBER] as const, [strings, TEXT] as const]) {
    if (values.length === 0) continue;
    // One bound JSON array keeps the statement the same for lists of every length.
    const sql = `(${extract(field)} IN (SELECT value FROM json_each(?)) AND ${typeOf(field)} ${type})`;
    clauses.push({ sql, values: [JSON.stringify(values)] });
  }
  if (clauses.length === 0) return { sql: '0', values: [] };
  return { sql: `(${clauses.map((c) => c.sql).join(' OR ')})`, values: clauses.flatMap((c) => c.values) };
}
