import { beforeAll, describe, expect, it } from 'vitest';
import { GyreError } from '#kit/errors.ts';
import { DEVICE_LEASES, DEVICES } from '#operator/devices/resources.ts';
import { isConflict } from '#operator/runtime/failure.ts';
import { Writer } from '#operator/runtime/writer.ts';
import { describeWithKubernetes, eventually } from './cluster.testkit.ts';
import { LAB_USERS, openLab, prepareLab } from './device-lab.ts';
import { Relay } from './relay.ts';

const numbered = (count: number, prefix: string) => Array.from({ length: count }, (_, i) => `${prefix}${String(i).padStart(2, '0')}`);
const failure = (awaited: Promise<unknown>) => awaited.then(() => expect.fail('it did not fail'), (error: unknown) => (error instanceof GyreError ? error : expect.fail(String(error))));

/**
 * Leases on a real API server, with replicas of the operator as processes that have the rights of the chart, under the policies of
 * `policies/`. Who had what is judged by the whole history that etcd has. The contract of leases runs in device-contract.long.ts.
 */
await describeWithKubernetes('leases of devices on a real API server', { control: false, users: LAB_USERS, apiServerFlags: ['--etcd-compaction-interval=0'] }, ({ cluster, admin }) => {
  beforeAll(() => prepareLab(cluster(), admin()));
  const open = (pool?: Readonly<Record<string, unknown>>) => openLab(cluster(), admin(), pool);

  it('two replicas at once, one of which sees nothing: fifty leases get fifty devices, each one, twice over; late commands are refused', async () => {
    const lab = await open();
    const relay = new Relay(Number(new URL(cluster().url).port));
    await relay.open();
    const names = numbered(50, 'd');
    await Promise.all(names.map((name) => lab.device(name)));
    const first = numbered(50, 'first-');
    await Promise.all(first.map((name) => lab.lease(name, { ttlSeconds: 120 })));
    const [seeing, blind] = [await lab.operator({ elects: false, lateMs: 40 }), await lab.operator({ elects: false, lateMs: 40, watchServer: `https://127.0.0.1:${relay.port}` })];
    await Promise.all([seeing.says('synced'), blind.says('synced')]);
    relay.silence();
    for (const { child } of [seeing, blind]) child.send('work');
    const held = async () => (await lab.leases()).filter(({ status }) => status?.deviceName !== undefined && status.release === undefined);
    await eventually('each lease has a device', async () => (await held()).length === 50);
    const { leases } = await lab.holder('late');
    const commands = (await held()).map(({ status }) => ({ pool: 'phones', device: status?.deviceName ?? '', fencingToken: status?.fencingToken ?? 0 }));
    expect(new Set(commands.map(({ device }) => device)).size).toBe(50);
    await Promise.all(commands.map((command) => leases.admit(command)));

    // The blind one believes still that these are held, and knows of no others.
    await Promise.all(first.map((name) => lab.change(DEVICE_LEASES, name, { release: { reason: 'over' } })));
    await Promise.all(numbered(50, 'second-').map((name) => lab.lease(name, { ttlSeconds: 120 })));
    await eventually('the next leases have them', async () => (await held()).filter(({ metadata }) => metadata.name.startsWith('second-')).length === 50);
    for (const command of commands) expect(await failure(leases.admit(command))).toMatchObject({ code: 'ABORTED', field: 'fencingToken', boundary: 'device' });
    relay.speak();
    await eventually('what was released has left nothing behind', async () => (await lab.leases()).filter(({ status }) => status?.summary === 'Released').length === 50);
    const owners = await lab.judged();
    expect(owners.faults).toEqual([]);
    expect(owners.told.size).toBe(100);
    expect([...owners.taken.values()].reduce((sum, times) => sum + times, 0)).toBeGreaterThanOrEqual(100);
    await relay.cut();
  });

  it.each(['still wants it', 'was released meanwhile', 'was deleted meanwhile'])('a leader that is killed between taking a device and telling the lease, which %s: the next one finishes it, or undoes it', async (what) => {
    const lab = await open();
    await lab.device('d');
    const leader = await lab.operator({ haltsBetween: true });
    await leader.says('leading');
    await lab.lease('l');
    await leader.says('between');
    await leader.kill();
    expect([(await lab.deviceOf('d')).status?.leaseRef?.name, (await lab.leaseOf('l')).status?.deviceName]).toEqual(['l', undefined]);
    if (what === 'was released meanwhile') await lab.change(DEVICE_LEASES, 'l', { release: { reason: 'no longer needed' } });
    if (what === 'was deleted meanwhile') await lab.writer.delete(DEVICE_LEASES, await lab.leaseOf('l'));
    await (await lab.operator()).says('leading');
    if (what === 'still wants it') {
      await eventually('it has the device', async () => (await lab.leaseOf('l')).status?.deviceName === 'd');
      expect((await lab.leaseOf('l')).status).toMatchObject({ summary: 'Active', fencingToken: 1 });
    } else {
      await eventually('the device is free', async () => (await lab.deviceOf('d')).status?.summary === 'Free');
      await lab.lease('next');
      await eventually('the next lease has it', async () => (await lab.leaseOf('next')).status?.fencingToken === 2);
    }
    expect((await lab.judged()).faults).toEqual([]);
  });

  it('leaders that are killed again and again at any moment, under leases that come and go: no double owner, and none is lost', async () => {
    const lab = await open();
    await Promise.all(numbered(8, 'd').map((name) => lab.device(name)));
    const { take } = await lab.holder('busy');
    let done = 0;
    const work = Promise.all(
      numbered(40, 't').map(async (tenant) => {
        const lease = await take({ tenant, ttlSeconds: 60, maxWaitSeconds: 300 });
        await lease.renew();
        await lease.release('over');
        done++;
      }),
    );
    const started = async () => lab.operator({ lateMs: 20 });
    let leader = await started();
    await leader.says('leading');
    for (const at of [3, 9, 17]) {
      const next = await started();
      await next.says('synced');
      await eventually(`${at} leases are over`, () => done >= at);
      await leader.kill();
      await next.says('leading');
      leader = next;
    }
    await work;
    await eventually('nothing is left behind', async () => (await lab.leases()).every(({ status }) => status?.summary === 'Released') && (await lab.devices()).every(({ status }) => status?.summary === 'Free'));
    const owners = await lab.judged();
    expect(owners.faults).toEqual([]);
    expect(owners.told.size).toBe(40);
  });

  it('an API server that is away for longer than leases last takes no lease from who goes on renewing it', async () => {
    const lab = await open();
    await Promise.all(['a', 'b'].map((name) => lab.device(name)));
    const operator = await lab.operator({ elects: false });
    await operator.says('synced');
    operator.child.send('work');
    const { take, admit } = await lab.holder('patient');
    const [renewed, left] = [await take({ ttlSeconds: 10 }), await take({ ttlSeconds: 10 })];
    await cluster().apiServer.kill();
    await new Promise((resolve) => setTimeout(resolve, 13_000));
    await cluster().apiServer.restart();
    // Watches, with their waits between tries, come back a while after the server.
    const until = Date.now() + 25_000;
    while (Date.now() < until) {
      await renewed.renew();
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
    expect(renewed.ended.aborted).toBe(false);
    await admit(renewed.device.name, renewed.fencingToken);
    await eventually('the lease that nobody renews is over', () => left.ended.aborted);
    expect(left.ended.reason).toMatchObject({ code: 'ABORTED', details: { reason: 'Expired' } });
    expect((await lab.judged()).faults).toEqual([]);
  });

  it('a holder that is killed loses its lease when it has run out, and no other does; the device is leased again under a greater token', async () => {
    const lab = await open();
    await lab.device('a');
    const operator = await lab.operator();
    await operator.says('leading');
    const holder = await lab.holderProcess();
    await eventually('it holds a lease', () => holder.words.length > 0);
    const name = String(holder.words[0]);
    await lab.device('b', { ready: false });
    const { take } = await lab.holder('other');
    const other = await take({ ttlSeconds: 10 });
    const next = take({ ttlSeconds: 60 });
    const renewals = async () => (await lab.leaseOf(name)).status?.renewals ?? 0;
    await eventually('it renews', async () => (await renewals()) >= 2);
    await holder.kill();
    await eventually('it has expired', async () => {
      await other.renew();
      return (await lab.leaseOf(name)).status?.release !== undefined;
    });
    expect((await lab.leaseOf(name)).status?.release).toMatchObject({ reason: 'Expired', message: expect.stringMatching(/^not renewed for \d+ s, ttlSeconds is 10\.$/) });
    const { device, fencingToken } = await next;
    expect([device.name, fencingToken, other.ended.aborted]).toEqual(['a', 2, false]);
  });

  it('an administrator cuts a holder off: it is told, its commands are refused, and the next lease has the device after a reset', async () => {
    const lab = await open();
    await lab.device('a');
    await (await lab.operator()).says('leading');
    const { take, admit } = await lab.holder('stubborn');
    const lease = await take();
    const next = take();
    await lab.change(DEVICE_LEASES, lease.id, { release: { mode: 'Force', reason: 'the rack is moved' } });
    await eventually('it is told', () => lease.ended.aborted);
    expect(lease.ended.reason).toMatchObject({ code: 'ABORTED', details: { reason: 'ForceReleased' } });
    expect((await next).fencingToken).toBe(2);
    expect(await failure(admit('a', 1))).toMatchObject({ code: 'ABORTED', field: 'fencingToken' });
    expect((await lab.deviceOf('a')).status?.lastReset).toMatchObject({ passed: true });
    await admit('a', 2);
  });

  describe('the API server itself', () => {
    /** A device under token 7, and how `user` writes a status over it. */
    const taken = async () => {
      const lab = await open();
      await lab.device('d');
      const before = await lab.deviceOf('d');
      const ref = { name: 'l', uid: '1' };
      const status = { ...before.status, fencingToken: 7, leaseRef: ref };
      const held = await lab.writer.update(DEVICES, { ...before, status }, { subresource: 'status' });
      const write = async (user: 'operator' | 'holder', over: typeof held, change: object) => new Writer({ client: await lab.opened(user), manager: user }).patch(DEVICES, over, { status: change }, { subresource: 'status' });
      return { held, write };
    };

    it.each<[string, object, string]>([
      ['a lower token', { fencingToken: 6 }, '[token-grows]'],
      ['a new token under the lease', { fencingToken: 8 }, '[token-of-lease]'],
      ['another lease under the same token', { leaseRef: { name: 'm', uid: '2' } }, '[one-holder]'],
      ['another lease under a greater token, without the device having been free', { fencingToken: 8, leaseRef: { name: 'm', uid: '2' } }, '[one-holder]'],
    ])('refuses %s, also of the operator', async (_, change, rule) => {
      const { held, write } = await taken();
      expect(await failure(write('operator', held, change))).toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(rule) });
      const freed = await write('operator', held, { leaseRef: null });
      await write('operator', freed, { fencingToken: 8, leaseRef: { name: 'm', uid: '2' } });
    });

    it('refuses the token that a device had, for a lease that comes after', async () => {
      const { held, write } = await taken();
      const freed = await write('operator', held, { leaseRef: null });
      expect(await failure(write('operator', freed, { leaseRef: { name: 'm', uid: '2' } }))).toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringContaining('[one-holder]') });
    });

    it('refuses a holder that frees or binds, and lets it report a fault', async () => {
      const { held, write } = await taken();
      const refused = { code: 'PERMISSION_DENIED', message: expect.stringContaining('only the operator binds devices') };
      expect(await failure(write('holder', held, { leaseRef: null }))).toMatchObject(refused);
      const reported = await write('holder', held, { faults: [{ time: '2026-11-30T10:00:00Z', reason: 'CommandFailed', message: 'It froze.' }] });
      const freed = await write('operator', reported, { leaseRef: null });
      expect(await failure(write('holder', freed, { fencingToken: 8, leaseRef: { name: 'm', uid: '2' } }))).toMatchObject(refused);
    });

    it('refuses what a leader that was deposed still sends: its version is over', async () => {
      const { held, write } = await taken();
      await write('operator', held, { leaseRef: null });
      const late = await failure(write('operator', held, { leaseRef: null, fencingToken: 8 }));
      expect(isConflict(late)).toBe(true);
    });
  });
});
