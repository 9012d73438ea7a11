import type { Config, ServiceName } from '#kit/config.ts';
import { closeChannels } from '#kit/rpc/grpc-channel.ts';
import { grpcClient } from '#kit/rpc/grpc-client.ts';
import type { Client, ServiceDefinition } from '#kit/rpc/types.ts';
import type { Store } from '#kit/store/types.ts';
import { CuratorServiceService } from '#protos/curator/v1/curator_service.ts';
import { EnvManagerServiceService } from '#protos/env/v1/env_manager_service.ts';
import { HarnessServiceService } from '#protos/harness/v1/harness_service.ts';
import { RolloutWorkerServiceService } from '#protos/rollout/v1/rollout_worker_service.ts';
import { TrainerControllerServiceService } from '#protos/trainer/v1/trainer_controller_service.ts';
import { VerifierServiceService } from '#protos/verifier/v1/verifier_service.ts';
import type { Services } from './services.ts';

/** Services in other processes, called over gRPC with a bearer token. Every address of `config` is set. */
export function remoteServices({ addresses }: Config, token: string, store: Store): Services {
  const at = <S extends ServiceDefinition>(service: S, name: ServiceName): Client<S> => grpcClient(service, addresses[name] ?? '', { token: () => token });
  return {
    environments: at(EnvManagerServiceService, 'env-manager'),
    harness: at(HarnessServiceService, 'harness-gateway'),
    verifier: at(VerifierServiceService, 'verifier'),
    curator: at(CuratorServiceService, 'curator'),
    trainer: at(TrainerControllerServiceService, 'trainer-controller'),
    rollouts: at(RolloutWorkerServiceService, 'rollout-worker'),
    store,
    async close() {
      closeChannels();
      await store.close();
    },
  };
}
