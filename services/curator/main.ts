import { systemClock } from '#kit/clock.ts';
import { loadConfig } from '#kit/config.ts';
import { createLogger } from '#kit/logs.ts';
import { runProcess, untilTold } from '#kit/process.ts';
import { openRpc } from '#kit/rpc/open.ts';
import { openCommonStore, openStore } from '#kit/store/open.ts';
import { startTelemetry } from '#kit/telemetry-start.ts';
import { tokensFrom } from '#kit/rpc/tokens.ts';
import { CuratorServiceService } from '#protos/curator/v1/curator_service.ts';
import { curatorHandlers } from './service.ts';
import { constructInThread } from './threaded-construct.ts';

/** The curator as a process of its own: gRPC on GYRE_LISTEN_ADDRESS, until SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const logger = createLogger('curator', config.logLevel);
  const telemetry = await startTelemetry('curator', config, { onProblem: (problem) => logger.warn({ problem }, 'telemetry') });
  const authenticate = await tokensFrom(process.env['GYRE_TOKENS_FILE'], 'GYRE_TOKENS_FILE');
  const rpc = await openRpc(config, { logger });
  const store = await openCommonStore(config);
  const evidenceStore = await openStore(config.evidenceUrl, 'GYRE_EVIDENCE_URL');
  const handlers = curatorHandlers({ store, evidenceStore, clock: systemClock, construct: constructInThread() }, authenticate);
  const dependencies = { store: () => store.ping(), evidence: () => evidenceStore.ping() };
  const server = await rpc.serve([{ service: CuratorServiceService, handlers, boundary: 'store', dependencies }]);
  logger.info({ port: server.port }, 'serving');
  await untilTold();
  logger.info('draining');
  await server.stop();
  await store.close();
  await evidenceStore.close();
  await telemetry.stop();
}

await runProcess('store', main);
