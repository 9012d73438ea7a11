import { expect, it } from 'vitest';
import { openMemoryBus } from '#kit/bus/memory.ts';
import { systemClock } from '#kit/clock.ts';
import { openSqliteStore } from '#kit/store/sqlite.ts';
import { Batches } from './batches.ts';
import type { SlotDoc } from './collections.ts';
import { localExecutor } from './executor.ts';
import type { BatchPlan } from './plan.ts';
import { Slots } from './slots.ts';
import { TaskCache } from './tasks.ts';
import { plantOf } from './testkit/plant.ts';
import { RolloutWorker } from './worker.ts';

const plan: BatchPlan = {
  ...{ id: 'b', purpose: 'training', policy: 'p', harnessVersion: 'h', temperature: 1, seed: 5, groupSize: 3, randomGuidance: true },
  ...{ tasks: Array.from({ length: 20 }, (_, i) => `t${i}`), spares: [] },
};

it('a worker takes back ended leases, and drains, while the curator does not answer: it hands over many groups side by side and waits for none', async () => {
  const [store, clock] = [openSqliteStore(':memory:'), systemClock];
  const bus = openMemoryBus({ clock });
  const asked = new Set<string>();
  const plant = plantOf((method, id) => {
    if (method !== 'ingest' || id.startsWith('b/19.')) return;
    asked.add(id.slice(0, id.lastIndexOf('/')));
    return new Promise(() => undefined);
  });
  const [executor, tasks, slots] = [localExecutor({ ...plant, clock }, 4), new TaskCache(plant.curator), new Slots({ store, clock })];
  const batches = new Batches(store, openMemoryBus({ clock }));
  await batches.plan(plan);
  for (let i = 0; i < 20; i++) {
    for (const slot of await slots.claim(`b/${i}.0`, 'gone')) {
      const outcome = i < 19 && (await executor.run(slot, await tasks.get(slot.taskId)));
      if (outcome && outcome.kind === 'completed') await slots.complete(slot, outcome);
    }
  }
  const worker = new RolloutWorker({ id: 'w', slots, bus, executor, tasks, curator: plant.curator, clock, sweepMs: 5 });
  await worker.start();
  while (asked.size < 8) await clock.sleep(1);
  for (let i = 0; i < 3; i++) await store.collection<SlotDoc>({ name: 'slots' }).update(`b/19.0/${i}`, {}, { set: { leaseUntilMs: 0 } });
  while ((await batches.status('b')).settled < 3) await clock.sleep(1);
  await worker.drain();
  // No further ones, which would have had to wait for these.
  expect(asked.size).toBe(8);
  expect(await batches.status('b')).toMatchObject({ accepted: 60, settled: 3 });
  await bus.close();
});
