import { Ajv, type ErrorObject } from 'ajv';
import type { Schema } from '../api/schema.ts';

/** RFC 3339 with seconds, as the API server takes it. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const ajv = new Ajv({ allErrors: true, strict: false, useDefaults: true, verbose: true, formats: { int32: true, int64: true, 'date-time': DATE_TIME } });

export interface Checked {
  /** The value with defaults filled in. */
  readonly value: unknown;
  /** In the API server's words, `<field>: <problem>`; unknown fields are among them, as `kubectl apply` has it. */
  readonly errors: readonly string[];
}

/** What the API server makes of a value by the schema alone, before CEL; the value given stays as it was. */
export function checked(schema: Schema, given: unknown): Checked {
  const value = structuredClone(given);
  const validate = ajv.compile(schema);
  validate(value);
  // The API server says of a text of the wrong length only that.
  const errors = (validate.errors ?? []).filter((error, _, all) => !(error.keyword === 'pattern' && all.some((other) => other.instancePath === error.instancePath && /Length$/.test(other.keyword))));
  return { value, errors: [...errors.map(line), ...unknownFields(schema, value, '')] };
}

/** How the API server says that a keyword of the schema does not hold; `limit` is the keyword's value. */
const WORDS: Readonly<Record<string, (limit: unknown) => string>> = {
  pattern: (limit) => `should match '${String(limit)}'`,
  minimum: (limit) => `should be greater than or equal to ${String(limit)}`,
  maximum: (limit) => `should be less than or equal to ${String(limit)}`,
  minLength: (limit) => `should be at least ${String(limit)} chars long`,
  minItems: (limit) => `should have at least ${String(limit)} items`,
  minProperties: (limit) => `should have at least ${String(limit)} properties`,
};

function line({ instancePath, keyword, message, params, schema, data }: ErrorObject): string {
  const path = fieldOf(instancePath);
  const value = JSON.stringify(data);
  if (keyword === 'required') return `${path === '' ? '' : `${path}.`}${String(params['missingProperty'])}: Required value`;
  if (keyword === 'enum') return `${path}: Unsupported value: ${value}: supported values: ${(Array.isArray(schema) ? schema : []).map((each) => JSON.stringify(each)).join(', ')}`;
  const words = WORDS[keyword]?.(schema) ?? message;
  // The API server looks at a status by itself, and names what is in it from there.
  return `${path}: Invalid value: ${value}: ${path.replace(/^status\./, '')} in body ${words}`;
}

/** `/spec/env/0/name` as the API server writes it: `spec.env[0].name`. */
const fieldOf = (pointer: string) => pointer.slice(1).replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]').replaceAll('/', '.');

function unknownFields(schema: Schema, value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => unknownFields(schema.items ?? {}, item, `${path}[${i}]`));
  if (!isObject(value) || schema.properties === undefined) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const property = schema.properties?.[key];
    const at = path === '' ? key : `${path}.${key}`;
    return property === undefined ? [`unknown field "${at}"`] : unknownFields(property, inner, at);
  });
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
