import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Json, Refusal } from '../runtime/testkit/object-store.ts';
import { bind } from './binding.ts';
import { LEASE_FINALIZER } from './lease-reconciler.ts';
import { endedStatus, wishedEnd } from './lease-status.ts';
import { DEVICE_LEASES, DEVICES } from './resources.ts';
import { type DeviceWorld, openDeviceWorld, watchOwners } from './testkit/device-world.ts';

const numbered = (count: number, prefix: string) => Array.from({ length: count }, (_, i) => `${prefix}${String(i).padStart(2, '0')}`);

/** What holds once nothing is under way: each lease that is held has its device, and each device its lease. */
function settled({ leases, devices }: DeviceWorld): boolean {
  const held = leases().filter(({ status }) => status?.deviceName !== undefined && status.release === undefined);
  const taken = devices().filter(({ status }) => status?.leaseRef !== undefined);
  return (
    held.length === taken.length &&
    held.every(({ metadata, status }) => taken.some((device) => device.metadata.name === status?.deviceName && device.status?.leaseRef?.uid === metadata.uid && device.status?.fencingToken === status?.fencingToken))
  );
}

it('whatever write an operator is killed before or after, the next one finishes what it began', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.boolean()), { minLength: 1, maxLength: 4 }), fc.integer({ min: 0, max: 3 }), async (kills, releases) => {
      const world = await openDeviceWorld({ cel: true });
      const faults = watchOwners(world);
      for (const name of numbered(3, 'd')) world.device(name);
      for (const name of numbered(4, 'l')) world.lease(name);
      for (const [nth, applied] of kills) {
        const operator = world.operator();
        let writes = 0;
        let dead = false;
        const kill = () => {
          dead = true;
          operator.kill();
        };
        // The answer never comes: either the write was not carried out, or only nobody heard of it.
        world.server.beforeWrite = (_, path) => {
          if (path.includes('/events') || ++writes !== nth || applied) return;
          kill();
          throw new Refusal(503, 'ServiceUnavailable', 'killed');
        };
        world.server.loseAnswer = (_, path) => {
          if (path.includes('/events') || writes !== nth || !applied || dead) return false;
          kill();
          return true;
        };
        // A write of the one before may still be on its way, and end this one before it has begun.
        await operator.synced().catch((error: unknown) => {
          if (!dead) throw error;
        });
        operator.start();
        await world.until('it is killed, or has nothing more to do', () => dead || (settled(world) && world.leases().filter(({ status }) => status?.summary === 'Active').length === 3));
        operator.kill();
      }
      world.server.beforeWrite = () => undefined;
      world.server.loseAnswer = () => false;
      for (const name of numbered(releases, 'l')) world.change(DEVICE_LEASES, name, { spec: { release: { reason: 'over' } } });
      const last = world.operator();
      await last.synced();
      last.start();
      const wanted = Math.min(3, 4 - releases);
      await world.until(`${wanted} leases hold devices`, () => settled(world) && world.leases().filter(({ status }) => status?.summary === 'Active').length === wanted);
      await world.until('what was released has left nothing behind', () => world.leases().filter(({ status }) => status?.summary === 'Released').length === releases && world.devices().filter(({ status }) => status?.summary !== 'Free').length === wanted);
      last.kill();
      expect(faults).toEqual([]);
    }),
    { numRuns: 20 },
  );
});

