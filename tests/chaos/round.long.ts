import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProcessSpec } from '#deploy/cluster/supervised.ts';
import { systemClock } from '#kit/clock.ts';
import { RoundPlan } from '#protos/core/v1/round.ts';
import { rolloutCollections, type SlotDoc } from '#rollout-worker/collections.ts';
import { openCluster, type TestCluster } from '../servers/cluster.testkit.ts';
import { withServers } from '../servers/server.testkit.ts';
import { openProxy, type Proxy } from '../nats/proxy.ts';
import { faultsOn } from './faults.ts';
import { canCut, type Cuttable, openCuttable } from './network-cut.ts';

/** 4 updates of 16 groups of 8: 512 training slots. */
const PLAN = RoundPlan.fromPartial({
  ...{ seed: 5, number: 1, demonstrations: 32, coldStartEpochs: 5, updates: 4, groupsPerUpdate: 16, groupSize: 8, staleness: 1 },
  ...{ temperature: 1, learningRate: 0.003, controllerInterval: 0, objective: 'care', sampling: 'flywheel', schedule: 'deterministic' },
  ...{ phi: { lambdaProg: 0.2, lambdaEff: 0.1, pLow: 0.25, pHigh: 0.75 }, devTasks: 24, approve: 'auto', reviseHarness: false },
});
const TRAINING_SLOTS = 512;
const ROUND = 'chaos';
const FREEZE_MS = 60_000;
const POLL_MS = 250;
/** Longest lease there is (of environments and of slots), with time for a reaper to come by. */
const LEASES_MS = 90_000;

let network: Cuttable;
let proxy: Proxy;
let running: TestCluster;

(await withServers('nats', 'mongo', 'triton'))('a round under faults', () => {
  beforeAll(async () => {
    if (!(await canCut())) throw new Error('network namespaces cannot be made here; run as root, with unshare and ip (Debian: util-linux, iproute2)');
    network = await openCuttable(1);
    running = await openCluster('chaos', {
      ...{ policy: 'triton', workers: 2, concurrency: 32, pool: '400,60,12' },
      between: async (foundations) => {
        proxy = await openProxy(foundations.busUrl);
        return { ...foundations, busUrl: proxy.url };
      },
      arranged: async (layout) => ({ ...layout, processes: await throughTheCable(layout.processes) }),
      reached: ({ processes }) => direct(processes),
    });
  }, 300_000);

  afterAll(async () => {
    await running?.stop();
    await proxy?.close();
    await network?.close();
  }, 120_000);

  it('ends with one accepted trajectory for every slot, or its whole group dropped on record', async () => {
    const { services, cluster, servers } = running;
    const { slots } = rolloutCollections(services.store);
    const accepted = () => slots.count({ purpose: 'training', state: 'accepted' }).catch(() => undefined);
    await services.trainer.startRound({ roundId: ROUND, plan: PLAN });
    const faults = faultsOn({ cluster, servers, network, proxy, freezeMs: FREEZE_MS });
    for (const [i, fault] of faults.entries()) {
      // Spread over the first three quarters of the slots, so that each falls into the middle of training.
      const due = Math.floor((0.75 * TRAINING_SLOTS * i) / faults.length);
      while (((await accepted()) ?? -1) < Math.max(1, due)) await systemClock.sleep(POLL_MS);
      console.log(`${fault.name} at ${await accepted()} accepted slots`);
      await fault.strike();
    }
    const round = await ended();
    expect(round).toMatchObject({ phase: 'done', error: '', update: PLAN.updates });
    for (const process of cluster.processes.values()) expect(process.starts, process.name).toBeGreaterThan(1);

    const all = await slots.find({ purpose: 'training' });
    expectEverySlotSettled(all);
    // A group whose members met one fault after the other may be dropped; what was planned in its place, or its loss, is on record.
    expect(new Set(all.map(({ batchId, position }) => `${batchId} ${position}`)).size).toBe(TRAINING_SLOTS / PLAN.groupSize);
    expect(all.filter(({ state }) => state === 'accepted').length).toBeGreaterThan(0.9 * TRAINING_SLOTS);
    await expectOneTrajectoryEach(all);
    await expectNothingOpen();
  }, 1_500_000);
});

/** The env-manager listens at this end of the cable; the second worker reaches it through the cable alone. */
async function throughTheCable(processes: readonly ProcessSpec[]): Promise<ProcessSpec[]> {
  const listening = processes.find(({ name }) => name === 'env-manager')?.env['GYRE_LISTEN_ADDRESS'] ?? '';
  const port = Number(listening.split(':')[1]);
  const here = `${network.hostAddress}:${port}`;
  const there = await network.relay(port);
  return processes.map((spec) => ({
    ...spec,
    env: {
      ...spec.env,
      GYRE_ENV_MANAGER_ADDRESS: spec.name === 'rollout-worker-2' ? there : here,
      ...(spec.name === 'env-manager' ? { GYRE_LISTEN_ADDRESS: here } : {}),
    },
  }));
}

function direct(processes: readonly ProcessSpec[]): Record<string, string> {
  const port = (processes.find(({ name }) => name === 'env-manager')?.env['GYRE_LISTEN_ADDRESS'] ?? '').split(':')[1];
  return { GYRE_ENV_MANAGER_ADDRESS: `${network.hostAddress}:${port}` };
}

async function ended() {
  for (;;) {
    const round = await running.services.trainer.getRound({ roundId: ROUND }, { timeoutMs: 5_000 }).then(({ round: found }) => found, () => undefined);
    if (round !== undefined && (round.phase === 'done' || round.error !== '')) return round;
    await systemClock.sleep(POLL_MS);
  }
}

function expectEverySlotSettled(slots: readonly SlotDoc[]): void {
  const groups = Map.groupBy(slots, ({ groupId }) => groupId);
  for (const [group, members] of groups) {
    expect(members, group).toHaveLength(PLAN.groupSize);
    expect([['accepted'], ['dropped']], group).toContainEqual([...new Set(members.map(({ state }) => state))]);
  }
  expect(slots.filter(({ state, settled }) => state === 'accepted' && !settled)).toEqual([]);
}

async function expectOneTrajectoryEach(slots: readonly SlotDoc[]): Promise<void> {
  const trajectories = await running.services.store.collection<{ _id: string; slot_id: string }>({ name: 'trajectories' }).find({});
  const bySlot = Map.groupBy(trajectories, ({ slot_id }) => slot_id);
  for (const { _id, state, trajectoryId } of slots) {
    const found = bySlot.get(_id)?.map((trajectory) => trajectory._id) ?? [];
    // A group may be dropped after some of its members were reported; an accepted slot has its one trajectory.
    if (state === 'accepted') expect(found, _id).toEqual([trajectoryId]);
    else expect(found.length, _id).toBeLessThanOrEqual(1);
  }
}

async function expectNothingOpen(): Promise<void> {
  const { services } = running;
  const { slots } = rolloutCollections(services.store);
  const until = systemClock.now() + LEASES_MS;
  for (;;) {
    const { episodes } = await services.environments.listEpisodes({ openOnly: true, limit: 100 });
    const claimed = await slots.count({ state: 'claimed' });
    if (episodes.length === 0 && claimed === 0) return;
    if (systemClock.now() > until) expect({ open: episodes.map(({ episodeId }) => episodeId), claimed }).toEqual({ open: [], claimed: 0 });
    await systemClock.sleep(1_000);
  }
}
