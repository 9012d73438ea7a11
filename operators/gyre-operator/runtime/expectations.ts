import type { Clock } from '#kit/clock.ts';
import { type KubeObject, keyOf } from './objects.ts';

interface Own {
  readonly key: string;
  readonly sinceMs: number;
  seen: boolean;
}

/** Deleted objects that are remembered at most; a create whose answer takes longer than that many deletes is not to be expected. */
const MOST_GONE = 10_000;

/**
 * What this process created a short while ago, and what it saw deleted. A list that is older than a create, or that leaves it out, must
 * not make a controller believe that its object is gone and create another; and a create whose answer comes after the object was
 * deleted again must not bring it back.
 */
export class Expectations {
  readonly #clock: Clock;
  readonly #windowMs: number;
  readonly #own = new Map<string, Own>();
  readonly #gone = new Map<string, number>();
  readonly #unconfirmed: string[] = [];

  /** Own creates are remembered for `windowMs`, by uid. */
  constructor(clock: Clock, windowMs: number) {
    this.#clock = clock;
    this.#windowMs = windowMs;
  }

  /** The API server has answered to the create of this object. False if the object is known to be gone again. */
  created(object: KubeObject): boolean {
    this.#sweep();
    const { uid } = object.metadata;
    if (uid === undefined || this.#gone.has(uid)) return false;
    if (!this.#own.has(uid)) this.#own.set(uid, { key: keyOf(object), sinceMs: this.#clock.now(), seen: false });
    return true;
  }

  /** A list or a watch has shown this object. */
  observed({ metadata: { uid } }: KubeObject): void {
    const own = uid === undefined ? undefined : this.#own.get(uid);
    if (own) own.seen = true;
  }

  /** The object is known to be gone. */
  deleted({ metadata: { uid } }: KubeObject): void {
    if (uid === undefined) return;
    this.#sweep();
    this.#own.delete(uid);
    this.#gone.delete(uid);
    this.#gone.set(uid, this.#clock.now());
    for (const oldest of this.#gone.keys()) {
      if (this.#gone.size <= MOST_GONE) return;
      this.#gone.delete(oldest);
    }
  }

  /** Whether this process created the object within the window: what a list leaves out is then asked for by name. */
  isOwn({ metadata: { uid } }: KubeObject): boolean {
    this.#sweep();
    return uid !== undefined && this.#own.has(uid);
  }

  /** Keys of own creates that neither a list nor a watch had shown when their window passed. Each is told once. */
  overdue(): readonly string[] {
    this.#sweep();
    return this.#unconfirmed.splice(0);
  }

  /** Own creates that neither a list nor a watch has shown. */
  get pending(): number {
    return [...this.#own.values()].filter(({ seen }) => !seen).length;
  }

  /** Both maps are in the order of their times. */
  #sweep(): void {
    const before = this.#clock.now() - this.#windowMs;
    for (const [uid, own] of this.#own) {
      if (own.sinceMs > before) break;
      this.#own.delete(uid);
      if (!own.seen) this.#unconfirmed.push(own.key);
    }
    for (const [uid, at] of this.#gone) {
      if (at > before) break;
      this.#gone.delete(uid);
    }
  }
}
