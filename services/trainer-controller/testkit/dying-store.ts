import { GyreError } from '#kit/errors.ts';
import type { Collection, Doc, Store } from '#kit/store/types.ts';

const WRITES: ReadonlySet<string> = new Set(['insert', 'insertMany', 'update', 'updateFirst', 'put', 'delete']);

/**
 * The store of a process that dies at its `fatal`th write, before it takes effect or just after; from then on nothing it does
 * reaches the store any more.
 */
export function dyingStore(store: Store, fatal: number, after: boolean): { store: Store; died: () => boolean; writes: () => number } {
  let writes = 0;
  let dead = false;
  const die = () => {
    throw new GyreError('INTERNAL', 'the process is dead', { boundary: 'store' });
  };
  const call = async (target: Collection<Doc>, name: string, args: readonly unknown[]): Promise<unknown> => {
    if (dead) return die();
    const method: unknown = Reflect.get(target, name);
    if (typeof method !== 'function') return die();
    if (!WRITES.has(name)) return method.apply(target, args);
    writes += 1;
    if (writes !== fatal) return method.apply(target, args);
    dead = true;
    if (after) await method.apply(target, args);
    return die();
  };
  const wrapped: Store = {
    ...store,
    collection<T extends Doc>(spec: Parameters<Store['collection']>[0]): Collection<T> {
      const target = store.collection<T>(spec);
      const get = (_: object, name: string | symbol) => (...args: readonly unknown[]) => call(target as unknown as Collection<Doc>, String(name), args);
      // Every method of a collection is a function that returns a promise, which is what the proxy gives.
      return new Proxy({}, { get }) as Collection<T>;
    },
  };
  return { store: wrapped, died: () => dead, writes: () => writes };
}
