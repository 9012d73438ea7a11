import { openBlobs } from '#kit/blobs/open.ts';
import { openBus } from '#kit/bus/open.ts';
import { systemClock } from '#kit/clock.ts';
import { loadConfig } from '#kit/config.ts';
import { createLogger } from '#kit/logs.ts';
import { runProcess, untilTold, wordFrom } from '#kit/process.ts';
import { openRpc } from '#kit/rpc/open.ts';
import { guarded } from '#kit/rpc/roles.ts';
import { openCommonStore } from '#kit/store/open.ts';
import { startTelemetry } from '#kit/telemetry-start.ts';
import { tokensFrom } from '#kit/rpc/tokens.ts';
import { CuratorServiceService } from '#protos/curator/v1/curator_service.ts';
import { HarnessServiceService } from '#protos/harness/v1/harness_service.ts';
import { TrainerControllerServiceService } from '#protos/trainer/v1/trainer_controller_service.ts';
import { createTrainer } from './controller.ts';
import { openThreadedLearner } from './learners/compact/mod.ts';
import { poolFrom } from './settings.ts';
import { TRAINER_ACCESS, trainerHandlers } from './service.ts';

/** Rounds that nobody has to decide on go on by themselves after a restart. */
const RESTING: ReadonlySet<string> = new Set(['done', 'awaiting_release', 'awaiting_harness']);

/** The trainer-controller as a process of its own: gRPC on GYRE_LISTEN_ADDRESS, until SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const logger = createLogger('trainer-controller', config.logLevel);
  const telemetry = await startTelemetry('trainer-controller', config, { onProblem: (problem) => logger.warn({ problem }, 'telemetry') });
  const authenticate = await tokensFrom(process.env['GYRE_TOKENS_FILE'], 'GYRE_TOKENS_FILE');
  const rpc = await openRpc(config, { logger, token: () => process.env['GYRE_TRAINER_TOKEN'] });
  const store = await openCommonStore(config);
  const blobs = await openBlobs(config.blobsUrl);
  const bus = await openBus(config.busUrl);
  const inCluster = wordFrom('GYRE_LEARNER', ['compact', 'cluster']) === 'cluster';
  // The cluster's learner brings the client of the API server with it.
  const learner = inCluster
    ? await (await import('./learners/cluster/mod.ts')).openClusterLearner(process.env['GYRE_TRAINING_FILE'], { blobs, clock: systemClock, log: logger })
    : openThreadedLearner(config.blobsUrl);
  const trainer = createTrainer({
    ...{ store, blobs, bus, clock: systemClock, learner, settings: { pool: poolFrom(process.env['GYRE_POOL']) } },
    curator: rpc.client(CuratorServiceService, 'curator'),
    harness: rpc.client(HarnessServiceService, 'harness-gateway'),
  });
  const handlers = guarded(TrainerControllerServiceService, trainerHandlers(trainer), TRAINER_ACCESS, authenticate);
  const dependencies = { store: () => store.ping(), bus: () => bus.ping() };
  const server = await rpc.serve([{ service: TrainerControllerServiceService, handlers, dependencies }]);
  for (const { id, phase } of await trainer.rounds.list()) if (!RESTING.has(phase)) await trainer.runner.resume(id);
  logger.info({ port: server.port }, 'serving');
  await untilTold();
  logger.info('draining');
  const stopped = trainer.close();
  // A job in the cluster may take hours, and goes on where it was when it is asked for again: no round waits for it to end.
  if (inCluster) await learner.close();
  await stopped;
  await server.stop();
  if (!inCluster) await learner.close();
  await bus.close();
  await blobs.close();
  await store.close();
  await telemetry.stop();
}

await runProcess('harness', main);
