import { systemClock } from '#kit/clock.ts';
import type { ContainerProcess } from './pod-process.ts';
import type { Container } from './pod-spec.ts';

/** Why a container waits, as a kubelet says it. */
export class Waits extends Error {
  readonly reason: string;
  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

export type RestartPolicy = 'Always' | 'OnFailure' | 'Never';

export interface ContainerLifeOptions {
  readonly container: Container;
  readonly restartPolicy: RestartPolicy;
  /** Begins the process; {@link Waits} says what is missing. */
  readonly start: () => Promise<ContainerProcess>;
  /** Whether it is ready now; absent: it is, as long as it runs. */
  readonly probe: (() => Promise<boolean>) | undefined;
  /** The pod is to end, or power is off: nothing is begun any more. */
  readonly over: AbortSignal;
  /** What {@link ContainerLife.status} says is new. */
  readonly changed: () => void;
}

type Json = Readonly<Record<string, unknown>>;

/** Between two tries of what is missing, and between two looks of a probe, milliseconds. */
const AGAIN_MS = 300;
/** Before a container begins again; each time twice as long, up to the longest. */
const BACKOFF = { firstMs: 500, longestMs: 5_000 };

/** One container of a pod: begun when what it needs is there, looked at, and begun again as its pod wants it. */
export class ContainerLife {
  readonly #options: ContainerLifeOptions;
  #process: ContainerProcess | undefined;
  #state: Json = { waiting: { reason: 'ContainerCreating' } };
  #last: Json | undefined;
  #restarts = 0;
  #ready = false;
  /** The last exit code of one that will not run again. */
  exitCode: number | undefined;
  /** Whether it has ever run. */
  started = false;

  constructor(options: ContainerLifeOptions) {
    this.#options = options;
  }

  get process(): ContainerProcess | undefined {
    return this.#process;
  }

  get ready(): boolean {
    return this.#ready;
  }

  /** As in `status.containerStatuses`. */
  get status(): Json {
    const { name, image } = this.#options.container;
    return { name, image, imageID: image, ready: this.#ready, started: this.#process !== undefined, restartCount: this.#restarts, state: this.#state, ...(this.#last === undefined ? {} : { lastState: this.#last }) };
  }

  /** Lives until it will not run again. */
  async run(): Promise<void> {
    const { restartPolicy, over } = this.#options;
    for (let delayMs = BACKOFF.firstMs; ; delayMs = Math.min(2 * delayMs, BACKOFF.longestMs)) {
      const process = await this.#begin();
      if (process === undefined) return;
      const terminated = await this.#watched(process);
      const again = !over.aborted && (restartPolicy === 'Always' || (restartPolicy === 'OnFailure' && terminated.exitCode !== 0));
      if (!again) {
        this.#tell({ terminated });
        this.exitCode = terminated.exitCode;
        return;
      }
      this.#last = { terminated };
      this.#tell({ waiting: { reason: 'CrashLoopBackOff', message: `begins again in ${delayMs} ms` } });
      await systemClock.sleep(delayMs, over).catch(() => undefined);
      this.#restarts++;
    }
  }

  /** The process; undefined where the pod was told to end before. What is missing is waited for, and said. */
  async #begin(): Promise<ContainerProcess | undefined> {
    const { start, over, changed } = this.#options;
    let said = '';
    while (!over.aborted) {
      try {
        const process = await start();
        this.#process = process;
        this.started = true;
        this.#ready = this.#options.probe === undefined;
        this.#tell({ running: { startedAt: process.startedAt } });
        return process;
      } catch (error) {
        const { reason, message } = error instanceof Waits ? error : new Waits('CreateContainerConfigError', error instanceof Error ? error.message : String(error));
        this.#state = { waiting: { reason, message } };
        if (said !== message) changed();
        said = message;
        await systemClock.sleep(AGAIN_MS, over).catch(() => undefined);
      }
    }
    return undefined;
  }

  /** How the process ended; its probe is asked as long as it runs. */
  async #watched(process: ContainerProcess) {
    const gone = new AbortController();
    const probing = this.#probe(gone.signal);
    const { exitCode, finishedAt, log } = await process.ended;
    gone.abort();
    await probing;
    this.#process = undefined;
    this.#ready = false;
    const { startedAt } = process;
    const message = this.#options.container.terminationMessagePolicy === 'FallbackToLogsOnError' && exitCode !== 0 && log !== '' ? { message: log } : {};
    return { exitCode, reason: exitCode === 0 ? 'Completed' : 'Error', startedAt, finishedAt, ...message };
  }

  async #probe(gone: AbortSignal): Promise<void> {
    const { probe, changed } = this.#options;
    while (probe && !gone.aborted) {
      const ready = await probe().catch(() => false);
      if (gone.aborted) return;
      if (ready !== this.#ready) {
        this.#ready = ready;
        changed();
      }
      await systemClock.sleep(AGAIN_MS, gone).catch(() => undefined);
    }
  }

  #tell(state: Json): void {
    this.#state = state;
    this.#options.changed();
  }
}
