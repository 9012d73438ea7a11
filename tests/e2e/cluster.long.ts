import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmbedded } from '#cli/embedded.ts';
import type { Services } from '#cli/services.ts';
import { loadConfig } from '#kit/config.ts';
import { RoundPlan } from '#protos/core/v1/round.ts';
import { rolloutCollections } from '#rollout-worker/collections.ts';
import { openCluster, type TestCluster } from '../servers/cluster.testkit.ts';
import { withServers } from '../servers/server.testkit.ts';

const PLAN = RoundPlan.fromPartial({
  ...{ seed: 11, number: 1, demonstrations: 24, coldStartEpochs: 4, updates: 3, groupsPerUpdate: 4, groupSize: 4, staleness: 1 },
  ...{ temperature: 1, learningRate: 0.005, controllerInterval: 2, objective: 'care', sampling: 'flywheel', schedule: 'deterministic' },
  ...{ phi: { lambdaProg: 0.2, lambdaEff: 0.1, pLow: 0.25, pHigh: 0.75 }, devTasks: 24, approve: 'auto', reviseHarness: true },
});
const POOL = { trainTasks: 60, devTasks: 24, testTasks: 6 };
const ROUND = 'both';

let running: TestCluster;

async function run({ trainer }: Pick<Services, 'trainer'>) {
  await trainer.startRound({ roundId: ROUND, plan: PLAN });
  for await (const { phase } of trainer.watchRound({ roundId: ROUND }, { timeoutMs: 600_000 })) expect(phase).not.toBe('');
  const { round } = await trainer.getRound({ roundId: ROUND });
  return round;
}

(await withServers('nats', 'mongo'))('a round on separate processes over NATS and MongoDB', () => {
  beforeAll(async () => {
    running = await openCluster('cluster', { workers: 2, concurrency: 32, pool: `${POOL.trainTasks},${POOL.devTasks},${POOL.testTasks}` });
  });
  afterAll(() => running?.stop());

  it('comes to the same release, policy and harness as in one process', async () => {
    const embedded = await openEmbedded({ config: loadConfig({ GYRE_STATE_DIR: join(running.folder, 'embedded'), GYRE_LOG_LEVEL: 'error' }), trainer: { settings: { pool: { world: 'phone', ...POOL } } } });
    const alone = await run(embedded).finally(() => embedded.close());
    const together = await run(running.services);
    expect(together).toMatchObject({ phase: 'done', error: '', update: PLAN.updates });
    const made = (round: typeof together) => ({ release: round?.release, policy: round?.policy, harness: round?.harness, digest: round?.digest });
    expect(made(together)).toEqual(made(alone));
  });

  it('left every slot accepted without a fault, and nothing open', async () => {
    const slots = await rolloutCollections(running.services.store).slots.find({});
    expect(slots.length).toBeGreaterThan(PLAN.updates * PLAN.groupsPerUpdate * PLAN.groupSize);
    expect(slots.filter(({ state, faults }) => state !== 'accepted' || faults > 0).map(({ _id, state, fault }) => ({ _id, state, fault }))).toEqual([]);
    expect((await running.services.environments.listEpisodes({ openOnly: true, limit: 10 })).episodes).toEqual([]);
  });

  it('never told a process that has no business with evidence where it is', () => {
    for (const { name, env } of running.cluster.layout.processes) {
      const told = env['GYRE_EVIDENCE_URL'] === running.servers.foundations.evidenceUrl;
      expect({ name, told }).toEqual({ name, told: ['env-manager', 'verifier', 'curator'].includes(name) });
    }
  });
});
