import type { Doc, FindOptions, Json, Where } from '#kit/store/types.ts';

export type TextOrder = (a: string, b: string) => number;

/** How every store compares text. */
export const byCodePoints: TextOrder = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b));
/** How one test server does. */
export const byUnits: TextOrder = (a, b) => (a < b ? -1 : Number(a > b));

/** The meaning of `Where` and of sorting in plain code; property tests hold every store to it. */
export function matches(doc: Doc, where: Where, text: TextOrder): boolean {
  return Object.entries(where).every(([field, condition]) => {
    const value = read(doc, field);
    if (condition === null || typeof condition !== 'object') return same(value, condition);
    const { ne, lt, lte, gt, gte, in: among } = condition;
    return (
      (ne === undefined || !same(value, ne)) &&
      (lt === undefined || (alike(value, lt) && order(value, lt, text) < 0)) &&
      (lte === undefined || (alike(value, lte) && order(value, lte, text) <= 0)) &&
      (gt === undefined || (alike(value, gt) && order(value, gt, text) > 0)) &&
      (gte === undefined || (alike(value, gte) && order(value, gte, text) >= 0)) &&
      (among === undefined || among.some((one) => same(value, one)))
    );
  });
}

/** Null and absent first, then numbers, then strings by code point; ties by `_id`. */
export function sorted<T extends Doc>(docs: readonly T[], sort: FindOptions['sort'], text: TextOrder): T[] {
  return docs.toSorted((a, b) => {
    for (const [field, direction] of sort ?? []) {
      const by = order(read(a, field), read(b, field), text) * direction;
      if (by !== 0) return by;
    }
    return order(a._id, b._id, text);
  });
}

function read(doc: Doc, field: string): Json | undefined {
  let value: unknown = doc;
  for (const name of field.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    value = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
  }
  return value as Json | undefined;
}

function same(value: Json | undefined, other: Json): boolean {
  return JSON.stringify(value ?? null) === JSON.stringify(other);
}

function alike(value: Json | undefined, other: Json): boolean {
  return typeof value === typeof other;
}

function order(a: Json | undefined, b: Json | undefined, text: TextOrder): number {
  const [ra, rb] = [rank(a), rank(b)];
  if (ra !== rb) return ra - rb;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return text(String(a ?? ''), String(b ?? ''));
}

function rank(value: Json | undefined): number {
  if (value === undefined || value === null) return 0;
  return typeof value === 'number' ? 1 : 2;
}
