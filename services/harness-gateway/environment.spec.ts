import { describe, expect, it } from 'vitest';
import { ManualClock } from '#kit/clock.ts';
import { inProcessClient } from '#kit/rpc/in-process.ts';
import { tokenTable } from '#kit/rpc/roles.ts';
import { openSqliteStore } from '#kit/store/sqlite.ts';
import { createSandbox, sandboxBackend, startEnvManager } from '#env-manager/mod.ts';
import { smallTask, smallWorld } from '#env-manager/testkit/small-world.ts';
import { EnvManagerServiceService } from '#protos/env/v1/env_manager_service.ts';
import { HarnessServiceService } from '#protos/harness/v1/harness_service.ts';
import { compileAdapter } from './adapter/compile.ts';
import { worldSources } from './adapter/coverage.ts';
import { environmentPorts } from './environment.ts';
import { memoryChanges } from './memory/changes.ts';
import { startHarness } from './start.ts';
import { calls, finish, openRequest, SayingPolicy } from './testkit/harness.ts';

const rethrow = (error: unknown) => {
  throw error;
};

async function together(outputs: ConstructorParameters<typeof SayingPolicy>[0]) {
  const clock = new ManualClock(1);
  const roles = ['worker', 'harness', 'verifier'];
  const authenticate = tokenTable(Object.fromEntries(roles.map((role) => [`${role}-token`, { subject: role, roles: new Set([role]) }])));
  const manager = startEnvManager({
    backends: [sandboxBackend([createSandbox(smallWorld)])],
    store: openSqliteStore(':memory:'),
    evidenceStore: openSqliteStore(':memory:'),
    clock,
    authenticate,
    journal: 'memory',
    onFailure: rethrow,
  });
  const environment = (role: string) => inProcessClient(EnvManagerServiceService, manager.handlers, { token: () => `${role}-token`, boundary: 'environment' });
  const { tools, skills, options } = worldSources(smallWorld);
  const harness = await startHarness({
    ...environmentPorts(environment('harness')),
    store: openSqliteStore(':memory:'),
    clock,
    policies: { get: async () => new SayingPolicy(outputs) },
    artifact: compileAdapter(tools, skills, options),
    journal: 'memory',
    authenticate,
    onFailure: rethrow,
  });
  const client = inProcessClient(HarnessServiceService, harness.handlers, { token: () => 'worker-token' });
  return { client, worker: environment('worker'), verifier: environment('verifier') };
}

describe('the harness beside the env-manager', () => {
  it('plays an episode whose evidence holds what both of them executed', async () => {
    const memory = [{ memoryId: 'mem_1', category: 'routines_habits', content: 'Usually wakes up at 7:10.', createdAt: '2026-03-01T08:00:00Z', supersedes: '' }];
    const { client, worker, verifier } = await together([
      calls(['search_user_memory', { query: 'wakes up' }]),
      calls(['manage_alarm', { action: 'create', time: '07:10' }], ['replace_user_memory', { memoryId: 'mem_1', content: 'Usually wakes up at 7:00.' }]),
      finish(),
    ]);
    await worker.createEpisode({ episodeId: 'e1', task: smallTask({ memory }), seed: 1, leaseMs: 0, slotId: 's', attempt: 1 });
    await client.openSession(openRequest({ memory }));
    let results: Awaited<ReturnType<typeof worker.step>>['results'] = [];
    for (let step = 0; step < 3; step++) {
      const answer = await client.plan({ sessionId: 'session-1', step, results });
      if (answer.action?.turn?.$case !== 'calls') break;
      ({ results } = await worker.step({ episodeId: 'e1', step, calls: answer.environmentCalls }));
    }
    const { steps } = await client.closeSession({ sessionId: 'session-1', results: [] });
    expect(steps.map((step) => step.turn?.results.map((result) => result.status))).toEqual([[200], [200, 200], []]);
    await worker.closeEpisode({ episodeId: 'e1', reason: 'finished' });
    const { evidence } = await verifier.getEvidence({ episodeId: 'e1' });
    expect(new Map(evidence?.operations.map((operation) => [`${operation.step} ${operation.tool}`, operation.source]))).toEqual(
      new Map([
        ['0 search_user_memory', 'OPERATION_SOURCE_HARNESS'],
        ['1 manage_alarm', 'OPERATION_SOURCE_ENVIRONMENT'],
        ['1 replace_user_memory', 'OPERATION_SOURCE_HARNESS'],
      ]),
    );
    expect(evidence?.finalAction?.turn?.$case).toBe('finish');
    expect(memoryChanges(memory, evidence?.operations ?? [])).toMatchObject([{ rowId: 'mem_1', afterJson: '{"category":"routines_habits","content":"Usually wakes up at 7:00."}' }]);
  });
});
