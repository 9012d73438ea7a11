import type { Progress } from './context.ts';

/** Progress of running rounds, for whoever watches. A watcher that is slow sees the latest of each phase, never a backlog. */
export class ProgressHub {
  readonly #rounds = new Map<string, { last: Progress | undefined; wake: PromiseWithResolvers<void>; ended: boolean; version: number }>();

  begin(id: string): void {
    this.#rounds.set(id, { last: undefined, wake: Promise.withResolvers(), ended: false, version: 0 });
  }

  emit(id: string, progress: Progress): void {
    const entry = this.#rounds.get(id);
    if (!entry || entry.ended) return;
    const before = entry.wake;
    entry.last = progress;
    entry.version += 1;
    entry.wake = Promise.withResolvers();
    before.resolve();
  }

  end(id: string): void {
    const entry = this.#rounds.get(id);
    if (!entry) return;
    entry.ended = true;
    entry.wake.resolve();
  }

  running(id: string): boolean {
    return this.#rounds.get(id)?.ended === false;
  }

  /** What happens from now on, until the round ends here or `signal` aborts. */
  async *watch(id: string, signal: AbortSignal): AsyncGenerator<Progress> {
    const entry = this.#rounds.get(id);
    if (!entry) return;
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    for (let seen = 0; !signal.aborted; ) {
      if (entry.last && entry.version > seen) {
        seen = entry.version;
        yield entry.last;
      } else if (entry.ended) return;
      else await Promise.race([entry.wake.promise, aborted]);
    }
  }
}
