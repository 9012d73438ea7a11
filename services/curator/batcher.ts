import { GyreError } from '#kit/errors.ts';

/**
 * Gathers single calls into batches: what arrives while a batch is at work goes into the next one. A lone call is not held
 * up; many at once share their store operations.
 */
export class Batcher<T, R> {
  readonly #work: (items: readonly T[]) => Promise<readonly R[]>;
  readonly #limit: number;
  readonly #mostWaiting: number;
  #waiting: { readonly item: T; readonly resolve: (result: R) => void; readonly reject: (reason: unknown) => void }[] = [];
  #busy = false;

  /** `work` answers in the order of its items; at most `limit` of them at a time, while at most `mostWaiting` others wait. */
  constructor(work: (items: readonly T[]) => Promise<readonly R[]>, limit = 256, mostWaiting = 4_096) {
    this.#work = work;
    this.#limit = limit;
    this.#mostWaiting = mostWaiting;
  }

  /** RESOURCE_EXHAUSTED while too many wait: what the work needs does not answer, and callers that gave up would be worked off for nobody. */
  async run(item: T): Promise<R> {
    if (this.#waiting.length >= this.#mostWaiting) {
      throw new GyreError('RESOURCE_EXHAUSTED', `${this.#mostWaiting} reports wait already; report again later`, { boundary: 'store', retryable: true });
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#busy) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#busy = true;
    // Calls made in the same turn of the event loop belong together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#limit);
      try {
        const results = await this.#work(batch.map(({ item }) => item));
        batch.forEach(({ resolve, reject }, at) => {
          const result = results[at];
          if (result === undefined) reject(new RangeError(`${batch.length} items got ${results.length} answers`));
          else resolve(result);
        });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#busy = false;
  }
}
