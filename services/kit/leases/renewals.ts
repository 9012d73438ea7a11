import type { Clock } from '../clock.ts';

interface Seen {
  count: number;
  changedMs: number;
  readonly firstMs: number;
}

/**
 * When leases were renewed, as this process saw it: by its own clock, from the moment a count changed. What another process remembers
 * does not count, so a lease that this one sees for the first time has its whole time again.
 */
export class RenewalWatch {
  readonly #clock: Clock;
  readonly #seen = new Map<string, Seen>();

  /** A clock that is never set back or forward. */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes the count, and says how long ago it changed, milliseconds. */
  idleMs(id: string, count: number): number {
    const seen = this.#of(id, count);
    if (seen.count !== count) {
      seen.count = count;
      seen.changedMs = this.#clock.now();
    }
    return this.#clock.now() - seen.changedMs;
  }

  /** How long a lease has been held that was bound at `acquiredMs` of the clock of whoever bound it, milliseconds. */
  heldMs(id: string, acquiredMs: number): number {
    const seen = this.#of(id, 0);
    return this.#clock.now() - Math.min(acquiredMs, seen.firstMs);
  }

  /** The lease is over; or nobody could have seen a renewal for a while, and its time begins anew. */
  forget(id: string): void {
    this.#seen.delete(id);
  }

  get size(): number {
    return this.#seen.size;
  }

  #of(id: string, count: number): Seen {
    const now = this.#clock.now();
    const seen = this.#seen.get(id) ?? { count, changedMs: now, firstMs: now };
    this.#seen.set(id, seen);
    return seen;
  }
}
