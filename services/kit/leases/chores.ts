import type { ChoreResult } from './driver.ts';
import { GyreError } from '../errors.ts';

interface Running {
  readonly end: AbortController;
  readonly kind: ChoreResult['kind'];
}

/**
 * Resets and checks under way: they take minutes, so no reconcile waits for them. One a device; those beyond the limit are asked for
 * again when another has ended. A result stays until it is written down.
 */
export class Chores {
  readonly #limit: number;
  readonly #onEnd: (key: string) => void;
  readonly #running = new Map<string, Running>();
  readonly #results = new Map<string, ChoreResult>();
  readonly #waiting = new Set<string>();
  readonly #over = new AbortController();

  /** `onEnd`: a device has a result, or there is room for it now. */
  constructor(limit: number, onEnd: (key: string) => void) {
    this.#limit = limit;
    this.#onEnd = onEnd;
  }

  /** Starts a chore unless one is under way or there is no room. */
  start(key: string, kind: ChoreResult['kind'], body: (signal: AbortSignal) => Promise<ChoreResult>): void {
    if (this.#running.has(key) || this.#results.has(key)) return;
    if (this.#running.size >= this.#limit) return void this.#waiting.add(key);
    const end = new AbortController();
    const running = { end, kind };
    this.#running.set(key, running);
    this.#waiting.delete(key);
    const over = () => {
      if (this.#running.get(key) === running) this.#running.delete(key);
      const [next] = this.#waiting;
      if (next === undefined) return;
      this.#waiting.delete(next);
      this.#onEnd(next);
    };
    body(AbortSignal.any([end.signal, this.#over.signal])).then(
      (result) => {
        if (!end.signal.aborted) this.#results.set(key, result);
        over();
        this.#onEnd(key);
      },
      () => over(),
    );
  }

  runs(key: string): boolean {
    return this.#running.has(key);
  }

  /** What came of the device's chore, until {@link settle}. */
  resultOf(key: string): ChoreResult | undefined {
    return this.#results.get(key);
  }

  settle(key: string): void {
    this.#results.delete(key);
  }

  /** The device is somebody's, or gone: what is under way for it is ended, and counts no more. */
  drop(key: string): void {
    this.#results.delete(key);
    this.#waiting.delete(key);
    const running = this.#running.get(key);
    this.#running.delete(key);
    running?.end.abort(new GyreError('CANCELLED', `the chore of ${key} is called off`, { boundary: 'device' }));
  }

  /** Ends everything. */
  close(): void {
    this.#waiting.clear();
    this.#over.abort(new GyreError('CANCELLED', 'the process ends', { boundary: 'device' }));
  }
}
