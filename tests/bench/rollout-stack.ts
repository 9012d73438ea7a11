import { construction, type TaskBundle, type TaskCounts } from '#curator/tasks/mod.ts';
import { createSandbox, phoneIntents, phoneWorld, sandboxBackend, startEnvManager } from '#env-manager/mod.ts';
import { compileAdapter, environmentPorts, memoryChanges, type Policy, startHarness, worldSources } from '#harness-gateway/mod.ts';
import { systemClock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import { inProcessClient } from '#kit/rpc/in-process.ts';
import { tokenTable } from '#kit/rpc/roles.ts';
import { openSqliteStore } from '#kit/store/sqlite.ts';
import { Opening } from '#protos/core/v1/context.ts';
import type { Task } from '#protos/core/v1/task.ts';
import type { Trajectory } from '#protos/core/v1/trajectory.ts';
import type { Verdict } from '#protos/core/v1/verdict.ts';
import { IngestRequest } from '#protos/curator/v1/curator_service.ts';
import { EnvManagerServiceService } from '#protos/env/v1/env_manager_service.ts';
import { HarnessServiceService } from '#protos/harness/v1/harness_service.ts';
import { type AttemptOutcome, type ClaimedSlot, runAttempt, unpack } from '#rollout-worker/mod.ts';
import { verify } from '#verifier/mod.ts';

/** One rollout as benchmarks look at it. */
export interface Rollout {
  readonly task: Task;
  readonly opening: Opening;
  readonly trajectory: Trajectory;
  readonly verdict: Verdict;
}

/** Env-manager, harness and verifier in this thread, called as over the network, with policies by name. */
export interface RolloutStack {
  readonly policies: Map<string, Policy>;
  /** One attempt at a slot of its own, as a rollout worker runs it. */
  attempt(bundle: TaskBundle, policy: string, sampling: { readonly temperature: number; readonly seed: number }, guidanceSeed?: string): Promise<AttemptOutcome>;
  /** The same, for those that are to complete. */
  run(bundle: TaskBundle, policy: string, sampling: { readonly temperature: number; readonly seed: number }, guidanceSeed?: string): Promise<Rollout>;
  close(): Promise<void>;
}

/** Audited tasks of the phone world. */
export function constructPool(seed: number, counts: TaskCounts): TaskBundle[] {
  const made = construction({ world: phoneWorld, intents: phoneIntents, seed, counts });
  return [...made.tasks()].flatMap((one) => (one.kind === 'task' ? [one] : []));
}

export async function openRolloutStack(): Promise<RolloutStack> {
  const store = openSqliteStore(':memory:');
  const evidenceStore = openSqliteStore(':memory:');
  const roles = ['worker', 'harness'] as const;
  const authenticate = tokenTable(Object.fromEntries(roles.map((role) => [`bench-token-${role}`, { subject: role, roles: new Set([role]) }])));
  const tokenOf = (role: (typeof roles)[number]) => () => `bench-token-${role}`;
  const onFailure = (error: GyreError) => {
    throw error;
  };
  const manager = startEnvManager({ backends: [sandboxBackend([createSandbox(phoneWorld)])], store, evidenceStore, clock: systemClock, authenticate, journal: 'memory', onFailure });
  const environmentsOf = (role: (typeof roles)[number]) => inProcessClient(EnvManagerServiceService, manager.handlers, { token: tokenOf(role) });
  const policies = new Map<string, Policy>();
  const { tools, skills, options } = worldSources(phoneWorld);
  const harness = await startHarness({
    ...environmentPorts(environmentsOf('harness')),
    ...{ store, clock: systemClock, journal: 'memory', authenticate, onFailure },
    artifact: compileAdapter(tools, skills, options),
    policies: {
      async get(name) {
        const policy = policies.get(name);
        if (policy) return policy;
        throw new GyreError('NOT_FOUND', `no policy ${name}`, { boundary: 'caller' });
      },
    },
  });
  const environments = environmentsOf('worker');
  const harnessClient = inProcessClient(HarnessServiceService, harness.handlers, { token: tokenOf('worker') });
  let attempts = 0;

  const stack: RolloutStack = {
    policies,
    async attempt({ task, criteria }, policy, sampling, guidanceSeed = '') {
      const id = `bench-${attempts++}`;
      const slot: ClaimedSlot = { _id: id, groupId: id, purpose: 'training', taskId: task.id, policy, harnessVersion: '', ...sampling, guidanceSeed, attempt: 1, workerId: 'bench' };
      const verifier = {
        async verify({ trajectoryId, episodeId }: { trajectoryId: string; episodeId: string }) {
          const evidence = await manager.episodes.evidence(episodeId);
          const changes = [...evidence.changes, ...memoryChanges(task.memory, evidence.operations)];
          return { verdict: verify(criteria, { ...evidence, changes }, { trajectoryId, episodeId, taskRevision: task.revision }) };
        },
      };
      return runAttempt(slot, task, { environments, harness: harnessClient, verifier, clock: systemClock });
    },
    async run(bundle, policy, sampling, guidanceSeed) {
      const { task } = bundle;
      const outcome = await stack.attempt(bundle, policy, sampling, guidanceSeed);
      if (outcome.kind !== 'completed') throw new GyreError('INTERNAL', `task ${task.id}: ${outcome.fault}`, { boundary: 'environment' });
      const { trajectory, verdict } = IngestRequest.decode(unpack(outcome.result));
      if (!trajectory || !verdict) throw new GyreError('INTERNAL', `task ${task.id} gave no verdict`, { boundary: 'verifier' });
      return { task, trajectory, verdict, opening: Opening.decode(unpack(outcome.opening)) };
    },
    async close() {
      await harness.stop();
      await manager.stop();
      await store.close();
      await evidenceStore.close();
    },
  };
  return stack;
}
