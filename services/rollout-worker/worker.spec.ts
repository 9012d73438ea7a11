import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openMemoryBus } from '#kit/bus/memory.ts';
import { ManualClock, systemClock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import { openSqliteStore } from '#kit/store/sqlite.ts';
import type { Change, Store } from '#kit/store/types.ts';
import { Batches } from './batches.ts';
import { ROLLOUT_QUEUE, type SlotDoc } from './collections.ts';
import { localExecutor } from './executor.ts';
import type { BatchPlan } from './plan.ts';
import { Slots } from './slots.ts';
import { TaskCache } from './tasks.ts';
import { type Hook, type Plant, plantOf } from './testkit/plant.ts';
import { groupsNamed } from './wake-up.ts';
import { RolloutWorker } from './worker.ts';

const plan: BatchPlan = {
  ...{ id: 'b', purpose: 'training', policy: 'p', harnessVersion: 'h', temperature: 1, seed: 5, groupSize: 3, randomGuidance: true },
  ...{ tasks: ['t0', 't1', 't2'], spares: ['s0', 's1', 's2'] },
};

const gone = () => new GyreError('INTERNAL', 'gone', { boundary: 'environment' });

async function life(store: Store, plant: Plant, until: (batches: Batches) => Promise<boolean>, capacity = 12): Promise<RolloutWorker> {
  const clock = systemClock;
  const bus = openMemoryBus({ clock });
  const slots = new Slots({ store, clock });
  const options = { id: 'w', slots, bus, executor: localExecutor({ ...plant, clock }, capacity), tasks: new TaskCache(plant.curator), curator: plant.curator, clock };
  const worker = new RolloutWorker({ ...options, sweepMs: 5, backoffMs: 1 });
  const batches = new Batches(store, bus);
  await worker.start();
  await batches.plan(plan);
  for (let i = 0; i < 400 && !(await until(batches)); i++) await clock.sleep(5);
  await worker.drain();
  await bus.close();
  return worker;
}

/** A store in which changes of some documents fail. */
function failingUpdates(store: Store, fails: (id: string, change: Change) => boolean): Store {
  return {
    ...{ ping: () => store.ping(), close: () => store.close() },
    collection: (spec) =>
      new Proxy(store.collection(spec), {
        get(target, name: string) {
          return async (...args: readonly unknown[]) => {
            const [id, , change] = args;
            if (name === 'update' && fails(String(id), change as Change)) throw new GyreError('UNAVAILABLE', `${id} cannot be changed`, { boundary: 'store' });
            return Reflect.get(target, name).apply(target, args);
          };
        },
      }) as never,
  };
}

const over = async (batches: Batches) => {
  const { expected, settled } = await batches.status('b');
  return settled === expected;
};

describe('a rollout worker', () => {
  it('fills every slot once and hands whole groups to the curator', async () => {
    const plant = plantOf();
    const worker = await life(openSqliteStore(':memory:'), plant, over);
    expect(worker.status()).toMatchObject({ episodesDone: 9, faults: 0, slotsInHand: 0, draining: true });
    expect([...plant.ingested.keys()].sort()[0]).toBe('b/0.0/0#1');
    expect(plant.ingested.size).toBe(9);
    expect(plant.openEpisodes.size).toBe(0);
  });

  it('retries a member in its slot on a fresh environment', async () => {
    const store = openSqliteStore(':memory:');
    const plant = plantOf((method, id) => {
      if (method === 'step 1' && id.startsWith('b/1.0/2#1')) throw gone();
    });
    const worker = await life(store, plant, over);
    expect(worker.status().faults).toBe(1);
    expect(plant.created.filter((id) => id.startsWith('b/1.0/2'))).toEqual(['b/1.0/2#1', 'b/1.0/2#2']);
    expect([...plant.ingested.keys()].filter((id) => id.startsWith('b/1.0/2'))).toEqual(['b/1.0/2#2']);
  });

  it('replaces a group whose member always faults, and leaves no record of it', async () => {
    const plant = plantOf((method, id) => {
      if (method === 'plan 0' && id.startsWith('b/2.0/0')) throw gone();
    });
    await life(openSqliteStore(':memory:'), plant, over);
    expect([...plant.ingested.keys()].some((id) => id.startsWith('b/2.0/'))).toBe(false);
    expect([...plant.ingested.keys()].filter((id) => id.startsWith('b/2.1/'))).toHaveLength(3);
  });

  it('ingests after a crash between acceptance and ingest, once and with the same bytes', async () => {
    const store = openSqliteStore(':memory:');
    const first = plantOf((method) => {
      if (method === 'ingest') throw gone();
    });
    await life(store, first, async (batches) => (await batches.status('b')).accepted === 9);
    const second = plantOf();
    await life(store, second, over);
    expect(second.created).toEqual([]);
    expect(second.ingested.size).toBe(9);
  });

  it('gives a place that becomes free to the next slot, of whatever group, and runs no more than it has places', async () => {
    const last = Promise.withResolvers<void>();
    let [running, most] = [0, 0];
    const plant = plantOf(async (method, id) => {
      if (method === 'create') most = Math.max(most, ++running);
      if (method === 'plan 0' && id === 'b/0.0/1#1') await last.promise;
      if (method === 'close') running--;
    });
    const worker = await life(openSqliteStore(':memory:'), plant, async (batches) => {
      // Eight of nine are done beside the one that lasts, although its group was the first.
      if ((await batches.status('b')).accepted === 8) last.resolve();
      return over(batches);
    }, 3);
    expect(most).toBe(3);
    expect(worker.status()).toMatchObject({ episodesDone: 9, faults: 0, slotsInHand: 0 });
    expect(plant.ingested.size).toBe(9);
  });

  it('has one message waiting for places and leaves the others to other workers, and what it never began when it drains', async () => {
    const [store, clock] = [openSqliteStore(':memory:'), systemClock];
    const bus = openMemoryBus({ clock });
    const release = Promise.withResolvers<void>();
    const [slow, quick] = [plantOf((method) => (method === 'plan 0' ? release.promise : undefined)), plantOf()];
    const workerOf = (id: string, plant: Plant, capacity: number) =>
      new RolloutWorker({
        ...{ id, slots: new Slots({ store, clock }), bus, executor: localExecutor({ ...plant, clock }, capacity), tasks: new TaskCache(plant.curator) },
        ...{ curator: plant.curator, clock, sweepMs: 60_000, backoffMs: 1 },
      });
    const [one, two] = [workerOf('one', slow, 2), workerOf('two', quick, 4)];
    const batches = new Batches(store, bus);
    await one.start();
    // One group a message.
    await batches.plan({ ...plan, groupSize: 5 });
    while (slow.created.length < 2) await clock.sleep(1);
    await two.start();
    while ((await batches.status('b')).accepted < 10) await clock.sleep(1);
    expect(slow.created).toEqual(['b/0.0/0#1', 'b/0.0/1#1']);
    expect(quick.created.map((id) => id.slice(0, 5))).toEqual([...Array(5).fill('b/1.0'), ...Array(5).fill('b/2.0')]);
    // The first drains: it ends its two, and the second begins the other three of that group at once.
    const drained = one.drain();
    while ((await batches.status('b')).accepted < 13) await clock.sleep(1);
    release.resolve();
    await drained;
    expect(one.status()).toMatchObject({ episodesDone: 2, slotsInHand: 0 });
    while (!(await over(batches))) await clock.sleep(1);
    await two.drain();
    expect(two.status()).toMatchObject({ episodesDone: 13, faults: 0 });
    expect(slow.ingested.size + quick.ingested.size).toBe(15);
    await bus.close();
  });

  it('keeps its claims and its message for as long as an attempt lasts, even while it drains', async () => {
    const [store, clock] = [openSqliteStore(':memory:'), new ManualClock()];
    const bus = openMemoryBus({ clock });
    const release = Promise.withResolvers<void>();
    const plant = plantOf((method) => (method === 'plan 1' ? release.promise : undefined));
    const slots = new Slots({ store, clock });
    const executor = localExecutor({ ...plant, clock, attemptMs: 1e9 }, 4);
    const worker = new RolloutWorker({ ...{ id: 'w', slots, bus, executor, tasks: new TaskCache(plant.curator), curator: plant.curator, clock } });
    const batches = new Batches(store, bus);
    await worker.start();
    await batches.plan({ ...plan, tasks: ['t0'] });
    const turn = () => systemClock.sleep(1);
    while (plant.created.length < 3) await turn();
    const minutes = async (count: number) => {
      for (let s = 0; s < count * 6; s++) {
        clock.advance(10_000);
        await turn();
      }
    };
    await minutes(3);
    const drained = worker.drain();
    await minutes(3);
    // Neither did a lease end, nor did the message come to anybody else.
    expect(await slots.sweep()).toEqual([]);
    const others: string[] = [];
    const consumption = await bus.consume(ROLLOUT_QUEUE, 1, async (delivery) => void others.push(delivery.id));
    release.resolve();
    await drained;
    await consumption.stop();
    expect(others).toEqual([]);
    expect(await bus.depth(ROLLOUT_QUEUE)).toBe(0);
    expect(await batches.status('b')).toMatchObject({ accepted: 3, settled: 3 });
    await bus.close();
  });

  it('keeps the claim of an attempt after another one of the same slot, whose lease it had lost, has ended', async () => {
    const [store, clock] = [openSqliteStore(':memory:'), new ManualClock()];
    const bus = openMemoryBus({ clock });
    const released = new Map([1, 2].map((attempt) => [`b/0.0/0#${attempt}`, Promise.withResolvers<void>()]));
    const ended: string[] = [];
    const plant = plantOf(async (method, id) => {
      if (method === 'plan 1') await released.get(id)?.promise;
      if (method === 'close') ended.push(id);
    });
    const slots = new Slots({ store, clock });
    const executor = localExecutor({ ...plant, clock, attemptMs: 1e9 }, 4);
    const worker = new RolloutWorker({ ...{ id: 'w', slots, bus, executor, tasks: new TaskCache(plant.curator), curator: plant.curator, clock } });
    const batches = new Batches(store, bus);
    const until = async (reached: () => boolean) => {
      while (!reached()) await systemClock.sleep(1);
    };
    await worker.start();
    await batches.plan({ ...plan, groupSize: 1, tasks: ['t0'] });
    await until(() => plant.created.length === 1);
    // As if this process had stood still for a minute.
    await store.collection<SlotDoc>({ name: 'slots' }).update('b/0.0/0', {}, { set: { leaseUntilMs: -1 } });
    clock.advance(ROLLOUT_QUEUE.duplicateWindowMs);
    await worker.sweep();
    await until(() => plant.created.length === 2);
    expect(worker.status().slotsInHand).toBe(2);
    released.get('b/0.0/0#1')?.resolve();
    await until(() => ended.includes('b/0.0/0#1') && worker.status().slotsInHand === 1);
    for (let s = 0; s < 12; s++) {
      clock.advance(10_000);
      await systemClock.sleep(1);
    }
    expect(plant.created).toEqual(['b/0.0/0#1', 'b/0.0/0#2']);
    released.get('b/0.0/0#2')?.resolve();
    await worker.drain();
    expect(await batches.accepted('b')).toMatchObject([{ trajectoryId: 'b/0.0/0#2', faults: 1 }]);
    await bus.close();
  });

  it('counts a task that nobody knows as a fault of that group alone', async () => {
    const store = openSqliteStore(':memory:');
    const plant = plantOf((method, id) => {
      if (method === 'task' && id === 't1') throw new GyreError('NOT_FOUND', 'no task t1', { boundary: 'caller' });
    });
    await life(store, plant, over);
    expect([...plant.ingested.keys()].filter((id) => id.startsWith('b/1.0/'))).toEqual([]);
    expect([...plant.ingested.keys()].filter((id) => id.startsWith('b/1.1/'))).toHaveLength(3);
  });

  it('leaves to whom completes a group to hand it over, and takes in a sweep what was there at the sweep before', async () => {
    const store = openSqliteStore(':memory:');
    const left = plantOf((method) => {
      if (method === 'ingest') throw gone();
    });
    await life(store, left, async (batches) => (await batches.status('b')).accepted === 9);
    const plant = plantOf();
    const [clock, bus] = [systemClock, openMemoryBus({ clock: systemClock })];
    const options = { id: 'x', slots: new Slots({ store, clock }), bus, executor: localExecutor({ ...plant, clock }, 4), tasks: new TaskCache(plant.curator), curator: plant.curator, clock };
    const worker = new RolloutWorker(options);
    await worker.ingestLeft();
    expect(plant.ingested.size).toBe(0);
    await worker.ingestLeft();
    expect(plant.ingested.size).toBe(9);
    await bus.close();
  });

  it.each([1, 2, 3])('runs what it has claimed although claim %s fails, and faults nothing', async (nth) => {
    let claims = 0;
    const store = failingUpdates(openSqliteStore(':memory:'), (_, { set }) => set?.['state'] === 'claimed' && ++claims === nth);
    const plant = plantOf();
    const worker = await life(store, plant, over);
    expect(worker.status()).toMatchObject({ episodesDone: 9, faults: 0, slotsInHand: 0 });
    expect(plant.created.filter((id) => !id.endsWith('#1'))).toEqual([]);
    expect((await store.collection<SlotDoc>({ name: 'slots' }).find({})).filter(({ faults }) => faults > 0)).toEqual([]);
  });

  it('wakes what waits without a wake-up, at once if there is nothing else to do, and else at ever longer intervals', async () => {
    const [store, clock] = [openSqliteStore(':memory:'), new ManualClock()];
    const bus = openMemoryBus({ clock });
    const plant = plantOf();
    const workerOf = () => {
      const options = { id: 'x', slots: new Slots({ store, clock }), bus, executor: localExecutor({ ...plant, clock }, 4), tasks: new TaskCache(plant.curator), curator: plant.curator, clock };
      return new RolloutWorker(options);
    };
    // Its wake-ups are on another bus, and so lost.
    await new Batches(store, openMemoryBus({ clock })).plan(plan);
    await workerOf().sweep();
    expect(await bus.depth(ROLLOUT_QUEUE)).toBe(1);
    const worker = workerOf();
    const woken: number[] = [];
    for (let sweep = 1; sweep <= 30; sweep++) {
      const before = await bus.depth(ROLLOUT_QUEUE);
      clock.advance(5_000);
      await worker.sweep();
      if ((await bus.depth(ROLLOUT_QUEUE)) > before) woken.push(sweep);
    }
    expect(woken).toEqual([6, 12, 24]);
    await bus.close();
  });

  it('goes on in a sweep past what cannot be put right: the rest is ingested, and what waits is woken', async () => {
    const [raw, clock] = [openSqliteStore(':memory:'), new ManualClock()];
    const bus = openMemoryBus({ clock });
    const plant = plantOf((method, id) => {
      if (method === 'ingest' && id.startsWith('b/0.0')) throw new GyreError('INVALID_ARGUMENT', 'such a trajectory is never taken', { boundary: 'caller' });
    });
    const [executor, tasks] = [localExecutor({ ...plant, clock }, 4), new TaskCache(plant.curator)];
    const before = new Slots({ store: raw, clock, leaseMs: 100 });
    await new Batches(raw, openMemoryBus({ clock })).plan({ ...plan, tasks: ['t0', 't1', 't2', 't3', 't4'] });
    // Two groups are complete, two are held by a worker that is gone, one waits.
    for (const group of ['b/0.0', 'b/1.0']) {
      for (const slot of await before.claim(group, 'gone')) {
        const outcome = await executor.run(slot, await tasks.get(slot.taskId));
        if (outcome.kind === 'completed') await before.complete(slot, outcome);
      }
    }
    for (const group of ['b/2.0', 'b/3.0']) await before.claim(group, 'gone');
    clock.advance(101);
    const store = failingUpdates(raw, (id) => id === 'b/2.0/0');
    const failures: string[] = [];
    const options = { id: 'x', slots: new Slots({ store, clock, leaseMs: 100 }), bus, executor, tasks, curator: plant.curator, clock };
    const worker = new RolloutWorker({ ...options, onFailure: ({ message }) => failures.push(message) });
    for (let look = 1; look <= 2; look++) {
      await worker.sweep();
      await worker.ingestLeft();
    }
    expect([...plant.ingested.keys()].map((id) => id.split('#')[0]).sort()).toEqual(['b/1.0/0', 'b/1.0/1', 'b/1.0/2']);
    expect(failures).toEqual(['b/2.0/0 cannot be changed', 'b/2.0/0 cannot be changed', 'such a trajectory is never taken']);
    const woken = new Set<string>();
    await bus.consume(ROLLOUT_QUEUE, 1, async (delivery) => {
      for (const group of groupsNamed(delivery.data) ?? []) woken.add(group);
      await delivery.ack();
    });
    while (woken.size < 3) await systemClock.sleep(1);
    expect([...woken].sort()).toEqual(['b/2.0', 'b/3.0', 'b/4.0']);
    await bus.close();
  });

  it('loses and doubles nothing whatever call fails', async () => {
    const failures = fc.record({ method: fc.constantFrom('create', 'open', 'plan 0', 'step 0', 'plan 1', 'verify', 'close', 'end', 'ingest'), nth: fc.integer({ min: 1, max: 9 }), code: fc.constantFrom('INTERNAL', 'UNAVAILABLE', 'RESOURCE_EXHAUSTED') });
    await fc.assert(
      fc.asyncProperty(fc.array(failures, { maxLength: 6 }), async (faults) => {
        const counts = new Map<string, number>();
        const hook: Hook = (method) => {
          const count = (counts.get(method) ?? 0) + 1;
          counts.set(method, count);
          const fault = faults.find((fault) => fault.method === method && fault.nth === count);
          if (fault) throw new GyreError(fault.code, 'gone', { boundary: 'environment' });
        };
        const plant = plantOf(hook);
        const store = openSqliteStore(':memory:');
        await life(store, plant, over);
        const slots = [...plant.ingested.keys()].map((id) => id.split('#')[0]);
        expect(new Set(slots).size).toBe(slots.length);
        expect(slots).toHaveLength(9);
        // A close that fails twice is left to the episode's lease.
        expect(plant.openEpisodes.size).toBeLessThanOrEqual(faults.filter((fault) => fault.method === 'close').length);
      }),
      { numRuns: 15 },
    );
  });
});
