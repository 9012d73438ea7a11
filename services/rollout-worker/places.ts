/** Places for what may run at a time. Who asks first is served first, with whatever is free by then. */
export class Places {
  #free: number;
  /** Nobody waits while a place is free. */
  readonly #waiting = new Set<(taken: number) => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Takes every free place, waiting until there is one. Rejects with the signal's reason. */
  take(signal: AbortSignal): Promise<number> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      if (this.#free > 0) return resolve(this.#takeAll());
      const served = (taken: number) => {
        signal.removeEventListener('abort', aborted);
        resolve(taken);
      };
      const aborted = () => {
        this.#waiting.delete(served);
        reject(signal.reason);
      };
      this.#waiting.add(served);
      signal.addEventListener('abort', aborted, { once: true });
    });
  }

  give(count: number): void {
    this.#free += count;
    const [first] = this.#waiting;
    if (!first || this.#free === 0) return;
    this.#waiting.delete(first);
    first(this.#takeAll());
  }

  #takeAll(): number {
    const taken = this.#free;
    this.#free = 0;
    return taken;
  }
}
