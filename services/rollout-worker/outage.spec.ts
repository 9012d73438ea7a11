import { afterEach, describe, expect, it } from 'vitest';
import { openMemoryBus } from '#kit/bus/memory.ts';
import type { Bus } from '#kit/bus/types.ts';
import { systemClock } from '#kit/clock.ts';
import { type Code, GyreError } from '#kit/errors.ts';
import { closeChannels } from '#kit/rpc/grpc-channel.ts';
import { grpcClient } from '#kit/rpc/grpc-client.ts';
import { serveGrpc } from '#kit/rpc/grpc-server.ts';
import type { Handlers } from '#kit/rpc/types.ts';
import { openSqliteStore } from '#kit/store/sqlite.ts';
import type { Store } from '#kit/store/types.ts';
import { EnvManagerServiceService } from '#protos/env/v1/env_manager_service.ts';
import { Batches } from './batches.ts';
import type { SlotDoc } from './collections.ts';
import { type Executor, localExecutor } from './executor.ts';
import type { BatchPlan } from './plan.ts';
import { Slots } from './slots.ts';
import { TaskCache } from './tasks.ts';
import { type Hook, type Plant, plantOf } from './testkit/plant.ts';
import { RolloutWorker } from './worker.ts';

const clock = systemClock;
const names = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);
const training: BatchPlan = {
  ...{ id: 'b', purpose: 'training', policy: 'p', harnessVersion: 'h', temperature: 1, seed: 5, groupSize: 3, randomGuidance: true },
  ...{ tasks: names('t', 12), spares: names('s', 12) },
};
const evaluation: BatchPlan = { ...training, id: 'e', purpose: 'evaluation', temperature: 0, groupSize: 1, tasks: names('d', 24), spares: [] };

/** What each service is asked, by the names that the plant gives it. */
const SERVICES: Readonly<Record<string, RegExp>> = {
  'env-manager': /^(create|step \d|close)$/,
  'harness-gateway': /^(open|plan \d|end)$/,
  verifier: /^verify$/,
  curator: /^(task|ingest)$/,
};
/** Longer than six tries with the pauses between them: 1 + 2 + 4 + 8 + 16 ms. An attempt asks the verifier three times, over 300 ms. */
const OUTAGE_MS = 400;
const VERIFIER_OUTAGE_MS = 2_500;

interface Site {
  readonly store: Store;
  readonly bus: Bus;
  readonly batches: Batches;
  readonly workers: RolloutWorker[];
}
interface SiteOptions {
  readonly capacity?: number;
  readonly outageMs?: number;
  readonly attemptMs?: number;
  readonly executor?: Executor;
  readonly backoffMs?: number;
}
const sites: Site[] = [];
afterEach(async () => {
  for (const { workers, bus } of sites.splice(0)) {
    await Promise.all(workers.map((worker) => worker.drain()));
    await bus.close();
  }
});

async function siteOf(plants: readonly Plant[], { capacity = 4, outageMs = 3_600_000, attemptMs = 60_000, executor, backoffMs = 1 }: SiteOptions = {}): Promise<Site> {
  const [store, bus] = [openSqliteStore(':memory:'), openMemoryBus({ clock })];
  const workers = plants.map((plant, i) => {
    const slots = new Slots({ store, clock, outageMs });
    const around = { slots, bus, clock, curator: plant.curator, tasks: new TaskCache(plant.curator), executor: executor ?? localExecutor({ ...plant, clock, attemptMs }, capacity) };
    return new RolloutWorker({ id: `w${i}`, ...around, sweepMs: 20, backoffMs });
  });
  const site = { store, bus, batches: new Batches(store, bus), workers };
  sites.push(site);
  for (const worker of workers) await worker.start();
  return site;
}

async function over({ batches }: Site, ...ids: string[]): Promise<void> {
  for (const id of ids) {
    for (let status = await batches.status(id); status.settled < status.expected; status = await batches.status(id)) await clock.sleep(5);
  }
}

/** Waits for so many accepted slots; at most for as many as there still can be. */
async function until({ batches }: Site, id: string, count: number): Promise<void> {
  for (let status = await batches.status(id); status.accepted < Math.min(count, status.expected); status = await batches.status(id)) await clock.sleep(1);
}

