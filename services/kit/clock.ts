/** The passing of time, handed in wherever code waits or stamps, so that tests and replays decide what time it is. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `ms`, however long that is, or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Longest wait of one timer, 24.8 days: given more, Node fires it at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      let left = ms;
      let timer = setTimeout(done, Math.min(left, LONGEST_TIMER_MS));
      function done() {
        left -= LONGEST_TIMER_MS;
        if (left > 0) return void (timer = setTimeout(done, Math.min(left, LONGEST_TIMER_MS)));
        signal?.removeEventListener('abort', aborted);
        resolve();
      }
      function aborted() {
        clearTimeout(timer);
        reject(signal?.reason);
      }
      signal?.addEventListener('abort', aborted, { once: true });
    }),
};

/** A clock that moves only when told to. */
export class ManualClock implements Clock {
  #now: number;
  #waiting: { at: number; resolve: () => void; reject: (reason: unknown) => void }[] = [];

  constructor(startMs = 0) {
    this.#now = startMs;
  }

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (ms <= 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const entry = { at: this.#now + ms, resolve, reject };
      this.#waiting.push(entry);
      signal?.addEventListener(
        'abort',
        () => {
          this.#waiting = this.#waiting.filter((w) => w !== entry);
          reject(signal.reason);
        },
        { once: true },
      );
    });
  }

  /** When sleepers are to be woken, the earliest first. */
  get due(): readonly number[] {
    return this.#waiting.map(({ at }) => at).sort((a, b) => a - b);
  }

  /** Moves time forward and wakes every sleeper that is due, in order. */
  advance(ms: number): void {
    this.#now += ms;
    const due = this.#waiting.filter((w) => w.at <= this.#now).sort((a, b) => a.at - b.at);
    this.#waiting = this.#waiting.filter((w) => w.at > this.#now);
    for (const w of due) w.resolve();
  }
}
