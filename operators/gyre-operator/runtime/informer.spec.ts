import { describe, expect, it } from 'vitest';
import { keyOf } from './objects.ts';
import { ownerIndex } from './owners.ts';
import { BACKOFF, following } from './testkit/following.ts';
import { advanceToNext, advanceUntil, openWorld, until, WIDGETS } from './testkit/world.ts';

describe('the cache', () => {
  it('holds what there was and what changes, tells each once, and costs one list and one watch', async () => {
    const { informer, told, put, resize, remove, asked, standing } = await following({}, ({ put }) => put('a'));
    await standing();
    put('b');
    resize('a', 2);
    remove('a');
    await until('all is told', () => told.length === 4);
    expect(told).toEqual(['+a', '+b', '~a', '-a size 2']);
    expect(informer.cache.list().map(keyOf)).toEqual(['n/b']);
    expect(asked()).toEqual({ lists: 1, watches: 1 });
  });

  it('finds by owner, and by whatever it is told to', async () => {
    const { informer, server, put, resize, standing, told } = await following({ indexers: { owner: ownerIndex, size: ({ spec }) => [String(spec?.size)] } });
    await standing();
    const owner = { apiVersion: 'v1', kind: 'Farm', name: 'f', uid: 'u1', controller: true };
    server.store.create(WIDGETS, 'n', { metadata: { name: 'owned', ownerReferences: [owner] }, spec: { size: 3 } });
    put('free', 3);
    resize('free', 4);
    await until('all is told', () => told.length === 3);
    expect(informer.cache.byIndex('owner', 'u1').map(keyOf)).toEqual(['n/owned']);
    expect(informer.cache.byIndex('size', '3').map(keyOf)).toEqual(['n/owned']);
    expect(informer.cache.byIndex('size', '4').map(keyOf)).toEqual(['n/free']);
    expect(informer.cache.byIndex('size', '5')).toEqual([]);
    expect(() => informer.cache.byIndex('colour', 'red')).toThrow('there is no index colour');
  });

  it('the selection holds for the list and for the watch', async () => {
    const { informer, put, standing, told } = await following({ selection: { namespace: 'n', labels: 'mine=yes' } }, ({ put }) => {
      put('a', 1, { mine: 'yes' });
      put('b');
    });
    await standing();
    put('c');
    put('d', 1, { mine: 'yes' });
    await until('d is told', () => told.includes('+d'));
    expect(informer.cache.keys()).toEqual(['n/a', 'n/d']);
  });

  it('who comes late is told of what is there; who throws harms nobody', async () => {
    const { informer, standing, put, told } = await following({}, ({ put }) => put('a'));
    await standing();
    const late: string[] = [];
    informer.handle({
      added(object) {
        late.push(object.metadata.name);
        throw new Error('no');
      },
    });
    put('b');
    await until('b is told', () => told.includes('+b'));
    expect(late).toEqual(['a', 'b']);
    expect(informer.failure).toBeUndefined();
  });

  it('an object that is made anew under its name goes and comes', async () => {
    const { told, put, remove, standing, server, clock, informer } = await following({}, ({ put }) => put('a', 1));
    await standing();
    await server.stop();
    remove('a');
    put('a', 2);
    server.store.compact();
    await server.start();
    await advanceUntil('a second list is asked for', clock, [250, 2_000], () => informer.counts.lists === 2);
    await until('it has come again', () => told.length === 3);
    expect(told).toEqual(['+a', '-a missed size 1', '+a']);
  });

  it('a second run while the first lasts is refused', async () => {
    const { informer, standing, signal } = await following();
    await standing();
    await expect(informer.run(signal)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION' });
  });
});

describe('reconnects', () => {
  it('a server that is restarted five times: one watch at a time, no list, and nothing missed', async () => {
    const { server, told, put, asked, standing, informer, clock } = await following();
    await standing();
    for (let restart = 1; restart <= 5; restart++) {
      await server.stop();
      put(`w${restart}`);
      await server.start();
      await advanceUntil('what happened meanwhile is told', clock, [250, 500], () => told.includes(`+w${restart}`));
      expect(server.watching(WIDGETS)).toBe(1);
      // A watch that lasted is followed by the shortest wait.
      clock.advance(20_000);
    }
    expect(told).toEqual(['+w1', '+w2', '+w3', '+w4', '+w5']);
    expect(asked()).toEqual({ lists: 1, watches: 6 });
    expect(informer.counts).toEqual({ lists: 1, watches: informer.counts.watches, expired: 0, unreadable: 0 });
  });

  it('a watch that the server ends is resumed from where it was', async () => {
    const { server, told, put, asked, standing, reconnect, informer, clock } = await following();
    await standing();
    put('a');
    await until('a is told', () => told.length === 1);
    for (let i = 0; i < 3; i++) {
      clock.advance(20_000);
      server.endWatches(WIDGETS);
      await reconnect();
      await until('the watch is known to stand', () => informer.silenceMs === 0);
    }
    put('b');
    await until('b is told', () => told.length === 2);
    expect(told).toEqual(['+a', '+b']);
    expect(asked()).toEqual({ lists: 1, watches: 4 });
  });

  it('bookmarks move the place from where it is resumed, so that a compaction costs no list', async () => {
    const { server, told, put, asked, standing, reconnect, informer, clock } = await following();
    await standing();
    // Changes that this watch is not shown.
    server.store.create(WIDGETS, 'n', { metadata: { name: 'first' } });
    await until('it is told', () => told.length === 1);
    for (let i = 0; i < 5; i++) server.store.create({ ...WIDGETS, plural: 'others' }, 'n', { metadata: { name: `o${i}` } });
    clock.advance(1_000);
    server.bookmark(WIDGETS);
    await until('the bookmark is there', () => informer.silenceMs === 0);
    server.store.compact();
    server.endWatches(WIDGETS);
    await reconnect();
    put('b');
    await until('b is told', () => told.includes('+b'));
    expect(asked()).toEqual({ lists: 1, watches: 2 });
  });

  it('410 with deletes in the gap: one list, and the deletes are told with what was last known', async () => {
    const { server, told, put, remove, resize, asked, standing, informer, clock } = await following({}, ({ put }) => ['a', 'b', 'c'].forEach((name, i) => put(name, i)));
    await standing();
    await server.stop();
    remove('a');
    remove('c');
    resize('b', 9);
    put('d');
    server.store.compact();
    await server.start();
    await advanceUntil('a second list is asked for', clock, [250, 2_000], () => informer.counts.lists === 2);
    await until('the deletes are told', () => told.length === 7);
    expect(told.slice(0, 3)).toEqual(['+a', '+b', '+c']);
    expect(told.slice(3).sort()).toEqual(['+d', '-a missed size 0', '-c missed size 2', '~b']);
    expect(informer.cache.keys()).toEqual(['n/b', 'n/d']);
    await until('one watch stands', () => server.watching(WIDGETS) === 1);
    expect(asked()).toEqual({ lists: 2, watches: 3 });
    expect(informer.counts.expired).toBe(1);
  });

  it('410 as an event: the same', async () => {
    const { server, told, remove, asked, standing, reconnect, informer } = await following({}, ({ put }) => put('a'));
    await standing();
    server.blackHole = true;
    remove('a');
    server.blackHole = false;
    server.inject(WIDGETS, { type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' } });
    await until('it is known', () => informer.counts.expired === 1);
    await reconnect();
    await until('the delete is told', () => told.length === 2);
    expect(told).toEqual(['+a', '-a missed size 1']);
    expect(asked()).toEqual({ lists: 2, watches: 2 });
  });

  it('a watch that is black-holed for three minutes: one new watch once the server is back, no list, one connection', async () => {
    const { server, told, put, asked, standing, informer, clock } = await following({ idleMs: 90_000 });
    await standing();
    server.blackHole = true;
    put('a');
    await advanceToNext(clock, [90_000, 90_000]);
    await until('the silence is noticed', () => informer.failure?.code === 'DEADLINE_EXCEEDED');
    await advanceToNext(clock, BACKOFF);
    await until('the second watch is asked for', () => asked().watches === 2);
    await advanceToNext(clock, [90_000, 90_000]);
    await until('it is silent too', () => informer.counts.watches === 2 && clock.due.some((at) => at - clock.now() <= 30_000 && at - clock.now() >= 250));
    expect(informer.silenceMs).toBeGreaterThanOrEqual(180_000);
    server.blackHole = false;
    await advanceToNext(clock, [250, 30_000]);
    await until('what happened meanwhile is told', () => told.length === 1);
    expect(told).toEqual(['+a']);
    expect(asked()).toEqual({ lists: 1, watches: 3 });
    await until('the dead connections are closed', () => server.connections <= 2);
    expect(server.watching(WIDGETS)).toBe(1);
    expect(informer.silenceMs).toBe(0);
  });

  it('failures one after the other wait longer each time, to a limit; a good watch begins anew', async () => {
    const { server, standing, clock, informer } = await following({ backoff: { firstMs: 100, longestMs: 400 } });
    await standing();
    await server.stop();
    for (const range of [[50, 100], [100, 200], [200, 400], [200, 400]] as const) await advanceToNext(clock, range);
    await server.start();
    await advanceUntil('the watch stands', clock, [200, 400], () => server.watching(WIDGETS) === 1 && informer.failure === undefined);
    clock.advance(10_000);
    server.dropConnections();
    await advanceToNext(clock, [50, 100]);
    await standing();
  });

  it('a server that says how long to stay away is left alone for so long', async () => {
    const { server, standing, clock, asked } = await following();
    await standing();
    server.refusals.push({ status: 429, headers: { 'retry-after': '17' }, when: (request) => request.url?.includes('watch=true') === true });
    server.endWatches(WIDGETS);
    await advanceToNext(clock, BACKOFF);
    expect(await advanceToNext(clock, [17_000, 17_000])).toBe(17_000);
    await standing();
    expect(asked()).toEqual({ lists: 1, watches: 3 });
  });

  it('a list that is refused is asked for once at each try', async () => {
    const world = await openWorld();
    const { server, clock, signal } = world;
    server.refusals.push(...Array.from({ length: 3 }, () => ({ status: 503 })));
    const informer = world.informer();
    void world.run(informer.run(signal));
    for (const [i, range] of ([[250, 500], [500, 1_000], [1_000, 2_000]] as const).entries()) {
      await advanceToNext(clock, range);
      await until('it is asked for again', () => server.asked(WIDGETS).lists === i + 2);
    }
    await until('it has synced', () => informer.hasSynced);
    expect(server.asked(WIDGETS).lists).toBe(4);
  });

  it('a first list that fails is tried until it succeeds; until then nothing has synced', async () => {
    const world = await openWorld();
    const { server, clock, put, signal } = world;
    put('a');
    await server.stop();
    const informer = world.informer({ backoff: { firstMs: 100, longestMs: 100 } });
    void world.run(informer.run(signal));
    const synced = informer.synced(signal);
    await until('it has failed', () => informer.failure !== undefined || (clock.due.length > 0 && clock.advance(100) === undefined && false));
    expect(informer.hasSynced).toBe(false);
    await server.start();
    await until('it has synced', () => {
      clock.advance(50);
      return informer.hasSynced;
    });
    await synced;
    expect(informer.cache.keys()).toEqual(['n/a']);
  });

  it('a list is due now and then, and finds what a watch has not shown', async () => {
    const { server, told, remove, standing, clock, asked, reconnect } = await following({ relistMs: 600_000, idleMs: 10_000_000 }, ({ put }) => put('a'));
    await standing();
    server.blackHole = true;
    remove('a');
    server.blackHole = false;
    clock.advance(600_000);
    expect(told.filter((each) => !each.startsWith('='))).toEqual(['+a']);
    server.endWatches(WIDGETS);
    await reconnect();
    await until('the delete is told', () => told.some((each) => each.startsWith('-a missed')));
    expect(asked()).toEqual({ lists: 2, watches: 2 });
  });
});

it('every object is handed out again at each resync', async () => {
  const { told, standing, clock } = await following({ resyncMs: 1_000_000, idleMs: 9e9 }, ({ put }) => ['a', 'b'].forEach((name) => put(name)));
  await standing();
  for (let i = 0; i < 2; i++) {
    await advanceToNext(clock, [1_000_000, 1_100_000]);
    await until('it is handed out', () => told.length === 4 + 2 * i);
  }
  expect(told).toEqual(['+a', '+b', '=a', '=b', '=a', '=b']);
});

it('objects that are not as their schema says are counted and left out, and not taken for deleted', async () => {
  const { told, standing, server, informer, reconnect, put } = await following({}, ({ put }) => put('a'));
  await standing();
  server.store.write(WIDGETS, 'n', 'a', { kind: 'merge', body: { spec: { size: 'large' } } }, undefined);
  put('b');
  await until('b is told', () => told.includes('+b'));
  server.inject(WIDGETS, { type: 'ERROR', object: { kind: 'Status', code: 410 } });
  await until('it is known', () => informer.counts.expired === 1);
  await reconnect();
  expect(told).toEqual(['+a', '+b']);
  expect(informer.counts.unreadable).toBe(2);
  expect(informer.cache.keys()).toEqual(['n/a', 'n/b']);
});
