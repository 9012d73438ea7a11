import { closeSync, openSync } from 'node:fs';
import { type Guarded, guarded } from '#deploy/servers/guard.ts';
import type { Clock } from '#kit/clock.ts';

/** How one process of the cluster is started, each time anew. */
export interface ProcessSpec {
  /** Unique in the cluster, for example `rollout-worker-2`. */
  readonly name: string;
  /** The script that Node runs. */
  readonly entry: string;
  readonly env: Readonly<Record<string, string>>;
  /** Its standard output and error are appended here. */
  readonly logFile: string;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** A life of this length counts as healthy: the next death is answered at once again. */
const HEALTHY_MS = 10_000;

/**
 * A process that is started again when it ends, with a growing pause, until {@link Supervised.stop}; what an orchestrator does. It
 * ends at the latest with this process, however this process ends.
 */
export class Supervised {
  readonly spec: ProcessSpec;
  /** Lives so far. */
  starts = 0;
  readonly #clock: Clock;
  readonly #end = new AbortController();
  #life: Guarded | undefined;
  readonly #loop: Promise<void>;

  constructor(spec: ProcessSpec, clock: Clock) {
    this.spec = spec;
    this.#clock = clock;
    this.#loop = this.#live();
  }

  get name(): string {
    return this.spec.name;
  }

  /** Of the present life; undefined between two lives. */
  get pid(): number | undefined {
    return this.#life?.pid;
  }

  /** Sends the signal to the present life; false between two lives. */
  signal(signal: NodeJS.Signals): boolean {
    return this.#life?.child.kill(signal) === true;
  }

  /** SIGTERM, and SIGKILL if it has not drained after `graceMs`; it is not started again. */
  async stop(graceMs = 30_000): Promise<void> {
    this.#end.abort();
    this.signal('SIGCONT');
    this.signal('SIGTERM');
    const late = new AbortController();
    const kill = this.#clock.sleep(graceMs, late.signal).then(() => this.signal('SIGKILL'), () => false);
    await this.#loop;
    late.abort();
    await kill;
  }

  async #live(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    while (!this.#end.signal.aborted) {
      const began = this.#clock.now();
      // A full disk, or too many processes, pass; whoever waits for the process sees that it does not come.
      await this.#run().catch((error: unknown) => process.emitWarning(`${this.name} could not be started: ${error instanceof Error ? error.message : String(error)}`));
      if (this.#clock.now() - began > HEALTHY_MS) pause = FIRST_PAUSE_MS;
      await this.#clock.sleep(pause, this.#end.signal).catch(() => undefined);
      pause = Math.min(LONGEST_PAUSE_MS, 2 * pause);
    }
  }

  async #run(): Promise<void> {
    const { entry, env, logFile } = this.spec;
    const log = openSync(logFile, 'a');
    try {
      const life = await guarded(process.execPath, [entry], { env, output: log });
      this.#life = life;
      this.starts += 1;
      // Told to end while it was being started.
      if (this.#end.signal.aborted) this.signal('SIGTERM');
      await life.ended;
    } finally {
      this.#life = undefined;
      closeSync(log);
    }
  }
}
