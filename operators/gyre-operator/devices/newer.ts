import type { Cache } from '../runtime/cache.ts';
import { keyOf, type KubeObject } from '../runtime/objects.ts';

interface Known<T> {
  readonly object: T;
  /** Versions that came before it, the latest last. */
  readonly before: readonly string[];
}

/** Versions of an object that are remembered: a cache that is further behind than so many own writes is believed again too early. */
const MOST_BEFORE = 32;

/**
 * Objects as this process last read or wrote them, until its cache has caught up: without it the next decision would be made on what is
 * known to be over, and be refused by the API server, or do again what was done.
 */
export class Newer<T extends KubeObject> {
  readonly #live = new Map<string, Known<T>>();
  readonly #cache: Pick<Cache<T>, 'get'>;
  readonly #caughtUp: (cached: T, live: T) => boolean;

  /** `caughtUp`: whether a cached object of a version that is not known to be an earlier one says at least as much as the live one. */
  constructor(cache: Pick<Cache<T>, 'get'>, caughtUp: (cached: T, live: T) => boolean) {
    this.#cache = cache;
    this.#caughtUp = caughtUp;
  }

  /** This is how the object is, after `earlier` states of it: what the cache said, what was written over. One that the cache has lost meanwhile is gone. */
  note(live: T, ...earlier: readonly (T | undefined)[]): void {
    const key = keyOf(live);
    const { uid, resourceVersion: version } = live.metadata;
    if (this.#cache.get(key)?.metadata.uid !== uid) return;
    const known = this.#live.get(key);
    const same = known?.object.metadata.uid === uid ? known : undefined;
    // An answer that comes late tells of what was written over since.
    if (same?.before.includes(version ?? '')) return;
    const versions = [...earlier, same?.object].flatMap((each) => each?.metadata.resourceVersion ?? []);
    const before = new Set([...(same?.before ?? []), ...versions]);
    before.delete(version ?? '');
    this.#live.set(key, { object: live, before: [...before].slice(-MOST_BEFORE) });
  }

  /** The newer of the two. */
  of(cached: T): T {
    const key = keyOf(cached);
    const known = this.#live.get(key);
    if (!known) return cached;
    const { object, before } = known;
    const { uid, resourceVersion: version = '' } = cached.metadata;
    if (object.metadata.uid === uid && object.metadata.resourceVersion !== version && (before.includes(version) || !this.#caughtUp(cached, object))) return object;
    this.#live.delete(key);
    return cached;
  }

  /** Of how many objects it knows more than the cache. */
  get size(): number {
    return this.#live.size;
  }

  /** The object is gone. */
  forget(object: T): void {
    this.#live.delete(keyOf(object));
  }
}
