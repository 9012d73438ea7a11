import { CURATOR_ACCESS } from '#curator/mod.ts';
import { ENV_MANAGER_ACCESS } from '#env-manager/mod.ts';
import { HARNESS_ACCESS } from '#harness-gateway/mod.ts';
import type { Clock } from '#kit/clock.ts';
import type { ServiceName } from '#kit/config.ts';
import type { GrpcServer } from '#kit/rpc/grpc-server.ts';
import type { Rpc } from '#kit/rpc/open.ts';
import { type Access, type Authenticate, guarded } from '#kit/rpc/roles.ts';
import type { Client, ServiceDefinition } from '#kit/rpc/types.ts';
import { CuratorServiceService } from '#protos/curator/v1/curator_service.ts';
import { EnvManagerServiceService } from '#protos/env/v1/env_manager_service.ts';
import { HarnessServiceService } from '#protos/harness/v1/harness_service.ts';
import { RolloutWorkerServiceService } from '#protos/rollout/v1/rollout_worker_service.ts';
import { TrainerControllerServiceService } from '#protos/trainer/v1/trainer_controller_service.ts';
import { VerifierServiceService } from '#protos/verifier/v1/verifier_service.ts';
import { ROLLOUT_WORKER_ACCESS } from '#rollout-worker/mod.ts';
import { TRAINER_ACCESS } from '#trainer-controller/mod.ts';
import { VERIFIER_ACCESS } from '#verifier/mod.ts';
import { forwarding } from './forward.ts';
import type { Services } from './services.ts';

export interface ServeOptions {
  readonly clock: Clock;
  readonly rpc: Rpc;
  /** `127.0.0.1`, or a name of this machine that certificates can hold. */
  readonly host: string;
  readonly authenticate: Authenticate;
  /** Port of the first service, the others follow; 0 takes free ones. */
  readonly port: number;
}

export interface Serving {
  readonly addresses: Readonly<Record<ServiceName, string>>;
  /** Takes no new calls, waits for those in flight, and closes. */
  stop(): Promise<void>;
}

/** Puts services of this process on loopback ports, one each, with health checks and the role check of every method. Errors as `Rpc.serve`. */
export async function serveOnLoopback(services: Services, options: ServeOptions): Promise<Serving> {
  const { clock, rpc, host, authenticate, port } = options;
  const servers: GrpcServer[] = [];
  const dependencies = { store: () => services.store.ping() };
  const serve = async <S extends ServiceDefinition>(service: S, client: Client<S>, access: Access<S>): Promise<string> => {
    const handlers = guarded(service, forwarding(service, client, clock), access, authenticate);
    const server = await rpc.serve([{ service, handlers, dependencies }], `${host}:${port === 0 ? 0 : port + servers.length}`);
    servers.push(server);
    return `${host}:${server.port}`;
  };
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    const addresses = {
      'env-manager': await serve(EnvManagerServiceService, services.environments, ENV_MANAGER_ACCESS),
      'rollout-worker': await serve(RolloutWorkerServiceService, services.rollouts, ROLLOUT_WORKER_ACCESS),
      verifier: await serve(VerifierServiceService, services.verifier, VERIFIER_ACCESS),
      curator: await serve(CuratorServiceService, services.curator, CURATOR_ACCESS),
      'trainer-controller': await serve(TrainerControllerServiceService, services.trainer, TRAINER_ACCESS),
      'harness-gateway': await serve(HarnessServiceService, services.harness, HARNESS_ACCESS),
    };
    return { addresses, stop };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}
