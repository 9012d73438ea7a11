import { Ajv, type ErrorObject } from 'ajv';
import type { Schema } from '../api/schema.ts';

/** RFC 3339 with seconds, as the API server takes it. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const ajv = new Ajv({ allErrors: true, strict: false, useDefaults: true, formats: { int32: true, int64: true, 'date-time': DATE_TIME } });

export interface Checked {
  /** The value with defaults filled in. */
  readonly value: unknown;
  /** `<field>: <problem>`; unknown fields are among them, as `kubectl apply` has it. */
  readonly errors: readonly string[];
}

/** What the API server makes of a value by the schema alone, before CEL; the value given stays as it was. */
export function checked(schema: Schema, given: unknown): Checked {
  const value = structuredClone(given);
  const validate = ajv.compile(schema);
  validate(value);
  return { value, errors: [...(validate.errors ?? []).map(line), ...unknownFields(schema, value, '')] };
}

const line = ({ instancePath, message, params }: ErrorObject) => `${instancePath.replaceAll('/', '.')}: ${message}${'allowedValues' in params ? ` (${String(params['allowedValues'])})` : ''}`;

function unknownFields(schema: Schema, value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => unknownFields(schema.items ?? {}, item, `${path}[${i}]`));
  if (!isObject(value) || schema.properties === undefined) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const property = schema.properties?.[key];
    return property === undefined ? [`${path}.${key}: unknown field`] : unknownFields(property, inner, `${path}.${key}`);
  });
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
