import type { Clock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import type { Random } from '#kit/random.ts';
import { type Backoff, waitAfter } from './backoff.ts';

export interface QueueOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Waits between the tries of one key. Default 500 ms to 5 minutes. */
  readonly backoff?: Backoff;
  /** Most keys at once, waiting or delayed; those beyond are refused. Default 100,000. */
  readonly limit?: number;
}

export interface Taken {
  readonly key: string;
  /** How long the key, since it was due, waited for a worker, milliseconds. */
  readonly waitedMs: number;
}

/** Without a reason of its own each timer that is not waited for would pay for a DOMException that nobody reads. */
const UNDELAYED = new GyreError('CANCELLED', 'the key is due, or not wanted any more', { boundary: 'cluster' });

/**
 * Keys that have to be looked at. A key is in it once however often it is added; while a worker has it, it is handed to no other, and
 * what is added meanwhile comes after. A key that fails waits longer each time, until it is forgotten.
 */
export class WorkQueue {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #backoff: Backoff;
  readonly #limit: number;
  /** Due keys in order, with the time they became so. */
  readonly #due = new Map<string, number>();
  readonly #inHand = new Set<string>();
  /** Keys that were added while a worker had them. */
  readonly #again = new Set<string>();
  readonly #delayed = new Map<string, { readonly at: number; readonly end: AbortController }>();
  readonly #failures = new Map<string, number>();
  readonly #takers: ((taken: Taken | undefined) => void)[] = [];
  readonly #drained = Promise.withResolvers<void>();
  #closed = false;

  constructor({ clock, random, backoff = { firstMs: 500, longestMs: 300_000 }, limit = 100_000 }: QueueOptions) {
    this.#clock = clock;
    this.#random = random;
    this.#backoff = backoff;
    this.#limit = limit;
  }

  /** Keys that wait for a worker. */
  get depth(): number {
    return this.#due.size + this.#again.size;
  }

  /** The key is due now. False if there is no room or the queue is closed. */
  add(key: string): boolean {
    if (this.#closed) return false;
    if (!this.#hasRoomFor(key)) return false;
    this.#undelay(key);
    if (this.#inHand.has(key)) this.#again.add(key);
    else if (!this.#due.has(key)) {
      this.#due.set(key, this.#clock.now());
      this.#hand();
    }
    return true;
  }

  /** The key is due after `ms`, or earlier if it was to be so already. */
  addAfter(key: string, ms: number): boolean {
    if (ms <= 0) return this.add(key);
    const at = this.#clock.now() + ms;
    const before = this.#delayed.get(key);
    if (this.#closed || (before && before.at <= at) || this.#due.has(key)) return !this.#closed;
    if (!this.#hasRoomFor(key)) return false;
    this.#undelay(key);
    const end = new AbortController();
    this.#delayed.set(key, { at, end });
    this.#clock.sleep(ms, end.signal).then(
      () => this.add(key),
      () => undefined,
    );
    return true;
  }

  /** The key failed: it is due after a wait that doubles with each failure since it was last forgotten. */
  addFailed(key: string): boolean {
    const failures = this.failures(key) + 1;
    this.#failures.set(key, failures);
    return this.addAfter(key, waitAfter(this.#backoff, failures, this.#random));
  }

  /** The key is well again. */
  forget(key: string): void {
    this.#failures.delete(key);
  }

  /** How often the key failed since it was last forgotten. */
  failures(key: string): number {
    return this.#failures.get(key) ?? 0;
  }

  /** The next key, for one worker; undefined once the queue is closed. Each key that was taken must be {@link done}. */
  take(): Promise<Taken | undefined> {
    return new Promise((resolve) => {
      this.#takers.push(resolve);
      this.#hand();
    });
  }

  /** The worker is through with the key. */
  done(key: string): void {
    this.#inHand.delete(key);
    if (this.#again.delete(key)) this.add(key);
    if (this.#closed && this.#inHand.size === 0) this.#drained.resolve();
  }

  /** Takes no more keys, hands out no more, and resolves when every worker is through with its own. */
  close(): Promise<void> {
    this.#closed = true;
    for (const key of [...this.#delayed.keys()]) this.#undelay(key);
    this.#due.clear();
    this.#again.clear();
    this.#failures.clear();
    for (const resolve of this.#takers.splice(0)) resolve(undefined);
    if (this.#inHand.size === 0) this.#drained.resolve();
    return this.#drained.promise;
  }

  #hand(): void {
    if (this.#closed) {
      for (const resolve of this.#takers.splice(0)) resolve(undefined);
      return;
    }
    for (const [key, at] of this.#due) {
      const resolve = this.#takers.shift();
      if (!resolve) return;
      this.#due.delete(key);
      this.#inHand.add(key);
      resolve({ key, waitedMs: this.#clock.now() - at });
    }
  }

  #hasRoomFor(key: string): boolean {
    const size = this.#due.size + this.#delayed.size + this.#again.size;
    return size < this.#limit || this.#due.has(key) || this.#delayed.has(key) || this.#again.has(key);
  }

  #undelay(key: string): void {
    this.#delayed.get(key)?.end.abort(UNDELAYED);
    this.#delayed.delete(key);
  }
}
