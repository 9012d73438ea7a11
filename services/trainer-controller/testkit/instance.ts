import type { Blobs } from '#kit/blobs/types.ts';
import { openMemoryBus } from '#kit/bus/memory.ts';
import { systemClock } from '#kit/clock.ts';
import { openSqliteStore } from '#kit/store/sqlite.ts';
import type { Store } from '#kit/store/types.ts';
import { RoundPlan } from '#protos/core/v1/round.ts';
import { RolloutWorker, Slots, TaskCache } from '#rollout-worker/mod.ts';
import { createTrainer, type Trainer, type TrainerOptions } from '../controller.ts';
import { fakeCurator, fakeExecutor, fakeHarness, fakeLearner, type Skill } from './surroundings.ts';

/** A small round that goes through every phase. */
export const smallPlan: RoundPlan = RoundPlan.fromPartial({
  ...{ seed: 11, number: 1, demonstrations: 6, coldStartEpochs: 1, updates: 4, groupsPerUpdate: 3, groupSize: 4, staleness: 1 },
  ...{ temperature: 1, learningRate: 0.01, controllerInterval: 2, objective: 'care', sampling: 'flywheel', schedule: 'deterministic' },
  ...{ phi: { lambdaProg: 0.2, lambdaEff: 0.1, pLow: 0.25, pHigh: 0.75 }, devTasks: 8, approve: 'auto', reviseHarness: true },
});

/** What outlives a trainer that dies: the store and the other services. */
export interface World {
  readonly store: Store;
  readonly curator: ReturnType<typeof fakeCurator>;
  readonly harness: ReturnType<typeof fakeHarness>;
  readonly executed: string[];
  readonly jobs: string[];
  readonly skill: Skill | undefined;
}

export function newWorld(skill?: Skill): World {
  return { store: openSqliteStore(':memory:'), curator: fakeCurator(), harness: fakeHarness(), executed: [], jobs: [], skill };
}

export interface Life {
  readonly trainer: Trainer;
  close(): Promise<void>;
}

/** One life of a process that holds trainer and worker, over `world`. `store` is the trainer's view of the world's. */
export async function openLife(world: World, options: Partial<TrainerOptions> = {}): Promise<Life> {
  const clock = systemClock;
  const bus = openMemoryBus({ clock });
  const curator = world.curator.client;
  const slots = new Slots({ store: world.store, clock });
  const worker = new RolloutWorker({
    ...{ id: 'w', slots, bus, clock, curator, tasks: new TaskCache(curator), executor: fakeExecutor(world.skill, world.executed), sweepMs: 50 },
  });
  await worker.start();
  const trainer = createTrainer({
    ...{ store: world.store, blobs: noBlobs, bus, clock, curator, harness: world.harness.client, learner: fakeLearner(world.jobs), trainSource: async () => [] },
    ...options,
    settings: { pollMs: 1, ...options.settings },
  });
  return {
    trainer,
    async close() {
      await trainer.close();
      await worker.drain();
      await bus.close();
    },
  };
}

/** The fake learner names weights without storing them. */
export const noBlobs: Blobs = {
  put: async () => '',
  get: async () => new Uint8Array(),
  has: async () => true,
  delete: async () => undefined,
  close: async () => undefined,
};
