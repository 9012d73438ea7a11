import { type MessagePort, Worker } from 'node:worker_threads';
import { systemClock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import { injectTrace, inTrace } from '#kit/telemetry.ts';
import { Task } from '#protos/core/v1/task.ts';
import type { AttemptOutcome, ClaimedSlot } from './attempt.ts';
import { type Executor, runInOrder } from './executor.ts';
import type { RunnerDependencies } from './runner.ts';

/** Main thread to rollout thread: a chunk of claimed slots with their tasks. */
interface RunMessage {
  readonly chunk: number;
  readonly slots: readonly ClaimedSlot[];
  readonly tasks: readonly Uint8Array[];
  /** Trace context of whoever wants it run. */
  readonly trace: Readonly<Record<string, string>>;
}

/** Main thread to rollout thread: end, once what is said elsewhere has been said. */
const END = 'end';

/** Rollout thread to main thread. An opening travels once a chunk: members of a group share it. */
interface RanMessage {
  readonly chunk: number;
  readonly outcomes: readonly AttemptOutcome[];
  readonly openings: Readonly<Record<string, string>>;
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
  /** Told of a thread that died; its chunks are faults and another thread takes its place. */
  readonly onDeath?: (error: GyreError) => void;
}

/** Chunks per thread: one running and one waiting, so that a thread never idles for the main thread. */
const PER_THREAD = 2;

/**
 * Runs attempts in worker threads, each with services of its own, so that the main thread only claims and ingests. Which thread
 * takes which chunk changes nothing: an attempt depends on its slot alone.
 */
export function openThreads(options: ThreadsOptions): Executor {
  let chunks = 0;
  let closed = false;
  const pool = Array.from({ length: options.threads }, () => new RolloutThread(options));
  return {
    capacity: options.threads * PER_THREAD,
    async run(slots, tasks) {
      if (closed) throw gone('the threads are closed');
      const free = pool.reduce((a, b) => (b.load < a.load ? b : a));
      const wanted = [...new Set(slots.map((slot) => slot.taskId))].flatMap((id) => tasks.get(id) ?? []);
      return free.run({ chunk: ++chunks, slots, tasks: wanted.map((task) => Task.encode(task).finish()), trace: injectTrace({}) });
    },
    async close() {
      closed = true;
      await Promise.all(pool.map((thread) => thread.close()));
    },
  };
}

class RolloutThread {
  readonly #options: ThreadsOptions;
  readonly #waiting = new Map<number, PromiseWithResolvers<readonly AttemptOutcome[]>>();
  #worker: Worker | undefined;
  #closed = false;

  constructor(options: ThreadsOptions) {
    this.#options = options;
  }

  get load(): number {
    return this.#waiting.size;
  }

  run(message: RunMessage): Promise<readonly AttemptOutcome[]> {
    const answer = Promise.withResolvers<readonly AttemptOutcome[]>();
    this.#waiting.set(message.chunk, answer);
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
    worker.on('message', ({ chunk, outcomes, openings }: RanMessage) => {
      const whole = outcomes.map((outcome) => (outcome.kind === 'completed' ? { ...outcome, opening: openings[outcome.openingDigest] ?? '' } : outcome));
      this.#waiting.get(chunk)?.resolve(whole);
      this.#waiting.delete(chunk);
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

/** The thread's side: runs chunks one after another with the services of the thread; `ending` is awaited before it ends by itself. */
export function serveRollouts(port: MessagePort, plant: RunnerDependencies, ending: () => Promise<void> = async () => undefined): void {
  const dependencies = { ...plant, packedOpenings: plant.packedOpenings ?? new Map<string, string>() };
  let last: Promise<void> = Promise.resolve();
  port.on('message', (message: RunMessage | typeof END) => {
    if (message === END) return void ending().finally(() => process.exit());
    last = last.then(async () => {
      const tasks = new Map(message.tasks.map((bytes) => Task.decode(bytes)).map((task) => [task.id, task]));
      const outcomes = await inTrace(message.trace, () => runInOrder(message.slots, tasks, dependencies));
      const openings: Record<string, string> = {};
      for (const outcome of outcomes) if (outcome.kind === 'completed') openings[outcome.openingDigest] = outcome.opening;
      const light = outcomes.map((outcome) => (outcome.kind === 'completed' ? { ...outcome, opening: '' } : outcome));
      port.postMessage({ chunk: message.chunk, outcomes: light, openings } satisfies RanMessage);
    });
  });
}

function gone(message: string, cause?: unknown): GyreError {
  return new GyreError('UNAVAILABLE', message, { boundary: 'environment', cause });
}
