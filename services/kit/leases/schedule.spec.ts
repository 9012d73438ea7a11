import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assign, explain, type PoolDevice, type PoolState, type TenantLimit, type WaitingLease } from './schedule.ts';
import { selects } from './selector.ts';
import { Turns } from './turns.ts';

const device = (name: string, labels: Record<string, string> = {}, free = true, sinceMs = 0): PoolDevice => ({ name, labels, free, sinceMs });
const lease = (id: string, tenant: string, more: Partial<WaitingLease> = {}): WaitingLease => ({ id, tenant, priority: 0, sinceMs: 0, admitted: false, ...more });
const pool = (waiting: readonly WaitingLease[], devices: readonly PoolDevice[], more: Partial<PoolState['rules']> & { held?: Record<string, number> } = {}): PoolState => ({
  rules: { open: true, maxWaiting: 1000, limitOf: () => ({ maxLeases: 10, weight: 1 }), ...more },
  waiting,
  devices,
  held: new Map(Object.entries(more.held ?? {})),
});
const names = (state: PoolState, turns = new Turns()) => assign(state, turns).bound.map((each) => `${each.lease.id}=${each.device.name}`);

const models = ['a', 'b', 'c'];
const anyLease = fc.record({ tenant: fc.constantFrom('t0', 't1', 't2', 't3'), priority: fc.integer({ min: -1, max: 1 }), sinceMs: fc.nat(20), model: fc.option(fc.constantFrom(...models), { nil: undefined }), admitted: fc.boolean() });
const anyState = fc
  .record({
    leases: fc.array(anyLease, { maxLength: 30 }),
    devices: fc.array(fc.record({ model: fc.constantFrom(...models), free: fc.boolean(), sinceMs: fc.nat(5) }), { maxLength: 12 }),
    limits: fc.array(fc.record({ maxLeases: fc.nat(4), weight: fc.integer({ min: 1, max: 5 }) }), { minLength: 4, maxLength: 4 }),
    held: fc.array(fc.nat(3), { minLength: 4, maxLength: 4 }),
    maxWaiting: fc.nat(10),
  })
  .map(({ leases, devices, limits, held, maxWaiting }): PoolState => ({
    rules: { open: true, maxWaiting, limitOf: (tenant) => limits[Number(tenant.slice(1))] ?? { maxLeases: 0, weight: 1 } },
    waiting: leases.map(({ model, ...rest }, i) => lease(`l${i}`, rest.tenant, { ...rest, ...(model === undefined ? {} : { selector: { matchLabels: { model } } }) })),
    devices: devices.map(({ model, free, sinceMs }, i) => device(`d${i}`, { model }, free, sinceMs)),
    held: new Map(held.map((count, i) => [`t${i}`, count])),
  }));

