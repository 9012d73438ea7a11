import type { Bus, Consumption, Delivery } from '#kit/bus/types.ts';
import type { Clock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import { observe } from '#kit/metrics.ts';
import { outsideCall } from '#kit/rpc/call-scope.ts';
import type { Client } from '#kit/rpc/types.ts';
import { METRICS } from '#kit/telemetry-names.ts';
import { outsideTrace } from '#kit/telemetry.ts';
import type { Task } from '#protos/core/v1/task.ts';
import type { CuratorServiceService } from '#protos/curator/v1/curator_service.ts';
import { z } from 'zod';
import type { AttemptOutcome, ClaimedSlot } from './attempt.ts';
import { wake } from './batches.ts';
import { ROLLOUT_QUEUE } from './collections.ts';
import type { Executor } from './executor.ts';
import { ingestGroup } from './ingest.ts';
import type { Slots } from './slots.ts';
import type { TaskCache } from './tasks.ts';
import { countAttempt, countVerdict } from './telemetry.ts';

export interface WorkerOptions {
  /** Stays the same when this worker restarts; nobody else has it. */
  readonly id: string;
  readonly slots: Slots;
  readonly bus: Bus;
  readonly executor: Executor;
  readonly tasks: TaskCache;
  readonly curator: Pick<Client<CuratorServiceService>, 'ingest'>;
  readonly clock: Clock;
  /** Pause between sweeps, milliseconds. Default 5,000. */
  readonly sweepMs?: number;
  /** Pause before a faulted group is tried again, milliseconds; doubles with each round of it. Default 100. */
  readonly backoffMs?: number;
  /** Told of failures that the next sweep will try again. */
  readonly onFailure?: (error: GyreError) => void;
}

export interface WorkerStatus {
  readonly workerId: string;
  readonly slotsInHand: number;
  readonly capacity: number;
  readonly episodesDone: number;
  readonly faults: number;
  readonly draining: boolean;
}

const Groups = z.array(z.string()).min(1);
const LONGEST_BACKOFF_MS = 5_000;
const SWEEP_LIMIT = 256;

/** Takes wake-ups, claims what the store says is there, runs it, and reports each slot exactly once. */
export class RolloutWorker {
  readonly #options: WorkerOptions;
  readonly #stop = new AbortController();
  readonly #inHand = new Map<string, ClaimedSlot>();
  #consumption: Consumption | undefined;
  #loops: Promise<unknown> = Promise.resolve();
  #unobserve = () => {};
  #episodesDone = 0;
  #faults = 0;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** Gives back what an earlier life held, then takes work until {@link drain}. */
  start(): Promise<void> {
    // What it does from now on is nobody's call, whoever had it started.
    return outsideTrace(() => this.#start());
  }

  async #start(): Promise<void> {
    this.#unobserve = observe(METRICS.workerSlotsInHand, () => [[this.#inHand.size, {}]]);
    const { id, slots, bus, executor, clock, sweepMs = 5_000 } = this.#options;
    await this.#wake(await slots.reclaim(id));
    this.#consumption = await bus.consume(ROLLOUT_QUEUE, executor.capacity, (delivery) => this.#handle(delivery));
    const every = (ms: number, body: () => Promise<void>) => repeat(clock, ms, this.#stop.signal, () => this.#guard(body));
    this.#loops = Promise.all([every(sweepMs, () => this.sweep()), every(slots.leaseMs / 3, () => this.#renew())]);
    await this.#guard(() => this.sweep());
  }

  /** Stops taking work and resolves when the slots in hand have ended. */
  async drain(): Promise<void> {
    this.#stop.abort(new GyreError('CANCELLED', 'the worker drains', { boundary: 'caller' }));
    await this.#consumption?.stop();
    await this.#loops;
    this.#unobserve();
  }

  status(): WorkerStatus {
    const { id: workerId, executor } = this.#options;
    return {
      workerId,
      slotsInHand: this.#inHand.size,
      capacity: executor.capacity,
      episodesDone: this.#episodesDone,
      faults: this.#faults,
      draining: this.#stop.signal.aborted,
    };
  }

  /** Looks for what fell by the wayside: ended leases, interrupted drops and ingests, and slots that no wake-up names. */
  async sweep(): Promise<void> {
    const { slots, bus, curator } = this.#options;
    const woken = await slots.sweep(SWEEP_LIMIT);
    for (const group of await slots.unsettled(SWEEP_LIMIT)) await ingestGroup(group, slots, curator);
    const idle = (await bus.depth(ROLLOUT_QUEUE)) === 0 && this.#inHand.size === 0;
    await this.#wake(idle ? [...new Set([...woken, ...(await slots.waiting(SWEEP_LIMIT))])] : woken);
  }

  async #handle(delivery: Delivery): Promise<void> {
    const groups = Groups.safeParse(parsed(delivery.data));
    if (!groups.success) return delivery.term('the message names no groups');
    // Whoever published may have done so inside a call; its deadline is not the work's.
    await outsideCall(() => this.#runGroups(groups.data, delivery));
    await delivery.ack();
  }

  /** Runs the groups until none of their slots can be claimed, with a growing pause while attempts end in faults. */
  async #runGroups(named: readonly string[], delivery: Delivery): Promise<void> {
    const { id, slots, clock, curator, backoffMs = 100 } = this.#options;
    let groups = named;
    for (let round = 0; !this.#stop.signal.aborted; round++) {
      const claimed: ClaimedSlot[] = [];
      for (const group of groups) claimed.push(...(await slots.claim(group, id)));
      if (claimed.length === 0) return;
      await delivery.working();
      const again = await this.#run(claimed);
      for (const group of new Set(claimed.map((slot) => slot.groupId))) await ingestGroup(group, slots, curator);
      if (again.length === 0) return;
      groups = again;
      await clock.sleep(Math.min(LONGEST_BACKOFF_MS, backoffMs * 2 ** round), this.#stop.signal).catch(() => undefined);
    }
  }

  /** Runs claimed slots and reports them; returns the groups that have slots to claim again. */
  async #run(claimed: readonly ClaimedSlot[]): Promise<string[]> {
    const { slots } = this.#options;
    for (const slot of claimed) this.#inHand.set(slot._id, slot);
    try {
      const again: string[] = [];
      const { outcomes, tasks } = await this.#outcomes(claimed);
      for (const [i, slot] of claimed.entries()) {
        const outcome: AttemptOutcome = outcomes[i] ?? { kind: 'fault', slotId: slot._id, attempt: slot.attempt, fault: 'the attempt left no outcome' };
        countAttempt(slot, outcome);
        if (outcome.kind === 'completed') {
          if (await slots.complete(slot, outcome)) {
            this.#episodesDone += 1;
            countVerdict(slot, outcome, tasks.get(slot.taskId));
          }
        } else {
          this.#faults += 1;
          again.push(...(await slots.fail(slot, outcome.fault)));
        }
        this.#inHand.delete(slot._id);
      }
      return [...new Set(again)];
    } finally {
      for (const slot of claimed) this.#inHand.delete(slot._id);
    }
  }

  async #outcomes(claimed: readonly ClaimedSlot[]): Promise<{ readonly outcomes: readonly AttemptOutcome[]; readonly tasks: ReadonlyMap<string, Task> }> {
    const { executor, tasks } = this.#options;
    const wanted = new Map<string, Task>();
    try {
      for (const id of new Set(claimed.map((slot) => slot.taskId))) wanted.set(id, await tasks.get(id));
      return { outcomes: await executor.run(claimed, wanted), tasks: wanted };
    } catch (thrown) {
      const error = GyreError.from(thrown, 'environment');
      const fault = `${error.boundary}: ${error.message}`;
      return { outcomes: claimed.map((slot) => ({ kind: 'fault', slotId: slot._id, attempt: slot.attempt, fault })), tasks: wanted };
    }
  }

  async #renew(): Promise<void> {
    for (const slot of this.#inHand.values()) await this.#options.slots.renew(slot);
  }

  async #wake(groups: readonly string[]): Promise<void> {
    if (groups.length > 0) await wake(this.#options.bus, groups, 1);
  }

  async #guard(body: () => Promise<void>): Promise<void> {
    await body().catch((thrown: unknown) => this.#options.onFailure?.(GyreError.from(thrown, 'store')));
  }
}

async function repeat(clock: Clock, ms: number, signal: AbortSignal, body: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    const stopped = await clock.sleep(ms, signal).then(() => false, () => true);
    if (stopped) return;
    await body();
  }
}

function parsed(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString('utf8'));
  } catch {
    // Reported by the caller as a message that names nothing.
    return undefined;
  }
}
