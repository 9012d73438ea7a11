import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { GyreError } from '#kit/errors.ts';
import { Election, type ElectionOptions } from './election.ts';
import { LEASES } from './lease.ts';
import { microTime, secondTime } from './micro-time.ts';
import { steadyClock } from './steady-clock.ts';
import { advanceToNext, advanceUntil, chance, openWorld, silent, settle, until, WIDGETS } from './testkit/world.ts';
import { Writer } from './writer.ts';

const PLACE = { namespace: 'n', name: 'operator' };

async function open() {
  const world = await openWorld();
  const { clock, server, client } = world;
  const candidate = (identity: string, options: Partial<ElectionOptions> = {}) => {
    const lost: GyreError[] = [];
    const stop = new AbortController();
    const own = options.client ?? world.open();
    const election = new Election({ client: own, lease: PLACE, identity, clock, random: chance(), log: silent, onLost: (error) => lost.push(error), ...options });
    const state = { leading: 0, ended: 0 };
    const over = world.run(
      election
        .run(async (leading) => {
          state.leading++;
          await new Promise<void>((resolve) => leading.addEventListener('abort', () => resolve()));
          state.ended++;
        }, AbortSignal.any([world.signal, stop.signal]))
        .catch((error: unknown) => error),
    );
    return { election, lost, stop, over, state, writer: new Writer({ client: own, manager: identity, fence: election.fence }) };
  };
  const lease = () => client.get(LEASES, PLACE);
  return { ...world, clock, server, candidate, lease };
}

describe('the lease', () => {
  it('is made by the first, with six digits of a second, and renewed', async () => {
    const { candidate, lease, clock } = await open();
    const { election } = candidate('a');
    await until('a leads', () => election.leading);
    const first = await lease();
    expect(first.spec).toMatchObject({ holderIdentity: 'a', leaseDurationSeconds: 15, leaseTransitions: 1, acquireTime: '2026-01-31T12:00:00.000000Z', renewTime: '2026-01-31T12:00:00.000000Z' });
    expect(election.fence()).toBe(1);
    const version = Number(first.metadata.resourceVersion);
    await advanceToNext(clock, [2_000, 2_000]);
    await until('it is renewed', () => election.leading && Number(first.metadata.resourceVersion) === version);
    await advanceUntil('the renewal is seen', clock, [2_000, 2_000], () => election.leading);
    await expect.poll(async () => (await lease()).spec.renewTime).not.toBe(first.spec.renewTime);
    expect((await lease()).spec).toMatchObject({ holderIdentity: 'a', leaseTransitions: 1, acquireTime: '2026-01-31T12:00:00.000000Z' });
  });

  it('says what its holder does, whoever made it, and keeps what others wrote there', async () => {
    const { candidate, lease, clock, server } = await open();
    const first = candidate('a', { annotations: { 'gyre.dev/looks-after': 'ml' } });
    await until('a leads', () => first.election.leading);
    expect((await lease()).metadata.annotations).toEqual({ 'gyre.dev/looks-after': 'ml' });
    first.stop.abort();
    await first.over;
    server.store.write(LEASES, 'n', 'operator', { kind: 'merge', body: { metadata: { annotations: { note: 'mine' } } } }, undefined);
    const second = candidate('b', { annotations: { 'gyre.dev/looks-after': '*' } });
    await advanceUntil('b leads', clock, [0, 60_000], () => second.election.leading);
    expect((await lease()).metadata.annotations).toEqual({ 'gyre.dev/looks-after': '*', note: 'mine' });
  });

  it('is taken by one of many', async () => {
    const { candidate, lease } = await open();
    const all = Array.from({ length: 6 }, (_, i) => candidate(`c${i}`));
    await until('one leads', () => all.some(({ election }) => election.leading));
    await settle();
    expect(all.filter(({ election }) => election.leading)).toHaveLength(1);
    expect((await lease()).spec.leaseTransitions).toBe(1);
  });

  it('is released in the end, and taken at once by another, under the next epoch', async () => {
    const { candidate, lease, clock, server } = await open();
    const a = candidate('a');
    await until('a leads', () => a.election.leading);
    const { gets } = server.asked(LEASES);
    const b = candidate('b');
    await until('b has seen that', () => server.asked(LEASES).gets === gets + 1 && clock.due.some((at) => at - clock.now() > 2_000 && at - clock.now() < 2_400));
    a.stop.abort();
    await a.over;
    expect(a.state).toEqual({ leading: 1, ended: 1 });
    expect(a.lost).toEqual([]);
    expect((await lease()).spec.holderIdentity).toBe('');
    await advanceUntil('b leads', clock, [2_000, 2_400], () => b.election.leading);
    expect(b.election.fence()).toBe(2);
    expect(() => a.election.fence()).toThrow('does not lead');
  });

  it('of one who died is waited for as long as it lasts by the clock of who waits, whatever times stand in it', async () => {
    for (const renewTime of ['1999-01-01T00:00:00.000000Z', '2099-01-01T00:00:00.000000Z']) {
      const { candidate, server, clock, lease } = await open();
      server.store.create(LEASES, 'n', { metadata: PLACE, spec: { holderIdentity: 'dead', leaseDurationSeconds: 20, leaseTransitions: 6, renewTime, acquireTime: renewTime } });
      const { election } = candidate('b');
      const asked = server.asked(LEASES);
      await until('it was read', () => asked.gets === 1);
      while (clock.now() < Date.UTC(2026, 0, 31, 12, 0, 17)) {
        const before = asked.gets;
        await advanceToNext(clock, [2_000, 2_400]);
        await until('it was read', () => asked.gets > before);
      }
      expect([election.leading, election.problem()]).toEqual([false, undefined]);
      await advanceUntil('b leads', clock, [2_000, 2_400], () => election.leading);
      expect(clock.now()).toBeGreaterThanOrEqual(Date.UTC(2026, 0, 31, 12, 0, 20));
      expect((await lease()).spec.leaseTransitions).toBe(7);
    }
  });

  it('that says to last for ever does not', async () => {
    const { candidate, server, clock } = await open();
    server.store.create(LEASES, 'n', { metadata: PLACE, spec: { holderIdentity: 'dead', leaseDurationSeconds: 1e6, leaseTransitions: 6, renewTime: microTime(0) } });
    const { election } = candidate('b');
    await advanceUntil('b leads', clock, [2_000, 2_400], () => election.leading);
    expect(clock.now() - Date.UTC(2026, 0, 31, 12)).toBeLessThan(70_000);
  });

  it('that is renewed is not taken', async () => {
    const { candidate, clock } = await open();
    const a = candidate('a');
    await until('a leads', () => a.election.leading);
    const other = candidate('b');
    for (let i = 0; i < 30; i++) {
      await advanceToNext(clock, [1, 2_400]);
      await settle(10);
    }
    expect([a.election.leading, other.election.leading]).toEqual([true, false]);
  });
});

