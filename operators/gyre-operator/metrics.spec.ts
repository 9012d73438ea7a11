import { expect, it } from 'vitest';
import { gatherMetrics } from '#kit/testkit/metrics.ts';
import { schema } from '#tests/telemetry/declared.ts';
import { DEVICE_LEASES } from './devices/resources.ts';
import { openDeviceWorld } from './devices/testkit/device-world.ts';
import { SERVICES } from './training/cluster-resources.ts';
import { trainingWorld } from './training/testkit/world.ts';

it('leases and runs emit every metric that is listed for them, as it is listed', async () => {
  const gathered = gatherMetrics();
  const devices = await openDeviceWorld();
  devices.device('d');
  devices.lease('l');
  devices.clock.advance(2_000);
  const operator = devices.operator();
  await operator.synced();
  operator.start();
  await devices.until('it is held', () => devices.leaseOf('l').status?.deviceName === 'd');
  devices.lease('waits', { selector: { matchLabels: { model: 'of which there is none' } } });
  devices.clock.advance(3_000);
  devices.change(DEVICE_LEASES, 'l', { spec: { release: { reason: 'over' } } });
  await devices.until('it is released', () => devices.leaseOf('l').status?.release !== undefined);

  const admitted = await trainingWorld();
  admitted.clock.advance(5_000);
  await admitted.drive();
  const refused = await trainingWorld();
  refused.server.store.create(SERVICES, 'ml', { metadata: { name: 'planner-trainer', namespace: 'ml' } });
  await refused.drive();
  await refused.drive();

  const listed = schema.metrics.filter(({ emitted, name }) => emitted === 'operator' && !name.startsWith('gyre.operator.'));
  expect(listed.length).toBe(5);
  const points = await gathered.read();
  const of = (name: string) => points.findLast(({ descriptor }) => descriptor.name === name)?.dataPoints ?? [];
  for (const { name, attributes } of listed) expect([name, of(name).map((point) => Object.keys(point.attributes))]).toEqual([name, [attributes]]);
  expect(of('gyre.training.conflicts').map(({ value }) => value)).toEqual([1]);
  const seconds = (name: string) => of(name).map(({ value }) => (typeof value === 'object' && 'sum' in value ? (value.sum ?? 0) : 0));
  expect(seconds('gyre.device.lease.wait')[0]).toBeGreaterThanOrEqual(2);
  expect(seconds('gyre.device.lease.hold')[0]).toBeGreaterThanOrEqual(3);
  expect(of('gyre.device.lease.oldest_wait').map(({ value }) => Number(value) >= 3 && Number(value) < 60)).toEqual([true]);
  expect(of('gyre.device.lease.hold').map(({ attributes }) => attributes)).toEqual([{ 'gyre.device.lease.ending': 'Completed' }]);
  expect(seconds('gyre.training.admission.duration')).toEqual([5]);
});
