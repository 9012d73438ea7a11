import type { Clock } from '#kit/clock.ts';
import type { Store, Where } from '#kit/store/types.ts';
import type { AttemptOutcome, ClaimedSlot } from './attempt.ts';
import { type BatchDoc, type RolloutCollections, rolloutCollections, type SlotDoc } from './collections.ts';
import { slotsAt } from './plan.ts';
import { countSlots } from './telemetry.ts';
import { WAITING, type Waiting } from './wake-up.ts';

export interface SlotsOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** How long a claim holds without renewal, milliseconds. Default 60,000. */
  readonly leaseMs?: number;
  /** Faulted attempts after which the slot is exhausted and its group dropped. Default 6. */
  readonly maxFaults?: number;
  /** How long services may turn a slot away before each time uses up a try, milliseconds. Default two hours. */
  readonly outageMs?: number;
}

/** What a worker has room for. */
export interface ClaimOptions {
  /** Claims at most; default all. */
  readonly most?: number;
  /** Ids of slots to leave alone. */
  readonly except?: ReadonlySet<string>;
  /** Given each slot as it is claimed, so that none is left lying when the claim of a later one fails. */
  readonly taken?: (slot: ClaimedSlot) => void;
}

const KNOWN_OPENINGS = 100_000;
/** What is read of a slot where its result does not matter, so that one whose blob is lost stands in nobody's way. */
const NOTHING = { fields: [] } as const;
const GROUP = { fields: ['groupId'] } as const;
const PURPOSE = { fields: ['purpose'] } as const;
const AWAY = { fields: ['awaySinceMs'] } as const;

/** Ids of groups whose slots can be claimed again, or that took another's place. */
export type Woken = readonly string[];

/**
 * The state of slots, changed one document at a time by compare-and-set: planned, claimed (attempt, worker, lease), then accepted
 * exactly once, or exhausted, which drops the whole group and lets the position's next spare take its place.
 */
export class Slots {
  readonly #all: RolloutCollections;
  readonly #clock: Clock;
  readonly leaseMs: number;
  readonly #maxFaults: number;
  readonly #outageMs: number;
  /** Digests known to be stored. */
  readonly #openings = new Set<string>();

  constructor({ store, clock, leaseMs = 60_000, maxFaults = 6, outageMs = 7_200_000 }: SlotsOptions) {
    this.#all = rolloutCollections(store);
    this.#clock = clock;
    this.leaseMs = leaseMs;
    this.#maxFaults = maxFaults;
    this.#outageMs = outageMs;
  }

  /** Claims what is planned in the group, in slot order; each claim is a new attempt. Fewer than `most` if there are no more. */
  async claim(groupId: string, workerId: string, { most = Number.POSITIVE_INFINITY, except, taken }: ClaimOptions = {}): Promise<ClaimedSlot[]> {
    const planned = await this.#all.slots.find({ groupId, state: 'planned' }, { ...NOTHING, sort: [['index', 1]] });
    const claimed: ClaimedSlot[] = [];
    for (const { _id } of planned) {
      if (claimed.length >= most) break;
      const slot = except?.has(_id) === true ? undefined : await this.claimOne(_id, workerId);
      if (!slot) continue;
      claimed.push(slot);
      taken?.(slot);
    }
    return claimed;
  }

  /** Claims this very slot for a new attempt; undefined if it is not planned any more. */
  async claimOne(slotId: string, workerId: string): Promise<ClaimedSlot | undefined> {
    const leaseUntilMs = this.#clock.now() + this.leaseMs;
    const doc = await this.#all.slots.update(slotId, { state: 'planned' }, { set: { state: 'claimed', workerId, leaseUntilMs }, inc: { attempt: 1 } });
    if (doc) countSlots('claimed', doc.purpose, 1);
    return doc && claimOf(doc);
  }

