import { inProcessClient } from '#kit/rpc/in-process.ts';
import { GyreError } from '#kit/errors.ts';
import type { Client, Handlers, ServiceDefinition } from '#kit/rpc/types.ts';
import { openStore } from '#kit/store/open.ts';
import type { Store } from '#kit/store/types.ts';
import { CuratorServiceService } from '#protos/curator/v1/curator_service.ts';
import { EnvManagerServiceService } from '#protos/env/v1/env_manager_service.ts';
import { HarnessServiceService } from '#protos/harness/v1/harness_service.ts';
import { RolloutWorkerServiceService } from '#protos/rollout/v1/rollout_worker_service.ts';
import { TrainerControllerServiceService } from '#protos/trainer/v1/trainer_controller_service.ts';
import { VerifierServiceService } from '#protos/verifier/v1/verifier_service.ts';
import type { Services } from '../services.ts';

export interface FakeHandlers {
  readonly trainer?: Partial<Handlers<TrainerControllerServiceService>>;
  readonly curator?: Partial<Handlers<CuratorServiceService>>;
  readonly harness?: Partial<Handlers<HarnessServiceService>>;
  readonly environments?: Partial<Handlers<EnvManagerServiceService>>;
  readonly verifier?: Partial<Handlers<VerifierServiceService>>;
  readonly rollouts?: Partial<Handlers<RolloutWorkerServiceService>>;
}

/** Services whose given methods answer and whose others are UNIMPLEMENTED, called through the contract like real ones. */
export async function fakeServices(handlers: FakeHandlers, store?: Store): Promise<Services> {
  return {
    trainer: client(TrainerControllerServiceService, handlers.trainer ?? {}),
    curator: client(CuratorServiceService, handlers.curator ?? {}),
    harness: client(HarnessServiceService, handlers.harness ?? {}),
    environments: client(EnvManagerServiceService, handlers.environments ?? {}),
    verifier: client(VerifierServiceService, handlers.verifier ?? {}),
    rollouts: client(RolloutWorkerServiceService, handlers.rollouts ?? {}),
    store: store ?? (await openStore('sqlite::memory:')),
    close: async () => undefined,
  };
}

function client<S extends ServiceDefinition>(service: S, given: Partial<Handlers<S>>): Client<S> {
  const closed = Object.fromEntries(
    Object.keys(service).map((method) => [
      method,
      async () => {
        throw new GyreError('UNIMPLEMENTED', `${method} was not expected`, { boundary: 'harness' });
      },
    ]),
  );
  // What is not given refuses; what is given has its own type.
  return inProcessClient(service, { ...closed, ...given } as unknown as Handlers<S>);
}
