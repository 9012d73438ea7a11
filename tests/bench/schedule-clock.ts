import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** What keeps an event loop busy; pipes and terminals of the process itself do not count. */
const WORK = /^(?:Timeout|Immediate|FSReq|GetAddrInfo|TCP|UDP|Worker|MessagePort|Zlib|Process)/;

/**
 * Simulated time, in milliseconds from 0: it stands still while anything is left to compute and then jumps to the next sleeper, so
 * that computing costs nothing and two runs are the same to the millisecond. Sound only where all waiting is done on this clock, as
 * with an in-memory store and bus; timers and requests of the process itself are waited for before each jump.
 */
export class JumpingClock implements Clock {
  #now = 0;
  /** By time, those of one time in the order in which they lay down. */
  readonly #sleepers: Sleeper[] = [];

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (ms <= 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const sleeper: Sleeper = { at: this.#now + ms, wake: () => (signal?.removeEventListener('abort', aborted), resolve()) };
      const aborted = () => {
        const index = this.#sleepers.indexOf(sleeper);
        if (index >= 0) this.#sleepers.splice(index, 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', aborted, { once: true });
      this.#sleepers.splice(this.#after(sleeper.at), 0, sleeper);
    });
  }

  /** Lets time pass until `work` has settled. DEADLINE_EXCEEDED if it would take more than `limitMs` of simulated time. */
  async during<T>(work: Promise<T>, limitMs: number): Promise<T> {
    const until = this.#now + limitMs;
    let settled = false;
    const done = () => void (settled = true);
    work.then(done, done);
    for (;;) {
      // A turn of the event loop comes after everything that promises have left to do.
      do await turn();
      while (process.getActiveResourcesInfo().some((resource) => WORK.test(resource)));
      if (settled) return work;
      const next = this.#sleepers[0]?.at;
      if (next === undefined || next > until) {
        throw new GyreError('DEADLINE_EXCEEDED', next === undefined ? 'nothing sleeps and the work is not done' : `the work takes more than ${limitMs} simulated ms`, { boundary: 'harness' });
      }
      this.#now = next;
      while (this.#sleepers[0]?.at === next) this.#sleepers.shift()?.wake();
    }
  }

  #after(at: number): number {
    let low = 0;
    for (let high = this.#sleepers.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((this.#sleepers[middle]?.at ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
