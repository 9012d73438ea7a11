import { systemClock } from '#kit/clock.ts';
import { loadConfig } from '#kit/config.ts';
import { createLogger } from '#kit/logs.ts';
import { runProcess, untilTold, wordFrom } from '#kit/process.ts';
import { openRpc } from '#kit/rpc/open.ts';
import { openCommonStore, openStore } from '#kit/store/open.ts';
import { startTelemetry } from '#kit/telemetry-start.ts';
import { EnvManagerServiceService } from '#protos/env/v1/env_manager_service.ts';
import { sandboxBackend } from './backends/sandbox/backend.ts';
import { createSandbox } from './backends/sandbox/sandbox.ts';
import { startEnvManager } from './start.ts';
import { tokensFrom } from '#kit/rpc/tokens.ts';
import { phoneWorld } from './worlds/phone/mod.ts';

/** The env-manager as a process of its own: gRPC on GYRE_LISTEN_ADDRESS, until SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const logger = createLogger('env-manager', config.logLevel);
  const telemetry = await startTelemetry('env-manager', config, { onProblem: (problem) => logger.warn({ problem }, 'telemetry') });
  const authenticate = await tokensFrom(process.env['GYRE_TOKENS_FILE'], 'GYRE_TOKENS_FILE');
  const rpc = await openRpc(config, { logger });
  const store = await openCommonStore(config);
  const evidenceStore = await openStore(config.evidenceUrl, 'GYRE_EVIDENCE_URL');
  const manager = startEnvManager({
    backends: [sandboxBackend([createSandbox(phoneWorld)])],
    store,
    evidenceStore,
    clock: systemClock,
    authenticate,
    journal: wordFrom('GYRE_ENV_JOURNAL', ['store', 'memory']),
    onFailure: (err) => logger.error({ err }, 'a round of the reaper failed'),
  });
  const dependencies = { store: () => store.ping(), evidence: () => evidenceStore.ping() };
  const served = { service: EnvManagerServiceService, handlers: manager.handlers, boundary: 'environment', dependencies } as const;
  const server = await rpc.serve([served]);
  logger.info({ port: server.port }, 'serving');
  await untilTold();
  logger.info('draining');
  await server.stop();
  await manager.stop();
  await store.close();
  await evidenceStore.close();
  await telemetry.stop();
}

await runProcess('environment', main);
