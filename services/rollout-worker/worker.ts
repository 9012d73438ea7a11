import pLimit from 'p-limit';
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
import { attemptId, type ClaimedSlot, type Fault, faultOf } from './attempt.ts';
import { ROLLOUT_QUEUE } from './collections.ts';
import type { Executor } from './executor.ts';
import { ingestGroup } from './ingest.ts';
import { Places } from './places.ts';
import type { Slots } from './slots.ts';
import type { TaskCache } from './tasks.ts';
import { countAttempt, countVerdict } from './telemetry.ts';
import { groupsNamed, wake } from './wake-up.ts';

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
  /** Pause before a faulted slot is tried again, milliseconds; doubles with each time, up to 5,000. Default 500. */
  readonly backoffMs?: number;
  /** Told of failures that the next sweep will try again. */
  readonly onFailure?: (error: GyreError) => void;
  /** Told of each attempt that a service turned away. */
  readonly onTurnedAway?: (fault: Fault) => void;
}

export interface WorkerStatus {
  readonly workerId: string;
  readonly slotsInHand: number;
  readonly capacity: number;
  readonly episodesDone: number;
  readonly faults: number;
  readonly draining: boolean;
}

/** What came of one message so far. */
interface Work {
  readonly delivery: Delivery;
  /** Called when everything that it names is claimed, by this worker or another one. */
  readonly begun: () => void;
  /** Whether this worker drained before that. */
  left: boolean;
}

/** Messages whose slots wait for places: what lies here, another worker might have begun. */
const LOOK_AHEAD = 1;
const LONGEST_BACKOFF_MS = 5_000;
const SWEEP_LIMIT = 256;
/** Groups that are handed over at a time. */
const INGESTS = 8;
/** While there is other work, what waits is woken after so many sweeps. */
const OVERDUE_SWEEPS = 6;

/**
 * Takes wake-ups, claims what the store says is there, runs it, and reports each slot exactly once. Each attempt has a place of its
 * own: one that ends makes room for the next slot, of whatever group.
 */
