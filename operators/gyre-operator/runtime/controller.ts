import type { Clock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import type { Logger } from '#kit/logs.ts';
import { observe, record } from '#kit/metrics.ts';
import type { Random } from '#kit/random.ts';
import { openScope } from '#kit/rpc/call-scope.ts';
import { METRICS, type AttributeTypes } from '#kit/telemetry-names.ts';
import type { Backoff } from './backoff.ts';
import { isConflict } from './failure.ts';
import type { Informer } from './informer.ts';
import type { KubeObject } from './objects.ts';
import { type Taken, WorkQueue } from './queue.ts';

export interface ReconcileContext {
  /** Ends at the deadline of this reconcile, and when the process is told to end. */
  readonly signal: AbortSignal;
  /** How often this key failed in a row before, 0 for never. */
  readonly failures: number;
}

export interface ReconcileResult {
  /** When to look again although nothing changes, milliseconds. */
  readonly requeueAfterMs?: number;
}

/** Makes the world as the object of this key wants it. Knows only the key: what changed, and how often, is not told. */
export type Reconcile = (key: string, context: ReconcileContext) => Promise<ReconcileResult | void>;

export interface ControllerOptions {
  /** One of a fixed few: it labels metrics. */
  readonly name: string;
  readonly reconcile: Reconcile;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Reconciles at once. Default 4. */
  readonly workers?: number;
  /** Longest time for one reconcile, milliseconds. Default 60,000. */
  readonly deadlineMs?: number;
  readonly backoff?: Backoff;
  /** Keys that wait at most; those beyond come with the resync of their informer. Default 100,000. */
  readonly queueLimit?: number;
}

type Outcome = AttributeTypes['gyre.operator.outcome'];

/** Turns changes of objects into keys, and keys into reconciles: one at a time for each key, several keys at once. */
export class Controller {
  readonly name: string;
  readonly queue: WorkQueue;
  readonly #options: Required<Omit<ControllerOptions, 'backoff' | 'queueLimit'>>;
  readonly #informers: Pick<Informer<KubeObject>, 'synced'>[] = [];
  readonly #since = new Map<string, number>();

  constructor({ backoff, queueLimit, ...options }: ControllerOptions) {
    this.name = options.name;
    this.#options = { workers: 4, deadlineMs: 60_000, ...options };
    this.queue = new WorkQueue({ clock: options.clock, random: options.random, backoff, limit: queueLimit });
  }

  /** Every change of an object of the informer adds the keys that `keysOf` gives for it; of a change, also those of before. */
  watches<T extends KubeObject>(informer: Informer<T>, keysOf: (object: T) => readonly string[]): void {
    const add = (...objects: readonly T[]) => {
      for (const key of new Set(objects.flatMap(keysOf))) if (!this.queue.add(key)) this.#refused(key);
    };
    this.#informers.push(informer);
    informer.handle({ added: (object) => add(object), updated: (object, before) => add(before, object), deleted: (object) => add(object) });
  }

  /** Keys whose reconcile has not come back although its deadline is long over: code that ignores its signal. */
  stuck(graceMs = 30_000): readonly string[] {
    const latest = this.#options.clock.now() - this.#options.deadlineMs - graceMs;
    return [...this.#since].filter(([, since]) => since <= latest).map(([key]) => key);
  }

  /** Works once the informers have their first lists, until the signal ends it; then waits for the reconciles that are under way. */
  async run(signal: AbortSignal): Promise<void> {
    const attributes = { 'gyre.operator.controller': this.name };
    const unobserve = observe(METRICS.operatorQueueDepth, () => [[this.queue.depth, attributes]]);
    const close = () => void this.queue.close();
    signal.addEventListener('abort', close, { once: true });
    if (signal.aborted) close();
    try {
      await Promise.all(this.#informers.map((informer) => informer.synced(signal)));
      await Promise.all(Array.from({ length: this.#options.workers }, () => this.#work(signal)));
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      signal.removeEventListener('abort', close);
      await this.queue.close();
      unobserve();
    }
  }

  #refused(key: string): void {
    // A queue that is closed refuses everything: the process ends.
    if (this.queue.depth > 0) this.#options.log.warn({ controller: this.name, key }, 'the queue is full; the key comes with the next resync');
  }

  async #work(signal: AbortSignal): Promise<void> {
    for (let taken = await this.queue.take(); taken; taken = await this.queue.take()) {
      try {
        await this.#reconcile(taken, signal);
      } finally {
        this.queue.done(taken.key);
      }
    }
  }

  async #reconcile({ key, waitedMs }: Taken, outer: AbortSignal): Promise<void> {
    const { clock, log, deadlineMs, reconcile } = this.#options;
    const start = clock.now();
    record(METRICS.operatorQueueWait, waitedMs / 1000, { 'gyre.operator.controller': this.name });
    const scope = openScope(`${this.name} ${key}`, start + deadlineMs, clock, 'cluster', [outer]);
    this.#since.set(key, start);
    const tell = (outcome: Outcome, error?: string) =>
      record(METRICS.operatorReconcileDuration, (clock.now() - start) / 1000, { 'gyre.operator.controller': this.name, 'gyre.operator.outcome': outcome, 'error.type': error });
    try {
      const { requeueAfterMs } = (await reconcile(key, { signal: scope.signal, failures: this.queue.failures(key) })) ?? {};
      this.queue.forget(key);
      if (requeueAfterMs !== undefined) this.queue.addAfter(key, requeueAfterMs);
      tell(requeueAfterMs === undefined ? 'done' : 'requeued');
    } catch (thrown) {
      const error = GyreError.from(thrown, 'cluster');
      tell(scope.signal.aborted && !outer.aborted ? 'timed_out' : 'failed', error.code);
      if (outer.aborted) return;
      // A version that was too old is the ordinary way to learn of a change: it is tried again like all, but is no news.
      if (!isConflict(error)) log.warn({ err: error, controller: this.name, key, failures: this.queue.failures(key) + 1 }, 'a reconcile failed');
      this.queue.addFailed(key);
    } finally {
      this.#since.delete(key);
      scope.dispose();
    }
  }
}
