import type { Doc, FindOptions, Json, Where } from '#kit/store/types.ts';

/** The meaning of `Where` and of sorting in plain code; property tests hold every store to it. */
export function matches(doc: Doc, where: Where): boolean {
  return Object.entries(where).every(([field, condition]) => {
    const value = read(doc, field);
    if (condition === null || typeof condition !== 'object') return same(value, condition);
    const { ne, lt, lte, gt, gte, in: among } = condition;
    return (
      (ne === undefined || !same(value, ne)) &&
      (lt === undefined || (alike(value, lt) && order(value, lt) < 0)) &&
      (lte === undefined || (alike(value, lte) && order(value, lte) <= 0)) &&
      (gt === undefined || (alike(value, gt) && order(value, gt) > 0)) &&
      (gte === undefined || (alike(value, gte) && order(value, gte) >= 0)) &&
      (among === undefined || among.some((one) => same(value, one)))
    );
  });
}

/** Null and absent first, then numbers, then strings by code point; ties by `_id`. */
export function sorted<T extends Doc>(docs: readonly T[], sort: FindOptions['sort']): T[] {
  return docs.toSorted((a, b) => {
    for (const [field, direction] of sort ?? []) {
      const by = order(read(a, field), read(b, field)) * direction;
      if (by !== 0) return by;
    }
    return order(a._id, b._id);
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

function order(a: Json | undefined, b: Json | undefined): number {
  const [ra, rb] = [rank(a), rank(b)];
  if (ra !== rb) return ra - rb;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Buffer.compare(Buffer.from(String(a ?? '')), Buffer.from(String(b ?? '')));
}

function rank(value: Json | undefined): number {
  if (value === undefined || value === null) return 0;
  return typeof value === 'number' ? 1 : 2;
}
