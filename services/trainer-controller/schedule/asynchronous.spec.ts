import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openMemoryBus } from '#kit/bus/memory.ts';
import { systemClock } from '#kit/clock.ts';
import type { Store } from '#kit/store/types.ts';
import { type ClaimedSlot, type Executor, RolloutWorker, type SlotDoc, Slots, TaskCache } from '#rollout-worker/mod.ts';
import type { AsyncGroupDoc, UpdateDoc } from '../collections.ts';
import { createTrainer } from '../controller.ts';
import { dyingStore } from '../testkit/dying-store.ts';
import { newWorld, noBlobs, openLife, smallPlan, type World } from '../testkit/instance.ts';
import { fakeExecutor, fakeLearner } from '../testkit/surroundings.ts';

const plan = { ...smallPlan, schedule: 'asynchronous', controllerInterval: 0, reviseHarness: false };

async function live(world: World, changes: Partial<Parameters<typeof openLife>[1]> = {}) {
  const life = await openLife(world, changes);
  await life.trainer.runner.start('r1', plan).catch(() => undefined);
  await life.trainer.runner.settled('r1');
  const round = await life.trainer.rounds.get('r1').catch(() => undefined);
  await life.close();
  return round;
}

/** Runs the round with a worker that has `capacity` places and calls `before` as it begins an attempt. */
async function liveWith(world: World, capacity: number, before: (claimed: ClaimedSlot) => Promise<void>) {
  const [clock, inner] = [systemClock, fakeExecutor()];
  const { store } = world;
  const { client: curator } = world.curator;
  const bus = openMemoryBus({ clock });
  const executor: Executor = { ...inner, capacity, run: async (claimed, task) => (await before(claimed), inner.run(claimed, task)) };
  const worker = new RolloutWorker({ ...{ id: 'w', slots: new Slots({ store, clock }), bus, clock, curator, executor, tasks: new TaskCache(curator) } });
  await worker.start();
  const around = { store, blobs: noBlobs, bus, clock, curator, harness: world.harness.client, learner: fakeLearner(), trainSource: async () => [] };
  const trainer = createTrainer({ ...around, settings: { pollMs: 1 } });
  await trainer.runner.start('r1', plan);
  await trainer.runner.settled('r1');
  const round = await trainer.rounds.get('r1');
  await trainer.close();
  await worker.drain();
  await bus.close();
  return round;
}

const groupsOf = (world: World) => world.store.collection<AsyncGroupDoc>({ name: 'async_groups' }).find({});

describe('the asynchronous schedule', () => {
  it('learns from exactly the planned number of groups at each update, none of them twice', async () => {
    const world = newWorld();
    expect(await live(world)).toMatchObject({ phase: 'done', update: 4 });
    const used = (await groupsOf(world)).filter(({ state }) => state === 'used');
    for (let k = 1; k <= 4; k++) expect(used.filter(({ update }) => update === k)).toHaveLength(plan.groupsPerUpdate);
  });

  it('refuses a group that has become too old while it still runs, and plans another in its place', async () => {
    const world = newWorld();
    const over = Promise.withResolvers<void>();
    const round = await liveWith(world, 4 * plan.groupSize, async ({ purpose, groupId }) => {
      if (purpose === 'evaluation') over.resolve();
      if (groupId.startsWith('r1/a/1/')) await over.promise;
    });
    expect(round).toMatchObject({ phase: 'done', update: 4 });
    const groups = await groupsOf(world);
    // Planned under the version of update 0, it is within the bound of 1 for updates 1 and 2.
    expect(groups.find(({ seq }) => seq === 1)).toMatchObject({ policy_update: 0, state: 'stale', update: 3 });
    expect(groups.filter(({ state }) => state === 'used')).toHaveLength(4 * plan.groupsPerUpdate);
    const updates = await world.store.collection<UpdateDoc>({ name: 'updates' }).find({ round_id: 'r1' }, { sort: [['update', 1]] });
    expect(updates.map(({ stale }) => stale)).toEqual([0, 0, 1, 0]);
  });

  it('loses and doubles no slot when the controller dies, and keeps to the bound', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.integer({ min: 10, max: 120 }), fc.boolean()), { minLength: 1, maxLength: 3 }), async (deaths) => {
        const world = newWorld();
        for (const [fatal, after] of deaths) await live(world, { store: dyingStore(world.store, fatal, after).store });
        expect(await live(world)).toMatchObject({ phase: 'done', update: 4, error: '' });
        expect(new Set(world.executed).size).toBe(world.executed.length);
        const used = (await groupsOf(world)).filter(({ state }) => state === 'used');
        expect(used).toHaveLength(4 * plan.groupsPerUpdate);
        for (const { update, policy_update } of used) expect(update - 1 - policy_update).toBeLessThanOrEqual(plan.staleness);
        const learned = new Set(used.map(({ _id }) => _id));
        const slots = (await world.store.collection<SlotDoc>({ name: 'slots' }).find({ state: 'accepted' })).filter(({ batchId }) => learned.has(batchId));
        expect(slots.filter(({ result }) => result !== undefined)).toEqual([]);
        const updates = await world.store.collection<UpdateDoc>({ name: 'updates' }).find({ round_id: 'r1' });
        expect(updates.map(({ update }) => update).sort()).toEqual([1, 2, 3, 4]);
      }),
      { numRuns: 10 },
    );
  }, 240_000);

  /** Marks groups as lost as soon as they are planned, as workers do where a position has no more spares. */
  const losing = (store: Store, lost: (seq: number) => boolean): Store => ({
    ...store,
    collection: (spec) => {
      const target = store.collection(spec);
      if (spec.name !== 'batches') return target as never;
      const insert = async (doc: { readonly _id: string }) => {
        const inserted = await target.insert(doc);
        const [, kind, seq] = doc._id.split('/');
        if (kind === 'a' && lost(Number(seq))) await target.update(doc._id, {}, { set: { 'lost.0': true } });
        return inserted;
      };
      return new Proxy(target, { get: (on, name) => (name === 'insert' ? insert : Reflect.get(on, name).bind(on)) }) as never;
    },
  });

  it('goes on however many groups one update loses, as long as others come to something between them', async () => {
    const world = newWorld();
    // Of 40 groups one comes to something: the three of an update are found among 120.
    expect(await live(world, { store: losing(world.store, (seq) => seq % 40 !== 39) })).toMatchObject({ phase: 'done', update: 4, error: '' });
    const updates = await world.store.collection<UpdateDoc>({ name: 'updates' }).find({ round_id: 'r1' });
    expect(Math.max(...updates.map(({ lost }) => lost))).toBeGreaterThan(51);
  });

  it('ends with an error after a run of lost groups, and is resumed from there when the plant has been mended', async () => {
    const world = newWorld();
    let broken = true;
    const store = losing(world.store, () => broken);
    expect(await live(world, { store })).toMatchObject({ phase: 'training', error: expect.stringMatching(/5[1-9] groups in a row were lost to faults; see what .* resume the round/) });
    broken = false;
    expect(await live(world, { store })).toMatchObject({ phase: 'done', update: 4, error: '' });
  });
});