/** Nothing of it was lost: every planned task has its trajectory, and no spare was needed. */
async function expectWhole({ store, batches }: Site, plan: BatchPlan): Promise<void> {
  expect(await batches.status(plan.id)).toMatchObject({ lostGroups: 0 });
  const slots = await store.collection<SlotDoc>({ name: 'slots' }).find({ batchId: plan.id });
  expect(slots.filter(({ state }) => state !== 'accepted').map(({ _id, state, fault }) => [_id, state, fault])).toEqual([]);
  expect(slots).toHaveLength(plan.tasks.length * plan.groupSize);
}

describe.each([1, 3])('with %i workers, an outage that lasts longer than all tries of a slot', (count) => {
  const outages = Object.keys(SERVICES).flatMap((service) => (['UNAVAILABLE', 'RESOURCE_EXHAUSTED'] as const).map((code) => [service, code] as const));

  it.each(outages)('of %s (%s) loses nothing of what is planned, in whatever moment it begins', async (service, code: Code) => {
    const outageMs = service === 'verifier' ? VERIFIER_OUTAGE_MS : OUTAGE_MS;
    let down = true;
    const hook: Hook = (method) => {
      if (down && SERVICES[service]?.test(method)) throw new GyreError(code, `${service} is away`, { boundary: 'environment' });
    };
    const site = await siteOf(Array.from({ length: count }, () => plantOf(hook)));
    await site.batches.plan(training);
    await site.batches.plan(evaluation);
    await clock.sleep(outageMs);
    down = false;
    await until(site, 'b', 9);
    down = true;
    await clock.sleep(outageMs);
    down = false;
    await over(site, 'b', 'e');
    for (const plan of [training, evaluation]) await expectWhole(site, plan);
  });

  it('of a verifier that does not even refuse loses nothing either', async () => {
    const few = { ...evaluation, tasks: names('d', 4) };
    const up = Promise.withResolvers<void>();
    const site = await siteOf(Array.from({ length: count }, () => plantOf((method) => (method === 'verify' ? up.promise : undefined))), { attemptMs: 40 });
    await site.batches.plan(few);
    await clock.sleep(VERIFIER_OUTAGE_MS);
    up.resolve();
    await over(site, 'e');
    await expectWhole(site, few);
  });

  it('is met by one attempt at a time in each worker', async () => {
    let [down, running, most] = [false, 0, 0];
    const hook: Hook = async (method) => {
      if (method !== 'create') return;
      if (!down) return clock.sleep(10);
      most = Math.max(most, ++running);
      await clock.sleep(1);
      running--;
      throw new GyreError('UNAVAILABLE', 'away', { boundary: 'environment' });
    };
    const site = await siteOf(Array.from({ length: count }, () => plantOf(hook)));
    await site.batches.plan({ ...evaluation, tasks: names('d', 200) });
    await until(site, 'e', 8);
    down = true;
    await clock.sleep(OUTAGE_MS / 4);
    most = 0;
    await clock.sleep(OUTAGE_MS);
    expect(most).toBeGreaterThanOrEqual(1);
    expect(most).toBeLessThanOrEqual(count);
    down = false;
    await over(site, 'e');
  });
});

it('a server that is stopped in the middle and comes back at its address later costs no task', async () => {
  const plant = plantOf();
  const { createEpisode, step, closeEpisode } = plant.environments;
  const missing = async () => Promise.reject(new GyreError('UNIMPLEMENTED', 'not played', { boundary: 'environment' }));
  const entries = Object.keys(EnvManagerServiceService).map((key) => [key, missing]);
  const played = { createEpisode: (request: never) => createEpisode(request), step: (request: never) => step(request), closeEpisode: (request: never) => closeEpisode(request) };
  const handlers = { ...Object.fromEntries(entries), ...played } as Handlers<EnvManagerServiceService>;
  const serve = (address: string) => serveGrpc([{ service: EnvManagerServiceService, handlers }], { address, drainMs: 10 });
  const first = await serve('127.0.0.1:0');
  const address = `127.0.0.1:${first.port}`;
  const environments = grpcClient(EnvManagerServiceService, address, { boundary: 'environment' });
  const site = await siteOf([{ ...plant, environments, openSessions: plant.openSessions }], { backoffMs: 20 });
  await site.batches.plan({ ...evaluation, tasks: names('d', 60) });
  await until(site, 'e', 5);
  await first.stop();
  await clock.sleep(2_000);
  expect((await site.batches.status('e')).accepted).toBeLessThan(60);
  const second = await serve(address);
  await over(site, 'e');
  await expectWhole(site, { ...evaluation, tasks: names('d', 60) });
  closeChannels();
  await second.stop();
});