describe('a leader', () => {
  it('that cannot renew before its deadline has lost: its writes are refused before any timer tells, and its process is told to end', async () => {
    const { candidate, server, clock } = await open();
    const a = candidate('a');
    await until('a leads', () => a.election.leading);
    const writes = server.asked(WIDGETS);
    server.blackHole = true;
    clock.advance(10_000);
    await expect((async () => a.writer.create(WIDGETS, { metadata: { namespace: 'n', name: 'late' } }))()).rejects.toMatchObject({ code: 'ABORTED' });
    expect(writes.writes).toBe(0);
    await advanceUntil('it is told', clock, [1, 10_000], () => a.lost.length === 1);
    expect(a.lost[0]).toMatchObject({ code: 'ABORTED', boundary: 'cluster', retryable: false });
    expect(await a.over).toBe(a.lost[0]);
    expect(a.state.ended).toBe(1);
  });

  it('loses no more than its deadline to a connection that answers nothing: the next try has another', async () => {
    const { candidate, server, clock } = await open();
    const a = candidate('a');
    await until('a leads', () => a.election.leading);
    const { writes } = server.asked(LEASES);
    server.blackHole = true;
    await advanceToNext(clock, [2_000, 2_000]);
    await until('a renewal is sent', () => server.asked(LEASES).writes === writes + 1);
    await advanceToNext(clock, [5_000, 5_000]);
    server.blackHole = false;
    await advanceToNext(clock, [2_000, 2_000]);
    await until('it is renewed', () => server.asked(LEASES).writes === writes + 2);
    await settle();
    clock.advance(1_900);
    expect([a.election.leading, a.lost]).toEqual([true, []]);
  });

  it('whose renewal was written and its answer lost goes on', async () => {
    const { candidate, server, clock, lease } = await open();
    const a = candidate('a');
    await until('a leads', () => a.election.leading);
    server.loseAnswer = () => true;
    await advanceToNext(clock, [2_000, 2_000]);
    await until('it is written', () => server.asked(LEASES).writes === 2);
    server.loseAnswer = () => false;
    for (let i = 0; i < 2; i++) {
      const { writes } = server.asked(LEASES);
      await advanceToNext(clock, [2_000, 2_000]);
      await until('a renewal is sent', () => server.asked(LEASES).writes > writes);
      await settle();
    }
    expect([a.election.leading, a.lost, (await lease()).spec.leaseTransitions]).toEqual([true, [], 1]);
  });

  it.each<[string, (world: Awaited<ReturnType<typeof open>>) => void]>([
    ['another has taken', ({ server }) => server.store.write(LEASES, 'n', 'operator', { kind: 'merge', body: { spec: { holderIdentity: 'b', leaseTransitions: 2 } } }, undefined)],
    ['it took itself in another life', ({ server }) => server.store.write(LEASES, 'n', 'operator', { kind: 'merge', body: { spec: { leaseTransitions: 2 } } }, undefined)],
    ['somebody deleted', ({ server }) => server.store.delete(LEASES, 'n', 'operator')],
  ])('whose lease %s has lost at once, and does not touch it', async (_, happen) => {
    const world = await open();
    const a = world.candidate('a');
    await until('a leads', () => a.election.leading);
    happen(world);
    const { version } = world.server.store;
    await advanceToNext(world.clock, [2_000, 2_000]);
    await until('it is told', () => a.lost.length === 1);
    await a.over;
    expect(world.server.store.version).toBe(version);
    expect(a.election.leading).toBe(false);
  });

  it('keeps the lease until its work has ended', async () => {
    const world = await open();
    const { clock, client, signal, server } = world;
    const stop = new AbortController();
    const gate = Promise.withResolvers<void>();
    const lost: GyreError[] = [];
    const election = new Election({ client, lease: PLACE, identity: 'a', clock, random: chance(), log: silent, onLost: (error) => lost.push(error) });
    const over = world.run(election.run(() => gate.promise, AbortSignal.any([signal, stop.signal])));
    await until('a leads', () => election.leading);
    stop.abort();
    for (let i = 0; i < 8; i++) {
      const { writes } = server.asked(LEASES);
      await advanceToNext(clock, [2_000, 2_000]);
      await until('it is renewed', () => server.asked(LEASES).writes > writes);
      await settle(10);
    }
    expect((await world.lease()).spec.holderIdentity).toBe('a');
    gate.resolve();
    await over;
    expect((await world.lease()).spec.holderIdentity).toBe('');
  });

  it('whose work fails releases the lease, and the failure is told', async () => {
    const { clock, client, signal, lease } = await open();
    const election = new Election({ client, lease: PLACE, identity: 'a', clock, random: chance(), log: silent, onLost: () => undefined });
    await expect(election.run(() => Promise.reject(new Error('no good')), signal)).rejects.toThrow('no good');
    expect((await lease()).spec.holderIdentity).toBe('');
  });

  it('killed in the middle of a reconcile: its successor writes under the next epoch, and what was on its way from before is not admitted', async () => {
    const world = await open();
    const { clock, server, client } = world;
    const a = world.candidate('a');
    await until('a leads', () => a.election.leading);
    const next = world.candidate('b');
    const gate = Promise.withResolvers<void>();
    let held = false;
    server.beforeWrite = (method, path) => {
      if (method !== 'PATCH' || !path.includes('widgets') || held) return;
      held = true;
      return gate.promise;
    };
    // The write of a is on its way when a stops renewing, and comes through only after b has written.
    const late = a.writer.apply(WIDGETS, { metadata: { namespace: 'n', name: 'w' }, spec: { size: 1 } }, { force: true, timeoutMs: 1e9 }).catch((error: unknown) => error);
    await until('it is on its way', () => held);
    a.stop.abort();
    const stale = await world.lease();
    await a.over;
    expect(stale.spec.leaseTransitions).toBe(1);
    await advanceUntil('b leads', clock, [2_000, 2_400], () => next.election.leading);
    await next.writer.apply(WIDGETS, { metadata: { namespace: 'n', name: 'w' }, spec: { size: 2 } }, { force: true });
    gate.resolve();
    expect(await late).toMatchObject({ boundary: 'cluster', details: { status: '422' } });
    expect((await client.get(WIDGETS, { namespace: 'n', name: 'w' })).spec?.size).toBe(2);
  });
});

