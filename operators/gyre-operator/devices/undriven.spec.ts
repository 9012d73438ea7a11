import { expect, it } from 'vitest';
import { FakeDriver } from '#kit/leases/testkit/fake-driver.ts';
import { DEVICE_POOLS, DEVICES } from './resources.ts';
import { openDeviceWorld, POOL } from './testkit/device-world.ts';

it('without a driver no device is leased, nothing is a fault, and the first driver takes over', async () => {
  const world = await openDeviceWorld();
  world.device('fit');
  world.device('new', { ready: false });
  const first = world.operator({ driver: undefined });
  await first.synced();
  first.start();
  const healthy = (name: string) => world.deviceOf(name).status?.conditions?.find(({ type }) => type === 'Healthy');
  await world.until('both say so', () => ['fit', 'new'].every((name) => healthy(name)?.reason === 'NoDriver'));
  world.lease('l');
  await world.until('the lease waits', () => world.leaseOf('l').status?.summary === 'Waiting');
  for (const { status } of world.devices()) expect([status?.leaseRef, status?.fencingToken, status?.faults, status?.taints]).toEqual([undefined, 0, undefined, undefined]);
  const pool = () => world.server.store.get(DEVICE_POOLS, 'lab', POOL)['status'];
  await world.until('the pool says so', () => JSON.stringify(pool())?.includes('"NoDriver"') === true, 100);
  expect(pool()).toMatchObject({ devices: { total: 2, tainted: 2, free: 0, resetting: 0 }, summary: 'Degraded' });
  const written = world.server.store.list(DEVICES, undefined).map((each) => JSON.stringify(each));
  world.clock.advance(20_000);
  first.kill();
  expect(world.server.store.list(DEVICES, undefined).map((each) => JSON.stringify(each))).toEqual(written);

  const next = world.operator({ driver: new FakeDriver() });
  await next.synced();
  next.start();
  await world.until('a device is bound', () => world.leaseOf('l').status?.deviceName !== undefined);
});
