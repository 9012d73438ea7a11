import { availableParallelism } from 'node:os';
import { constructInThread, curatorHandlers } from '#curator/mod.ts';
import { openMemoryBus } from '#kit/bus/memory.ts';
import { type Clock, systemClock } from '#kit/clock.ts';
import type { Config } from '#kit/config.ts';
import type { GyreError } from '#kit/errors.ts';
import { createLogger } from '#kit/logs.ts';
import { inProcessClient } from '#kit/rpc/in-process.ts';
import type { Client, Handlers } from '#kit/rpc/types.ts';
import { CuratorServiceService } from '#protos/curator/v1/curator_service.ts';
import { HarnessServiceService } from '#protos/harness/v1/harness_service.ts';
import { RolloutWorkerServiceService } from '#protos/rollout/v1/rollout_worker_service.ts';
import { TrainerControllerServiceService } from '#protos/trainer/v1/trainer_controller_service.ts';
import type { Action } from '#protos/core/v1/action.ts';
import { deadJobsOn, openThreads, RolloutWorker, rolloutWorkerHandlers, Slots, TaskCache } from '#rollout-worker/mod.ts';
import { openThreadedLearner } from '#trainer-controller/learners/compact/mod.ts';
import { createTrainer, type Learner, type Trainer, trainerHandlers, type TrainerOptions } from '#trainer-controller/mod.ts';
import { type EpisodePlant, openEpisodePlant } from './embedded-plant.ts';
import type { Services } from './services.ts';

export interface EmbeddedOptions {
  /** Where store, evidence and blobs are; see `loadConfig`. */
  readonly config: Config;
  /** Rollout threads. Default: as many as there are cores. */
  readonly threads?: number;
  readonly clock?: Clock;
  /** Hand-written behaviour by task id, for the policies `scripted:<task id>`; played in the main thread. */
  readonly scripts?: ReadonlyMap<string, readonly Action[]>;
  /** Parts of the trainer other than the defaults, for example its settings or its learner. */
  readonly trainer?: Partial<Pick<TrainerOptions, 'settings' | 'controller' | 'editor' | 'learner'>>;
}

/** A whole instance in this process. */
export interface Embedded extends Services {
  readonly plant: EpisodePlant;
  readonly trainerParts: Trainer;
}

/** This process is the only worker over its files, and comes back under the same name. */
const WORKER_ID = 'embedded';
const SWEEP_MS = 2_000;
/** Longest that a rollout thread takes to send its telemetry when it ends, milliseconds. */
const FLUSH_MS = 3_000;

/**
 * Opens all services in this process over the files that the configuration names. Rollout threads, the learner's thread and the worker
 * start with the first round or evaluation, so that a command that only reads starts nothing. `close` drains.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { config, clock = systemClock, scripts } = options;
  const logger = createLogger('embedded', config.logLevel);
  const onFailure = (err: GyreError) => logger.error({ err }, 'background work failed');
  const plant = await openEpisodePlant({ config, clock, journal: 'store', onFailure, ...(scripts ? { scripts } : {}) });
  const { store, evidenceStore, blobs, tokenOf, authenticate } = plant;
  const bus = openMemoryBus({ clock });

  const curatorOf = clientsOf(CuratorServiceService, curatorHandlers({ store, evidenceStore, clock, construct: constructInThread() }, authenticate), clock);
  const harnessOf = clientsOf(HarnessServiceService, plant.harnessHandlers, clock);

  const { storeUrl, evidenceUrl, blobsUrl, policyUrl, logLevel, otlpEndpoint } = config;
  const executor = openThreads({
    threads: options.threads ?? availableParallelism(),
    entry: new URL('./embedded-thread.ts', import.meta.url),
    data: { storeUrl, evidenceUrl, blobsUrl, policyUrl, logLevel, otlpEndpoint },
    endMs: otlpEndpoint === undefined ? 0 : FLUSH_MS,
    onDeath: onFailure,
  });
  const curatorForWork = curatorOf(tokenOf('worker'));
  const worker = new RolloutWorker({
    ...{ id: WORKER_ID, slots: new Slots({ store, clock }), bus, executor, clock, curator: curatorForWork, onFailure },
    ...{ tasks: new TaskCache(curatorForWork), sweepMs: SWEEP_MS },
  });
  const trainer = createTrainer({
    ...{ store, blobs, bus, clock, curator: curatorOf(tokenOf('trainer')), harness: harnessOf(tokenOf('trainer')) },
    ...options.trainer,
    learner: options.trainer?.learner ?? lazyLearner(() => openThreadedLearner(blobsUrl)),
  });
  let started: Promise<void> | undefined;
  const working = () => (started ??= worker.start());
  return {
    ...{ plant, trainerParts: trainer, store },
    environments: plant.environments,
    harness: harnessOf(tokenOf('admin')),
    verifier: plant.verifier,
    curator: curatorOf(tokenOf('admin')),
    trainer: inProcessClient(TrainerControllerServiceService, startingWorker(trainerHandlers(trainer), working), { boundary: 'harness', clock }),
    rollouts: inProcessClient(RolloutWorkerServiceService, rolloutWorkerHandlers(worker, deadJobsOn(bus)), { boundary: 'harness', clock }),
    async close() {
      await trainer.close();
      if (started) await worker.drain();
      await executor.close();
      await trainer.plant.learner.close();
      await bus.close();
      await plant.close();
    },
  };
}

/** Clients of one service that differ only in who calls. */
function clientsOf<S extends Parameters<typeof inProcessClient>[0]>(service: S, handlers: Handlers<S>, clock: Clock): (token: () => string) => Client<S> {
  return (token) => inProcessClient(service, handlers, { boundary: 'harness', clock, token });
}

function startingWorker(handlers: Handlers<TrainerControllerServiceService>, working: () => Promise<void>): Handlers<TrainerControllerServiceService> {
  return {
    ...handlers,
    startRound: async (request, context) => {
      const response = await handlers.startRound(request, context);
      await working();
      return response;
    },
    resumeRound: async (request, context) => {
      const response = await handlers.resumeRound(request, context);
      await working();
      return response;
    },
    evaluate: async (request, context) => {
      await working();
      return handlers.evaluate(request, context);
    },
  };
}

/** A learner whose thread starts with its first job. */
function lazyLearner(open: () => Learner): Learner {
  let opened: Learner | undefined;
  const learner = () => (opened ??= open());
  return {
    kind: 'compact',
    initialise: (job) => learner().initialise(job),
    coldStart: (job) => learner().coldStart(job),
    update: (job) => learner().update(job),
    close: async () => opened?.close(),
  };
}
