import { GyreError } from '#kit/errors.ts';
import type { Json } from '#kit/store/types.ts';
import { isObject } from './canonical.ts';

export type Fields = { readonly [field: string]: Json | undefined };

/**
 * The error for an episode that cannot be judged: its evidence is missing, contradictory or of another task, or the criteria
 * are malformed. Whoever asked gets no verdict at all; it never becomes an unsuccessful one.
 */
export function unverifiable(message: string, details: Readonly<Record<string, string>> = {}): GyreError {
  return new GyreError('FAILED_PRECONDITION', `no verdict: ${message}`, { boundary: 'verifier', retryable: false, details });
}

/** A JSON object from text; empty text is the empty object. `what` names the text in the error. */
export function fieldsOf(text: string, what: string): Fields {
  if (text === '') return {};
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    throw unverifiable(`${what} is not JSON`);
  }
  if (!isObject(value)) throw unverifiable(`${what} is not a JSON object`);
  return value;
}
