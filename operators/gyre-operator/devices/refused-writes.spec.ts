import { describe, expect, it } from 'vitest';
import { isRecord, type Resource } from '../runtime/objects.ts';
import { type Json, metaOf, Refusal } from '../runtime/testkit/object-store.ts';
import { LEASE_FINALIZER } from './lease-reconciler.ts';
import { DEVICE_LEASES, type DeviceLeaseObject, DEVICES } from './resources.ts';
import { openDeviceWorld, watchOwners } from './testkit/device-world.ts';

const REFUSALS = [
  [403, 'Forbidden'],
  [422, 'Invalid'],
  [500, 'InternalError'],
] as const;

/** A world in which status writes can be refused, from when it is said on, by what they would make of the object. */
async function working(devices: readonly string[], times: { finalizerMs?: number } = {}) {
  const world = await openDeviceWorld();
  const faults = watchOwners(world);
  for (const name of devices) world.device(name);
  const refusing: { resource: Resource; name: string; code: number; reason: string; when: (status: Json) => boolean }[] = [];
  const { defined } = world.server.store;
  world.server.store.defined = (resource, after, before) => {
    const status = isRecord(after['status']) ? after['status'] : {};
    const refusal = before && after['status'] !== before['status'] ? refusing.find((each) => each.resource.kind === resource.kind && each.name === metaOf(after).name && each.when(status)) : undefined;
    if (refusal) throw new Refusal(refusal.code, refusal.reason, 'policy spec denied request: not this one.');
    return defined(resource, after, before);
  };
  const operator = world.operator(times);
  await operator.synced();
  operator.start();
  const is = (name: string, summary: string) => world.until(`${name} is ${summary}`, () => world.leaseOf(name).status?.summary === summary, 50);
  return { ...world, faults, is, refuse: (...given: [Resource, string, number, string, (status: Json) => boolean]) => refusing.push({ resource: given[0], name: given[1], code: given[2], reason: given[3], when: given[4] }), allow: () => refusing.splice(0) };
}

const binds = (status: Json) => status['deviceName'] !== undefined && status['release'] === undefined;
const takes = (status: Json) => status['leaseRef'] !== undefined;
const ends = (status: Json) => status['release'] !== undefined;
const boundOf = ({ status }: DeviceLeaseObject) => status?.conditions?.find(({ type }) => type === 'Bound');
const SAID = /^the API server refuses the binding: .*policy spec denied request: not this one\. It is tried again by itself\.$/;

describe.each([REFUSALS[0], REFUSALS[1]])('a binding that is refused with %i', (code, reason) => {
  it('of the lease: the device goes to another, the lease says why, and has a device once it is no longer refused', async () => {
    const { lease, leaseOf, deviceOf, is, refuse, allow, until, change, faults, driver } = await working(['a']);
    refuse(DEVICE_LEASES, 'one', code, reason, binds);
    lease('one', { priority: 5 });
    await until('it says why', () => boundOf(leaseOf('one'))?.reason === 'BindingRefused');
    expect(boundOf(leaseOf('one'))?.message).toMatch(SAID);
    lease('two');
    await is('two', 'Active');
    expect([deviceOf('a').status?.leaseRef?.name, driver.resets('a')]).toEqual(['two', 0]);
    allow();
    change(DEVICE_LEASES, 'two', { spec: { release: { reason: 'over' } } });
    await is('one', 'Active');
    expect(faults).toEqual([]);
  });

  it('of the device: the lease has another, or says why until the device is to be had', async () => {
    const { lease, leaseOf, is, refuse, allow, until, faults } = await working(['a', 'b']);
    refuse(DEVICES, 'a', code, reason, takes);
    lease('one');
    await is('one', 'Active');
    expect(leaseOf('one').status?.deviceName).toBe('b');
    lease('two');
    await until('it says why', () => boundOf(leaseOf('two'))?.reason === 'BindingRefused', 50);
    expect(boundOf(leaseOf('two'))?.message).toMatch(SAID);
    allow();
    await is('two', 'Active');
    expect([leaseOf('two').status?.deviceName, faults]).toEqual(['a', []]);
  });
});

describe.each(REFUSALS)('writes that fail with %i for ever', (code, reason) => {
  it.each([
    ['of the lease', DEVICE_LEASES, 'one', binds],
    ['of the device', DEVICES, 'a', takes],
  ] as const)('%s keep no binding lease from ending when it has waited for as long as it wants to', async (_, resource, name, when) => {
    const { lease, leaseOf, deviceOf, refuse, until, allow, is, faults } = await working(['a']);
    refuse(resource, name, code, reason, when);
    lease('one', { maxWaitSeconds: 20 });
    await until('it has ended', () => leaseOf('one').status?.release !== undefined, 50);
    expect(leaseOf('one').status?.release?.reason).toBe('WaitTimedOut');
    allow();
    await until('its device is free', () => deviceOf('a').status?.leaseRef === undefined, 50);
    lease('two');
    await is('two', 'Active');
    expect(faults).toEqual([]);
  });

  it.each([
    ['a lease that cannot be told of its device', DEVICE_LEASES, 'one'],
    ['a lease whose device cannot be taken', DEVICES, 'a'],
  ] as const)('do not keep %s when it is deleted', async (_, resource, name) => {
    const { lease, leases, remove, refuse, until, server } = await working(['a'], { finalizerMs: 60_000 });
    refuse(resource, name, code, reason, () => true);
    const before = server.asked(resource).writes;
    lease('one', {}, { finalizers: [LEASE_FINALIZER] });
    await until('it was tried', () => server.asked(resource).writes > before);
    remove(DEVICE_LEASES, 'one');
    await until('it is gone', () => leases().length === 0, 200);
  });

  it('do not keep a held lease that is deleted and cannot be told of its end; its device is freed and reset', async () => {
    const { lease, leases, is, remove, refuse, until, deviceOf, driver, eventReasons, faults } = await working(['a'], { finalizerMs: 60_000 });
    lease('one', {}, { finalizers: [LEASE_FINALIZER] });
    await is('one', 'Active');
    refuse(DEVICE_LEASES, 'one', code, reason, ends);
    remove(DEVICE_LEASES, 'one');
    await until('it is gone', () => leases().length === 0, 200);
    await until('its device is free', () => deviceOf('a').status?.summary === 'Free', 50);
    await until('an event says so', () => eventReasons().includes('CleanupAbandoned'));
    expect([driver.resets('a'), faults]).toEqual([1, []]);
  });
});
