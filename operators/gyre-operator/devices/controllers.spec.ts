import { describe, expect, it } from 'vitest';
import type { Json } from '../runtime/testkit/object-store.ts';
import { statusOf } from '../api/mod.ts';
import { LEASE_FINALIZER } from './lease-reconciler.ts';
import { DEVICE_LEASES, DEVICE_POOLS, type DeviceLeaseObject, DEVICES } from './resources.ts';
import { openDeviceWorld, POOL, watchOwners } from './testkit/device-world.ts';

async function working(options: Parameters<typeof openDeviceWorld>[0] & { devices?: readonly string[]; times?: { finalizerMs?: number; keepEndedMs?: number } } = {}) {
  const world = await openDeviceWorld(options);
  const faults = watchOwners(world);
  for (const name of options.devices ?? []) world.device(name);
  const operator = world.operator(options.times);
  await operator.synced();
  operator.start();
  const is = (name: string, summary: string) => world.until(`${name} is ${summary}`, () => world.leaseOf(name).status?.summary === summary);
  const deviceIs = (name: string, summary: string) => world.until(`${name} is ${summary}`, () => world.deviceOf(name).status?.summary === summary);
  return { ...world, faults, operatorOf: operator, is, deviceIs };
}
const said = ({ status }: DeviceLeaseObject) => Object.fromEntries((status?.conditions ?? []).map(({ type, status: holds, reason }) => [type, `${holds} ${reason}`]));
const messageOf = ({ status }: DeviceLeaseObject, type: string) => status?.conditions?.find((each) => each.type === type)?.message;

