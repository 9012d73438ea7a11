import { beforeAll, onTestFinished } from 'vitest';
import { ManualClock, systemClock } from '#kit/clock.ts';
import { countedIds, randomIds } from '#kit/ids.ts';
import { FakeDriver } from '#kit/leases/testkit/fake-driver.ts';
import { openCaches } from '#operator/devices/caches.ts';
import { DeviceControllers } from '#operator/devices/controllers.ts';
import { stateOf } from '#operator/devices/lease-status.ts';
import { ClusterLeases } from '#operator/devices/mod.ts';
import { DEVICE_LEASES, DEVICE_POOLS, DEVICES } from '#operator/devices/resources.ts';
import { EventRecorder } from '#operator/runtime/events.ts';
import { chance, silent } from '#operator/runtime/testkit/world.ts';
import { Writer } from '#operator/runtime/writer.ts';
import { deviceOf, poolSpecOf, taintsOf } from '../contract/lease-objects.ts';
import { leasesContract } from '../contract/leases.contract.ts';
import { describeWithKubernetes } from './cluster.testkit.ts';
import { LAB_USERS, openLab, prepareLab } from './device-lab.ts';

/**
 * The contract of leases on a real API server, with the rights of operator and holder. All of it: what counts time (expiry, waits,
 * limits) goes by the clock that the suite moves, calls and their deadlines go by the time of day.
 */
await describeWithKubernetes('the contract of leases', { control: false, users: LAB_USERS }, ({ cluster, admin }) => {
  beforeAll(() => prepareLab(cluster(), admin()));

  leasesContract('DeviceLease on a real API server', async () => {
    const clock = new ManualClock(Date.now());
    const lab = await openLab(cluster(), admin());
    const { namespace, place, writer } = lab;
    const driver = new FakeDriver();
    const shared = { random: chance(), log: silent };
    const begin = async () => {
      const over = new AbortController();
      const client = await lab.opened('operator');
      const caches = openCaches({ client, namespace, clock, ...shared });
      const own = new Writer({ client, manager: 'gyre-operator', fence: () => 1 });
      const recorder = new EventRecorder({ writer: own, ids: randomIds(), clock: systemClock, ...shared, controller: 'gyre.dev/operator', instance: 'suite' });
      const devices = new DeviceControllers({ client, writer: own, recorder, caches, driver, clock, ...shared });
      const informers = [caches.leases, caches.devices, caches.pools];
      const running = Promise.allSettled([...informers.map((informer) => informer.run(over.signal)), recorder.run(over.signal), devices.run(over.signal)]);
      await Promise.all(informers.map((informer) => informer.synced(over.signal)));
      // As a process that is killed: what is under way breaks off.
      return async () => {
        over.abort();
        client.close();
        await running;
      };
    };
    const over = new AbortController();
    const holding: Promise<void>[] = [];
    const holder = async (instance: string) => {
      const client = await lab.opened('holder');
      const leases = new ClusterLeases({ client, writer: new Writer({ client, manager: instance }), clock, ids: countedIds(namespace, instance), ...shared, namespace, instance });
      holding.push(leases.run(over.signal));
      return leases;
    };
    let kill = await begin();
    onTestFinished(() => kill());
    return {
      clock,
      driver,
      holders: [await holder('one'), await holder('two')],
      // The lab has made it.
      putPool: async (name, choices = {}) => lab.change(DEVICE_POOLS, name, poolSpecOf(choices)),
      putDevice: async (pool, name, labels = {}) => {
        const { serial, endpoint } = deviceOf(name);
        await writer.create(DEVICES, { metadata: { ...place(name), labels }, spec: { poolRef: { name: pool }, serial, endpoint } });
      },
      removeDevice: async (_, name) => writer.delete(DEVICES, await lab.deviceOf(name)),
      taint: async (_, name, effect) => lab.change(DEVICES, name, { taints: taintsOf(effect) }),
      forceRelease: async (id, reason) => lab.change(DEVICE_LEASES, id, { release: { mode: 'Force', reason } }),
      releaseOf: async (id) => {
        const release = (await admin().find(DEVICE_LEASES, place(id)))?.status?.release;
        return release && { reason: release.reason, message: release.message };
      },
      isQuarantined: async (_, name) => (await lab.deviceOf(name)).status?.summary === 'Quarantined',
      alive: async () => (await lab.leases()).filter((lease) => stateOf(lease) !== 'ended' && !lease.metadata.deletionTimestamp).length,
      restart: async () => {
        await kill();
        kill = await begin();
      },
      cleanup: async () => {
        over.abort();
        await Promise.allSettled(holding);
      },
    };
  });
});