it('an election that gets nowhere is a problem: nobody can read the lease', async () => {
  const { candidate, server, clock } = await open();
  server.refusals.push(...Array.from({ length: 40 }, () => ({ status: 403 })));
  const { election } = candidate('a');
  await advanceUntil('it is told', clock, [2_000, 2_400], () => election.problem() !== undefined);
  expect(election.problem()).toContain('lease operator could be neither taken nor followed');
  expect(clock.now() - Date.UTC(2026, 0, 31, 12)).toBeGreaterThan(15_000);
});

it.each([
  [{ leaseMs: 5_000, renewMs: 5_000 }, 'leaseMs'],
  [{ renewMs: 3_000 }, 'renewMs'],
  [{ identity: '' }, 'identity'],
])('refuses %o, naming %s', async (options, field) => {
  const { client, clock } = await openWorld();
  const make = () => new Election({ client, lease: PLACE, identity: 'a', clock, random: chance(), log: silent, onLost: () => undefined, ...options });
  expect(make).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', field }));
});

it('a process ends with 1 when its renew deadline is missed', async () => {
  const { server, lease } = await open();
  const child = fork(fileURLToPath(new URL('testkit/leader-process.ts', import.meta.url)), [server.url], { execArgv: [], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  try {
    await once(child, 'message');
    expect((await lease()).spec.holderIdentity).toBe('child');
    server.blackHole = true;
    const [code] = await once(child, 'exit');
    expect(code).toBe(1);
  } finally {
    child.kill('SIGKILL');
  }
});

it('times have six digits where the API server wants them, and none where it wants none', () => {
  expect([microTime(1_000_123), secondTime(1_000_999)]).toEqual(['1970-01-01T00:16:40.123000Z', '1970-01-01T00:16:40Z']);
  expect(steadyClock.now()).toBeGreaterThan(Date.UTC(2024, 0, 1));
});
