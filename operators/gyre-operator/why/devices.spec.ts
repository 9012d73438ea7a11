import { describe, expect, it } from 'vitest';
import { DEVICE_LEASES, DEVICE_POOLS, DEVICES } from '../devices/resources.ts';
import { NAMESPACE, openDeviceWorld } from '../devices/testkit/device-world.ts';
import { secondTime } from '../runtime/micro-time.ts';
import { isRecord } from '../runtime/objects.ts';
import type { Json } from '../runtime/testkit/object-store.ts';
import { openWorld } from '../runtime/testkit/world.ts';
import { changed, sample, stored } from '../testkit/samples.ts';
import { at } from '../training/testkit/runs.ts';
import { explain } from './explain.ts';

const record = (value: unknown): Json => (isRecord(value) ? value : {});

describe('why leases and devices wait', () => {
  const open = async (settings: Json = {}, options: Parameters<Awaited<ReturnType<typeof openDeviceWorld>>['operator']>[0] = {}) => {
    const world = await openDeviceWorld({ pool: settings });
    const client = world.open();
    const ask = (kind: 'devicelease' | 'device' | 'devicepool', name: string) => explain(client, { kind, namespace: NAMESPACE, name, nowMs: world.clock.now() });
    const operator = world.operator(options);
    const summary = (name: string) => world.leaseOf(name).status?.summary;
    const pool = () => world.server.store.get(DEVICE_POOLS, NAMESPACE, 'phones');
    return { ...world, client, ask, summary, pool, begin: async () => {
      await operator.synced();
      operator.start();
    } };
  };

  it('for a device that another holds: place, counts, and who holds it', async () => {
    const { device, lease, begin, ask, until, summary } = await open();
    device('d');
    await begin();
    lease('first');
    await until('it is held', () => summary('first') === 'Active');
    lease('second');
    await until('it waits', () => summary('second') === 'Waiting');
    expect(await ask('devicelease', 'second')).toMatchObject({
      state: 'Waiting',
      waits: true,
      cause: 'DeviceLease lab/second waits for a device: needs 1 device; pool phones has 0 free of 1 that match (1 leased).',
      remedy: 'It goes on by itself when a device is free; add devices to the pool to wait less.',
      details: ['It has place 1 in the queue of pool phones, in which 1 lease waits.', expect.stringMatching(/^It gives up in \d+ \w+ \(maxWaitSeconds\)\.$/)],
    });
    expect(await ask('devicelease', 'first')).toMatchObject({ state: 'Active', waits: false, cause: expect.stringMatching(/^DeviceLease lab\/first holds device d for spec; it ends at \S+ unless it is renewed\.$/) });
    expect(await ask('device', 'd')).toMatchObject({ state: 'Leased', waits: false, cause: expect.stringContaining('lease first holds it for spec of tenant training') });
  });

  it('for a tenant’s limit, a label, a pool that is not there', async () => {
    const { device, lease, begin, ask, until, summary } = await open({ queue: { defaultLimit: { maxLeases: 1, weight: 1 } } });
    device('a');
    device('b');
    await begin();
    lease('one');
    await until('it is held', () => summary('one') === 'Active');
    lease('two');
    await until('it waits', () => summary('two') === 'Waiting');
    expect(await ask('devicelease', 'two')).toMatchObject({ cause: 'DeviceLease lab/two waits: tenant training holds 1 device, its limit is 1.', remedy: 'It goes on when one is released.' });
    lease('odd', { tenant: 'other', selector: { matchLabels: { model: 'none' } } });
    await until('it waits too', () => summary('odd') === 'Waiting');
    expect(await ask('devicelease', 'odd')).toMatchObject({ cause: 'DeviceLease lab/odd waits: none of the 2 devices of pool phones has the labels of spec.selector.', remedy: 'Change the selector or label a device.' });
    lease('lost', { poolRef: { name: 'nowhere' } });
    await until('it is told so', () => summary('lost') === 'Refused');
    expect(await ask('devicelease', 'lost')).toMatchObject({ waits: true, cause: 'DeviceLease lab/lost is refused: pool nowhere is not in the namespace.', remedy: 'Create it, or name another.' });
  });

  it('for devices that need somebody: the taint with its reason, and quarantine', async () => {
    const { device, lease, begin, ask, until, summary, change, pool } = await open();
    device('d');
    change(DEVICES, 'd', { spec: { taints: [{ key: 'Draining', reason: 'new battery' }] } });
    await begin();
    lease('l');
    await until('it waits', () => summary('l') === 'Waiting');
    expect(await ask('devicelease', 'l')).toMatchObject({ cause: expect.stringContaining('0 free of 1 that match (1 draining)'), remedy: 'None comes free by itself; gyre cluster why device/d says what it needs.' });
    expect(await ask('device', 'd')).toMatchObject({ waits: true, cause: 'Device lab/d is kept from being leased by the taint Draining of its spec: new battery.', remedy: 'Remove the taint Draining from spec.taints.' });
    await until('the pool has counted', () => at(pool(), 'status', 'waiting') === 1);
    expect(await ask('devicepool', 'phones')).toMatchObject({ waits: true, cause: expect.stringMatching(/^DevicePool lab\/phones can serve nobody: none of 1 device can serve; 1 lease waits/), remedy: 'Ask what d needs, gyre cluster why device/d.' });
  });

  it('for an operator: what was said last comes after that', async () => {
    const { server, clock, client } = await openWorld([DEVICE_LEASES, DEVICES, DEVICE_POOLS]);
    const held = { apiVersion: 'gyre.dev/v1alpha1', kind: 'x', metadata: { name: 'x', namespace: NAMESPACE } };
    const { spec } = stored('DevicePool', sample('DevicePool'));
    const ask = (kind: 'devicelease' | 'device' | 'devicepool') => explain(client, { kind, namespace: NAMESPACE, name: 'x', nowMs: clock.now() });
    server.store.create(DEVICE_POOLS, NAMESPACE, { ...held, spec });
    server.store.create(DEVICES, NAMESPACE, { ...held, spec: { poolRef: { name: 'x' }, serial: 's', endpoint: 'http://d' } });
    server.store.create(DEVICE_LEASES, NAMESPACE, { ...held, spec: record(changed(stored('DeviceLease', sample('DeviceLease')), { 'spec.poolRef.name': 'x' }))['spec'] });
    expect(await ask('device')).toMatchObject({ state: 'Pending', cause: expect.stringContaining('has not been looked at: no operator has led here yet') });
    for (const resource of [DEVICE_POOLS, DEVICES, DEVICE_LEASES]) server.store.write(resource, NAMESPACE, 'x', { kind: 'merge', body: { status: { fencingToken: 0, conditions: [] } } }, 'status');
    for (const kind of ['devicepool', 'device', 'devicelease'] as const) expect(await ask(kind), kind).toMatchObject({ waits: true, cause: expect.stringMatching(/ lab\/x is looked after by nobody: no operator has led here yet/), remedy: expect.stringMatching(/^Start the operator/), details: expect.arrayContaining([expect.stringMatching(/^An operator said last that it /)]) });
    server.store.write(DEVICE_LEASES, NAMESPACE, 'x', { kind: 'merge', body: { status: { release: { reason: 'Completed', message: 'done', time: secondTime(clock.now()) } } } }, 'status');
    expect(await ask('devicelease')).toMatchObject({ cause: 'DeviceLease lab/x has ended (Completed): done.', remedy: 'Nothing is to be done.' });
  });

  it('for a first device, and for a pool that is not there', async () => {
    const { put, lease, begin, ask, until, summary, pool } = await open();
    await begin();
    lease('l');
    await until('it waits', () => summary('l') === 'Waiting');
    expect(await ask('devicelease', 'l')).toMatchObject({ cause: 'DeviceLease lab/l waits for a device, and pool phones has none.', remedy: 'Create a Device with spec.poolRef.name: phones.' });
    await until('the pool has counted', () => at(pool(), 'status', 'waiting') === 1);
    expect(await ask('devicepool', 'phones')).toMatchObject({ cause: expect.stringContaining('no Device names pool phones'), remedy: 'Create one.' });
    put(DEVICES, 'lost', { poolRef: { name: 'nowhere' }, serial: 's', endpoint: 'http://lost.lab:4723' });
    expect(await ask('device', 'lost')).toMatchObject({ state: 'Pending', waits: true, cause: 'Device lab/lost belongs to pool nowhere, which is not in the namespace: nobody can lease it.', remedy: expect.stringMatching(/^Create DevicePool nowhere/) });
  });

  it('for an operator with a driver: the pool says so as its devices do', async () => {
    const { device, lease, begin, ask, until, summary, deviceOf, pool } = await open({}, { driver: undefined });
    device('a');
    device('b');
    await begin();
    lease('l');
    await until('it waits', () => summary('l') === 'Waiting');
    await until('both say so', () => ['a', 'b'].every((name) => deviceOf(name).status?.conditions?.some(({ reason }) => reason === 'NoDriver')));
    await until('the pool has counted', () => at(pool(), 'status', 'waiting') === 1);
    const remedy = 'Run an operator that has a driver for its devices; until then it leases them to nobody.';
    expect(await ask('devicepool', 'phones')).toMatchObject({ waits: true, cause: expect.stringMatching(/^DevicePool lab\/phones can serve nobody: /), remedy });
    expect(await ask('devicelease', 'l')).toMatchObject({ cause: expect.stringContaining('(2 without a driver)'), remedy });
  });

  it('for a tenant’s limit in a pool that is full by it: more devices would help nobody', async () => {
    const { device, lease, begin, ask, until, summary, pool } = await open({ queue: { defaultLimit: { maxLeases: 1, weight: 1 } } });
    device('a');
    await begin();
    lease('one');
    await until('it is held', () => summary('one') === 'Active');
    lease('two');
    await until('the pool has counted', () => at(pool(), 'status', 'waiting') === 1 && at(pool(), 'status', 'devices', 'leased') === 1);
    expect(await ask('devicepool', 'phones')).toMatchObject({ cause: expect.stringContaining('serves, but who waits is at its limit: 1 lease waits'), remedy: 'Wait until tenant training gives a device back, or raise its limit (spec.queue.tenants, maxLeases); more devices alone help none of them.' });
    lease('three', { tenant: 'other' });
    await until('it has counted again', () => at(pool(), 'status', 'waiting') === 2);
    expect(await ask('devicepool', 'phones')).toMatchObject({ cause: expect.stringContaining('is used up: 2 leases wait'), remedy: 'Add devices, or wait until leases end.' });
  });

  it('not at all: free devices, and a pool that serves', async () => {
    const { device, begin, ask, until, pool, change } = await open();
    device('d');
    await begin();
    await until('the pool has counted', () => at(pool(), 'status', 'devices', 'free') === 1);
    expect(await ask('device', 'd')).toMatchObject({ state: 'Free', waits: false, cause: 'Device lab/d is free: pool phones may lease it now.', remedy: 'Nothing is to be done.' });
    expect(await ask('devicepool', 'phones')).toMatchObject({ waits: false, cause: 'DevicePool lab/phones serves: 1 free, 0 leased, 0 being reset, 0 tainted and 0 in quarantine of 1 device; no lease waits.' });
    change(DEVICE_POOLS, 'phones', { spec: { admission: 'Draining' } });
    await until('it is drained', () => at(pool(), 'status', 'summary') === 'Drained');
    expect(await ask('device', 'd')).toMatchObject({ cause: 'Device lab/d is free, but pool phones is draining and takes no new lease.', remedy: 'Set spec.admission of pool phones to Open to lease it again.' });
    expect(await ask('devicepool', 'phones')).toMatchObject({ waits: true, cause: expect.stringMatching(/^DevicePool lab\/phones takes no new lease: /), remedy: 'Set spec.admission to Open to go on.' });
  });
});
