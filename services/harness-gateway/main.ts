import { readFile } from 'node:fs/promises';
import { openBlobs } from '#kit/blobs/open.ts';
import { systemClock } from '#kit/clock.ts';
import { loadConfig } from '#kit/config.ts';
import { GyreError, invalid } from '#kit/errors.ts';
import { createLogger } from '#kit/logs.ts';
import { runProcess, untilTold, wordFrom } from '#kit/process.ts';
import { openRpc } from '#kit/rpc/open.ts';
import type { Client } from '#kit/rpc/types.ts';
import { openCommonStore } from '#kit/store/open.ts';
import { startTelemetry } from '#kit/telemetry-start.ts';
import { tokensFrom } from '#kit/rpc/tokens.ts';
import { phoneWorld } from '#env-manager/worlds/phone/mod.ts';
import { CuratorServiceService } from '#protos/curator/v1/curator_service.ts';
import { EnvManagerServiceService } from '#protos/env/v1/env_manager_service.ts';
import { HarnessServiceService } from '#protos/harness/v1/harness_service.ts';
import { TrainerControllerServiceService } from '#protos/trainer/v1/trainer_controller_service.ts';
import { type AdapterArtifact, parseArtifact } from './adapter/artifact.ts';
import { compileAdapter } from './adapter/compile.ts';
import { worldSources } from './adapter/coverage.ts';
import { environmentPorts } from './environment.ts';
import { openPolicyRegistry, type RegistrySources } from './policy/registry.ts';
import { openTrainedPolicies, type TrainedOptions } from './policy/trained.ts';
import { startHarness } from './start.ts';

const POLICIES_LOOKED_AT = 1000;

/** The harness-gateway as a process of its own: gRPC on GYRE_LISTEN_ADDRESS, until SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const logger = createLogger('harness-gateway', config.logLevel);
  const telemetry = await startTelemetry('harness-gateway', config, { onProblem: (problem) => logger.warn({ problem }, 'telemetry') });
  const authenticate = await tokensFrom(process.env['GYRE_TOKENS_FILE'], 'GYRE_TOKENS_FILE');
  const rpc = await openRpc(config, { logger, token: () => process.env['GYRE_HARNESS_TOKEN'] });
  const environment = rpc.client(EnvManagerServiceService, 'env-manager', 'environment');
  const trainer = rpc.client(TrainerControllerServiceService, 'trainer-controller');
  const curator = rpc.client(CuratorServiceService, 'curator');
  const store = await openCommonStore(config);
  const blobs = await openBlobs(config.blobsUrl);
  const policies = await openTrainedPolicies({
    ...{ policyUrl: config.policyUrl, store, blobs, clock: systemClock },
    ...listedPolicies(trainer),
    onFailure: (err) => logger.error({ err }, 'a policy version was not published'),
  });
  const harness = await startHarness({
    ...environmentPorts(environment),
    store,
    clock: systemClock,
    policies: openPolicyRegistry({ ...policies.sources, demonstrationOf: taught(curator), scriptOf: async () => undefined, blobs }),
    privateTexts: async (recordDigests) => (await curator.listPrivateTexts({ recordDigests: [...recordDigests] })).texts,
    artifact: await artifactFrom(process.env['GYRE_HARNESS_ADAPTER']),
    journal: wordFrom('GYRE_HARNESS_JOURNAL', ['store', 'memory']),
    authenticate,
    onFailure: (err) => logger.error({ err }, 'housekeeping failed'),
  });
  const dependencies = { store: () => store.ping(), ...policies.dependencies };
  const served = { service: HarnessServiceService, handlers: harness.handlers, boundary: 'harness', dependencies } as const;
  const server = await rpc.serve([served]);
  logger.info({ port: server.port }, 'serving');
  await untilTold();
  logger.info('draining');
  await server.stop();
  await harness.stop();
  await policies.close();
  await blobs.close();
  await store.close();
  await telemetry.stop();
}

/** Policies as the trainer-controller knows them. */
function listedPolicies(trainer: Client<TrainerControllerServiceService>): Pick<TrainedOptions, 'checkpointOf' | 'serving'> {
  return {
    checkpointOf: async (version) => (await trainer.listPolicies({ limit: POLICIES_LOOKED_AT })).policies.find(({ id }) => id === version)?.checkpoint,
    serving: async () => (await trainer.listPolicies({ limit: 1 })).serving || undefined,
  };
}

/** What the teacher of a train task plays, as the curator wrote it down. */
function taught(curator: Client<CuratorServiceService>): RegistrySources['demonstrationOf'] {
  return async (taskId) => {
    try {
      return (await curator.getDemonstration({ taskId })).actions;
    } catch (thrown) {
      if (thrown instanceof GyreError && thrown.code === 'NOT_FOUND') return undefined;
      throw thrown;
    }
  };
}

async function artifactFrom(path: string | undefined): Promise<AdapterArtifact> {
  if (path === undefined || path === '') {
    const { tools, skills, options } = worldSources(phoneWorld);
    return compileAdapter(tools, skills, options);
  }
  try {
    return parseArtifact(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    throw invalid('GYRE_HARNESS_ADAPTER', `${path} holds no adapter artifact (${String(cause)})`, 'name a compiled artifact, or leave it unset for the phone world');
  }
}

await runProcess('harness', main);