it('a fault that a holder told is counted also by a binding whose answer was lost', async () => {
  const world = await openDeviceWorld();
  world.device('a');
  const { client, writer } = world.operator();
  world.lease('one', {}, { finalizers: [LEASE_FINALIZER] });
  const [seenLease, seenDevice] = [world.leaseOf('one'), world.deviceOf('a')];
  const tools = { client, writer, clock: world.clock };
  expect((await bind(tools, seenLease, seenDevice, world.signal)).outcome).toBe('bound');
  // Nobody has heard of it; another operator ends the lease that its holder gave back.
  world.change(DEVICE_LEASES, 'one', { spec: { release: { reason: 'over', fault: { reason: 'CommandFailed', message: 'It froze.' } } } });
  const held = world.leaseOf('one');
  const release = wishedEnd(held, { name: 'a', faults: [] });
  if (!release) throw new Error('the lease was not given back');
  world.status(DEVICE_LEASES, 'one', jsonOf(endedStatus(held, release, world.clock.now())));
  expect((await bind(tools, seenLease, seenDevice, world.signal)).outcome).toBe('lease over');
  expect(world.deviceOf('a').status).toMatchObject({ faults: [{ message: 'It froze.', leaseName: 'one' }] });
  expect(world.deviceOf('a').status?.leaseRef).toBeUndefined();
});

const jsonOf = (value: object): Json => JSON.parse(JSON.stringify(value));

it('two operators with caches that stay as they were give fifty devices to fifty leases, each to one', async () => {
  const world = await openDeviceWorld({ cel: false, pool: { queue: { defaultLimit: { maxLeases: 100 } } } });
  const faults = watchOwners(world);
  for (const name of numbered(50, 'd')) world.device(name);
  for (const name of numbered(50, 'l')) world.lease(name);
  const both = [world.operator(), world.operator()];
  await Promise.all(both.map((each) => each.synced()));
  for (const each of both) each.freeze();
  for (const each of both) each.start();
  await world.until('all hold one', () => world.leases().every(({ status }) => status?.deviceName !== undefined));
  expect(new Set(world.leases().map(({ status }) => status?.deviceName)).size).toBe(50);
  expect(faults).toEqual([]);
  for (const each of both) each.kill();
  const third = world.operator();
  await third.synced();
  third.start();
  await world.until('each device has its lease and no other', () => settled(world));
  expect(faults).toEqual([]);
});

it('two operators that see everything, under leases that come and go, give no device to two', async () => {
  const world = await openDeviceWorld({ cel: false, pool: { queue: { defaultLimit: { maxLeases: 100 } } } });
  const faults = watchOwners(world);
  for (const name of numbered(8, 'd')) world.device(name);
  for (const each of [world.operator(), world.operator()]) {
    await each.synced();
    each.start();
  }
  let made = 0;
  const released = new Set<string>();
  await world.until('sixty leases have had a device and are over', () => {
    if (made < 60 && world.leases().filter(({ status }) => status?.release === undefined).length < 12) world.lease(`l${made++}`, { tenant: `t${made % 3}` });
    for (const { metadata, status } of world.leases()) {
      if (status?.summary !== 'Active' || released.has(metadata.name)) continue;
      released.add(metadata.name);
      world.change(DEVICE_LEASES, metadata.name, { spec: { release: { reason: 'over' } } });
    }
    return world.leases().filter(({ status }) => status?.summary === 'Released').length === 60;
  });
  expect(faults).toEqual([]);
  expect(Math.max(...world.devices().map(({ status }) => status?.fencingToken ?? 0))).toBeGreaterThan(1);
});

it('an operator whose cache stays behind reads what it could not write, and goes on: a device is reset, taken and freed all the same', async () => {
  const world = await openDeviceWorld();
  const faults = watchOwners(world);
  world.device('d', { ready: false });
  world.device('e');
  world.lease('l');
  const operator = world.operator();
  await operator.synced();
  operator.freeze();
  // Nobody tells it of this.
  for (const name of ['d', 'e']) world.change(DEVICES, name, { metadata: { labels: { moved: 'yes' } } });
  operator.start();
  await world.until('the lease has a device', () => world.leaseOf('l').status?.deviceName === 'e');
  await world.until('the other is reset', () => world.deviceOf('d').status?.summary === 'Free');
  expect([faults, world.deviceOf('e').metadata.labels]).toEqual([[], { moved: 'yes' }]);
});
