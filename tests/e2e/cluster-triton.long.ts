import { afterAll, beforeAll, expect, it } from 'vitest';
import { Serving } from '#harness-gateway/policy/triton/serving.ts';
import { RoundPlan } from '#protos/core/v1/round.ts';
import { OpenSessionRequest } from '#protos/harness/v1/harness_service.ts';
import { rolloutCollections } from '#rollout-worker/collections.ts';
import { openCluster, type TestCluster } from '../servers/cluster.testkit.ts';
import { withServers } from '../servers/server.testkit.ts';

const PLAN = RoundPlan.fromPartial({
  ...{ seed: 11, number: 1, demonstrations: 16, coldStartEpochs: 4, updates: 5, groupsPerUpdate: 3, groupSize: 4, staleness: 1 },
  ...{ temperature: 1, learningRate: 0.005, controllerInterval: 0, objective: 'care', sampling: 'flywheel', schedule: 'deterministic' },
  ...{ phi: { lambdaProg: 0.2, lambdaEff: 0.1, pLow: 0.25, pHigh: 0.75 }, devTasks: 6, approve: 'auto', reviseHarness: false },
});

(await withServers('nats', 'mongo', 'triton'))('a round on separate processes with its policies on Triton', () => {
  let running: TestCluster;

  beforeAll(async () => {
    running = await openCluster('cluster', { policy: 'triton', workers: 2, concurrency: 4, pool: '40,6,6' });
  }, 300_000);
  afterAll(() => running?.stop());

  it('comes to its end although Triton is killed in its middle, and again', async () => {
    const { trainer } = running.services;
    await trainer.startRound({ roundId: 'r1', plan: PLAN });
    let [kills, before] = [0, ''];
    for await (const { phase, done } of trainer.watchRound({ roundId: 'r1' }, { timeoutMs: 800_000 })) {
      const at = `${phase} ${done}`;
      if (phase === 'training' && done >= 1 && kills < 2 && at !== before) {
        before = at;
        kills++;
        await running.servers.triton?.kill();
        await running.servers.triton?.restart();
      }
    }
    expect(kills).toBe(2);
    expect((await trainer.getRound({ roundId: 'r1' })).round).toMatchObject({ phase: 'done', error: '', update: PLAN.updates });
  });

  it('scored nothing that was cut off: what did not complete was played again', async () => {
    const all = await rolloutCollections(running.services.store).slots.find({});
    expect(all.length).toBeGreaterThan(PLAN.updates * PLAN.groupsPerUpdate * PLAN.groupSize);
    const amiss = all.filter(({ state, summary }) => state !== 'accepted' || summary?.valid !== true);
    expect(amiss.map(({ _id, state, fault, summary }) => ({ _id, state, fault, summary }))).toEqual([]);
    expect(all.filter(({ faults, fault }) => faults > 0 && !/^(harness|environment): /.test(fault)).map(({ fault }) => fault)).toEqual([]);
  });

  it('then serves what the round came to, keeps few versions loaded, and plans with it', async () => {
    const { services } = running;
    const { round } = await services.trainer.getRound({ roundId: 'r1' });
    const request = { sessionId: 'user-1', locale: 'en', now: '2026-03-02T09:00:00', timeZone: 'UTC', request: 'turn on Bluetooth', world: 'phone', sampling: { temperature: 0, seed: 1 } };
    expect((await services.harness.openSession(OpenSessionRequest.fromPartial(request))).policy).toBe(round?.policy);
    const { loaded, serving, refused } = await new Serving(services.store, 'policy').read();
    expect({ serving, refused }).toEqual({ serving: round?.policy, refused: [] });
    expect(loaded.length).toBeLessThanOrEqual(4);
    expect((await services.harness.plan({ sessionId: 'user-1', step: 0, results: [] })).step?.tokens.length).toBeGreaterThan(0);
  });
});