describe('any pool', () => {
  it('gives no device twice, none that is not free or does not suit, and no tenant more than its limit', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const { bound } = assign(state, new Turns());
        expect(new Set(bound.map((each) => each.device.name)).size).toBe(bound.length);
        expect(new Set(bound.map((each) => each.lease.id)).size).toBe(bound.length);
        for (const each of bound) expect([each.device.free, selects(each.lease.selector, each.device.labels)]).toEqual([true, true]);
        for (const tenant of ['t0', 't1', 't2', 't3']) {
          const got = bound.filter((each) => each.lease.tenant === tenant).length;
          if (got > 0) expect(got + (state.held.get(tenant) ?? 0)).toBeLessThanOrEqual(state.rules.limitOf(tenant).maxLeases);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('leaves no device idle that a lease waits for and may have', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const { bound } = assign(state, new Turns());
        const [leases, taken] = [new Set(bound.map((each) => each.lease)), new Set(bound.map((each) => each.device))];
        const counts = new Map(state.held);
        for (const each of bound) counts.set(each.lease.tenant, (counts.get(each.lease.tenant) ?? 0) + 1);
        const idle = state.waiting.filter((each) => !leases.has(each) && (counts.get(each.tenant) ?? 0) < state.rules.limitOf(each.tenant).maxLeases);
        for (const each of idle) expect(state.devices.filter((one) => one.free && !taken.has(one) && selects(each.selector, one.labels))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('decides the same whatever the order it is told in, and names a place for each that waits', () => {
    fc.assert(
      fc.property(anyState, fc.nat(), (state, seed) => {
        const turned = { ...state, waiting: rotated(state.waiting, seed), devices: rotated(state.devices, seed) };
        expect(names(turned)).toEqual(names(state));
        expect(explain(turned, new Turns())).toEqual(explain(state, new Turns()));
        expect(explain(state, new Turns()).map(({ position }) => position)).toEqual(state.waiting.map((_, i) => i + 1));
      }),
    );
  });

  it('turns away the latest of those that were not told that they wait, and only as many as are too many', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const { bound, refused } = assign(state, new Turns());
        const left = state.waiting.length - bound.length;
        const strangers = state.waiting.filter((each) => !each.admitted && !bound.some((one) => one.lease === each));
        expect(refused.length).toBe(Math.min(Math.max(0, left - state.rules.maxWaiting), strangers.length));
        const latest = Math.max(-1, ...strangers.filter((each) => !refused.some((one) => one.lease === each)).map(({ sinceMs }) => sinceMs));
        for (const { lease: each, why } of refused) expect([each.admitted, why, each.sinceMs >= latest]).toEqual([false, 'QueueFull', true]);
      }),
    );
  });

  it('serves tenants of one priority by weight: turns divided by weight differ by at most 1/w + 1/w', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 6 }), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 60 }), (weights, devices, rounds) => {
        const limitOf = (tenant: string): TenantLimit => ({ maxLeases: 1000, weight: weights[Number(tenant.slice(1))] ?? 1 });
        const [turns, served] = [new Turns(), weights.map(() => 0)];
        for (let round = 0; round < rounds; round++) {
          const waiting = weights.flatMap((_, t) => Array.from({ length: devices }, (__, i) => lease(`${round}-${t}-${i}`, `t${t}`, { sinceMs: round })));
          for (const { lease: each } of assign(pool(waiting, Array.from({ length: devices }, (_, i) => device(`d${i}`)), { limitOf }), turns).bound) served[Number(each.tenant.slice(1))]! += 1;
          for (const [i, a] of weights.entries()) for (const [j, b] of weights.entries()) expect(Math.abs((served[i] ?? 0) / a - (served[j] ?? 0) / b)).toBeLessThanOrEqual(1 / a + 1 / b + 1e-9);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('starves nobody: a lease is served after as many others of its priority as the weights say, whatever comes meanwhile', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 5 }),
        fc.array(fc.tuple(fc.nat(4), fc.boolean()), { minLength: 60, maxLength: 60 }),
        (weights, arrivals) => {
          const limitOf = (tenant: string): TenantLimit => ({ maxLeases: 1000, weight: weights[Number(tenant.slice(1))] ?? 1 });
          const turns = new Turns();
          // Tenant 0 wants the one rare device, others come all the time for it or for anything.
          let waiting = [lease('mine', 't0', { selector: { matchLabels: { model: 'rare' } }, sinceMs: 0 })];
          const bound = weights.slice(1).reduce((sum, weight) => sum + Math.ceil(weight / (weights[0] ?? 1)) + 1, 1);
          let others = 0;
          for (const [step, [tenant, rare]] of arrivals.entries()) {
            const who = `t${1 + (tenant % (weights.length - 1))}`;
            waiting.push(lease(`o${step}`, who, { sinceMs: step + 1, ...(rare ? { selector: { matchLabels: { model: 'rare' } } } : {}) }));
            const done = assign(pool(waiting, [device('d0', { model: 'rare' }), device('d1', { model: 'plain' })], { limitOf }), turns).bound;
            others += done.filter((each) => each.device.name === 'd0' && each.lease.id !== 'mine').length;
            if (done.some((each) => each.lease.id === 'mine')) return;
            waiting = waiting.filter((each) => !done.some((one) => one.lease === each));
            expect(others).toBeLessThanOrEqual(bound);
          }
          expect.fail('it was never served');
        },
      ),
    );
  });
});