  /** Puts the lease's end anew; false once the claim is lost. */
  async renew(slot: ClaimedSlot): Promise<boolean> {
    return (await this.#all.slots.update(slot._id, held(slot), { set: { leaseUntilMs: this.#clock.now() + this.leaseMs } }, NOTHING)) !== undefined;
  }

  /**
   * Accepts a finished attempt with its result in one change. False, and no trace, if the claim is no longer this attempt's and
   * this worker's. Evaluation slots are settled by it.
   */
  async complete(slot: ClaimedSlot, outcome: AttemptOutcome & { kind: 'completed' }): Promise<boolean> {
    const { trajectoryId, result, openingDigest, opening, summary } = outcome;
    if (!this.#openings.has(openingDigest)) {
      // Stored before the slot is accepted, so that an accepted slot is never without it; but not for a claim that is lost already.
      if (!(await this.#holds(slot))) return false;
      await this.#all.openings.insert({ _id: openingDigest, bytes: opening });
      if (this.#openings.size >= KNOWN_OPENINGS) this.#openings.clear();
      this.#openings.add(openingDigest);
    }
    const settled = slot.purpose === 'evaluation';
    const accepted = { state: 'accepted', trajectoryId, result, openingDigest, summary: { ...summary }, settled };
    if (!(await this.#all.slots.update(slot._id, held(slot), { set: accepted }, NOTHING))) return false;
    countSlots('accepted', slot.purpose, 1);
    return true;
  }

  /** Ends an attempt by a fault: the slot is planned again, or exhausted and its group dropped. */
  fail(slot: ClaimedSlot, fault: string): Promise<Woken> {
    return this.#fail(slot, held(slot), fault);
  }

  /**
   * Ends an attempt that a service turned away. That uses up a try only where it says something about the slot: once others have got through
   * since it was first turned away, at `throughMs` the last of them (undefined where that proves nothing), or when its time is over.
   */
  async turnAway(slot: ClaimedSlot, fault: string, throughMs?: number): Promise<Woken> {
    const now = this.#clock.now();
    const [known] = await this.#all.slots.find({ _id: slot._id }, AWAY);
    const since = known?.awaySinceMs;
    if (since !== undefined && now - since >= this.#outageMs) return this.#fail(slot, held(slot), fault);
    // The next one is to be proved anew, so that one outage after another uses up one try each.
    if (since !== undefined && throughMs !== undefined && throughMs >= since) return this.#fail(slot, held(slot), fault, { awaySinceMs: now });
    const doc = await this.#all.slots.update(slot._id, held(slot), { set: { state: 'planned', fault, workerId: '', awaySinceMs: since ?? now } }, PURPOSE);
    if (!doc) return [];
    countSlots('planned', doc.purpose, 1);
    return [slot.groupId];
  }

  async #fail(slot: ClaimedSlot, where: Where, fault: string, also: Partial<SlotDoc> = {}): Promise<Woken> {
    const doc = await this.#all.slots.update(slot._id, where, { set: { state: 'planned', fault, workerId: '', ...also }, inc: { faults: 1 } });
    if (!doc) return [];
    countSlots('planned', doc.purpose, 1);
    if (doc.faults < this.#maxFaults) return [doc.groupId];
    const exhausted = await this.#all.slots.update(doc._id, { state: 'planned', attempt: doc.attempt }, { set: { state: 'exhausted' } });
    if (exhausted) countSlots('exhausted', doc.purpose, 1);
    return exhausted ? this.#dropGroup(exhausted) : [doc.groupId];
  }

  /** Gives back claims that an earlier life of this worker held. A restart is no fault of the slot. */
  async reclaim(workerId: string): Promise<Woken> {
    const mine = await this.#all.slots.find({ state: 'claimed', workerId }, { fields: ['groupId', 'attempt', 'workerId'] });
    for (const slot of mine) await this.#all.slots.update(slot._id, held(slot), { set: { state: 'planned', workerId: '' } }, NOTHING);
    return distinct(mine);
  }

  /**
   * Returns expired leases and finishes drops that a crash interrupted. `guarded` does the work on one slot and may swallow its failure, so
   * that it holds up no other.
   */
  async sweep(limit = 256, guarded: (work: () => Promise<void>) => Promise<void> = (work) => work()): Promise<Woken> {
    const woken: string[] = [];
    const ended = { leaseUntilMs: { lt: this.#clock.now() } };
    const expired = await this.#all.slots.find({ state: 'claimed', ...ended }, { limit });
    // Its worker may have renewed it since.
    for (const slot of expired) await guarded(async () => void woken.push(...(await this.#fail(claimOf(slot), { ...held(slot), ...ended }, 'the worker let its lease end'))));
    const exhausted = await this.#all.slots.find({ state: 'exhausted' }, { limit });
    for (const slot of exhausted) await guarded(async () => void woken.push(...(await this.#dropGroup(slot))));
    return [...new Set(woken)];
  }

  /** What of these groups can be claimed. */
  planned(groups: readonly string[]): Promise<Waiting[]> {
    return this.#all.slots.find({ groupId: { in: groups }, state: 'planned' }, WAITING);
  }

  /** Groups with something to claim. */
  async waiting(limit: number): Promise<Woken> {
    return distinct(await this.#all.slots.find({ state: 'planned' }, { ...GROUP, limit }));
  }

  /** Groups that have accepted members not yet settled. */
  async unsettled(limit: number): Promise<Woken> {
    return distinct(await this.#all.slots.find({ state: 'accepted', settled: false }, { ...GROUP, limit }));
  }

  /** The group's accepted slots that are not settled, once every member is accepted; none before that. */
  async ready(groupId: string): Promise<SlotDoc[]> {
    const accepted = await this.#all.slots.find({ groupId, state: 'accepted' }, { fields: ['batchId'] });
    const batch = accepted[0] && (await this.#all.batches.get(accepted[0].batchId));
    if (batch?.groupSize !== accepted.length) return [];
    return this.#all.slots.find({ groupId, state: 'accepted', settled: false }, { sort: [['index', 1]] });
  }

  /** Marks that nothing is left to do for the accepted slot, and which record it became. */
  async settle(slotId: string, record: string): Promise<void> {
    await this.#all.slots.update(slotId, { state: 'accepted' }, { set: { settled: true, record } }, NOTHING);
  }

  async #holds(slot: ClaimedSlot): Promise<boolean> {
    const doc = await this.#all.slots.get(slot._id);
    return doc?.state === 'claimed' && doc.attempt === slot.attempt && doc.workerId === slot.workerId;
  }

  /**
   * Drops the group of an exhausted slot. The exhausted slot itself is dropped last: until then a sweep does it all again, and
   * every part of it may be done twice.
   */
  async #dropGroup(exhausted: SlotDoc): Promise<Woken> {
    const { batchId, groupId, position, replacement } = exhausted;
    const left = { state: { in: ['planned', 'claimed', 'accepted'] } };
    for (const { _id } of await this.#all.slots.find({ groupId, ...left }, NOTHING)) {
      const dropped = await this.#all.slots.update(_id, left, { set: { state: 'dropped' }, unset: ['result', 'summary'] }, PURPOSE);
      if (dropped) countSlots('dropped', dropped.purpose, 1);
    }
    const batch = await this.#all.batches.get(batchId);
    const next = batch ? slotsAt(planOf(batch), position, replacement + 1) : [];
    if (next.length > 0) {
      await this.#all.slots.insertMany(next);
      countSlots('planned', exhausted.purpose, next.length);
    } else await this.#all.batches.update(batchId, {}, { set: { [`lost.${position}`]: true } });
    for (const { _id } of await this.#all.slots.find({ groupId, state: 'exhausted' }, NOTHING)) {
      await this.#all.slots.update(_id, { state: 'exhausted' }, { set: { state: 'dropped' } }, NOTHING);
    }
    return distinct(next);
  }
}

export function planOf({ _id: id, lost: _, ...plan }: BatchDoc) {
  return { id, ...plan };
}

function held({ attempt, workerId }: Pick<ClaimedSlot, 'attempt' | 'workerId'>) {
  return { state: 'claimed', attempt, workerId };
}

function claimOf(doc: SlotDoc): ClaimedSlot {
  const { _id, groupId, purpose, taskId, policy, harnessVersion, temperature, seed, guidanceSeed, attempt, workerId } = doc;
  return { _id, groupId, purpose, taskId, policy, harnessVersion, temperature, seed, guidanceSeed, attempt, workerId };
}

function distinct(slots: readonly Pick<SlotDoc, 'groupId'>[]): string[] {
  return [...new Set(slots.map((slot) => slot.groupId))];
}
