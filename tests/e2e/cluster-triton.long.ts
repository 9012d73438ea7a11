import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cluster, startCluster } from '#deploy/cluster/cluster.ts';
import { type LocalFoundations, startFoundations } from '#deploy/cluster/foundations.ts';
import { layoutOf } from '#deploy/cluster/layout.ts';
import { remoteServices } from '#cli/remote.ts';
import type { Services } from '#cli/services.ts';
import { Serving } from '#harness-gateway/policy/triton/serving.ts';
import { loadConfig } from '#kit/config.ts';
import { RoundPlan } from '#protos/core/v1/round.ts';
import { OpenSessionRequest } from '#protos/harness/v1/harness_service.ts';
import { rolloutCollections } from '#rollout-worker/collections.ts';
import { withServers } from '../servers/server.testkit.ts';

const PLAN = RoundPlan.fromPartial({
  ...{ seed: 11, number: 1, demonstrations: 16, coldStartEpochs: 4, updates: 5, groupsPerUpdate: 3, groupSize: 4, staleness: 1 },
  ...{ temperature: 1, learningRate: 0.005, controllerInterval: 0, objective: 'care', sampling: 'flywheel', schedule: 'deterministic' },
  ...{ phi: { lambdaProg: 0.2, lambdaEff: 0.1, pLow: 0.25, pHigh: 0.75 }, devTasks: 6, approve: 'auto', reviseHarness: false },
});

(await withServers('nats', 'mongo', 'triton'))('a round on separate processes with its policies on Triton', () => {
  let folder = '';
  let servers: LocalFoundations;
  let cluster: Cluster;
  let services: Services;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gyre-cluster-'));
    servers = await startFoundations({ folder, telemetry: false, policy: 'triton' });
    cluster = await startCluster(await layoutOf({ foundations: servers.foundations, folder, workers: 2, concurrency: 4, logLevel: 'warn', variables: { GYRE_POOL: '40,6,6' } }));
    await cluster.healthy();
    services = await remoteServices(loadConfig({ ...cluster.env }), cluster.layout.adminToken);
  }, 300_000);
  afterAll(async () => {
    await services?.close();
    await cluster?.stop();
    await servers?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('comes to its end although Triton is killed in its middle, and again', async () => {
    const { trainer } = services;
    await trainer.startRound({ roundId: 'r1', plan: PLAN });
    let [kills, before] = [0, ''];
    for await (const { phase, done } of trainer.watchRound({ roundId: 'r1' }, { timeoutMs: 800_000 })) {
      const at = `${phase} ${done}`;
      if (phase === 'training' && done >= 1 && kills < 2 && at !== before) {
        before = at;
        kills++;
        await servers.triton?.kill();
        await servers.triton?.restart();
      }
    }
    expect(kills).toBe(2);
    expect((await trainer.getRound({ roundId: 'r1' })).round).toMatchObject({ phase: 'done', error: '', update: PLAN.updates });
  });

  it('scored nothing that was cut off: what did not complete was played again', async () => {
    const all = await rolloutCollections(services.store).slots.find({});
    expect(all.length).toBeGreaterThan(PLAN.updates * PLAN.groupsPerUpdate * PLAN.groupSize);
    const amiss = all.filter(({ state, summary }) => state !== 'accepted' || summary?.valid !== true);
    expect(amiss.map(({ _id, state, fault, summary }) => ({ _id, state, fault, summary }))).toEqual([]);
    expect(all.filter(({ faults, fault }) => faults > 0 && !/^(harness|environment): /.test(fault)).map(({ fault }) => fault)).toEqual([]);
  });

  it('then serves what the round came to, keeps few versions loaded, and plans with it', async () => {
    const { round } = await services.trainer.getRound({ roundId: 'r1' });
    const request = { sessionId: 'user-1', locale: 'en', now: '2026-03-02T09:00:00', timeZone: 'UTC', request: 'turn on Bluetooth', world: 'phone', sampling: { temperature: 0, seed: 1 } };
    expect((await services.harness.openSession(OpenSessionRequest.fromPartial(request))).policy).toBe(round?.policy);
    const { loaded, serving, refused } = await new Serving(services.store, 'policy').read();
    expect({ serving, refused }).toEqual({ serving: round?.policy, refused: [] });
    expect(loaded.length).toBeLessThanOrEqual(4);
    expect((await services.harness.plan({ sessionId: 'user-1', step: 0, results: [] })).step?.tokens.length).toBeGreaterThan(0);
  });
});
