import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '#kit/store/sqlite.ts';
import { scopeKind } from './scope.ts';
import { memoryManager } from './store.ts';

const now = '2026-03-02T09:00:00Z';
const origin = { session: 'one', call: 's0c1' };

describe('persistent memory', () => {
  it('outlives the session, within its own scope only', async () => {
    const manager = memoryManager(openSqliteStore(':memory:'));
    const added = await manager.open('home/li/phone', now).call('add_user_memory', { content: 'Allergic to peanuts.' }, origin);
    expect(added.status).toBe(200);
    const again = manager.open('home/li/phone', now);
    expect((await again.call('search_user_memory', { query: 'allergic' }, origin)).memoryIds).toEqual(added.memoryIds);
    expect((await manager.open('home/wang/phone', now).call('search_user_memory', { query: 'allergic' }, origin)).memoryIds).toEqual([]);
    expect(await manager.clear('home/li/phone')).toBe(1);
    expect(await manager.units('home/li/phone')).toEqual([]);
  });

  it('adds once however often the same call is repeated', async () => {
    const scope = memoryManager(openSqliteStore(':memory:')).open('home/li/phone', now);
    const first = await scope.call('add_user_memory', { content: 'Tea at four.', category: 'routines_habits' }, origin);
    expect(await scope.call('add_user_memory', { content: 'Tea at four.', category: 'routines_habits' }, origin)).toEqual(first);
    expect(await scope.call('add_user_memory', { content: 'Tea at four.' }, { ...origin, call: 's1c1' })).toMatchObject({ status: 409 });
  });

  it('keeps the id and what was said before on an update, and refuses the later of two conflicting writes', async () => {
    const manager = memoryManager(openSqliteStore(':memory:'));
    const scope = manager.open('home/li/phone', now);
    const [id = ''] = (await scope.call('add_user_memory', { content: 'Gym on Monday.' }, origin)).memoryIds;
    const write = (content: string, call: string) => scope.call('replace_user_memory', { memoryId: id, content }, { session: 'two', call });
    const statuses = (await Promise.all([write('Gym on Tuesday.', 's0c1'), write('Gym on Friday.', 's0c2')])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect(await manager.units('home/li/phone')).toMatchObject([{ memoryId: id, content: expect.stringMatching(/Tuesday|Friday/) }]);
  });

  it('knows scopes', () => {
    expect(scopeKind('episode/slot#1/attempt')).toBe('episode');
    expect(scopeKind('home/li/phone')).toBe('user');
    for (const scope of ['', 'episode/', 'home/li', 'home//phone', 'a/b/c/d']) expect(() => scopeKind(scope)).toThrow('memory_scope');
  });
});
