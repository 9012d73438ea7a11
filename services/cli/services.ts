import type { Config } from '#kit/config.ts';
import type { Client } from '#kit/rpc/types.ts';
import type { Store } from '#kit/store/types.ts';
import type { Action } from '#protos/core/v1/action.ts';
import type { CuratorServiceService } from '#protos/curator/v1/curator_service.ts';
import type { EnvManagerServiceService } from '#protos/env/v1/env_manager_service.ts';
import type { HarnessServiceService } from '#protos/harness/v1/harness_service.ts';
import type { RolloutWorkerServiceService } from '#protos/rollout/v1/rollout_worker_service.ts';
import type { TrainerControllerServiceService } from '#protos/trainer/v1/trainer_controller_service.ts';
import type { VerifierServiceService } from '#protos/verifier/v1/verifier_service.ts';

/** What commands work through: the services by their contract, and the store for what is only read. */
export interface Services {
  readonly environments: Client<EnvManagerServiceService>;
  readonly harness: Client<HarnessServiceService>;
  readonly verifier: Client<VerifierServiceService>;
  readonly curator: Client<CuratorServiceService>;
  readonly trainer: Client<TrainerControllerServiceService>;
  readonly rollouts: Client<RolloutWorkerServiceService>;
  readonly store: Store;
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly config: Config;
  /** Hand-written behaviour by task id, for the policies `scripted:<task id>`. */
  readonly scripts?: ReadonlyMap<string, readonly Action[]>;
}

/** Opens the services that the configuration names. */
export type OpenServices = (options: OpenOptions) => Promise<Services>;
