import type { Json } from '#kit/store/types.ts';
import type { Row } from '../../worlds/world.ts';

/**
 * A deep, frozen copy of a row: what a tool hands over can no longer be changed from outside, and rows can be shared by any
 * number of forks. TypeError for what JSON cannot carry byte for byte (NaN, infinities, functions, lone surrogates).
 */
export function frozenRow(row: Row): Row {
  return frozenFields(row);
}

function frozenFields(fields: { readonly [key: string]: Json | undefined }): Row {
  const entries: [string, Json][] = [];
  for (const [key, value] of Object.entries(fields)) {
    if (value !== undefined) entries.push([wellFormed(key), frozenValue(value)]);
  }
  return Object.freeze(Object.fromEntries(entries));
}

function frozenValue(value: Json): Json {
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'string':
      return wellFormed(value);
    case 'number':
      if (Number.isFinite(value)) return value;
      throw new TypeError(`${value} is not a JSON number`);
    case 'object':
      if (value === null) return null;
      return isList(value) ? Object.freeze(value.map(frozenValue)) : frozenFields(value);
    default:
      throw new TypeError(`a ${typeof value} is not a JSON value`);
  }
}

function wellFormed(text: string): string {
  if (text.isWellFormed()) return text;
  throw new TypeError('text with a lone surrogate has no bytes');
}

function isList(value: Exclude<Json, null | boolean | number | string>): value is readonly Json[] {
  return Array.isArray(value);
}
