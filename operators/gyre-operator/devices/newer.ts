import { keyOf, type KubeObject } from '../runtime/objects.ts';

/**
 * Objects as this process last read or wrote them, until its cache has caught up: without it the next decision would be made on what is
 * known to be over, and be refused by the API server.
 */
export class Newer<T extends KubeObject> {
  readonly #live = new Map<string, { readonly object: T; readonly cachedVersion: string | undefined }>();
  readonly #caughtUp: (cached: T, live: T) => boolean;

  /** `caughtUp`: whether a cached object that is not the one of before says at least as much as the live one. */
  constructor(caughtUp: (cached: T, live: T) => boolean) {
    this.#caughtUp = caughtUp;
  }

  /** This is how the object is; `cached` is what the cache said at that moment. */
  note(live: T, cached: T | undefined): void {
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

  /** The object is gone. */
  forget(object: T): void {
    this.#live.delete(keyOf(object));
  }
}
