import type { Json } from './types.ts';

/** A value as the store keeps it. Messages come as `unknown` from their JSON form (`toJSON`); text and back makes them JSON. */
export function jsonOf(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}
