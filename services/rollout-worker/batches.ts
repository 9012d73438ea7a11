import { canonicalJson } from '#kit/digest.ts';
import type { Bus } from '#kit/bus/types.ts';
import { GyreError } from '#kit/errors.ts';
import type { Part, Store, Wanted } from '#kit/store/types.ts';
import { type BatchDoc, type RolloutCollections, rolloutCollections, type SlotDoc } from './collections.ts';
import { unpack } from './packing.ts';
import { type BatchPlan, checkPlan, slotsAt } from './plan.ts';
import { planOf } from './slots.ts';
import { countSlots } from './telemetry.ts';
import { WAITING, wake } from './wake-up.ts';

/** How far a batch is. It is over when `settled` has reached `expected`. */
export interface BatchStatus {
  readonly expected: number;
  readonly accepted: number;
  readonly settled: number;
  /** Positions that found no replacement. */
  readonly lostGroups: number;
}

type Order = 'position' | 'index';

/** Plans batches and reads what came of them; the trainer-controller's side of the slots. */
export class Batches {
  readonly #all: RolloutCollections;
  readonly #bus: Bus;

  constructor(store: Store, bus: Bus) {
    this.#all = rolloutCollections(store);
    this.#bus = bus;
  }

  /** Writes the batch and its slots and wakes the workers. Idempotent; ALREADY_EXISTS if the id has another plan. */
  async plan(plan: BatchPlan): Promise<void> {
    checkPlan(plan);
    const { id, ...rest } = plan;
    const doc: BatchDoc = { _id: id, ...rest, lost: {} };
    if (await this.#all.batches.insert(doc)) countSlots('planned', plan.purpose, plan.tasks.length * plan.groupSize);
    else {
      const known = await this.#all.batches.get(id);
      if (known && canonicalJson(planOf(known)) !== canonicalJson(plan)) {
        throw new GyreError('ALREADY_EXISTS', `batch ${id} is planned differently`, { boundary: 'caller', field: 'id', details: { batch: id } });
      }
    }
    await this.#all.slots.insertMany(plan.tasks.flatMap((_, position) => slotsAt(plan, position, 0)));
    await wake(this.#bus, await this.#all.slots.find({ batchId: id, state: 'planned' }, WAITING), plan.groupSize);
  }

  async status(batchId: string): Promise<BatchStatus> {
    const batch = await this.#all.batches.get(batchId);
    if (!batch) throw new GyreError('NOT_FOUND', `no batch ${batchId}`, { boundary: 'caller', details: { batch: batchId } });
    const lostGroups = Object.keys(batch.lost).length;
    const settled = await this.#all.slots.count({ batchId, state: 'accepted', settled: true });
    const accepted = settled + (await this.#all.slots.count({ batchId, state: 'accepted', settled: false }));
    return { expected: (batch.tasks.length - lostGroups) * batch.groupSize, accepted, settled, lostGroups };
  }

  /** Accepted slots in the order of the plan, whatever order they came in. Who needs no trajectories names the fields that are wanted. */
  async accepted<F extends keyof SlotDoc = keyof SlotDoc>(batchId: string, { fields }: Wanted<F> = {}): Promise<Part<SlotDoc, F | Order>[]> {
    const wanted: Wanted<F | Order> = fields === undefined ? {} : { fields: [...fields, 'position', 'index'] };
    const slots = await this.#all.slots.find({ batchId, state: 'accepted' }, wanted);
    return slots.sort((a, b) => a.position - b.position || a.index - b.index);
  }

  /** Encoded opening by digest. NOT_FOUND if there is none. */
  async opening(digest: string): Promise<Uint8Array> {
    const doc = await this.#all.openings.get(digest);
    if (doc) return unpack(doc.bytes);
    throw new GyreError('NOT_FOUND', `no opening ${digest}`, { boundary: 'store', details: { opening: digest } });
  }

  /**
   * Drops what nobody has claimed yet; groups that run already end as they would have. A group of which one member waits for another try
   * is dropped whole: it could never be complete, and every sweep from then on would look at what it has. May be done again.
   */
  async cancel(batchId: string): Promise<void> {
    for (const { _id } of await this.#all.slots.find({ batchId, state: 'planned' }, { fields: [] })) {
      await this.#all.slots.update(_id, { state: 'planned' }, { set: { state: 'dropped' } }, { fields: [] });
    }
    const cut = new Set((await this.#all.slots.find({ batchId, state: 'dropped' }, { fields: ['groupId'] })).map(({ groupId }) => groupId));
    const left = { state: { in: ['planned', 'claimed', 'accepted'] } };
    for (const { _id, groupId } of await this.#all.slots.find({ batchId, ...left }, { fields: ['groupId'] })) {
      if (cut.has(groupId)) await this.#all.slots.update(_id, left, { set: { state: 'dropped' }, unset: ['result', 'summary'] }, { fields: [] });
    }
  }

  /** Lets go of the trajectories of a batch that has been learned from; records keep them. What lies in blobs stays there (kit/store/README.md). */
  async forget(batchId: string): Promise<void> {
    const learned = { state: 'accepted', settled: true, record: { ne: '' } };
    for (const { _id } of await this.#all.slots.find({ batchId, ...learned }, { fields: [] })) {
      await this.#all.slots.update(_id, learned, { unset: ['result'] }, { fields: [] });
    }
  }
}
