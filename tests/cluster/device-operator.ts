import { once } from 'node:events';
import { randomIds } from '#kit/ids.ts';
import { FakeDriver } from '#kit/leases/testkit/fake-driver.ts';
import { createLogger } from '#kit/logs.ts';
import { random } from '#kit/random.ts';
import { openCaches } from '#operator/devices/caches.ts';
import { DeviceControllers } from '#operator/devices/controllers.ts';
import { DEVICE_LEASES, type DeviceLeaseObject } from '#operator/devices/resources.ts';
import { kubeconfigAccess } from '#operator/runtime/access.ts';
import { Client } from '#operator/runtime/client.ts';
import { Election, endProcess } from '#operator/runtime/election.ts';
import { EventRecorder } from '#operator/runtime/events.ts';
import type { KubeObject, Resource } from '#operator/runtime/objects.ts';
import { steadyClock as clock } from '#operator/runtime/steady-clock.ts';
import { Writer } from '#operator/runtime/writer.ts';
import { DeviceOperatorOptions } from './device-operator-options.ts';

/**
 * `node device-operator.ts OPTIONS`: a replica that leases devices, with a driver whose devices do what they are told. Tells its parent
 * `synced` when its caches are there, `leading` when it begins to work, and `between` where it stands still in the midst of a binding.
 */
const { kubeconfig, namespace, identity, watchServer, elects, haltsBetween, lateMs } = DeviceOperatorOptions.parse(JSON.parse(process.argv[2] ?? ''));
const tell = (word: 'synced' | 'leading' | 'between') => void process.send?.(word);
const log = createLogger(identity, 'error');
const chance = random(identity);
const shared = { clock, random: chance, log };
const access = await kubeconfigAccess(kubeconfig);
const open = (server = access.server) => new Client({ ...shared, access: { ...access, server } });
const client = open();

class HinderedWriter extends Writer {
  override async update<T extends KubeObject>(resource: Resource<T>, object: T, options: Parameters<Writer['update']>[2] = {}): Promise<T> {
    if (lateMs > 0) await clock.sleep(chance.next() * lateMs);
    if (haltsBetween && resource.kind === DEVICE_LEASES.kind && isBinding(DEVICE_LEASES.schema.parse(object))) {
      tell('between');
      await new Promise(() => undefined);
    }
    return super.update(resource, object, options);
  }
}
const isBinding = ({ status }: DeviceLeaseObject) => status?.deviceName !== undefined && status.release === undefined;

// Shorter than in production, so that a test sees the end of a leader.
const election = new Election({ client, lease: { namespace, name: 'device-operator' }, identity, ...shared, leaseMs: 6_000, renewMs: 4_000, retryMs: 500, onLost: endProcess(log) });
const caches = openCaches({ client: open(watchServer), namespace, ...shared });
const writer = new HinderedWriter({ client, manager: 'gyre-operator', fence: elects ? election.fence : () => 1 });
const recorder = new EventRecorder({ writer, ids: randomIds(), ...shared, controller: 'gyre.dev/operator', instance: identity });
const devices = new DeviceControllers({ client, writer, recorder, caches, driver: new FakeDriver(), ...shared });

const never = new AbortController().signal;
const informers = [caches.leases, caches.devices, caches.pools];
const watching = informers.map((informer) => informer.run(never));
await Promise.all(informers.map((informer) => informer.synced(never)));
tell('synced');
const work = async (leading: AbortSignal) => {
  tell('leading');
  await Promise.all([devices.run(leading), recorder.run(leading)]);
};
const working = elects ? election.run(work, never) : once(process, 'message').then(() => work(never));
await Promise.all([working, ...watching]);
