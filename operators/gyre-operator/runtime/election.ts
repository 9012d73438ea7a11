import type { Clock } from '#kit/clock.ts';
import { GyreError, invalid } from '#kit/errors.ts';
import type { Logger } from '#kit/logs.ts';
import { observe } from '#kit/metrics.ts';
import type { Random } from '#kit/random.ts';
import { METRICS } from '#kit/telemetry-names.ts';
import type { Client } from './client.ts';
import { isAlreadyThere, isConflict, isMissing } from './failure.ts';
import { type Lease, LEASES } from './lease.ts';
import { microTime } from './micro-time.ts';
import { type Fence, Writer } from './writer.ts';

export interface ElectionOptions {
  readonly client: Client;
  /** Where the Lease is. Who deletes it by hand lets epochs begin anew. */
  readonly lease: { readonly namespace: string; readonly name: string };
  /** What the holder says of itself, as annotations of the Lease. Default: nothing. */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Who this process is; no other, and no later one, may have the same. */
  readonly identity: string;
  /** A clock that is never set back or forward: `steadyClock`. */
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Another may take the lease when it has seen it unchanged for so long, milliseconds. Default 15,000. */
  readonly leaseMs?: number;
  /** A leader that could not renew for so long has lost. Default 10,000. */
  readonly renewMs?: number;
  /** Time between tries. Default 2,000. */
  readonly retryMs?: number;
  /** Leadership is lost: must end the process, since work that is under way may no longer be stopped. See {@link endProcess}. */
  readonly onLost: (error: GyreError) => void;
}

/** However long a holder says that its lease lasts, it is waited for no longer than this, milliseconds. */
const LONGEST_LEASE_MS = 60_000;

/**
 * Leader election on a Lease. Whether another's lease has run out is told by this process's own clock alone: by how long it has seen the
 * lease unchanged. Each time the lease is taken `leaseTransitions` grows: that number is the epoch which the leader's writes carry.
 */
export class Election {
  readonly #options: Required<ElectionOptions>;
  readonly #writer: Writer;
  #seen: { readonly spec: string; readonly atMs: number } | undefined;
  #held: { readonly lease: Lease; readonly epoch: number; readonly untilMs: number } | undefined;
  /** When this process last held the lease, or saw that another did. */
  #soundAt: number;
  #failure: GyreError | undefined;

  /** INVALID_ARGUMENT if the durations leave no room for each other. */
  constructor(options: ElectionOptions) {
    this.#options = { annotations: {}, leaseMs: 15_000, renewMs: 10_000, retryMs: 2_000, ...options };
    const { leaseMs, renewMs, retryMs, identity, client, clock } = this.#options;
    if (identity === '') throw invalid('identity', 'is empty', 'pass the name of the pod and an id of the process');
    if (leaseMs <= renewMs) throw invalid('leaseMs', `${leaseMs} is not more than renewMs`, 'leave a margin for the clocks, for example 15000 over 10000');
    if (renewMs < retryMs * 2) throw invalid('renewMs', `${renewMs} leaves no room for two tries`, `set it to ${retryMs * 2} or more`);
    this.#writer = new Writer({ client, manager: 'gyre-election' });
    this.#soundAt = clock.now();
  }

