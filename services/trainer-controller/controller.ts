import type { Blobs } from '#kit/blobs/types.ts';
import type { Bus } from '#kit/bus/types.ts';
import type { Clock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import { observeQueue } from '#kit/metrics-bus.ts';
import type { Client } from '#kit/rpc/types.ts';
import type { Store } from '#kit/store/types.ts';
import type { CuratorServiceService } from '#protos/curator/v1/curator_service.ts';
import type { HarnessServiceService } from '#protos/harness/v1/harness_service.ts';
import { Batches, ROLLOUT_QUEUE } from '#rollout-worker/mod.ts';
import { type CareController, ruleBasedController } from './care/mod.ts';
import { trainerCollections } from './collections.ts';
import type { Learner } from './learner.ts';
import { Policies } from './policies.ts';
import { type HarnessEditor, ruleBasedEditor } from './revision/editor.ts';
import type { TrainSource } from './revision/evidence.ts';
import { storedTrainSource } from './revision/source.ts';
import type { Plant } from './rounds/context.ts';
import { RoundRunner } from './rounds/runner.ts';
import { RoundStore } from './rounds/store.ts';
import { DEFAULT_SETTINGS, type TrainerSettings } from './settings.ts';
import { observeTrainer } from './telemetry.ts';

export interface TrainerOptions {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly curator: Client<CuratorServiceService>;
  readonly harness: Client<HarnessServiceService>;
  readonly learner: Learner;
  readonly controller?: CareController;
  readonly editor?: HarnessEditor;
  readonly trainSource?: TrainSource;
  readonly settings?: Partial<TrainerSettings>;
}

/** A trainer-controller and its parts, for the process that hosts it. */
export interface Trainer {
  readonly runner: RoundRunner;
  readonly rounds: RoundStore;
  readonly policies: Policies;
  readonly plant: Plant;
  /** Stops rounds and evaluations where they are. */
  close(): Promise<void>;
}

export function createTrainer(options: TrainerOptions): Trainer {
  const { store, blobs, bus, clock, curator, harness, learner } = options;
  const settings = { ...DEFAULT_SETTINGS, ...options.settings };
  const collections = trainerCollections(store);
  const batches = new Batches(store, bus);
  const policies = new Policies(store, blobs, clock);
  const rounds = new RoundStore(collections.rounds);
  const stop = new AbortController();
  const plant: Plant = {
    ...{ collections, policies, batches, clock, curator, harness, learner, settings },
    waiting: { batches, clock, pollMs: settings.pollMs, signal: stop.signal },
    controller: options.controller ?? ruleBasedController,
    editor: options.editor ?? ruleBasedEditor,
    trainSource: options.trainSource ?? storedTrainSource(store, collections, batches),
    async parentOf(id) {
      const round = await rounds.get(id);
      if (round.phase === 'done' && round.digest !== '') return round;
      throw new GyreError('FAILED_PRECONDITION', `round ${id} is ${round.phase}, not done`, { boundary: 'caller', field: 'parent_round', remedy: 'resume it first' });
    },
  };
  const runner = new RoundRunner(plant, rounds, stop);
  const unobserve = [observeQueue(bus, ROLLOUT_QUEUE), observeTrainer(runner, policies, clock)];
  return {
    ...{ runner, rounds, policies, plant },
    async close() {
      await runner.close();
      for (const end of unobserve) end();
    },
  };
}
