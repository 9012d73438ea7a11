import type { Json } from '#kit/store/types.ts';
import type { ObjectSchema, ParameterSchema, Row, Tables } from '../../world.ts';

/** Short forms for parameter schemas, and the reading and matching of the arguments they describe. */

export function parameters(properties: ObjectSchema['properties'], required: readonly string[] = []): ObjectSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** A text parameter, with an optional format such as `name`, `time` or `id`. */
export function words(description: string, format?: string): ParameterSchema {
  return format === undefined ? { type: 'string', description } : { type: 'string', description, format };
}

/** A parameter that takes one of the values given. */
export function choice(description: string, values: readonly string[]): ParameterSchema {
  return { type: 'string', description, enum: values };
}

/** An integer within bounds, with an optional format such as `duration-minutes`. */
export function whole(description: string, minimum: number, maximum: number, format?: string): ParameterSchema {
  return { type: 'integer', description, minimum, maximum, ...(format === undefined ? {} : { format }) };
}

/** A text argument; undefined if absent or empty. */
export function textArg(args: Row, name: string): string | undefined {
  const value = args[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A number argument; undefined if absent. */
export function numberArg(args: Row, name: string): number | undefined {
  const value = args[name];
  return typeof value === 'number' ? value : undefined;
}

/** The fields whose value is defined: criteria that are shown back, partial updates. */
export function given(fields: { readonly [name: string]: Json | undefined }): { [name: string]: Json } {
  const out: { [name: string]: Json } = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) out[name] = value;
  return out;
}

/** Whether a field holds the wanted words, letter case aside; true if nothing is wanted. */
export function holds(value: Json | undefined, wanted: string | undefined): boolean {
  return wanted === undefined || String(value ?? '').toLowerCase().includes(wanted.trim().toLowerCase());
}

/** Whether a field equals the wanted value, letter case aside; true if nothing is wanted. */
export function equals(value: Json | undefined, wanted: string | number | boolean | undefined): boolean {
  return wanted === undefined || String(value ?? '').toLowerCase() === String(wanted).trim().toLowerCase();
}

/** Rows of a table that satisfy the condition, with their ids. */
export function rowsWhere(tables: Tables, table: string, condition: (row: Row) => boolean): (readonly [id: string, row: Row])[] {
  return tables.list(table).filter(([, row]) => condition(row));
}
