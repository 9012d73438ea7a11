/** How long nothing is handed out after an attempt was turned away, by how many such pauses there were since one got through. */
export type Pause = (pauses: number) => Promise<void>;

interface Waiter {
  readonly most: number;
  readonly serve: (taken: number) => void;
}

/**
 * Places for what may run at a time. Who asks first is served first, with whatever is free by then. While attempts are turned away, fewer
 * are handed out, in the end one at a time with pauses between; each attempt that gets through makes room for one more.
 */
export class Places {
  readonly #count: number;
  readonly #pause: Pause;
  /** How many may be taken at present. */
  #allowed: number;
  #taken = 0;
  #pauses = 0;
  #pausing = false;
  /** Nobody waits while a place is free. */
  readonly #waiting = new Set<Waiter>();

  constructor(count: number, pause: Pause) {
    this.#count = count;
    this.#allowed = count;
    this.#pause = pause;
  }

  /** Takes every free place, at most `most`, waiting until there is one. Rejects with the signal's reason. */
  take(signal: AbortSignal, most = Number.POSITIVE_INFINITY): Promise<number> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const aborted = () => {
        this.#waiting.delete(waiter);
        reject(signal.reason);
      };
      const waiter: Waiter = {
        most,
        serve: (taken) => {
          signal.removeEventListener('abort', aborted);
          resolve(taken);
        },
      };
      signal.addEventListener('abort', aborted, { once: true });
      this.#waiting.add(waiter);
      this.#serve();
    });
  }

  give(count: number): void {
    this.#taken -= count;
    this.#serve();
  }

  /** A service could not be reached: nothing for a while, then one at a time. */
  unreached(): void {
    this.#allowed = 1;
    if (this.#pausing) return;
    this.#pausing = true;
    void this.#pause(this.#pauses++).finally(() => {
      this.#pausing = false;
      this.#serve();
    });
  }

  /** A service has no room beyond the `running` attempts that it has taken; without any, it is as good as away. */
  full(running: number): void {
    if (running === 0) this.unreached();
    else this.#allowed = Math.min(this.#allowed, running);
  }

  /** An attempt has got through all services. */
  gotThrough(): void {
    this.#pauses = 0;
    this.#allowed = Math.min(this.#count, this.#allowed + 1);
    this.#serve();
  }

  #serve(): void {
    for (const waiter of this.#waiting) {
      const free = this.#pausing ? 0 : this.#allowed - this.#taken;
      if (free <= 0) return;
      const taken = Math.min(free, waiter.most);
      this.#waiting.delete(waiter);
      this.#taken += taken;
      waiter.serve(taken);
    }
  }
}
