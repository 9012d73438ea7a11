import { expect, it } from 'vitest';
import { openMemoryBus } from '#kit/bus/memory.ts';
import { ManualClock, systemClock } from '#kit/clock.ts';
import { openSqliteStore } from '#kit/store/sqlite.ts';
import { Batches } from './batches.ts';
import { ROLLOUT_QUEUE, type SlotDoc } from './collections.ts';
import { localExecutor } from './executor.ts';
import type { BatchPlan } from './plan.ts';
import { Slots } from './slots.ts';
import { TaskCache } from './tasks.ts';
import { plantOf } from './testkit/plant.ts';
import { groupsNamed } from './wake-up.ts';
import { RolloutWorker } from './worker.ts';

const plan: BatchPlan = {
  ...{ id: 'b', purpose: 'training', policy: 'p', harnessVersion: 'h', temperature: 1, seed: 5, groupSize: 3, randomGuidance: true },
  ...{ tasks: ['t0'], spares: [] },
};

it.each([true, false])('workers wake a group again for each slot whose lease ends, with the first wake-up just taken (and its slot claimed: %s), but once for the same', async (claimed) => {
  const [store, clock] = [openSqliteStore(':memory:'), new ManualClock(1_000)];
  const bus = openMemoryBus({ clock });
  const plant = plantOf();
  const slots = new Slots({ store, clock });
  const workerOf = (id: string) => new RolloutWorker({ id, slots, bus, executor: localExecutor({ ...plant, clock }, 4), tasks: new TaskCache(plant.curator), curator: plant.curator, clock });
  await new Batches(store, openMemoryBus({ clock })).plan(plan);
  await slots.claim('b/0.0', 'gone');
  const end = (slot: string) => store.collection<SlotDoc>({ name: 'slots' }).update(slot, {}, { set: { leaseUntilMs: 0 } });
  await end('b/0.0/1');
  await workerOf('a').sweep();
  await workerOf('b').sweep();
  expect(await bus.depth(ROLLOUT_QUEUE)).toBe(1);
  const taken: string[] = [];
  const consumption = await bus.consume(ROLLOUT_QUEUE, 1, async (delivery) => {
    taken.push(...(groupsNamed(delivery.data) ?? []));
    await delivery.ack();
  });
  while (taken.length < 1) await systemClock.sleep(1);
  await consumption.stop();
  if (claimed) await slots.claim('b/0.0', 'c');
  clock.advance(ROLLOUT_QUEUE.duplicateWindowMs / 2);
  await end('b/0.0/2');
  await workerOf('b').sweep();
  expect(await bus.depth(ROLLOUT_QUEUE)).toBe(1);
  await bus.close();
});
