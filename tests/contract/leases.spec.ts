import { ManualClock } from '#kit/clock.ts';
import { countedIds } from '#kit/ids.ts';
import { StoreLeases } from '#kit/leases/store/leases.ts';
import { FakeDriver } from '#kit/leases/testkit/fake-driver.ts';
import { createLogger } from '#kit/logs.ts';
import { random } from '#kit/random.ts';
import { openStore } from '#kit/store/open.ts';
import { ClusterLeases } from '#operator/devices/cluster-leases.ts';
import { stateOf } from '#operator/devices/lease-status.ts';
import { DEVICE_LEASES, DEVICE_POOLS, DEVICES } from '#operator/devices/resources.ts';
import { NAMESPACE, openDeviceWorld } from '#operator/devices/testkit/device-world.ts';
import { Writer } from '#operator/runtime/writer.ts';
import { deviceOf, poolSpecOf, taintsOf } from './lease-objects.ts';
import { leasesContract } from './leases.contract.ts';

const log = createLogger('spec', 'silent');

leasesContract('the store', async () => {
  const clock = new ManualClock(Date.UTC(2026, 0, 31, 12));
  const store = await openStore('sqlite::memory:');
  const driver = new FakeDriver();
  const [running, stops] = [[] as Promise<void>[], [] as AbortController[]];
  const open = (seed: string) => {
    const leases = new StoreLeases({ store, driver, clock, ids: countedIds(seed), log, pollMs: 100 });
    const stop = new AbortController();
    stops.push(stop);
    running.push(leases.run(stop.signal));
    return leases;
  };
  const holders = [open('one'), open('two')] as const;
  const [admin] = holders;
  const look = async (pool: string) => admin.look(pool);
  return {
    clock,
    driver,
    holders,
    putPool: (name, choices) => admin.putPool(name, choices),
    putDevice: (pool, name, labels) => admin.putDevice(pool, deviceOf(name), labels),
    removeDevice: (pool, name) => admin.removeDevice(pool, name),
    taint: (pool, name, effect) => admin.taint(pool, name, effect ? [{ key: 'Draining', effect, reason: 'Because.' }] : []),
    forceRelease: (id, reason) => admin.forceRelease(id, reason),
    releaseOf: async (id) => {
      const release = (await look('phones')).leases.find(({ _id }) => _id === id)?.release;
      return release && { reason: release.reason, message: release.message };
    },
    isQuarantined: async (pool, name) => (await look(pool)).devices.some((device) => device.name === name && device.health.taints.some(({ key }) => key === 'Quarantined')),
    alive: async (pool) => (await look(pool)).leases.filter(({ state }) => state !== 'ended').length,
    // Each holder keeps the pools: one ends, and another begins that has nothing in mind.
    restart: async () => {
      stops[0]?.abort();
      await running[0];
      open('three');
    },
    cleanup: async () => {
      for (const stop of stops) stop.abort();
      await Promise.all(running);
      await store.close();
    },
  };
});

leasesContract('DeviceLease through the operator', async () => {
  const clock = new ManualClock(Date.UTC(2026, 0, 31, 12));
  const world = await openDeviceWorld({ clock });
  const pools = new Set(['phones']);
  let operator = world.operator();
  await operator.synced();
  operator.start();
  const holder = (instance: string) => {
    const client = world.open();
    const leases = new ClusterLeases({ client, writer: new Writer({ client, manager: instance }), clock, random: random(instance), ids: countedIds(instance), log, namespace: NAMESPACE, instance });
    world.run(leases.run(world.signal));
    return leases;
  };
  return {
    clock,
    driver: world.driver,
    holders: [holder('one'), holder('two')],
    putPool: (name, choices = {}) => {
      if (pools.has(name)) world.change(DEVICE_POOLS, name, { spec: poolSpecOf(choices) });
      else world.put(DEVICE_POOLS, name, poolSpecOf(choices));
      pools.add(name);
      return Promise.resolve();
    },
    putDevice: (pool, name, labels = {}) => {
      const { serial, endpoint } = deviceOf(name);
      world.put(DEVICES, name, { poolRef: { name: pool }, serial, endpoint }, { labels });
      return Promise.resolve();
    },
    removeDevice: (_, name) => Promise.resolve(void world.remove(DEVICES, name)),
    taint: (_, name, effect) => Promise.resolve(void world.change(DEVICES, name, { spec: { taints: taintsOf(effect) } })),
    forceRelease: (id, reason) => Promise.resolve(void world.change(DEVICE_LEASES, id, { spec: { release: { mode: 'Force', reason } } })),
    releaseOf: (id) => {
      const release = world.leases().find(({ metadata }) => metadata.name === id)?.status?.release;
      return Promise.resolve(release && { reason: release.reason, message: release.message });
    },
    isQuarantined: (_, name) => Promise.resolve(world.deviceOf(name).status?.summary === 'Quarantined'),
    alive: () => Promise.resolve(world.leases().filter((lease) => stateOf(lease) !== 'ended' && !lease.metadata.deletionTimestamp).length),
    restart: async () => {
      operator.kill();
      operator = world.operator();
      await operator.synced();
      operator.start();
    },
    cleanup: () => Promise.resolve(),
  };
});
