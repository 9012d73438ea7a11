import { isRecord } from '../objects.ts';

/** Server-side apply, as far as the runtime needs it: fields of objects by manager; a list is one field. */

/** Which fields of an object each manager owns: paths of leaves, as JSON. */
export type Ownership = Map<string, Set<string>>;

/** Left out of ownership: who the object is, and what the server writes. */
const IDENTITY = new Set(['apiVersion', 'kind', 'metadata.name', 'metadata.namespace', 'metadata.uid', 'metadata.resourceVersion'].map((path) => JSON.stringify(path.split('.'))));

export class OwnedByAnother extends Error {
  readonly field: string;
  constructor(field: string, manager: string) {
    super(`Apply failed with 1 conflict: conflict with "${manager}": .${field}`);
    this.field = field;
  }
}

/** The object after `manager` has applied the intent; throws {@link OwnedByAnother} unless forced. */
export function applied(before: Record<string, unknown>, intent: Record<string, unknown>, manager: string, force: boolean, ownership: Ownership): Record<string, unknown> {
  const after = structuredClone(before);
  const wanted = new Map(leavesOf(intent).filter(([path]) => !IDENTITY.has(path)));
  for (const [path, value] of wanted) {
    const other = [...ownership].find(([name, paths]) => name !== manager && paths.has(path))?.[0];
    const same = JSON.stringify(valueAt(before, path)) === JSON.stringify(value);
    if (other !== undefined && !same) {
      if (!force) throw new OwnedByAnother(partsOf(path).join('.'), other);
      ownership.get(other)?.delete(path);
    }
    put(after, partsOf(path), value);
  }
  const owned = ownership.get(manager) ?? new Set<string>();
  for (const path of owned) {
    const shared = [...ownership].some(([name, paths]) => name !== manager && paths.has(path));
    if (!wanted.has(path) && !shared) remove(after, partsOf(path));
  }
  ownership.set(manager, new Set(wanted.keys()));
  return after;
}

/** RFC 7386. */
export function merged(before: unknown, change: unknown): unknown {
  if (!isRecord(change)) return change;
  const after: Record<string, unknown> = isRecord(before) ? { ...before } : {};
  for (const [name, value] of Object.entries(change)) {
    if (value === null) delete after[name];
    else after[name] = merged(after[name], value);
  }
  return after;
}

function leavesOf(value: Record<string, unknown>, above: readonly string[] = []): [string, unknown][] {
  return Object.entries(value).flatMap(([name, inner]) => (isRecord(inner) && Object.keys(inner).length > 0 ? leavesOf(inner, [...above, name]) : [[JSON.stringify([...above, name]), inner]]));
}

function partsOf(path: string): string[] {
  const parts: unknown = JSON.parse(path);
  return Array.isArray(parts) ? parts.map(String) : [];
}

function valueAt(object: unknown, path: string): unknown {
  return partsOf(path).reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), object);
}

function put(object: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) object[name] = value;
  else {
    const inner = object[name];
    const next = isRecord(inner) ? inner : {};
    object[name] = next;
    put(next, rest, value);
  }
}

function remove(object: Record<string, unknown>, [name = '', ...rest]: readonly string[]): void {
  const inner = object[name];
  if (rest.length === 0) delete object[name];
  else if (isRecord(inner)) remove(inner, rest);
}