it('a slot that takes its place down uses up a try each time, although that says that a service is gone', async () => {
  const plant = plantOf();
  const inner = localExecutor({ ...plant, clock }, 4);
  let tries = 0;
  const run: Executor['run'] = async (slot, task) => {
    if (slot._id !== 'b/1.0/0') return inner.run(slot, task);
    tries++;
    throw new GyreError('UNAVAILABLE', 'a rollout thread ended', { boundary: 'environment' });
  };
  const site = await siteOf([plant], { executor: { ...inner, run } });
  await site.batches.plan(training);
  await over(site, 'b');
  expect(tries).toBe(6);
  expect(await site.batches.status('b')).toMatchObject({ expected: 36, settled: 36, lostGroups: 0 });
});

describe('a slot whose attempts always find a service away', () => {
  const poison = (id: string) => id.startsWith('b/1.0/0#');
  const many: BatchPlan = { ...training, tasks: names('t', 60), spares: names('s', 60) };

  it.each([1, 2, 8])('ends in the drop of its group while others get through, with %i places', async (capacity) => {
    let tries = 0;
    const hook: Hook = async (method, id) => {
      if (method !== 'create') return;
      if (!poison(id)) return clock.sleep(2);
      tries++;
      throw new GyreError('UNAVAILABLE', 'its world takes the server down', { boundary: 'environment' });
    };
    const plant = plantOf(hook);
    const site = await siteOf([plant], { capacity });
    await site.batches.plan(many);
    await over(site, 'b');
    const [slot] = await site.store.collection<SlotDoc>({ name: 'slots' }).find({ _id: 'b/1.0/0' });
    expect(slot).toMatchObject({ state: 'dropped', faults: 6, fault: 'environment: its world takes the server down' });
    // The first time is free, and so is every time at which nothing has got through since the last.
    expect(tries).toBeGreaterThanOrEqual(7);
    expect(await site.batches.status('b')).toMatchObject({ expected: 180, settled: 180, lostGroups: 0 });
    expect([...plant.ingested.keys()].filter((id) => id.startsWith('b/1.'))).toHaveLength(3);
  });

  it.each([1, 3])('ends when its time is over if nothing else runs, with %i workers', async (count) => {
    const hook: Hook = (method, id) => {
      if (method === 'plan 0' && poison(id)) throw new GyreError('UNAVAILABLE', 'gone', { boundary: 'harness' });
    };
    const site = await siteOf(Array.from({ length: count }, () => plantOf(hook)), { outageMs: 100 });
    await site.batches.plan(training);
    await over(site, 'b');
    const [slot] = await site.store.collection<SlotDoc>({ name: 'slots' }).find({ _id: 'b/1.0/0' });
    expect(slot).toMatchObject({ state: 'dropped', faults: 6 });
    expect(await site.batches.status('b')).toMatchObject({ expected: 36, settled: 36, lostGroups: 0 });
  });

  it('is not dropped by a worker that alone cannot reach the service', async () => {
    const cut = plantOf((method) => {
      if (method === 'create') throw new GyreError('UNAVAILABLE', 'no route', { boundary: 'environment' });
    });
    const site = await siteOf([cut, plantOf((method) => (method === 'create' ? clock.sleep(2) : undefined))]);
    await site.batches.plan(many);
    await site.batches.plan(evaluation);
    await over(site, 'b', 'e');
    for (const plan of [many, evaluation]) await expectWhole(site, plan);
    expect(site.workers[0]?.status().episodesDone).toBe(0);
  });
});
