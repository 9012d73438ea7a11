import { expect, it } from 'vitest';
import { systemClock } from '#kit/clock.ts';
import { randomIds } from '#kit/ids.ts';
import { FakeDriver } from '#kit/leases/testkit/fake-driver.ts';
import { openOperator } from './operator.ts';
import { DEVICE_LEASES, DEVICE_POOLS, DEVICES } from './devices/resources.ts';
import { openAccess } from './runtime/access.ts';
import { EVENTS } from './runtime/events.ts';
import { LEASES, LOOKS_AFTER } from './runtime/lease.ts';
import { isRecord } from './runtime/objects.ts';
import { type Json, metaOf } from './runtime/testkit/object-store.ts';
import { chance, openWorld, settle, silent, until } from './runtime/testkit/world.ts';
import { CLAIMS } from './training/cluster-resources.ts';
import { changed, sample, stored } from './testkit/samples.ts';
import { TRAINING_RUNS } from './training/run.ts';
import { CLUSTER_KINDS, FakeCluster } from './training/testkit/fake-cluster.ts';
import { at, runJson } from './training/testkit/runs.ts';

/** An API server with a run, and replicas of the operator on it, by the time of day. */
async function cluster() {
  const world = await openWorld([...CLUSTER_KINDS, CLAIMS, DEVICE_LEASES, DEVICES, DEVICE_POOLS]);
  const fakes = new FakeCluster(world.server.store, () => systemClock.now());
  const lost: unknown[] = [];
  const start = async (identity: string, driver?: FakeDriver) => {
    const listening = { host: '127.0.0.1', port: 0 };
    const settings = { namespace: undefined, lease: { namespace: 'gyre', name: 'gyre-operator' }, progress: { ...listening, url: 'http://progress.gyre:8080' }, health: listening };
    const operator = await openOperator({ access: openAccess(world.server.url), settings, identity, clock: systemClock, random: chance(), ids: randomIds(), driver, log: { ...silent, info: () => undefined, warn: () => undefined, error: () => undefined }, onLost: (error) => void lost.push(error) });
    const stop = new AbortController();
    const over = world.run(operator.run(AbortSignal.any([stop.signal, world.signal])));
    return { ...operator, stop, over };
  };
  const summary = () => at(world.server.store.get(TRAINING_RUNS, 'ml', 'planner'), 'status', 'summary');
  return { ...world, fakes, lost, start, summary };
}

const get = async (port: number, path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;

it('two replicas: one leads and reconciles, both serve; when it is told to end the other takes over', async () => {
  const { server, fakes, start, summary, lost } = await cluster();
  server.store.create(TRAINING_RUNS, 'ml', runJson());
  const first = await start('first');
  await until('the first leads', () => first.election.leading);
  expect(at(server.store.get(LEASES, 'gyre', 'gyre-operator'), 'metadata', 'annotations', LOOKS_AFTER)).toBe('*');
  const second = await start('second');
  await until('its run is ready', () => {
    fakes.step();
    fakes.ready();
    return summary() === 'Running';
  });
  for (const { healthPort } of [first, second]) expect([await get(healthPort, '/livez'), await get(healthPort, '/readyz')]).toEqual([200, 200]);
  await until('an event tells so', () => server.store.list(EVENTS, 'ml').some((event) => event['reason'] === 'PodsReady'));

  // A pod reports to the replica that does not lead.
  const pod = fakes.pods()[0] ?? {};
  const [audience = ''] = JSON.stringify(pod).match(/gyre\.dev\/trainingruns\/[^"]+/) ?? [];
  server.tokens.set('token', { audiences: [audience], username: 'system:serviceaccount:ml:planner-trainer', extra: { 'authentication.kubernetes.io/pod-name': [metaOf(pod).name], 'authentication.kubernetes.io/pod-uid': [metaOf(pod).uid ?? ''] } });
  const url = `http://127.0.0.1:${second.progressPort}/v1/namespaces/ml/trainingruns/planner`;
  const report = await fetch(`${url}/checkpoints`, { method: 'POST', headers: { authorization: 'Bearer token' }, body: JSON.stringify({ name: 'update-5', update: 5, state: 'Good' }) });
  expect([report.status, second.election.leading]).toEqual([200, false]);
  await until('the leader has seen it', () => at(server.store.get(TRAINING_RUNS, 'ml', 'planner'), 'status', 'latestCheckpoint') === 'update-5');

  first.stop.abort();
  await first.over;
  expect(at(server.store.get(LEASES, 'gyre', 'gyre-operator'), 'spec', 'holderIdentity')).toBe('');
  await expect(get(first.healthPort, '/livez')).rejects.toThrow();
  await until('the second leads', () => second.election.leading);
  server.store.write(TRAINING_RUNS, 'ml', 'planner', { kind: 'merge', body: { spec: { suspend: true } } }, undefined);
  await until('it has suspended the run', () => {
    fakes.step();
    return summary() === 'Suspended';
  });
  expect(CLUSTER_KINDS.slice(1).flatMap((resource) => fakes.list(resource))).toEqual([]);
  await settle(100);
  second.stop.abort();
  await second.over;
  expect(lost).toEqual([]);
});

it('runs what leases devices; without a driver a device is leased to nobody, and says so', async () => {
  const { server, start } = await cluster();
  const { store } = server;
  const queue = { maxWaitSeconds: 600, maxWaiting: 100 };
  const shape = pool();
  store.create(DEVICE_POOLS, 'lab', { metadata: { name: 'phones', namespace: 'lab' }, spec: { ...shape, queue: { ...record(shape['queue']), ...queue } } });
  store.create(DEVICES, 'lab', { metadata: { name: 'd', namespace: 'lab' }, spec: { poolRef: { name: 'phones' }, serial: 's', endpoint: 'http://d.lab:4723' } });
  const lease = stored('DeviceLease', changed(sample('DeviceLease'), { 'metadata.name': 'l', 'metadata.namespace': 'lab', 'spec.poolRef.name': 'phones', 'spec.selector': {} }));
  store.create(DEVICE_LEASES, 'lab', lease);
  const { stop, over, healthPort } = await start('one');
  await until('the lease is told that no device is free', () => at(store.get(DEVICE_LEASES, 'lab', 'l'), 'status', 'summary') === 'Waiting');
  await until('the device says why', () => conditionOf(store.get(DEVICES, 'lab', 'd'), 'Healthy')?.['reason'] === 'NoDriver');
  expect(at(store.get(DEVICES, 'lab', 'd'), 'status', 'faults')).toBeUndefined();
  expect(await get(healthPort, '/readyz')).toBe(200);
  stop.abort();
  await over;

  const driven = await start('two', new FakeDriver());
  await until('a replica that has a driver leases it', () => at(store.get(DEVICE_LEASES, 'lab', 'l'), 'status', 'deviceName') === 'd');
  driven.stop.abort();
  await driven.over;
});

const record = (value: unknown): Json => (isRecord(value) ? value : {});
const pool = () => record(stored('DevicePool', sample('DevicePool'))['spec']);
const conditionOf = (object: Json, type: string) => [at(object, 'status', 'conditions')].flat().map(record).find((each) => each['type'] === type);