describe('a lease', () => {
  it('is bound to a free device: two writes and no read, the token of the device', async () => {
    const { lease, leaseOf, deviceOf, is, server, faults } = await working({ devices: ['a'] });
    const before = { ...server.asked(DEVICES), leases: server.asked(DEVICE_LEASES).writes };
    lease('one', {}, { finalizers: [LEASE_FINALIZER] });
    await is('one', 'Active');
    expect(leaseOf('one').status).toMatchObject({ deviceName: 'a', fencingToken: 1 });
    expect(said(leaseOf('one'))).toEqual({ Accepted: 'True WithinLimits', Bound: 'True DeviceBound', Ready: 'True DeviceReady', Released: 'False NotReleased' });
    expect(deviceOf('a').status).toMatchObject({ summary: 'Leased', fencingToken: 1, leaseRef: { name: 'one' } });
    expect([server.asked(DEVICES).writes - before.writes, server.asked(DEVICE_LEASES).writes - before.leases, server.asked(DEVICES).gets - before.gets]).toEqual([1, 1, 0]);
    expect(faults).toEqual([]);
  });

  it('costs three writes of the device, two of its own and no read, from its creation until nothing is left of it', async () => {
    const { lease, is, deviceIs, change, server } = await working({ devices: ['a'] });
    const before = [{ ...server.asked(DEVICES) }, { ...server.asked(DEVICE_LEASES) }];
    lease('one', {}, { finalizers: [LEASE_FINALIZER] });
    await is('one', 'Active');
    change(DEVICE_LEASES, 'one', { spec: { release: { reason: 'over' } } });
    await is('one', 'Released');
    await deviceIs('a', 'Free');
    const spent = [server.asked(DEVICES), server.asked(DEVICE_LEASES)].map(({ writes, gets }, i) => [writes - (before[i]?.writes ?? 0), gets - (before[i]?.gets ?? 0)]);
    expect(spent).toEqual([[3, 0], [2, 0]]);
  });

  it.each([
    ['not long', 300, 1],
    ['longer than a second', 3_000, 2],
  ])('that waits %s is told of it where that is of use, and bound with no read', async (_, waitMs, writes) => {
    const { lease, leaseOf, is, until, change, server, clock, operatorOf } = await working({ devices: ['a'] });
    lease('one', {}, { finalizers: [LEASE_FINALIZER] });
    await is('one', 'Active');
    lease('two', {}, { finalizers: [LEASE_FINALIZER] });
    const since = clock.now();
    await until('it has waited', () => clock.now() >= since + waitMs, 20);
    expect(leaseOf('two').status?.summary).toBe(writes === 1 ? undefined : 'Waiting');
    await until('the operator has seen it', () => operatorOf.caches.leases.cache.get('lab/two')?.metadata.resourceVersion === leaseOf('two').metadata.resourceVersion);
    const before = { ...server.asked(DEVICE_LEASES) };
    change(DEVICE_LEASES, 'one', { spec: { release: { reason: 'over' } } });
    await until('it holds the device', () => leaseOf('two').status?.deviceName !== undefined, 1);
    // The other lease is told of its end.
    expect([server.asked(DEVICE_LEASES).writes - before.writes, server.asked(DEVICE_LEASES).gets - before.gets]).toEqual([2, 0]);
  });

  it.each([5_000, 60_000])('outlives an API server that is away for %i ms: its time begins anew when that is back, and it expires when it is not renewed then', async (awayMs) => {
    const { lease, leaseOf, is, until, clock, server, operatorOf } = await working({ devices: ['a'] });
    lease('one', { ttlSeconds: 10 });
    await is('one', 'Active');
    const stands = () => operatorOf.caches.leases.failure === undefined;
    await server.stop();
    await until('the operator has noticed', () => !stands());
    const back = clock.now() + awayMs;
    await until('it has been away for long', () => clock.now() >= back, 100);
    await server.start();
    await until('the operator follows again', stands, 100);
    const since = clock.now();
    await until('it has expired', () => leaseOf('one').status?.release !== undefined, 20);
    expect(clock.now() - since).toBeGreaterThanOrEqual(9_500);
    expect(leaseOf('one').status?.release).toMatchObject({ reason: 'Expired' });
  });

  it('that is released is followed by a reset, and the next by a greater token', async () => {
    const { lease, leaseOf, is, deviceIs, change, driver, faults } = await working({ devices: ['a'] });
    lease('one');
    await is('one', 'Active');
    lease('two');
    await is('two', 'Waiting');
    change(DEVICE_LEASES, 'one', { spec: { release: { reason: 'the episode is over' } } });
    await is('two', 'Active');
    await is('one', 'Released');
    expect([leaseOf('two').status?.fencingToken, driver.resets('a')]).toEqual([2, 1]);
    expect(leaseOf('one').status?.release).toMatchObject({ reason: 'Completed', message: 'The holder released it: the episode is over' });
    expect(said(leaseOf('one'))).toEqual({ Accepted: 'True WithinLimits', Bound: 'False Ended', Ready: 'False NotBound', Released: 'True Completed' });
    change(DEVICE_LEASES, 'two', { spec: { release: { reason: 'over' } } });
    await deviceIs('a', 'Free');
    expect(faults).toEqual([]);
  });

  it('that waits says why, where it stands, and how many match', async () => {
    const { lease, leaseOf, is } = await working({ devices: ['a'], pool: { queue: { defaultLimit: { maxLeases: 5 }, tenants: [{ tenant: 'full', maxLeases: 0 }] } } });
    lease('one');
    await is('one', 'Active');
    lease('waits', { priority: 2 });
    lease('none', { selector: { matchLabels: { model: 'x' } }, priority: 1 });
    lease('limit', { tenant: 'full' });
    for (const name of ['waits', 'none', 'limit']) await is(name, 'Waiting');
    expect(['waits', 'none', 'limit'].map((name) => messageOf(leaseOf(name), 'Bound'))).toEqual([
      'needs 1 device; pool phones has 0 free of 1 that match. Place 1 in the queue.',
      'none of the 1 device of pool phones has the labels of spec.selector; change the selector or label a device.',
      'tenant full holds 0 devices, its limit is 0; it goes on when one is released.',
    ]);
  });

  it('that is not renewed expires by the time since its renewals were seen to change, and one that is renewed does not', async () => {
    const { lease, leaseOf, is, status, clock, until, eventReasons } = await working({ devices: ['a', 'b'] });
    for (const name of ['idle', 'busy']) lease(name, { ttlSeconds: 10 }, { finalizers: [LEASE_FINALIZER] });
    for (const name of ['idle', 'busy']) await is(name, 'Active');
    let renewals = 0;
    await until('it has expired', () => {
      if (clock.now() % 1_000 < 100) status(DEVICE_LEASES, 'busy', { renewals: ++renewals });
      return leaseOf('idle').status?.release !== undefined;
    }, 100);
    expect(leaseOf('idle').status?.release).toMatchObject({ reason: 'Expired', message: expect.stringMatching(/^not renewed for 1\d s, ttlSeconds is 10\.$/) });
    expect(leaseOf('busy').status?.summary).toBe('Active');
    await until('an event says so', () => eventReasons().includes('Expired'));
  });

  it('ends at its longest duration however often it is renewed', async () => {
    const { lease, leaseOf, is, status, clock, until } = await working({ devices: ['a'] });
    lease('one', { ttlSeconds: 10, maxDurationSeconds: 15 }, { finalizers: [LEASE_FINALIZER] });
    await is('one', 'Active');
    let renewals = 0;
    await until('it has ended', () => {
      if (clock.now() % 1_000 < 100 && leaseOf('one').status?.release === undefined) status(DEVICE_LEASES, 'one', { renewals: ++renewals });
      return leaseOf('one').status?.release !== undefined;
    }, 100);
    expect(leaseOf('one').status?.release?.reason).toBe('DurationReached');
  });

  it.each<[string, Json, Json, string, RegExp]>([
    ['waits too long', { queue: { defaultLimit: { maxLeases: 0 } } }, { maxWaitSeconds: 3 }, 'WaitTimedOut', /^no device within 3 s/],
    ['waits as long as the pool allows', { queue: { maxWaitSeconds: 2, defaultLimit: { maxLeases: 0 } } }, {}, 'WaitTimedOut', /^no device within 2 s/],
    ['does not want to wait', { queue: { defaultLimit: { maxLeases: 0 } } }, { maxWaitSeconds: 0 }, 'WaitTimedOut', /^no device within 0 s/],
    ['asks for more than the pool allows', { lease: { maxPriority: 1 } }, { priority: 2 }, 'Refused', /^spec\.priority is 2, pool phones allows 1/],
    ['comes to a full queue', { queue: { maxWaiting: 0, defaultLimit: { maxLeases: 0 } } }, {}, 'Refused', /^pool phones has 0 leases waiting/],
    ['comes to a pool that drains', { admission: 'Draining' }, {}, 'PoolDraining', /^pool phones drains/],
  ])('that %s is released with the reason', async (_, pool, spec, reason, message) => {
    const { lease, leaseOf, until } = await working({ devices: ['a'], pool });
    lease('one', spec);
    await until('it has ended', () => leaseOf('one').status?.release !== undefined, 20);
    expect(leaseOf('one').status?.release).toMatchObject({ reason, message: expect.stringMatching(message) });
    expect(statusOf(leaseOf('one').status?.conditions, 'Released')).toBe('True');
  });

  it('that waits is not turned away for one that came later, in the same second', async () => {
    const { lease, leaseOf, is, until, clock } = await working({ devices: ['a'], pool: { queue: { maxWaiting: 1 } } });
    lease('one', {}, { finalizers: [LEASE_FINALIZER] });
    await is('one', 'Active');
    clock.advance(1_000 - (clock.now() % 1_000));
    lease('z-first', {}, { finalizers: [LEASE_FINALIZER] });
    const since = clock.now();
    await until('it has waited', () => clock.now() >= since + 500);
    lease('a-second', {}, { finalizers: [LEASE_FINALIZER] });
    await until('one is refused', () => ['z-first', 'a-second'].some((name) => leaseOf(name).status?.release !== undefined));
    expect(['z-first', 'a-second'].map((name) => leaseOf(name).status?.release?.reason)).toEqual([undefined, 'Refused']);
  });

  it('in words of another version is let go of all the same', async () => {
    const { lease, leaseOf, is, deviceIs, change, server } = await working({ devices: ['a'] });
    lease('one', {}, { finalizers: [LEASE_FINALIZER] });
    await is('one', 'Active');
    server.store.defined = (_, after) => after;
    const { status } = leaseOf('one');
    server.store.write(DEVICE_LEASES, 'lab', 'one', { kind: 'merge', body: { status: { ...status, summary: 'Releasing' } } }, 'status');
    change(DEVICE_LEASES, 'one', { spec: { release: { mode: 'Graceful', reason: 'over' } } });
    await is('one', 'Released');
    await deviceIs('a', 'Free');
  });

  it('whose pool is missing waits for it', async () => {
    const { lease, leaseOf, until, put, is } = await working({ devices: [] });
    lease('one', { poolRef: { name: 'other' } });
    await until('it says so', () => said(leaseOf('one'))['Accepted'] === 'False PoolMissing');
    put(DEVICE_POOLS, 'other', { platform: 'Simulated' });
    await is('one', 'Waiting');
  });

  it('that is deleted goes when its device obeys nobody, and its device is reset', async () => {
    const { lease, leases, is, remove, until, deviceIs, driver, deviceOf } = await working({ devices: ['a'] });
    lease('one');
    await is('one', 'Active');
    await until('the operator has put its finalizer on it', () => leases()[0]?.metadata.finalizers?.includes(LEASE_FINALIZER) === true);
    remove(DEVICE_LEASES, 'one');
    await until('it is gone', () => leases().length === 0);
    expect(deviceOf('a').status?.leaseRef).toBeUndefined();
    await deviceIs('a', 'Free');
    expect(driver.resets('a')).toBe(1);
  });

  it('goes in the end although its device is never clean again', async () => {
    const { lease, leases, is, remove, until, driver, eventReasons } = await working({ devices: ['a'], times: { finalizerMs: 20_000 }, pool: { reset: { timeoutSeconds: 7200 } } });
    driver.ills.set('a', 'reset hangs');
    lease('one', {}, { finalizers: [LEASE_FINALIZER] });
    await is('one', 'Active');
    remove(DEVICE_LEASES, 'one');
    await until('it is gone', () => leases().length === 0, 200);
    await until('an event says so', () => eventReasons().includes('CleanupAbandoned'));
  });

  it('that is cut off by an administrator says so, and its reset cuts off what is under way', async () => {
    const { lease, leaseOf, is, change, until, driver } = await working({ devices: ['a'] });
    lease('one');
    await is('one', 'Active');
    change(DEVICE_LEASES, 'one', { spec: { release: { mode: 'Force', reason: 'the rack is moved' } } });
    await is('one', 'Released');
    expect(leaseOf('one').status?.release).toMatchObject({ reason: 'ForceReleased', message: 'An administrator cut it off: the rack is moved' });
    await until('it was reset', () => driver.asked.some((each) => each.what === 'reset'));
    expect(driver.asked.find((each) => each.what === 'reset')?.mode).toBe('Force');
  });

  it.each(['deleted', 'tainted with EndLease'])('ends when its device is %s', async (how) => {
    const { lease, leaseOf, is, remove, change, until } = await working({ devices: ['a'] });
    lease('one');
    await is('one', 'Active');
    if (how === 'deleted') remove(DEVICES, 'a');
    else change(DEVICES, 'a', { spec: { taints: [{ key: 'Draining', effect: 'EndLease', reason: 'the rack is moved' }] } });
    await until('it has ended', () => leaseOf('one').status?.release !== undefined);
    expect(leaseOf('one').status?.release?.reason).toBe('DeviceRemoved');
  });

  it('that ended is kept for a while, and then goes', async () => {
    const { lease, leases, change, is, until } = await working({ devices: ['a'], times: { keepEndedMs: 30_000 } });
    lease('one');
    await is('one', 'Active');
    change(DEVICE_LEASES, 'one', { spec: { release: { reason: 'over' } } });
    await is('one', 'Released');
    await until('it is gone', () => leases().length === 0, 200);
  });
});

