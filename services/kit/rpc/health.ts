import { HealthImplementation } from 'grpc-health-check';
import type { Clock } from '../clock.ts';

/** A dependency answers by resolving; a rejection or no answer within the timeout makes its service NOT_SERVING. */
export type Dependencies = Readonly<Record<string, () => Promise<void>>>;

export interface HealthOptions {
  readonly clock: Clock;
  readonly intervalMs: number;
  readonly timeoutMs: number;
  /** Told when a service starts or stops serving, with the dependencies that failed. */
  readonly onChange?: ((service: string, serving: boolean, failed: readonly string[]) => void) | undefined;
}

/** Keeps `grpc.health.v1` true: each service serves while all its dependencies answer; the empty name stands for all services. */
export class HealthMonitor {
  readonly implementation: HealthImplementation;
  readonly #services: ReadonlyMap<string, Dependencies>;
  readonly #options: HealthOptions;
  readonly #stopped = new AbortController();
  readonly #serving = new Map<string, boolean>();

  constructor(services: ReadonlyMap<string, Dependencies>, options: HealthOptions) {
    this.#services = services;
    this.#options = options;
    this.implementation = new HealthImplementation();
    for (const name of ['', ...services.keys()]) this.implementation.setStatus(name, 'NOT_SERVING');
  }

  /** Checks once, then keeps checking until {@link stop}. */
  async start(): Promise<void> {
    await this.check();
    void this.#watch();
  }

  async check(): Promise<void> {
    const checked = await Promise.all([...this.#services].map(async ([name, dependencies]) => [name, await this.#failures(dependencies)] as const));
    if (this.#stopped.signal.aborted) return;
    for (const [name, failed] of checked) this.#set(name, failed);
    this.#set('', [...new Set(checked.flatMap(([, failed]) => failed))]);
  }

  /** Everything is NOT_SERVING from now on; the first step of draining. */
  stop(): void {
    this.#stopped.abort();
    for (const name of ['', ...this.#services.keys()]) this.implementation.setStatus(name, 'NOT_SERVING');
  }

  async #watch(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      await this.#options.clock.sleep(this.#options.intervalMs, this.#stopped.signal).catch(() => undefined);
      if (!this.#stopped.signal.aborted) await this.check();
    }
  }

  async #failures(dependencies: Dependencies): Promise<string[]> {
    const failed = await Promise.all(
      Object.entries(dependencies).map(async ([name, ask]) => {
        const answered = new AbortController();
        const late = this.#options.clock.sleep(this.#options.timeoutMs, answered.signal).then(
          () => false,
          () => false,
        );
        const asked = Promise.resolve()
          .then(ask)
          .then(
            () => true,
            () => false,
          );
        const healthy = await Promise.race([asked, late]);
        answered.abort();
        return healthy ? [] : [name];
      }),
    );
    return failed.flat();
  }

  #set(name: string, failed: readonly string[]): void {
    const serving = failed.length === 0;
    if (this.#serving.get(name) === serving) return;
    this.#serving.set(name, serving);
    this.implementation.setStatus(name, serving ? 'SERVING' : 'NOT_SERVING');
    this.#options.onChange?.(name, serving, failed);
  }
}