  /** For writers: the epoch. ABORTED as soon as the renew deadline has passed, even if no timer has told so yet. */
  readonly fence: Fence = () => {
    if (this.#held && this.#options.clock.now() < this.#held.untilMs) return this.#held.epoch;
    throw new GyreError('ABORTED', `${this.#options.identity} does not lead`, { boundary: 'cluster', retryable: false, details: { lease: this.#options.lease.name } });
  };

  get leading(): boolean {
    return this.#held !== undefined && this.#options.clock.now() < this.#held.untilMs;
  }

  /** What is wrong with the election; undefined while this process leads, or follows who does. */
  problem(): string | undefined {
    if (this.leading) return undefined;
    const { clock, leaseMs, lease } = this.#options;
    const lost = clock.now() - this.#soundAt;
    if (lost <= leaseMs) return undefined;
    return `lease ${lease.name} could be neither taken nor followed for ${Math.round(lost)} ms${this.#failure ? `: ${this.#failure.message}` : ''}`;
  }

  /**
   * Waits until this process leads, then does `work`, and renews the lease until the work is over. The work's signal ends it when the
   * process is told to end, or the lease is lost. After the work the lease is released. Rejects with the loss, or what the work throws.
   */
  async run(work: (leading: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
    const unobserve = observe(METRICS.operatorLeading, () => [[this.leading ? 1 : 0, {}]]);
    try {
      await this.#acquire(signal);
      const leading = new AbortController();
      const over = new AbortController();
      const stop = () => leading.abort(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      const renewing = this.#renew(over.signal).catch((error: GyreError) => {
        this.#held = undefined;
        leading.abort(error);
        this.#options.onLost(error);
        throw error;
      });
      try {
        await Promise.all([renewing, work(leading.signal).finally(() => over.abort())]);
      } finally {
        signal.removeEventListener('abort', stop);
        await renewing.catch(() => undefined);
        await this.#release();
      }
    } finally {
      unobserve();
    }
  }

  async #acquire(signal: AbortSignal): Promise<void> {
    const { clock, random, retryMs, log, identity } = this.#options;
    for (;;) {
      try {
        if (await this.#tryToAcquire(signal)) {
          log.info({ identity, epoch: this.#held?.epoch }, 'this process leads');
          return;
        }
      } catch (thrown) {
        signal.throwIfAborted();
        const error = GyreError.from(thrown, 'cluster');
        if (error.message !== this.#failure?.message) log.warn({ err: error }, 'the lease cannot be had');
        this.#failure = error;
      }
      await clock.sleep(retryMs * (1 + random.next() / 5), signal);
    }
  }

  async #tryToAcquire(signal: AbortSignal): Promise<boolean> {
    const { client, clock, lease: place, annotations, renewMs } = this.#options;
    const options = { timeoutMs: renewMs / 2, signal, tries: 1 };
    const there = await client.find(LEASES, place, options);
    if (there && !this.#isFree(there)) {
      this.#soundAt = clock.now();
      return false;
    }
    const sentAt = clock.now();
    const spec = { ...this.#spec((there?.spec.leaseTransitions ?? 0) + 1), acquireTime: microTime(sentAt) };
    try {
      const lease = there
        ? await this.#writer.update(LEASES, { ...there, metadata: { ...there.metadata, annotations: { ...there.metadata.annotations, ...annotations } }, spec: { ...there.spec, ...spec } }, options)
        : await this.#writer.create(LEASES, { metadata: { ...place, annotations }, spec }, options);
      this.#hold(lease, sentAt);
      return true;
    } catch (error) {
      // Another was faster.
      if (!isConflict(error) && !isAlreadyThere(error)) throw error;
      this.#soundAt = clock.now();
      return false;
    }
  }

  #isFree({ spec }: Lease): boolean {
    const { clock, leaseMs, identity } = this.#options;
    const text = JSON.stringify([spec.holderIdentity, spec.renewTime, spec.leaseTransitions]);
    if (this.#seen?.spec !== text) this.#seen = { spec: text, atMs: clock.now() };
    const holder = spec.holderIdentity ?? '';
    if (holder === '' || holder === identity) return true;
    const lasts = Math.max(leaseMs, Math.min((spec.leaseDurationSeconds ?? 0) * 1000, LONGEST_LEASE_MS));
    return clock.now() - this.#seen.atMs >= lasts;
  }

  async #renew(over: AbortSignal): Promise<void> {
    const { clock, retryMs, renewMs, log } = this.#options;
    for (;;) {
      const left = this.#leftMs();
      try {
        await clock.sleep(Math.min(retryMs, left), over);
      } catch {
        return;
      }
      try {
        // Half of the time, so that a connection which answers nothing leaves room for a try on another.
        await this.#renewOnce(Math.min(this.#leftMs(), renewMs / 2));
        this.#failure = undefined;
      } catch (thrown) {
        const error = GyreError.from(thrown, 'cluster');
        this.#failure = error;
        const taken = error.code === 'FAILED_PRECONDITION' || isMissing(error);
        if (taken || this.#leftMs() <= 0) throw this.#lost(error);
        log.warn({ err: error, leftMs: this.#leftMs() }, 'the lease could not be renewed');
      }
    }
  }

  async #renewOnce(timeoutMs: number): Promise<void> {
    const { clock, client, lease: place, identity } = this.#options;
    const held = this.#held;
    if (!held || timeoutMs <= 0) throw new GyreError('DEADLINE_EXCEEDED', 'the renew deadline has passed', { boundary: 'cluster' });
    const sentAt = clock.now();
    try {
      this.#hold(await this.#writer.update(LEASES, { ...held.lease, spec: { ...held.lease.spec, ...this.#spec(held.epoch) } }, { timeoutMs, tries: 1 }), sentAt);
    } catch (error) {
      if (!isConflict(error)) throw error;
      // Our own write of before, whose answer was lost, looks just like another's.
      const lease = await client.get(LEASES, place, { timeoutMs, tries: 1 });
      if (lease.spec.holderIdentity !== identity || lease.spec.leaseTransitions !== held.epoch) {
        throw new GyreError('FAILED_PRECONDITION', `${lease.spec.holderIdentity || 'nobody'} holds the lease now`, { boundary: 'cluster' });
      }
      this.#held = { ...held, lease };
      throw error;
    }
  }

  /** Lets another take over at once. What fails here is no matter: the lease runs out by itself. */
  async #release(): Promise<void> {
    const { log, renewMs } = this.#options;
    const held = this.#held;
    this.#held = undefined;
    if (!held) return;
    try {
      await this.#writer.update(LEASES, { ...held.lease, spec: { ...held.lease.spec, ...this.#spec(held.epoch), holderIdentity: '', leaseDurationSeconds: 1 } }, { timeoutMs: renewMs / 2 });
    } catch (error) {
      log.warn({ err: error }, 'the lease could not be released');
    }
  }

  #spec(epoch: number): Lease['spec'] {
    const { clock, identity, leaseMs } = this.#options;
    return { holderIdentity: identity, leaseDurationSeconds: Math.ceil(leaseMs / 1000), renewTime: microTime(clock.now()), leaseTransitions: epoch };
  }

  /** The time counts from before the request: another sees the renewal no earlier than that. */
  #hold(lease: Lease, sentAt: number): void {
    this.#soundAt = this.#options.clock.now();
    this.#failure = undefined;
    this.#held = { lease, epoch: lease.spec.leaseTransitions ?? 0, untilMs: sentAt + this.#options.renewMs };
  }

  #leftMs(): number {
    return (this.#held?.untilMs ?? Number.NEGATIVE_INFINITY) - this.#options.clock.now();
  }

  #lost(cause: GyreError): GyreError {
    const { identity, lease } = this.#options;
    return new GyreError('ABORTED', `${identity} has lost lease ${lease.name}: ${cause.message}`, { boundary: 'cluster', retryable: false, cause });
  }
}

/** What `onLost` is in a process: a line, and its end. */
export function endProcess(log: Pick<Logger, 'fatal'>): (error: GyreError) => never {
  return (error) => {
    log.fatal({ err: error }, 'leadership is lost');
    process.exit(1);
  };
}
