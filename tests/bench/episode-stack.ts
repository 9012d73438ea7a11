import { randomBytes } from 'node:crypto';
import { createSandbox, phoneWorld, sandboxBackend, startEnvManager } from '#env-manager/mod.ts';
import { compileAdapter, environmentPorts, memoryChanges, type Policy, startHarness, worldSources } from '#harness-gateway/mod.ts';
import { RulePlanner } from '#harness-gateway/policy/baselines/mod.ts';
import type { TaskBundle } from '#curator/tasks/mod.ts';
import { systemClock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import { closeChannels } from '#kit/rpc/grpc-channel.ts';
import { grpcClient } from '#kit/rpc/grpc-client.ts';
import { serveGrpc } from '#kit/rpc/grpc-server.ts';
import { inProcessClient } from '#kit/rpc/in-process.ts';
import { tokenTable } from '#kit/rpc/roles.ts';
import type { Client, Handlers, ServiceDefinition } from '#kit/rpc/types.ts';
import { openStore } from '#kit/store/open.ts';
import { CompletionCriteria } from '#protos/core/v1/criteria.ts';
import { EnvManagerServiceService } from '#protos/env/v1/env_manager_service.ts';
import { HarnessServiceService } from '#protos/harness/v1/harness_service.ts';
import { VerifierServiceService } from '#protos/verifier/v1/verifier_service.ts';
import type { RunnerDependencies } from '#rollout-worker/mod.ts';
import { criteriaOf, verifierHandlers } from '#verifier/mod.ts';
import { naiveEnvironments, naiveHarness } from './episode-naive.ts';

export interface StackOptions {
  /** Each service on a port of its own on loopback, or called in this thread with the same encoding. */
  readonly transport: 'in_process' | 'grpc';
  /** Environments and harness of the obvious kind; the verifier stays. */
  readonly naive?: boolean;
  /** Where the stores are. */
  readonly folder: string;
  readonly pool: readonly TaskBundle[];
}

/** What runs an attempt, with a count of the calls between services. */
export interface EpisodeStack {
  readonly services: RunnerDependencies;
  readonly calls: () => number;
  close(): Promise<void>;
}

const ROLES = ['worker', 'harness', 'verifier'] as const;
type Role = (typeof ROLES)[number];

/** Env-manager, harness and verifier over SQLite files, calling each other by the transport. */
export async function openEpisodeStack({ transport, naive = false, folder, pool }: StackOptions): Promise<EpisodeStack> {
  const store = await openStore(`sqlite:${folder}/gyre.db`);
  const evidenceStore = await openStore(`sqlite:${folder}/evidence.db`);
  const criteria = pool.map(({ task: { id, revision }, criteria }) => ({ _id: id, revision, criteria: JSON.parse(JSON.stringify(CompletionCriteria.toJSON(criteria))) }));
  await criteriaOf(evidenceStore).insertMany(criteria);
  const tokens = new Map(ROLES.map((role) => [role, randomBytes(24).toString('hex')]));
  const tokenOf = (role: Role) => () => tokens.get(role) ?? '';
  const authenticate = tokenTable(Object.fromEntries(ROLES.map((role) => [tokenOf(role)(), { subject: role, roles: new Set([role]) }])));
  const onFailure = (error: GyreError) => {
    throw error;
  };
  const stops: (() => Promise<void>)[] = [];
  let calls = 0;
  /** Serves by the transport, and gives the clients of it by role. */
  const connect = async <S extends ServiceDefinition>(service: S, served: Handlers<S>): Promise<(role: Role) => Client<S>> => {
    const handlers = counted(served, () => (calls += 1));
    if (transport === 'in_process') return (role) => inProcessClient(service, handlers, { token: tokenOf(role) });
    const server = await serveGrpc([{ service, handlers }], { address: '127.0.0.1:0', drainMs: 1_000 });
    stops.unshift(() => server.stop());
    return (role) => grpcClient(service, `127.0.0.1:${server.port}`, { token: tokenOf(role) });
  };

  const manager = startEnvManager({ backends: [sandboxBackend([createSandbox(phoneWorld)])], store, evidenceStore, clock: systemClock, authenticate, journal: 'memory', onFailure });
  const environmentsOf = await connect(EnvManagerServiceService, naive ? { ...manager.handlers, ...naiveEnvironments() } : manager.handlers);
  const planner = new RulePlanner();
  const policyOf = async (): Promise<Policy> => planner;
  const { tools, skills, options } = worldSources(phoneWorld);
  const artifact = compileAdapter(tools, skills, options);
  const ports = environmentPorts(environmentsOf('harness'));
  const harness = await startHarness({ ...ports, store, clock: systemClock, journal: 'memory', authenticate, onFailure, artifact, policies: { get: policyOf } });
  const plain = naive ? await naiveHarness(artifact, tools, policyOf, environmentsOf('harness')) : {};
  const harnessOf = await connect(HarnessServiceService, { ...harness.handlers, ...plain });
  const tasks = new Map(pool.map(({ task }) => [task.id, task]));
  const judging = { environments: environmentsOf('verifier'), evidenceStore, store, taskOf: async (id: string) => tasks.get(id), memoryChanges };
  const verifierOf = await connect(VerifierServiceService, verifierHandlers(judging, authenticate));

  return {
    services: { environments: environmentsOf('worker'), harness: harnessOf('worker'), verifier: verifierOf('worker'), clock: systemClock, packedOpenings: new Map() },
    calls: () => calls,
    async close() {
      if (transport === 'grpc') closeChannels();
      for (const stop of stops) await stop();
      await harness.stop();
      await manager.stop();
      await evidenceStore.close();
      await store.close();
    },
  };
}

function counted<S extends ServiceDefinition>(handlers: Handlers<S>, count: () => void): Handlers<S> {
  const entries = Object.entries(handlers).map(([key, handler]) => [
    key,
    (...given: Parameters<typeof handler>) => {
      count();
      return handler(...given);
    },
  ]);
  // Every entry keeps the shape of the handler it wraps.
  return Object.fromEntries(entries) as Handlers<S>;
}
