import { type MessagePort, Worker } from 'node:worker_threads';
import { systemClock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import { injectTrace, inTrace } from '#kit/telemetry.ts';
import { Task } from '#protos/core/v1/task.ts';
import type { AttemptOutcome, ClaimedSlot } from './attempt.ts';
import type { Executor } from './executor.ts';
import { type RunnerDependencies, runAttempt } from './runner.ts';

/** Main thread to rollout thread: a claimed slot with its task. */
interface RunMessage {
  readonly run: number;
  readonly slot: ClaimedSlot;
  readonly task: Uint8Array;
  /** Trace context of whoever wants it run. */
  readonly trace: Readonly<Record<string, string>>;
}

/** Main thread to rollout thread: end, once what is said elsewhere has been said. */
const END = 'end';

/** Rollout thread to main thread. */
interface RanMessage {
  readonly run: number;
  readonly outcome: AttemptOutcome;
}

export interface ThreadsOptions {
  /** How many threads. */
  readonly threads: number;
  /** The module that each thread runs; it calls {@link serveRollouts}. */
  readonly entry: URL;
  /** Handed to the thread as its worker data. */
  readonly data: unknown;
  /** How long a thread may take to end by itself when it is closed, milliseconds; it is cut off after that. Default 0. */
  readonly endMs?: number;
  /** Told of a thread that died; what it had in hand are faults and another thread takes its place. */
  readonly onDeath?: (error: GyreError) => void;
}

/** Attempts per thread: one running and the others waiting, so that a thread does not idle while the main thread ingests a group. */
const PER_THREAD = 8;

/**
 * Runs attempts in worker threads, each with services of its own, so that the main thread only claims and ingests. Which thread
 * takes which attempt changes nothing: an attempt depends on its slot alone.
 */
export function openThreads(options: ThreadsOptions): Executor {
  let runs = 0;
  let closed = false;
  const pool = Array.from({ length: options.threads }, () => new RolloutThread(options));
  return {
    capacity: options.threads * PER_THREAD,
    async run(slot, task) {
      if (closed) throw gone('the threads are closed');
      const free = pool.reduce((a, b) => (b.load < a.load ? b : a));
      return free.run({ run: ++runs, slot, task: Task.encode(task).finish(), trace: injectTrace({}) });
    },
    async close() {
      closed = true;
      await Promise.all(pool.map((thread) => thread.close()));
    },
  };
}

class RolloutThread {
  readonly #options: ThreadsOptions;
  readonly #waiting = new Map<number, PromiseWithResolvers<AttemptOutcome>>();
  #worker: Worker | undefined;
  #closed = false;

  constructor(options: ThreadsOptions) {
    this.#options = options;
  }

  get load(): number {
    return this.#waiting.size;
  }

  run(message: RunMessage): Promise<AttemptOutcome> {
    const answer = Promise.withResolvers<AttemptOutcome>();
    this.#waiting.set(message.run, answer);
    this.#worker ??= this.#start();
    this.#worker.postMessage(message);
    return answer.promise;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    const { endMs = 0 } = this.#options;
    if (worker && endMs > 0) {
      const late = new AbortController();
      const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
      worker.postMessage(END);
      await Promise.race([ended, systemClock.sleep(endMs, late.signal).catch(() => undefined)]);
      late.abort();
    }
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#options.entry, { workerData: this.#options.data });
    worker.on('message', ({ run, outcome }: RanMessage) => {
      this.#waiting.get(run)?.resolve(outcome);
      this.#waiting.delete(run);
    });
    let cause: unknown;
    worker.on('error', (error) => (cause = error));
    worker.on('exit', (code) => {
      const error = gone(`a rollout thread ended with code ${code}${cause instanceof Error ? `: ${cause.message}` : ''}`, cause);
      this.#worker = undefined;
      for (const answer of this.#waiting.values()) answer.reject(error);
      this.#waiting.clear();
      if (!this.#closed) this.#options.onDeath?.(error);
    });
    return worker;
  }
}

/** The thread's side: runs attempts one after another with the services of the thread; `ending` is awaited before it ends by itself. */
export function serveRollouts(port: MessagePort, plant: RunnerDependencies, ending: () => Promise<void> = async () => undefined): void {
  const dependencies = { ...plant, packedOpenings: plant.packedOpenings ?? new Map<string, string>() };
  let last: Promise<void> = Promise.resolve();
  port.on('message', (message: RunMessage | typeof END) => {
    if (message === END) return void ending().finally(() => process.exit());
    last = last.then(async () => {
      const outcome = await inTrace(message.trace, () => runAttempt(message.slot, Task.decode(message.task), dependencies));
      port.postMessage({ run: message.run, outcome } satisfies RanMessage);
    });
  });
}

function gone(message: string, cause?: unknown): GyreError {
  return new GyreError('UNAVAILABLE', message, { boundary: 'environment', cause });
}