describe('a device', () => {
  it('that is new is reset and checked before it is leased', async () => {
    const { device, lease, is, driver, deviceOf } = await working();
    device('a', { ready: false });
    lease('one');
    await is('one', 'Active');
    expect(driver.asked.map(({ what }) => what)).toEqual(['reset', 'check']);
    expect(deviceOf('a').status).toMatchObject({ facts: { model: 'fake' }, lastReset: { passed: true } });
  });

  it.each<['reset fails' | 'reset hangs', string]>([
    ['reset fails', 'ResetFailed'],
    ['reset hangs', 'ResetTimedOut'],
  ])('whose %s is tried again later and later, goes into quarantine, and comes back once it is well', async (ill, reason) => {
    const { device, driver, deviceIs, deviceOf, until, eventReasons } = await working({ pool: { reset: { timeoutSeconds: 2 }, quarantine: { faults: 3, releaseAfterSeconds: 60 } } });
    driver.ills.set('a', ill);
    device('a', { ready: false });
    await until('it needs a reset', () => deviceOf('a').status?.summary === 'NeedsReset', 50);
    await until('it is in quarantine', () => deviceOf('a').status?.summary === 'Quarantined', 100);
    expect([driver.resets('a'), deviceOf('a').status?.recentFaults, deviceOf('a').status?.faults?.map((each) => each.reason)]).toEqual([3, 3, [reason, reason, reason]]);
    await until('an event says so', () => eventReasons().includes('Quarantined'));
    driver.ills.delete('a');
    await until('it is free', () => deviceOf('a').status?.summary === 'Free', 200);
    await deviceIs('a', 'Free');
    expect(driver.resets('a')).toBe(4);
  });

  it('that does not answer is not leased, is offline after enough checks, and comes back with the first that passes', async () => {
    const { lease, driver, deviceOf, until, is, leaseOf } = await working({ devices: ['a'], pool: { healthCheck: { intervalSeconds: 5, timeoutSeconds: 1 } } });
    driver.ills.set('a', 'check fails');
    await until('it is offline', () => deviceOf('a').status?.summary === 'Offline', 50);
    expect(deviceOf('a').status?.recentFaults).toBe(1);
    lease('one');
    await is('one', 'Waiting');
    driver.ills.delete('a');
    await until('it is leased', () => leaseOf('one').status?.summary === 'Active', 50);
  });

  it.each(['Offline', 'NeedsReset', 'Draining', 'Quarantined'])('that people taint as %s takes no lease until they take it away', async (key) => {
    const { lease, change, is, until, operatorOf } = await working({ devices: ['a'] });
    change(DEVICES, 'a', { spec: { taints: [{ key, reason: 'Because.' }] } });
    await until('the operator has seen it', () => operatorOf.caches.devices.cache.list().some(({ spec }) => (spec.taints ?? []).length > 0));
    lease('one');
    await is('one', 'Waiting');
    change(DEVICES, 'a', { spec: { taints: null } });
    await is('one', 'Active');
  });

  it('in quarantine without a time for its release waits for an administrator', async () => {
    const { device, driver, deviceOf, until, status, change, deviceIs } = await working({ pool: { quarantine: { faults: 1 } } });
    driver.ills.set('a', 'reset fails');
    device('a', { ready: false });
    await until('it is in quarantine', () => deviceOf('a').status?.summary === 'Quarantined');
    driver.ills.delete('a');
    status(DEVICES, 'a', { taints: [] });
    change(DEVICES, 'a', { metadata: { annotations: { seen: 'yes' } } });
    await deviceIs('a', 'Free');
  });

  it('that a holder gives back with a fault goes into quarantine', async () => {
    const { deviceOf, until, lease, is, leaseOf, change } = await working({ devices: ['a'], pool: { quarantine: { faults: 1 } } });
    lease('one');
    await is('one', 'Active');
    change(DEVICE_LEASES, 'one', { spec: { release: { reason: 'of no use', fault: { reason: 'Disconnected', message: 'It is gone.' } } } });
    await until('it has ended', () => leaseOf('one').status?.release !== undefined);
    expect(leaseOf('one').status?.release).toMatchObject({ reason: 'DeviceFault', message: 'device a failed: It is gone.' });
    await until('it is in quarantine', () => deviceOf('a').status?.summary === 'Quarantined');
    expect(deviceOf('a').status).toMatchObject({ recentFaults: 1, faults: [{ reason: 'Disconnected', message: 'It is gone.', leaseName: 'one' }] });
  });

  it('that others write faults of goes into quarantine', async () => {
    const { deviceOf, until, status, lease, is, leaseOf, change, operatorOf } = await working({ devices: ['a'], pool: { quarantine: { faults: 1 } } });
    lease('one');
    await is('one', 'Active');
    status(DEVICES, 'a', { faults: [{ time: '2026-01-31T12:00:00Z', reason: 'CommandFailed', message: 'It froze.', leaseName: 'one' }] });
    await until('the operator has seen it', () => operatorOf.caches.devices.cache.list().some(({ status: seen }) => (seen?.faults ?? []).length > 0));
    change(DEVICE_LEASES, 'one', { spec: { release: { reason: 'of no use' } } });
    await until('it has ended', () => leaseOf('one').status?.release !== undefined);
    expect(leaseOf('one').status?.release).toMatchObject({ reason: 'DeviceFault', message: 'device a failed: It froze.' });
    await until('it is in quarantine', () => deviceOf('a').status?.summary === 'Quarantined');
  });
});

