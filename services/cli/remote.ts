import type { Config } from '#kit/config.ts';
import { createLogger } from '#kit/logs.ts';
import { closeChannels } from '#kit/rpc/grpc-channel.ts';
import { openRpc } from '#kit/rpc/open.ts';
import { openCommonStore } from '#kit/store/open.ts';
import { CuratorServiceService } from '#protos/curator/v1/curator_service.ts';
import { EnvManagerServiceService } from '#protos/env/v1/env_manager_service.ts';
import { HarnessServiceService } from '#protos/harness/v1/harness_service.ts';
import { RolloutWorkerServiceService } from '#protos/rollout/v1/rollout_worker_service.ts';
import { TrainerControllerServiceService } from '#protos/trainer/v1/trainer_controller_service.ts';
import { VerifierServiceService } from '#protos/verifier/v1/verifier_service.ts';
import type { Services } from './services.ts';

/** Services in other processes, called over gRPC with a bearer token. Errors as `openRpc` and `openCommonStore`; INVALID_ARGUMENT for an address that is not set. */
export async function remoteServices(config: Config, token: string): Promise<Services> {
  const rpc = await openRpc(config, { logger: createLogger('cli', config.logLevel, process.stderr), token: () => token });
  const clients = {
    environments: rpc.client(EnvManagerServiceService, 'env-manager'),
    harness: rpc.client(HarnessServiceService, 'harness-gateway'),
    verifier: rpc.client(VerifierServiceService, 'verifier'),
    curator: rpc.client(CuratorServiceService, 'curator'),
    trainer: rpc.client(TrainerControllerServiceService, 'trainer-controller'),
    rollouts: rpc.client(RolloutWorkerServiceService, 'rollout-worker'),
  };
  const store = await openCommonStore(config);
  return {
    ...clients,
    store,
    async close() {
      closeChannels();
      await store.close();
    },
  };
}