describe('one pool', () => {
  it('serves a higher priority first, then the tenant whose turn it is, then the oldest', () => {
    const waiting = [lease('old', 'a', { sinceMs: 1 }), lease('older', 'a', { sinceMs: 0 }), lease('other', 'b', { sinceMs: 5 }), lease('urgent', 'a', { priority: 1, sinceMs: 9 })];
    expect(names(pool(waiting, ['1', '2', '3'].map((name) => device(name))))).toEqual(['urgent=1', 'older=2', 'other=3']);
  });

  it('gives a device that others do not ask for, and of those the one that rested longest', () => {
    const waiting = [lease('any', 'a', { sinceMs: 0 }), lease('rare', 'b', { sinceMs: 1, selector: { matchLabels: { model: 'rare' } } })];
    expect(names(pool(waiting, [device('x', { model: 'rare' }), device('z', {}, true, 1), device('y', {}, true, 2)]))).toEqual(['any=z', 'rare=x']);
  });

  it('one that nothing suits, and a tenant at its limit, hold nobody up', () => {
    const waiting = [lease('stuck', 'a', { selector: { matchLabels: { model: 'none' } } }), lease('next', 'a', { sinceMs: 1 }), lease('full', 'b', { sinceMs: 0 }), lease('free', 'c', { sinceMs: 2 })];
    const state = pool(waiting, [device('1'), device('2'), device('3')], { limitOf: (tenant) => ({ maxLeases: tenant === 'b' ? 2 : 10, weight: 1 }), held: { b: 2 } });
    expect(names(state).map((each) => each.split('=')[0])).toEqual(['next', 'free']);
  });

  it('says why each waits', () => {
    const waiting = [lease('a', 'a'), lease('b', 'b', { selector: { matchLabels: { model: 'none' } } }), lease('c', 'c')];
    const state = pool(waiting, [device('1', {}, false), device('2', {}, false)], { limitOf: (tenant) => ({ maxLeases: tenant === 'c' ? 1 : 10, weight: 1 }), held: { c: 1 } });
    expect(explain(state, new Turns())).toEqual([
      { id: 'a', position: 1, why: 'NoFreeDevice', matching: 2 },
      { id: 'b', position: 2, why: 'NothingMatches', total: 2 },
      { id: 'c', position: 3, why: 'TenantAtLimit', held: 1, limit: 1 },
    ]);
  });

  it('a pool that drains turns away what waits', () => {
    expect(assign(pool([lease('a', 'a', { admitted: true })], [device('1')], { open: false }), new Turns())).toMatchObject({ bound: [], refused: [{ why: 'PoolDraining' }] });
  });

  it('turns follow from the bindings of the past', () => {
    const history = [1, 2, 3].map(() => ({ priority: 0, tenant: 'a', weight: 1 }));
    const waiting = [lease('a', 'a', { sinceMs: 0 }), lease('b', 'b', { sinceMs: 5 })];
    expect(names(pool(waiting, [device('1')]), Turns.after(history))).toEqual(['b=1']);
    expect(names(pool(waiting, [device('1')]))).toEqual(['a=1']);
  });

  it('a tenant that wanted nothing has saved up nothing', () => {
    const turns = Turns.after(Array.from({ length: 100 }, () => ({ priority: 0, tenant: 'a', weight: 1 })));
    const waiting = Array.from({ length: 10 }, (_, i) => [lease(`a${i}`, 'a', { sinceMs: i }), lease(`b${i}`, 'b', { sinceMs: i })]).flat();
    const served = assign(pool(waiting, Array.from({ length: 10 }, (_, i) => device(`d${i}`)), {}), turns).bound.map((each) => each.lease.tenant);
    expect(served.filter((tenant) => tenant === 'b').length).toBeLessThanOrEqual(6);
  });
});

function rotated<T>(list: readonly T[], by: number): readonly T[] {
  const cut = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(cut), ...list.slice(0, cut)];
}
