import { loadConfig } from '#kit/config.ts';
import { createLogger } from '#kit/logs.ts';
import { runProcess, untilTold } from '#kit/process.ts';
import { openRpc } from '#kit/rpc/open.ts';
import { openCommonStore, openStore } from '#kit/store/open.ts';
import { startTelemetry } from '#kit/telemetry-start.ts';
import { tokensFrom } from '#kit/rpc/tokens.ts';
import { memoryChanges } from '#harness-gateway/memory/changes.ts';
import { CuratorServiceService } from '#protos/curator/v1/curator_service.ts';
import { EnvManagerServiceService } from '#protos/env/v1/env_manager_service.ts';
import { VerifierServiceService } from '#protos/verifier/v1/verifier_service.ts';
import { verifierHandlers } from './service.ts';

/** The verifier as a process of its own: gRPC on GYRE_LISTEN_ADDRESS, until SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const logger = createLogger('verifier', config.logLevel);
  const telemetry = await startTelemetry('verifier', config, { onProblem: (problem) => logger.warn({ problem }, 'telemetry') });
  const authenticate = await tokensFrom(process.env['GYRE_TOKENS_FILE'], 'GYRE_TOKENS_FILE');
  const rpc = await openRpc(config, { logger, token: () => process.env['GYRE_VERIFIER_TOKEN'] });
  const environments = rpc.client(EnvManagerServiceService, 'env-manager', 'environment');
  const curator = rpc.client(CuratorServiceService, 'curator', 'store');
  const store = await openCommonStore(config);
  const evidenceStore = await openStore(config.evidenceUrl, 'GYRE_EVIDENCE_URL');
  const taskOf = async (id: string) => (await curator.getTask({ id })).task;
  const handlers = verifierHandlers({ environments, evidenceStore, store, taskOf, memoryChanges }, authenticate);
  const dependencies = { store: () => store.ping(), evidence: () => evidenceStore.ping() };
  const server = await rpc.serve([{ service: VerifierServiceService, handlers, boundary: 'verifier', dependencies }]);
  logger.info({ port: server.port }, 'serving');
  await untilTold();
  logger.info('draining');
  await server.stop();
  await store.close();
  await evidenceStore.close();
  await telemetry.stop();
}

await runProcess('verifier', main);
