import type { Clock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import type { Logger } from '#kit/logs.ts';
import { count, observe } from '#kit/metrics.ts';
import type { Random } from '#kit/random.ts';
import { orAborted } from '#kit/rpc/call-scope.ts';
import { METRICS, type AttributeTypes } from '#kit/telemetry-names.ts';
import { type Backoff, waitAfter } from './backoff.ts';
import { Cache, type Indexer } from './cache.ts';
import type { Client, Selection } from './client.ts';
import { Expectations } from './expectations.ts';
import { askedToWaitMs, isExpired } from './failure.ts';
import { type KubeObject, keyOf, placeOf, type Resource } from './objects.ts';
import { watch } from './watch.ts';

/** Told of every change, in order, by the informer itself: they put keys into a queue, and wait for nothing. */
export interface Handlers<T> {
  added?(object: T): void;
  /** Also at each resync, then with the same object twice. */
  updated?(object: T, before: T): void;
  /** The object as it was last known. `missed`: nobody saw it go; a list no longer had it. */
  deleted?(object: T, how: { readonly missed: boolean }): void;
}

export interface InformerOptions<T extends KubeObject> {
  readonly client: Client;
  readonly resource: Resource<T>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly selection?: Selection;
  readonly indexers?: Readonly<Record<string, Indexer<T>>>;
  /** A watch that is silent for so long is begun again, milliseconds. The server sends a bookmark each minute. Default 100,000. */
  readonly idleMs?: number;
  /** Longest life of a watch. Default 10 minutes. */
  readonly watchMs?: number;
  /** After so long a watch begins with a list, whether it needs one or not. Default 1 hour. */
  readonly relistMs?: number;
  /** Every object is handed to `updated` so often. Default 10 minutes. */
  readonly resyncMs?: number;
  /** How long own creates are remembered. Default 5 minutes. */
  readonly ownMs?: number;
  readonly backoff?: Backoff;
}

/** A watch that lasted so long was a good one: failures are counted anew after it. */
const STEADY_MS = 10_000;
type Reconnect = AttributeTypes['gyre.operator.reconnect'];

/**
 * A cache of one resource that is kept true by a list and then a watch. A watch that ends is begun again from where it had come to;
 * only a version that has expired, a first start, or a routine list that is due cost a list. There is one watch at a time, and one path
 * on which it is begun again.
 */
export class Informer<T extends KubeObject> {
  readonly resource: Resource<T>;
  /** What was asked of the API server so far. */
  readonly counts = { lists: 0, watches: 0, expired: 0, unreadable: 0 };
  readonly #options: Required<Omit<InformerOptions<T>, 'indexers'>>;
  readonly #cache: Cache<T>;
  readonly #expectations: Expectations;
  readonly #handlers: Handlers<T>[] = [];
  readonly #firstList = Promise.withResolvers<void>();
  #running = false;
  #synced = false;
  #version: string | undefined;
  #reconnect: Reconnect = 'first';
  #listedAt = 0;
  #openedAt: number | undefined;
  #heardAt: number | undefined;
  #soundAt: number | undefined;
  #failure: GyreError | undefined;
  #interrupt = new AbortController();

  constructor({ indexers, ...options }: InformerOptions<T>) {
    this.resource = options.resource;
    this.#options = { selection: {}, idleMs: 100_000, watchMs: 600_000, relistMs: 3_600_000, resyncMs: 600_000, ownMs: 300_000, backoff: { firstMs: 500, longestMs: 30_000 }, ...options };
    this.#cache = new Cache(indexers);
    this.#expectations = new Expectations(options.clock, this.#options.ownMs);
  }

  /** Reads of the cache; own creates are among them as soon as {@link created} was told. */
  get cache(): Pick<Cache<T>, 'get' | 'keys' | 'list' | 'byIndex' | 'size'> {
    return this.#cache;
  }

  get hasSynced(): boolean {
    return this.#synced;
  }

  /** Own creates that neither a list nor a watch has shown yet. */
  get pendingCreates(): number {
    return this.#expectations.pending;
  }

  /** Time since the API server was heard of, or was first asked, milliseconds; 0 before {@link run}. A refusal of the first list is nothing heard. */
  get silenceMs(): number {
    return this.#heardAt === undefined ? 0 : this.#options.clock.now() - this.#heardAt;
  }

  /** For how long watches have stood and been followed by others without a failure, milliseconds; 0 while none does. */
  get soundMs(): number {
    return this.#soundAt === undefined ? 0 : this.#options.clock.now() - this.#soundAt;
  }

  /** What went wrong last, until a watch stands again. */
  get failure(): GyreError | undefined {
    return this.#failure;
  }

  /** Resolves when the cache holds the first list; rejects with the signal's reason. */
  synced(signal: AbortSignal): Promise<void> {
    return orAborted(this.#firstList.promise, signal);
  }

  /** Handlers that come late are told of what is there. */
  handle(handlers: Handlers<T>): void {
    this.#handlers.push(handlers);
    for (const object of this.#cache.list()) this.#tell(handlers, (to) => to.added?.(object));
  }

  /**
   * This process has created an object that the selection includes: it counts from now on, whatever lists and watches say until they
   * have caught up. Lists that leave it out are checked by its name.
   */
  created(object: T): void {
    const known = this.#cache.get(keyOf(object));
    if (!this.#expectations.created(object)) return;
    if (known?.metadata.uid === object.metadata.uid) this.#expectations.observed(object);
    else this.#put(object);
  }

  /** Keeps the cache true until the signal ends it; failures are waited out. A second call while the first lasts is an error. */
  async run(signal: AbortSignal): Promise<void> {
    if (this.#running) throw new GyreError('FAILED_PRECONDITION', `the informer of ${this.resource.plural} runs already`, { boundary: 'caller' });
    this.#running = true;
    this.#heardAt = this.#options.clock.now();
    const attributes = { 'gyre.operator.resource': this.resource.plural };
    const unobserve = [observe(METRICS.operatorWatchSilence, () => [[this.silenceMs / 1000, attributes]]), observe(METRICS.operatorCacheObjects, () => [[this.#cache.size, attributes]])];
    try {
      await Promise.all([this.#follow(signal), this.#resync(signal)]);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      for (const end of unobserve) end();
      this.#running = false;
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { clock, random, backoff, log, relistMs } = this.#options;
    for (let failures = 0; !signal.aborted; ) {
      let asked: number | undefined;
      this.#openedAt = undefined;
      this.#interrupt = new AbortController();
      try {
        if (this.#version !== undefined && clock.now() - this.#listedAt >= relistMs) this.#forget('routine');
        if (this.#version === undefined) await this.#list(signal);
        await this.#watch(AbortSignal.any([signal, this.#interrupt.signal]));
      } catch (error) {
        if (signal.aborted) return;
        if (!this.#interrupt.signal.aborted) {
          this.#failure = GyreError.from(error, 'cluster');
          this.#soundAt = undefined;
          asked = askedToWaitMs(error);
          log.warn({ err: this.#failure, resource: this.resource.plural }, 'a watch is begun again');
        }
        if (isExpired(error)) {
          this.counts.expired++;
          this.#forget('expired');
        }
      }
      const steady = this.#openedAt !== undefined && clock.now() - this.#openedAt >= STEADY_MS;
      failures = steady ? 0 : failures + 1;
      await clock.sleep(asked ?? waitAfter(backoff, failures, random), signal);
    }
  }

  /** The next watch begins with a list. */
  #forget(why: Reconnect): void {
    this.#version = undefined;
    this.#reconnect = why;
  }

  async #list(signal: AbortSignal): Promise<void> {
    const { client, selection, clock } = this.#options;
    this.counts.lists++;
    const { items, unreadable, resourceVersion } = await client.list(this.resource, selection, { signal, tries: 1 });
    for (const error of unreadable) this.#unreadable(error);
    const listed = new Set([...items.map(keyOf), ...unreadable.flatMap(({ details }) => details['object'] ?? [])]);
    const gone = await this.#goneOwn(listed, signal);
    for (const object of items) {
      this.#expectations.observed(object);
      this.#put(object);
    }
    for (const object of this.#cache.list()) {
      if (listed.has(keyOf(object))) continue;
      const hidden = this.#expectations.isOwn(object) && !gone.has(object.metadata.uid);
      if (!hidden) this.#drop(object, true);
    }
    this.#version = resourceVersion;
    this.#listedAt = clock.now();
    this.#heardAt = clock.now();
    this.#synced = true;
    this.#firstList.resolve();
  }

  /** Uids of own creates that the list does not have and the API server, asked for each by name, does not have either. */
  async #goneOwn(listed: ReadonlySet<string>, signal: AbortSignal): Promise<ReadonlySet<string | undefined>> {
    const gone = new Set<string | undefined>();
    for (const object of this.#cache.list()) {
      const key = keyOf(object);
      if (listed.has(key) || !this.#expectations.isOwn(object)) continue;
      const live = await this.#options.client.find(this.resource, placeOf(key), { signal });
      if (live && live.metadata.uid === object.metadata.uid) this.#put(live);
      else gone.add(object.metadata.uid);
    }
    return gone;
  }

  async #watch(signal: AbortSignal): Promise<void> {
    const { client, selection, clock, random, idleMs, watchMs } = this.#options;
    this.counts.watches++;
    count(METRICS.operatorWatches, 1, { 'gyre.operator.resource': this.resource.plural, 'gyre.operator.reconnect': this.#reconnect });
    this.#reconnect = 'resumed';
    const onOpen = () => {
      this.#openedAt = clock.now();
      this.#heardAt = clock.now();
      this.#soundAt ??= clock.now();
      this.#failure = undefined;
    };
    for await (const event of watch({ client, resource: this.resource, selection, resourceVersion: this.#version ?? '', clock, random, idleMs, longestMs: watchMs, signal, onOpen })) {
      this.#heardAt = clock.now();
      this.#version = event.resourceVersion;
      if (event.type === 'UNREADABLE') this.#unreadable(event.error);
      else if (event.type === 'DELETED') {
        this.#expectations.deleted(event.object);
        if (this.#cache.get(keyOf(event.object))?.metadata.uid === event.object.metadata.uid) this.#drop(event.object, false);
      } else if (event.type !== 'BOOKMARK') {
        this.#expectations.observed(event.object);
        this.#put(event.object);
      }
    }
  }

  /** Hands out every object now and then; an own create that nobody has shown by then makes the next watch begin with a list. */
  async #resync(signal: AbortSignal): Promise<void> {
    const { clock, random, resyncMs } = this.#options;
    while (!signal.aborted) {
      await clock.sleep(resyncMs * (1 + random.next() / 10), signal);
      if (this.#expectations.overdue().length > 0) {
        this.#forget('routine');
        this.#interrupt.abort(new GyreError('CANCELLED', 'a list is due', { boundary: 'cluster' }));
      }
      for (const object of this.#cache.list()) for (const handlers of this.#handlers) this.#tell(handlers, (to) => to.updated?.(object, object));
    }
  }

  #put(object: T): void {
    const before = this.#cache.get(keyOf(object));
    if (before && before.metadata.uid !== object.metadata.uid) this.#drop(before, true);
    else if (before && before.metadata.resourceVersion === object.metadata.resourceVersion) return;
    const same = this.#cache.get(keyOf(object));
    this.#cache.set(object);
    for (const handlers of this.#handlers) this.#tell(handlers, (to) => (same ? to.updated?.(object, same) : to.added?.(object)));
  }

  #drop(object: T, missed: boolean): void {
    this.#expectations.deleted(object);
    this.#cache.delete(keyOf(object));
    for (const handlers of this.#handlers) this.#tell(handlers, (to) => to.deleted?.(object, { missed }));
  }

  /** A handler that throws harms neither the others nor the watch. */
  #tell(handlers: Handlers<T>, body: (handlers: Handlers<T>) => void): void {
    try {
      body(handlers);
    } catch (error) {
      this.#options.log.error({ err: error, resource: this.resource.plural }, 'a handler failed');
    }
  }

  #unreadable(error: GyreError): void {
    this.counts.unreadable++;
    this.#options.log.error({ err: error, resource: this.resource.plural }, 'an object is not as its schema says');
  }
}
