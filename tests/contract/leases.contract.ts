import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ManualClock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import type { PoolChoices } from '#kit/leases/store/leases.ts';
import type { FakeDriver } from '#kit/leases/testkit/fake-driver.ts';
import type { Lease, LeaseRequest, Leases } from '#kit/leases/types.ts';

/** How the suite reaches the side under test, and does what administrators do. */
export interface LeasesFixture {
  readonly clock: ManualClock;
  readonly driver: FakeDriver;
  /** Two processes that take devices. */
  readonly holders: readonly [Leases, Leases];
  putPool(name: string, choices?: PoolChoices): Promise<void>;
  putDevice(pool: string, name: string, labels?: Readonly<Record<string, string>>): Promise<void>;
  removeDevice(pool: string, name: string): Promise<void>;
  /** One taint of people, or none. */
  taint(pool: string, name: string, effect: 'NoLease' | 'EndLease' | undefined): Promise<void>;
  forceRelease(id: string, reason: string): Promise<void>;
  releaseOf(id: string): Promise<{ readonly reason: string; readonly message: string } | undefined>;
  isQuarantined(pool: string, name: string): Promise<boolean>;
  /** Leases that wait or hold. */
  alive(pool: string): Promise<number>;
  /** Kills whoever binds and expires, and starts another. */
  restart(): Promise<void>;
  cleanup(): Promise<void>;
}

const POOL = 'phones';
const ask = (more: Partial<LeaseRequest> = {}): LeaseRequest => ({ pool: POOL, tenant: 'training', holder: 'suite', ...more });

