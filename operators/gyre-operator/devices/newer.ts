import type { Cache } from '../runtime/cache.ts';
import { keyOf, type KubeObject } from '../runtime/objects.ts';

/**
 * Objects as this process last read or wrote them, until its cache has caught up: without it the next decision would be made on what is
 * known to be over, and be refused by the API server.
 */
export class Newer<T extends KubeObject> {
  readonly #live = new Map<string, { readonly object: T; readonly cachedVersion: string | undefined }>();
  readonly #cache: Pick<Cache<T>, 'get'>;
  readonly #caughtUp: (cached: T, live: T) => boolean;

  /** `caughtUp`: whether a cached object that is not the one of before says at least as much as the live one. */
  constructor(cache: Pick<Cache<T>, 'get'>, caughtUp: (cached: T, live: T) => boolean) {
    this.#cache = cache;
    this.#caughtUp = caughtUp;
  }

  /** This is how the object is; `cached` is what the cache said when it was asked for. One that the cache has lost meanwhile is gone. */
  note(live: T, cached: T | undefined): void {
    if (this.#cache.get(keyOf(live))?.metadata.uid !== live.metadata.uid) return;
    this.#live.set(keyOf(live), { object: live, cachedVersion: cached?.metadata.resourceVersion });
  }

  /** The newer of the two. */
  of(cached: T): T {
    const key = keyOf(cached);
    const known = this.#live.get(key);
    if (!known) return cached;
    const { object, cachedVersion } = known;
    const same = object.metadata.uid === cached.metadata.uid;
    if (same && object.metadata.resourceVersion !== cached.metadata.resourceVersion && (cached.metadata.resourceVersion === cachedVersion || !this.#caughtUp(cached, object))) return object;
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