it('a pool says what its devices do, who waits, and when it has drained', async () => {
  const { device, lease, change, server, until, is } = await working();
  const pool = () => server.store.get(DEVICE_POOLS, 'lab', POOL)['status'];
  await until('it says that it is empty', () => JSON.stringify(pool())?.includes('"Empty"') === true);
  for (const name of ['a', 'b']) device(name);
  change(DEVICES, 'b', { spec: { taints: [{ key: 'Draining', reason: 'Because.' }] } });
  lease('one');
  await is('one', 'Active');
  lease('two', { tenant: 'other' });
  await until('it counts', () => JSON.stringify(pool())?.includes('"waiting":1') === true, 50);
  expect(pool()).toMatchObject({ summary: 'Degraded', waiting: 1, devices: { total: 2, free: 0, leased: 1, resetting: 0, tainted: 1, quarantined: 0 }, tenants: [{ tenant: 'other', leased: 0, waiting: 1 }, { tenant: 'training', leased: 1, waiting: 0 }] });
  change(DEVICE_POOLS, POOL, { spec: { admission: 'Draining' } });
  await until('it drains', () => JSON.stringify(pool())?.includes('"summary":"Draining"') === true, 50);
  change(DEVICE_LEASES, 'one', { spec: { release: { reason: 'over' } } });
  await until('it has drained', () => JSON.stringify(pool())?.includes('"summary":"Drained"') === true, 50);
});