/** What every side of the devices port does. */
export function leasesContract(name: string, fixture: () => Promise<LeasesFixture>): void {
  describe(`leases contract: ${name}`, () => {
    let under: LeasesFixture;
    let leases: Leases;
    beforeEach(async () => {
      under = await fixture();
      [leases] = under.holders;
    });
    afterEach(() => under.cleanup());

    /** Lets time pass in steps while something is awaited. */
    async function during<T>(awaited: Promise<T>, stepMs = 20): Promise<T> {
      let over = false;
      const done = awaited.finally(() => (over = true));
      done.catch(() => undefined);
      while (!over) {
        await new Promise((resolve) => setTimeout(resolve, 2));
        under.clock.advance(stepMs);
      }
      return done;
    }
    const take = (more: Partial<LeaseRequest> = {}, by = leases) => during(by.take(ask(more)));
    const failure = (awaited: Promise<unknown>, stepMs?: number) =>
      during(
        awaited.then(
          () => expect.fail('it did not fail'),
          (thrown: unknown) => (thrown instanceof GyreError ? thrown : expect.fail(String(thrown))),
        ),
        stepMs,
      );
    const ended = (lease: Lease, stepMs?: number) => during(new Promise<void>((resolve) => (lease.ended.aborted ? resolve() : lease.ended.addEventListener('abort', () => resolve(), { once: true }))), stepMs);
    const until = (condition: () => Promise<boolean>, stepMs?: number) =>
      during(
        (async () => {
          for (let tries = 0; tries < 10_000; tries++) {
            if (await condition()) return;
            await new Promise((resolve) => setTimeout(resolve, 2));
          }
          expect.fail('it never came to be');
        })(),
        stepMs,
      );
    const reasonOf = async (lease: Lease) => {
      await until(async () => (await under.releaseOf(lease.id)) !== undefined);
      return under.releaseOf(lease.id);
    };
    const pool = async (devices: readonly string[], choices: PoolChoices = {}) => {
      await under.putPool(POOL, choices);
      for (const device of devices) await under.putDevice(POOL, device);
    };

    it('gives a device with its address, and the next lease of it a greater token, after a reset', async () => {
      await pool(['a']);
      const first = await take();
      expect(first.device).toEqual({ name: 'a', serial: 'serial-a', endpoint: 'http://a.lab:4723' });
      const next = leases.take(ask());
      await first.release('the episode is over');
      const second = await during(next);
      expect(second.device.name).toBe('a');
      expect(second.fencingToken).toBeGreaterThan(first.fencingToken);
      expect(under.driver.resets('a')).toBe(2);
      expect(await reasonOf(first)).toEqual({ reason: 'Completed', message: 'The holder released it: the episode is over' });
    });

    it('lets commands of the latest token through, and no others', async () => {
      await pool(['a']);
      const first = await take();
      const command = { pool: POOL, device: 'a', fencingToken: first.fencingToken };
      await during(leases.admit(command));
      await first.release('over');
      const second = await take({}, under.holders[1]);
      expect(await failure(leases.admit(command))).toMatchObject({ code: 'ABORTED', field: 'fencingToken', boundary: 'device' });
      await during(leases.admit({ ...command, fencingToken: second.fencingToken }));
      await second.release('over');
      await until(async () => (await under.alive(POOL)) === 0);
      expect(await failure(leases.admit({ ...command, fencingToken: second.fencingToken }))).toMatchObject({ code: 'ABORTED' });
      expect(await failure(leases.admit({ ...command, device: 'none' }))).toMatchObject({ code: 'NOT_FOUND', field: 'device' });
    });

    it('ends a lease that nobody renews, and says so to its holder', async () => {
      await pool(['a']);
      const lease = await take({ ttlSeconds: 10 });
      await ended(lease, 200);
      expect(lease.ended.reason).toMatchObject({ code: 'ABORTED', details: { reason: 'Expired' } });
      expect(await failure(lease.renew())).toMatchObject({ code: 'ABORTED', details: { reason: 'Expired' } });
      expect((await reasonOf(lease))?.message).toMatch(/^not renewed for \d+ s, ttlSeconds is 10\.$/);
    });

    it.each(['heartbeats', 'commands'])('keeps a lease that is renewed by %s, until its longest duration', async (by) => {
      await pool(['a']);
      const lease = await take({ ttlSeconds: 10, maxDurationSeconds: 40 });
      const start = under.clock.now();
      while (!lease.ended.aborted) {
        await during(by === 'heartbeats' ? lease.renew() : leases.admit({ pool: POOL, device: 'a', fencingToken: lease.fencingToken })).catch(() => undefined);
        for (let i = 0; i < 10; i++) await during(new Promise((resolve) => setTimeout(resolve, 4)), 100);
      }
      expect(under.clock.now() - start).toBeGreaterThanOrEqual(38_000);
      expect((await reasonOf(lease))?.reason).toBe('DurationReached');
    });

    it.each([0, 5])('gives up after maxWaitSeconds: %i', async (maxWaitSeconds) => {
      await pool(['a']);
      await take();
      const error = await failure(leases.take(ask({ maxWaitSeconds })), 50);
      expect(error).toMatchObject({ code: 'DEADLINE_EXCEEDED', retryable: true, details: { reason: 'WaitTimedOut' } });
      expect(error.message).toContain(`no device within ${maxWaitSeconds} s`);
    });

    it('with maxWaitSeconds 0 gives a device that is free', async () => {
      await pool(['a']);
      await (await take()).release('over');
      await until(async () => under.driver.resets('a') === 2);
      for (let i = 0; i < 20; i++) await during(new Promise((resolve) => setTimeout(resolve, 5)));
      expect((await take({ maxWaitSeconds: 0 })).device.name).toBe('a');
    });

    it.each(['while it waits', 'when it has hardly begun'])('leaves nothing behind where the caller gives up %s', async (when) => {
      await pool(['a']);
      const first = await take();
      const caller = new AbortController();
      const waiting = leases.take(ask(), { signal: caller.signal });
      if (when === 'while it waits') await until(async () => (await under.alive(POOL)) === 2);
      caller.abort();
      expect(await failure(waiting)).toMatchObject({ code: 'CANCELLED' });
      await until(async () => (await under.alive(POOL)) === 1);
      await first.release('over');
      expect((await take()).fencingToken).toBe(first.fencingToken + 1);
    });

    it.each<[string, Partial<LeaseRequest>, string]>([
      ['a tenant that is no name', { tenant: 'Not A Name' }, 'tenant'],
      ['too short a time', { ttlSeconds: 1 }, 'ttlSeconds'],
      ['a time above its duration', { ttlSeconds: 20, maxDurationSeconds: 10 }, 'ttlSeconds'],
      ['a selector whose values do not suit', { selector: { matchExpressions: [{ key: 'model', operator: 'In', values: [] }] } }, 'selector.matchExpressions.0.values'],
      ['more time than the pool allows', { ttlSeconds: 301, maxDurationSeconds: 3600 }, 'ttlSeconds'],
      ['a higher priority than the pool allows', { priority: 101 }, 'priority'],
    ])('refuses %s, and names the field', async (_, request, field) => {
      await pool(['a']);
      expect(await failure(leases.take(ask(request)))).toMatchObject({ code: 'INVALID_ARGUMENT', field });
    });

    it('refuses a pool that does not exist, that drains, or where too many wait', async () => {
      await pool(['a'], { queue: { maxWaiting: 1 } });
      expect(await failure(leases.take(ask({ pool: 'none' })))).toMatchObject({ code: 'FAILED_PRECONDITION', field: 'pool' });
      await take();
      const waiting = leases.take(ask());
      waiting.catch(() => undefined);
      await until(async () => (await under.alive(POOL)) === 2);
      for (let i = 0; i < 20; i++) await during(new Promise((resolve) => setTimeout(resolve, 5)));
      expect(await failure(leases.take(ask()))).toMatchObject({ code: 'RESOURCE_EXHAUSTED', retryable: true });
      await under.putPool(POOL, { open: false });
      const drains = { code: 'FAILED_PRECONDITION', boundary: 'device', details: { reason: 'PoolDraining' } };
      expect(await failure(waiting)).toMatchObject(drains);
      expect(await failure(leases.take(ask()))).toMatchObject(drains);
    });

    it('gives only devices that the selector names', async () => {
      await pool(['a']);
      await under.putDevice(POOL, 'b', { model: 'pixel' });
      expect((await take({ selector: { matchLabels: { model: 'pixel' } } })).device.name).toBe('b');
      expect((await take({ selector: { matchExpressions: [{ key: 'model', operator: 'DoesNotExist' }] } })).device.name).toBe('a');
    });

    it('keeps a tenant to its limit, and serves a higher priority first', async () => {
      await pool(['a', 'b'], { queue: { defaultLimit: { maxLeases: 2, weight: 1 }, tenants: { small: { maxLeases: 1, weight: 1 } } } });
      const first = await take({ tenant: 'small' });
      const order: string[] = [];
      const wait = (what: string, request: Partial<LeaseRequest>) => leases.take(ask(request)).then((lease) => (order.push(what), lease));
      const small = wait('small', { tenant: 'small', priority: 5 });
      await until(async () => (await under.alive(POOL)) === 2);
      const other = await take({ tenant: 'other' });
      const [low, high] = [wait('low', { tenant: 'other', priority: 0 }), wait('high', { tenant: 'third', priority: 1 })];
      await until(async () => (await under.alive(POOL)) === 5);
      await other.release('over');
      await (await during(high)).release('over');
      await during(low);
      expect(order).toEqual(['high', 'low']);
      await first.release('over');
      await during(small);
      expect(order).toEqual(['high', 'low', 'small']);
    });

    it('tenants take turns', async () => {
      await pool(['a']);
      const holding = await take({ tenant: 'many' });
      const order: string[] = [];
      const wait = async (tenant: string) => {
        const lease = await leases.take(ask({ tenant }));
        order.push(tenant);
        await lease.release('over');
      };
      const all = [];
      for (const tenant of ['many', 'many', 'many', 'few', 'few']) {
        all.push(wait(tenant));
        const count = all.length + 1;
        await until(async () => (await under.alive(POOL)) === count);
      }
      await holding.release('over');
      await during(Promise.all(all));
      expect(order.slice(0, 4).filter((tenant) => tenant === 'few')).toHaveLength(2);
    });

    it('an administrator cuts a holder off', async () => {
      await pool(['a']);
      const lease = await take();
      await under.forceRelease(lease.id, 'the rack is moved');
      await ended(lease);
      expect(await reasonOf(lease)).toEqual({ reason: 'ForceReleased', message: 'An administrator cut it off: the rack is moved' });
      await until(async () => under.driver.resets('a') === 2);
      expect(under.driver.asked.findLast(({ what }) => what === 'reset')?.mode).toBe('Force');
    });

    it.each(['removed', 'tainted with EndLease'])('ends the lease of a device that is %s', async (how) => {
      await pool(['a']);
      const lease = await take();
      await (how === 'removed' ? under.removeDevice(POOL, 'a') : under.taint(POOL, 'a', 'EndLease'));
      await ended(lease);
      expect((await reasonOf(lease))?.reason).toBe('DeviceRemoved');
    });

    it('leases no device that people have tainted until they take the taint away', async () => {
      await pool(['a']);
      await under.taint(POOL, 'a', 'NoLease');
      expect(await failure(leases.take(ask({ maxWaitSeconds: 3 })), 50)).toMatchObject({ code: 'DEADLINE_EXCEEDED' });
      await under.taint(POOL, 'a', undefined);
      await take();
    });

    it('faults that holders report are the reason of the release, and put a device into quarantine', async () => {
      await pool(['a'], { quarantine: { faults: 2, windowSeconds: 3600 } });
      for (const time of ['first', 'second']) {
        const lease = await take();
        await lease.release('of no use', { reason: 'CommandFailed', message: `It froze, ${time}.` });
        expect(await reasonOf(lease)).toEqual({ reason: 'DeviceFault', message: `device a failed: It froze, ${time}.` });
      }
      await until(() => under.isQuarantined(POOL, 'a'));
      expect(await failure(leases.take(ask({ maxWaitSeconds: 3 })), 50)).toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    });

    it('leases no device whose reset fails', async () => {
      await pool([]);
      under.driver.ills.set('a', 'reset fails');
      await under.putDevice(POOL, 'a');
      expect(await failure(leases.take(ask({ maxWaitSeconds: 3 })), 50)).toMatchObject({ code: 'DEADLINE_EXCEEDED' });
      under.driver.ills.delete('a');
      await during(leases.take(ask()), 100);
    });

    it('leases, tokens and queue outlive whoever keeps them', async () => {
      await pool(['a']);
      const lease = await take();
      const waiting = under.holders[1].take(ask());
      await until(async () => (await under.alive(POOL)) === 2);
      await under.restart();
      await during(lease.renew());
      await lease.release('over');
      expect((await during(waiting)).fencingToken).toBe(lease.fencingToken + 1);
    });

    it('no device is with two holders, however many ask from two processes', async () => {
      await pool(['a', 'b', 'c'], { queue: { defaultLimit: { maxLeases: 100, weight: 1 } } });
      const [held, tokens] = [new Map<string, number>(), new Map<string, number>()];
      let most = 0;
      const use = async (by: Leases) => {
        const lease = await by.take(ask());
        const { device, fencingToken } = lease;
        held.set(device.name, (held.get(device.name) ?? 0) + 1);
        most = Math.max(most, held.get(device.name) ?? 0);
        expect(fencingToken).toBeGreaterThan(tokens.get(device.name) ?? 0);
        tokens.set(device.name, fencingToken);
        await by.admit({ pool: POOL, device: device.name, fencingToken });
        held.set(device.name, (held.get(device.name) ?? 0) - 1);
        await lease.release('over');
      };
      await during(Promise.all(Array.from({ length: 24 }, (_, i) => use(under.holders[i % 2 === 0 ? 0 : 1]))));
      expect(most).toBe(1);
      expect([...tokens.values()].reduce((sum, token) => sum + token, 0)).toBe(24);
    });
  });
}
