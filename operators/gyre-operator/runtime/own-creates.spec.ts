import { describe, expect, it } from 'vitest';
import { BACKOFF, following } from './testkit/following.ts';
import { advanceToNext, advanceUntil, settle, until, WIDGETS } from './testkit/world.ts';

describe('own creates', () => {
  const place = (name: string) => ({ metadata: { namespace: 'n', name } });

  it('count at once, and once', async () => {
    const { informer, told, standing, writer } = await following();
    await standing();
    informer.created(await writer().create(WIDGETS, place('a')));
    expect(informer.cache.size).toBe(1);
    await until('the watch has shown it', () => informer.pendingCreates === 0);
    expect(told).toEqual(['+a']);
  });

  it('count although the watch is dead and the list leaves them out; the others of the gap are told', async () => {
    const { informer, told, server, writer, asked, remove, clock } = await following({}, ({ put }) => put('x'));
    await until('one watch stands', () => server.watching(WIDGETS) === 1);
    server.blackHole = true;
    server.hidden = (name) => name.startsWith('own');
    server.dropConnections();
    await until('the watch is gone', () => server.watching(WIDGETS) === 0);
    server.blackHole = false;
    for (let i = 0; i < 3; i++) informer.created(await writer().create(WIDGETS, place(`own${i}`)));
    remove('x');
    remove('own2');
    server.store.compact();
    expect([informer.cache.size, informer.pendingCreates]).toEqual([4, 3]);
    await advanceUntil('a second list is asked for', clock, [250, 2_000], () => informer.counts.lists === 2);
    await until('the list is through', () => told.some((each) => each.startsWith('-x')));
    expect(informer.cache.keys()).toEqual(['n/own0', 'n/own1']);
    expect(told).toEqual(['+x', '+own0', '+own1', '+own2', '-x missed size 1', '-own2 missed size undefined']);
    expect(server.asked(WIDGETS).gets).toBe(3);
    expect(asked().lists).toBe(2);
  });

  it('that a watch has shown and a later list leaves out still count', async () => {
    const { informer, server, writer, standing, reconnect, told } = await following();
    await standing();
    informer.created(await writer().create(WIDGETS, place('own')));
    await until('the watch has shown it', () => informer.pendingCreates === 0);
    server.hidden = () => true;
    server.inject(WIDGETS, { type: 'ERROR', object: { kind: 'Status', code: 410 } });
    await until('it is known', () => informer.counts.expired === 1);
    await reconnect();
    expect([informer.cache.keys(), told]).toEqual([['n/own'], ['+own']]);
  });

  it('whose answer comes after they were deleted again do not come back', async () => {
    const { informer, told, standing, writer, remove } = await following();
    await standing();
    const created = await writer().create(WIDGETS, place('brief'));
    remove('brief');
    await until('both are told', () => told.length === 2);
    informer.created(created);
    expect(informer.cache.size).toBe(0);
    expect(told).toEqual(['+brief', '-brief size undefined']);
  });

  it('that nobody has shown within their time make the next watch begin with a list', async () => {
    const { informer, standing, clock, asked, server, told } = await following({ ownMs: 60_000, resyncMs: 100_000, idleMs: 9e9 });
    await standing();
    informer.created({ apiVersion: WIDGETS.apiVersion, kind: 'Widget', metadata: { namespace: 'n', name: 'ghost', uid: 'nobody', resourceVersion: '1' } });
    expect(informer.cache.size).toBe(1);
    await advanceToNext(clock, [100_000, 110_000]);
    await advanceToNext(clock, BACKOFF);
    await until('the list is through', () => informer.cache.size === 0);
    expect(asked().lists).toBe(2);
    expect(told.at(-1)).toBe('-ghost missed size undefined');
    await until('one watch stands', () => server.watching(WIDGETS) === 1);
  });

  it('made while a list is on its way count', async () => {
    const { informer, server, standing, writer, told, clock } = await following({}, ({ put }) => put('x'));
    await standing();
    server.inject(WIDGETS, { type: 'ERROR', object: { kind: 'Status', code: 410 } });
    await until('it is known', () => informer.counts.expired === 1);
    server.hidden = (name) => name === 'own';
    const created = await writer().create(WIDGETS, place('own'));
    const list = informer.counts.lists;
    clock.advance(500);
    await until('the list is on its way', () => informer.counts.lists === list + 1);
    informer.created(created);
    await until('one watch stands', () => server.watching(WIDGETS) === 1);
    await settle();
    expect(informer.cache.keys()).toEqual(['n/x', 'n/own']);
    expect(told).toEqual(['+x', '+own']);
  });
});
