import { type KubeObject, keyOf } from './objects.ts';

/** Index values of an object: under each of them it is found. */
export type Indexer<T> = (object: T) => readonly string[];

/** The objects of one resource by key, and by whatever else they are looked up by. Objects are shared: readers do not change them. */
export class Cache<T extends KubeObject> {
  readonly #objects = new Map<string, T>();
  readonly #indexers: ReadonlyMap<string, Indexer<T>>;
  readonly #indexes = new Map<string, Map<string, Set<string>>>();

  constructor(indexers: Readonly<Record<string, Indexer<T>>> = {}) {
    this.#indexers = new Map(Object.entries(indexers));
    for (const name of this.#indexers.keys()) this.#indexes.set(name, new Map());
  }

  get size(): number {
    return this.#objects.size;
  }

  get(key: string): T | undefined {
    return this.#objects.get(key);
  }

  keys(): readonly string[] {
    return [...this.#objects.keys()];
  }

  list(): readonly T[] {
    return [...this.#objects.values()];
  }

  /** The objects that an indexer filed under `value`. RangeError if there is no such index. */
  byIndex(name: string, value: string): readonly T[] {
    const index = this.#indexes.get(name);
    if (!index) throw new RangeError(`there is no index ${name}; the informer has ${[...this.#indexes.keys()].join(', ') || 'none'}`);
    return [...(index.get(value) ?? [])].flatMap((key) => this.#objects.get(key) ?? []);
  }

  set(object: T): void {
    const key = keyOf(object);
    this.delete(key);
    this.#objects.set(key, object);
    for (const [index, value] of this.#places(object)) {
      const keys = index.get(value);
      if (keys) keys.add(key);
      else index.set(value, new Set([key]));
    }
  }

  delete(key: string): void {
    const object = this.#objects.get(key);
    if (!object) return;
    this.#objects.delete(key);
    for (const [index, value] of this.#places(object)) {
      const keys = index.get(value);
      keys?.delete(key);
      if (keys?.size === 0) index.delete(value);
    }
  }

  *#places(object: T): Iterable<readonly [Map<string, Set<string>>, string]> {
    for (const [name, values] of this.#indexers) {
      const index = this.#indexes.get(name);
      if (index) for (const value of new Set(values(object))) yield [index, value];
    }
  }
}
