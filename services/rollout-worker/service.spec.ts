import { describe, expect, it } from 'vitest';
import { openMemoryBus } from '#kit/bus/memory.ts';
import { systemClock } from '#kit/clock.ts';
import { inProcessClient } from '#kit/rpc/in-process.ts';
import { openSqliteStore } from '#kit/store/sqlite.ts';
import { RolloutWorkerServiceService } from '#protos/rollout/v1/rollout_worker_service.ts';
import { Batches } from './batches.ts';
import { ROLLOUT_QUEUE } from './collections.ts';
import { deadJobsOn } from './dead-jobs.ts';
import { localExecutor } from './executor.ts';
import type { BatchPlan } from './plan.ts';
import { rolloutWorkerHandlers } from './service.ts';
import { Slots } from './slots.ts';
import { TaskCache } from './tasks.ts';
import { plantOf } from './testkit/plant.ts';
import { RolloutWorker } from './worker.ts';

const plan: BatchPlan = {
  ...{ id: 'b', purpose: 'training', policy: 'p', harnessVersion: 'h', temperature: 1, seed: 5, groupSize: 2, randomGuidance: false },
  ...{ tasks: ['t0'], spares: [] },
};

describe('the rollout worker service', () => {
  it('tells what is in hand, and drains: what was begun is finished, and nothing new is taken', async () => {
    const clock = systemClock;
    const store = openSqliteStore(':memory:');
    const bus = openMemoryBus();
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const plant = plantOf(async (method) => {
      if (method !== 'plan 0') return;
      begun.resolve();
      await held.promise;
    });
    const options = { id: 'w', slots: new Slots({ store, clock }), bus, clock, executor: localExecutor({ ...plant, clock }, 2), tasks: new TaskCache(plant.curator) };
    const worker = new RolloutWorker({ ...options, curator: plant.curator });
    const client = inProcessClient(RolloutWorkerServiceService, rolloutWorkerHandlers(worker, deadJobsOn(bus)));
    await worker.start();
    const batches = new Batches(store, bus);
    await batches.plan(plan);
    await begun.promise;
    expect(await client.getStatus({})).toMatchObject({ workerId: 'w', slotsInHand: 2, capacity: 2, draining: false });
    const drained = client.drain({});
    await batches.plan({ ...plan, id: 'later' });
    held.resolve();
    await drained;
    expect(await client.getStatus({})).toMatchObject({ slotsInHand: 0, draining: true, episodesDone: 2 });
    expect(await batches.status('later')).toMatchObject({ accepted: 0 });
  });

  it('puts a message that names nothing with the dead letters', async () => {
    const store = openSqliteStore(':memory:');
    const bus = openMemoryBus();
    const clock = systemClock;
    const plant = plantOf();
    const worker = new RolloutWorker({
      ...{ id: 'w', slots: new Slots({ store, clock }), bus, clock, executor: localExecutor({ ...plant, clock }, 2), tasks: new TaskCache(plant.curator), curator: plant.curator },
    });
    await worker.start();
    for (const text of ['', '[]', '{"groups":1}']) await bus.publish(ROLLOUT_QUEUE, { id: `m${text}`, data: Buffer.from(text) });
    for (let i = 0; i < 100 && (await bus.deadLetters(ROLLOUT_QUEUE, 9)).length < 3; i++) await clock.sleep(2);
    expect((await bus.deadLetters(ROLLOUT_QUEUE, 9)).map(({ reason }) => reason)).toEqual(Array.from({ length: 3 }, () => 'the message names no groups'));
    await worker.drain();
  });
});
