import { expect, it } from 'vitest';
import { keyOf, type KubeObject, placeOf, type Resource } from '../runtime/objects.ts';
import { Writer } from '../runtime/writer.ts';
import { DEVICE_LEASES, DEVICE_POOLS, DEVICES } from './resources.ts';
import { Scheduler } from './scheduler.ts';
import { NAMESPACE, openDeviceWorld, POOL } from './testkit/device-world.ts';

/** Has something happen before or after each write, while its caller waits. */
class Held extends Writer {
  before: (resource: Resource) => Promise<void> = async () => undefined;
  after: (resource: Resource) => Promise<void> = async () => undefined;

  override async update<T extends KubeObject>(resource: Resource<T>, object: T, options: Parameters<Writer['update']>[2]): Promise<T> {
    await this.before(resource);
    const written = await super.update(resource, object, options);
    await this.after(resource);
    return written;
  }
}

/** A scheduler with one lease and one device, stepped by hand. */
async function scheduling() {
  const world = await openDeviceWorld();
  world.device('a');
  world.lease('one');
  const { caches, client, synced } = world.operator();
  await synced();
  const writer = new Held({ client, manager: 'gyre-operator', fence: () => 1 });
  const scheduler = new Scheduler({ client, writer, caches, clock: world.clock, onIntent: () => undefined, onVerdict: () => undefined, onPool: () => undefined });
  const pool = keyOf({ metadata: { namespace: NAMESPACE, name: POOL } });
  const [lease, device] = [`${NAMESPACE}/one`, `${NAMESPACE}/a`];
  const bind = async () => {
    scheduler.pass(pool);
    await scheduler.bind(lease, { signal: world.signal, failures: 2 });
  };
  /** Deletes an object, and waits until the cache has lost it. */
  const lose = async (resource: Resource, key: string) => {
    const informer = [caches.leases, caches.devices, caches.pools].find((each) => each.resource.plural === resource.plural);
    world.remove(resource, placeOf(key).name);
    await world.until(`${key} is no longer in the cache`, () => informer?.cache.get(key) === undefined);
  };
  return { ...world, caches, writer, scheduler, pool, lease, device, bind, lose };
}

it.each<[string, 'before' | 'after', Resource, 'lease' | 'device']>([
  ['a device before it is taken', 'before', DEVICES, 'device'],
  ['a device when it has just been taken', 'after', DEVICES, 'device'],
  ['a lease before its device is taken', 'before', DEVICES, 'lease'],
  ['a lease before it is told', 'before', DEVICE_LEASES, 'lease'],
  ['a lease when it has just been told', 'after', DEVICE_LEASES, 'lease'],
])('nothing is remembered of %s that goes, once all are gone', async (_, when, resource, which) => {
  const { writer, scheduler, bind, lose, lease, device, pool } = await scheduling();
  const of = { lease: DEVICE_LEASES, device: DEVICES };
  const keys = { lease, device };
  let lost = false;
  writer[when] = async (written) => {
    if (lost || written.plural !== resource.plural) return;
    lost = true;
    await lose(of[which], keys[which]);
  };
  await bind();
  expect(lost).toBe(true);
  const other = which === 'lease' ? 'device' : 'lease';
  await lose(of[other], keys[other]);
  await lose(DEVICE_POOLS, pool);
  scheduler.pass(pool);
  expect(scheduler.remembered).toBe(0);
});

it.each(['lease', 'device'] as const)('nor of a %s that goes while its binding is given up', async (which) => {
  const { server, writer, scheduler, bind, lose, lease, device, pool } = await scheduling();
  const refused = which === 'lease' ? DEVICE_LEASES : DEVICES;
  server.refusals.push({ status: 403, when: ({ method, url }) => method === 'PUT' && url?.includes(`/${refused.plural}/`) === true });
  let gets = 0;
  const lost: Promise<void>[] = [];
  writer.before = async (written) => {
    if (written.plural === DEVICES.plural && ++gets === (which === 'lease' ? 2 : 1)) lost.push(lose(refused, which === 'lease' ? lease : device));
    await Promise.all(lost);
  };
  await bind();
  expect(lost).toHaveLength(1);
  await lose(which === 'lease' ? DEVICES : DEVICE_LEASES, which === 'lease' ? device : lease);
  await lose(DEVICE_POOLS, pool);
  scheduler.pass(pool);
  expect(scheduler.remembered).toBe(0);
});
