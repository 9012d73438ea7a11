import { openBus } from '#kit/bus/open.ts';
import { systemClock } from '#kit/clock.ts';
import { loadConfig } from '#kit/config.ts';
import { invalid } from '#kit/errors.ts';
import { createLogger } from '#kit/logs.ts';
import { runProcess, untilTold } from '#kit/process.ts';
import { openRpc } from '#kit/rpc/open.ts';
import { guarded } from '#kit/rpc/roles.ts';
import { openCommonStore } from '#kit/store/open.ts';
import { startTelemetry } from '#kit/telemetry-start.ts';
import { tokensFrom } from '#kit/rpc/tokens.ts';
import { CuratorServiceService } from '#protos/curator/v1/curator_service.ts';
import { EnvManagerServiceService } from '#protos/env/v1/env_manager_service.ts';
import { HarnessServiceService } from '#protos/harness/v1/harness_service.ts';
import { RolloutWorkerServiceService } from '#protos/rollout/v1/rollout_worker_service.ts';
import { VerifierServiceService } from '#protos/verifier/v1/verifier_service.ts';
import { deadJobsOn } from './dead-jobs.ts';
import { localExecutor } from './executor.ts';
import { ROLLOUT_WORKER_ACCESS, rolloutWorkerHandlers } from './service.ts';
import { Slots } from './slots.ts';
import { TaskCache } from './tasks.ts';
import { RolloutWorker } from './worker.ts';

const DEFAULT_CONCURRENCY = 32;
const DEFAULT_OUTAGE_MINUTES = 120;

/** The rollout worker as a process of its own: takes work from the bus until SIGTERM or SIGINT, then drains. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const logger = createLogger('rollout-worker', config.logLevel);
  const telemetry = await startTelemetry('rollout-worker', config, { onProblem: (problem) => logger.warn({ problem }, 'telemetry') });
  const authenticate = await tokensFrom(process.env['GYRE_TOKENS_FILE'], 'GYRE_TOKENS_FILE');
  const rpc = await openRpc(config, { logger, token: () => process.env['GYRE_WORKER_TOKEN'] });
  const clock = systemClock;
  const store = await openCommonStore(config);
  const bus = await openBus(config.busUrl);
  const curator = rpc.client(CuratorServiceService, 'curator', 'caller');
  const plant = {
    environments: rpc.client(EnvManagerServiceService, 'env-manager', 'environment'),
    harness: rpc.client(HarnessServiceService, 'harness-gateway', 'harness'),
    verifier: rpc.client(VerifierServiceService, 'verifier', 'verifier'),
    clock,
  };
  const worker = new RolloutWorker({
    id: workerIdFrom(process.env['GYRE_WORKER_ID'] ?? process.env['HOSTNAME']),
    slots: new Slots({ store, clock, outageMs: whole('GYRE_ROLLOUT_OUTAGE_MINUTES', DEFAULT_OUTAGE_MINUTES) * 60_000 }),
    bus,
    executor: localExecutor(plant, whole('GYRE_ROLLOUT_CONCURRENCY', DEFAULT_CONCURRENCY)),
    tasks: new TaskCache(curator),
    curator,
    clock,
    onFailure: (err) => logger.error({ err }, 'a sweep failed'),
    onTurnedAway: ({ slotId, fault }) => logger.warn({ slot: slotId, fault }, 'turned away, the slot waits'),
  });
  const dependencies = { store: () => store.ping(), bus: () => bus.ping() };
  const handlers = guarded(RolloutWorkerServiceService, rolloutWorkerHandlers(worker, deadJobsOn(bus)), ROLLOUT_WORKER_ACCESS, authenticate);
  const server = await rpc.serve([{ service: RolloutWorkerServiceService, handlers, dependencies }]);
  await worker.start();
  logger.info({ port: server.port }, 'taking work');
  await untilTold();
  logger.info('draining');
  await worker.drain();
  await server.stop();
  await bus.close();
  await store.close();
  await telemetry.stop();
}

function workerIdFrom(text: string | undefined): string {
  if (text !== undefined && text !== '') return text;
  throw invalid('GYRE_WORKER_ID', 'is not set', 'give this worker a name that it keeps when it restarts and that no other has');
}

function whole(variable: string, standard: number): number {
  const text = process.env[variable];
  const number = text === undefined || text === '' ? standard : Number(text);
  if (Number.isInteger(number) && number >= 1) return number;
  throw invalid(variable, `is ${text}`, 'write a whole number from 1');
}

await runProcess('harness', main);