export class RolloutWorker {
  readonly #options: WorkerOptions;
  readonly #places: Places;
  readonly #stop = new AbortController();
  /** Aborted when nothing is in hand any more. */
  readonly #idle = new AbortController();
  readonly #works = new Set<Promise<void>>();
  readonly #deliveries = new Set<Delivery>();
  /** By attempt: after a lost lease this worker may have claimed a slot again while the attempt before still runs. */
  readonly #inHand = new Map<string, ClaimedSlot>();
  #consumption: Consumption | undefined;
  #loops: Promise<unknown> = Promise.resolve();
  #unobserve = () => {};
  #episodesDone = 0;
  #faults = 0;
  /** When an attempt last got through all services. */
  #throughMs: number | undefined;
  /** Groups that the look before found unsettled. Who completes a group hands it over at once, and within its trace; what is still there has been left. */
  #unsettled: ReadonlySet<string> = new Set();
  /** Groups with slots to claim, and how many sweeps in a row have found them so. */
  #standing: ReadonlyMap<string, number> = new Map();

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#places = new Places(options.executor.capacity, (pauses) => this.#pause(pauses));
  }

  /** Gives back what an earlier life held, then takes work until {@link drain}. */
  start(): Promise<void> {
    // What it does from now on is nobody's call, whoever had it started.
    return outsideTrace(() => this.#start());
  }

  async #start(): Promise<void> {
    this.#unobserve = observe(METRICS.workerSlotsInHand, () => [[this.#inHand.size, {}]]);
    const { id, slots, bus, clock, sweepMs = 5_000 } = this.#options;
    await this.#wake(await slots.reclaim(id));
    this.#consumption = await bus.consume(ROLLOUT_QUEUE, LOOK_AHEAD, (delivery) => this.#handle(delivery));
    const every = (ms: number, { signal }: AbortController, body: () => Promise<void>) => repeat(clock, ms, signal, () => this.#guard(body));
    const renewMs = Math.min(slots.leaseMs, ROLLOUT_QUEUE.ackWaitMs) / 3;
    // A loop for each, so that what one waits for holds up no other.
    const [sweeps, ingests] = [every(sweepMs, this.#stop, () => this.sweep()), every(sweepMs, this.#stop, () => this.ingestLeft())];
    this.#loops = Promise.all([sweeps, ingests, every(renewMs, this.#idle, () => this.#renew())]);
    await this.sweep();
    await this.#guard(() => this.ingestLeft());
  }

  /** Stops taking work and resolves when the slots in hand have ended. */
  async drain(): Promise<void> {
    const over = new GyreError('CANCELLED', 'the worker drains', { boundary: 'caller' });
    this.#stop.abort(over);
    await this.#consumption?.stop();
    await Promise.all(this.#works);
    this.#idle.abort(over);
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

  /**
   * Looks for what fell by the wayside: ended leases, interrupted drops, and slots that no wake-up names. What cannot be put right now is
   * reported and holds up nothing else; the next sweep tries it again.
   */
  async sweep(): Promise<void> {
    await this.#guard(() => this.#wakeWaiting());
  }

  /** Hands over the groups that were complete at the look before and still are nobody's. Ends at once when the worker drains: another worker does it. */
  async ingestLeft(): Promise<void> {
    const { slots, curator } = this.#options;
    const { signal } = this.#stop;
    const unsettled = await slots.unsettled(SWEEP_LIMIT);
    const left = unsettled.filter((group) => this.#unsettled.has(group));
    this.#unsettled = new Set(unsettled);
    await pLimit(INGESTS).map(left, async (group) => {
      if (!signal.aborted) await this.#guard(async () => void (await ingestGroup(group, slots, curator, { signal })));
    });
  }

  async #wakeWaiting(): Promise<void> {
    const { slots, bus } = this.#options;
    const woken = await slots.sweep(SWEEP_LIMIT, (work) => this.#guard(work));
    const idle = (await bus.depth(ROLLOUT_QUEUE)) === 0 && this.#inHand.size === 0;
    await this.#wake(woken);
    const waiting = (await slots.waiting(SWEEP_LIMIT)).filter((group) => !woken.includes(group));
    this.#standing = new Map(waiting.map((group) => [group, (this.#standing.get(group) ?? 0) + 1]));
    await this.#wake(idle ? waiting : waiting.filter((group) => isOverdue(this.#standing.get(group) ?? 0)));
  }

  /** Returns once everything that the message names is begun, so that the next message waits here for free places, and no further one. */
  async #handle(delivery: Delivery): Promise<void> {
    const groups = groupsNamed(delivery.data);
    if (groups === undefined) return delivery.term('the message names no groups');
    const begun = Promise.withResolvers<void>();
    // Whoever published may have done so inside a call; its deadline is not the work's.
    const work = outsideCall(() => this.#work(groups, { delivery, begun: begun.resolve, left: false }));
    this.#works.add(work);
    void work.then(() => this.#works.delete(work));
    await begun.promise;
  }

  /** Runs what a message names and says what becomes of the message. Never rejects. */
  async #work(groups: readonly string[], work: Work): Promise<void> {
    const { delivery } = work;
    this.#deliveries.add(delivery);
    await this.#guard(async () => {
      try {
        await this.#run(groups, work, work.begun);
      } catch (thrown) {
        await delivery.nak(this.#pauseMs(delivery.delivery));
        throw thrown;
      }
      if (!work.left) await delivery.ack();
    });
    work.begun();
    this.#deliveries.delete(delivery);
  }

  /** Claims what is planned in the groups as places come free and runs it; `begun` is called when nothing is left to claim. */
  async #run(groups: readonly string[], work: Work, begun: () => void = () => undefined): Promise<void> {
    const ends: Promise<End>[] = [];
    try {
      for (const group of groups) {
        const members: Promise<End>[] = [];
        try {
          await this.#claim(group, work, (slot) => members.push(endOf(this.#episode(slot, work))));
        } finally {
          ends.push(this.#handOver(group, members));
        }
      }
    } finally {
      begun();
      const failed = (await Promise.all(ends)).find((end) => end !== undefined);
      if (failed) throw failed.thrown;
    }
  }

  /** Hands the group to the curator as soon as its members have ended, whatever other groups the message names. */
  async #handOver(group: string, members: readonly Promise<End>[]): Promise<End> {
    const failed = (await Promise.all(members)).find((end) => end !== undefined);
    if (failed || members.length === 0) return failed;
    const { slots, curator } = this.#options;
    return endOf(ingestGroup(group, slots, curator));
  }

  async #claim(group: string, work: Work, begin: (slot: ClaimedSlot) => void): Promise<void> {
    const { id, slots } = this.#options;
    // Once each: a slot that is tried again waits for its place by itself, behind those that have not been tried.
    const claimed = new Set<string>();
    for (;;) {
      const most = await this.#places.take(this.#stop.signal).catch(() => 0);
      if (most === 0) return this.#leave(work);
      let begun = 0;
      const taken = (slot: ClaimedSlot) => {
        begun++;
        claimed.add(slot._id);
        begin(slot);
      };
      try {
        await slots.claim(group, id, { most, except: claimed, taken });
      } finally {
        this.#places.give(most - begun);
      }
      if (begun < most) return;
    }
  }

  /** What a draining worker has not begun is another one's, at once. */
  async #leave(work: Work): Promise<void> {
    work.left = true;
    await work.delivery.nak();
  }

  /** Tries a slot until it is accepted, its group is dropped or it is another worker's. Between two tries it has no place. */
  async #episode(claimed: ClaimedSlot, work: Work): Promise<void> {
    let slot: ClaimedSlot | undefined = claimed;
    for (let faults = 0; slot; faults++) {
      const { groupId, _id }: ClaimedSlot = slot;
      const woken = await this.#inPlace(slot);
      if (woken.length === 0) return;
      if (!woken.includes(groupId)) return this.#run(woken, work);
      await this.#pause(faults);
      slot = await this.#claimAgain(_id, work);
    }
  }

  async #claimAgain(slotId: string, work: Work): Promise<ClaimedSlot | undefined> {
    const places = await this.#places.take(this.#stop.signal, 1).catch(() => 0);
    if (places === 0) return void (await this.#leave(work));
    let slot: ClaimedSlot | undefined;
    try {
      slot = await this.#options.slots.claimOne(slotId, this.#options.id);
    } finally {
      if (!slot) this.#places.give(places);
    }
    return slot;
  }

  /** One attempt at a claimed slot, in the place that it has, which is given back. Returns the groups that have slots to claim again. */
  async #inPlace(slot: ClaimedSlot): Promise<readonly string[]> {
    this.#inHand.set(attemptId(slot), slot);
    try {
      return await this.#attempt(slot);
    } finally {
      this.#inHand.delete(attemptId(slot));
      this.#places.give(1);
    }
  }

  #pauseMs(round: number): number {
    return Math.min(LONGEST_BACKOFF_MS, (this.#options.backoffMs ?? 500) * 2 ** round);
  }

  /** Ends at once when the worker drains. */
  #pause(round: number): Promise<void> {
    return this.#options.clock.sleep(this.#pauseMs(round), this.#stop.signal).catch(() => undefined);
  }

  /** Runs the slot and reports it; returns the groups that have slots to claim again. */
  async #attempt(slot: ClaimedSlot): Promise<readonly string[]> {
    const { executor, tasks, slots, clock } = this.#options;
    const sought = await tasks.get(slot.taskId).catch((thrown: unknown) => faultOf(slot, thrown, 'caller', true));
    const task = isFault(sought) ? undefined : sought;
    const outcome = isFault(sought) ? sought : await executor.run(slot, sought).catch((thrown: unknown) => placeLost(slot, thrown));
    countAttempt(slot, outcome);
    if (outcome.kind === 'fault') {
      this.#faults += 1;
      return outcome.away === undefined ? slots.fail(slot, outcome.fault) : this.#turnedAway(slot, outcome);
    }
    this.#throughMs = clock.now();
    this.#places.gotThrough();
    if (await slots.complete(slot, outcome)) {
      this.#episodesDone += 1;
      countVerdict(slot, outcome, task);
    }
    return [];
  }

  /** While services turn attempts away, fewer slots are claimed. Where there is no room for it, that others got through says nothing against a slot. */
  #turnedAway(slot: ClaimedSlot, fault: Fault): Promise<readonly string[]> {
    this.#options.onTurnedAway?.(fault);
    const full = fault.away === 'full';
    if (full) this.#places.full(this.#inHand.size - 1);
    else this.#places.unreached();
    return this.#options.slots.turnAway(slot, fault.fault, full ? undefined : this.#throughMs);
  }

  /** Keeps what is in hand from being given to another worker: the claims, and the messages that named them. */
  async #renew(): Promise<void> {
    for (const slot of this.#inHand.values()) await this.#guard(async () => void (await this.#options.slots.renew(slot)));
    for (const delivery of this.#deliveries) await this.#guard(() => delivery.working());
  }

  async #wake(groups: readonly string[]): Promise<void> {
    if (groups.length > 0) await wake(this.#options.bus, await this.#options.slots.planned(groups), 1);
  }

  async #guard(body: () => Promise<void>): Promise<void> {
    await body().catch((thrown: unknown) => this.#options.onFailure?.(GyreError.from(thrown, 'store')));
  }
}

/**
 * Whether what has waited for so many sweeps is to be woken although there is other work: its wake-up may be lost. More likely it lies in a long
 * queue, so it is woken at ever longer intervals, and the wake-ups that this adds stay few.
 */
function isOverdue(sweeps: number): boolean {
  return sweeps >= OVERDUE_SWEEPS && Number.isInteger(Math.log2(sweeps / OVERDUE_SWEEPS));
}

function isFault(sought: Task | Fault): sought is Fault {
  return 'kind' in sought;
}

/** The end of an attempt whose place was lost under it: the services were there, and whether the slot took it down is not known. */
function placeLost(slot: ClaimedSlot, thrown: unknown): Fault {
  const { away: _, ...fault } = faultOf(slot, thrown, 'environment', false);
  return fault;
}

/** How work ended: undefined if well. */
type End = { readonly thrown: unknown } | undefined;

function endOf(work: Promise<unknown>): Promise<End> {
  return work.then(() => undefined, (thrown: unknown) => ({ thrown }));
}

async function repeat(clock: Clock, ms: number, signal: AbortSignal, body: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    const stopped = await clock.sleep(ms, signal).then(() => false, () => true);
    if (stopped) return;
    await body();
  }
}
