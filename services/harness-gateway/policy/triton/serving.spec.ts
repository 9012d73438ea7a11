import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '#kit/store/sqlite.ts';
import { admitted, refused, Serving, type ServingState } from './serving.ts';

const state = (fields: Partial<ServingState>): ServingState => ({ revision: 1, loaded: [], serving: '', previous: '', refused: [], ...fields });

describe('which versions are loaded', () => {
  it.each([
    ['the first', state({}), 'a', ['a']],
    ['another', state({ loaded: ['a'] }), 'b', ['a', 'b']],
    ['one asked for again goes to the end', state({ loaded: ['a', 'b'] }), 'a', ['b', 'a']],
    ['the oldest goes', state({ loaded: ['a', 'b', 'c'] }), 'd', ['b', 'c', 'd']],
    ['but neither the serving one nor the one before it', state({ loaded: ['a', 'b', 'c'], serving: 'b', previous: 'a' }), 'd', ['a', 'b', 'd']],
    ['even if that makes one too many', state({ loaded: ['a', 'b', 'c'], serving: 'b', previous: 'a' }), 'c', undefined],
  ])('%s', (_, before, version, loaded) => {
    expect(admitted(before, version, 3)?.loaded).toEqual(loaded);
  });

  it('a broken version goes, and the one before it serves if it was the serving one', () => {
    const before = state({ loaded: ['a', 'b', 'c'], serving: 'b', previous: 'a' });
    const broken = (version: string) => refused(before, { version, kind: 'broken', reason: 'r' });
    expect(broken('c')).toMatchObject({ loaded: ['a', 'b'], previous: 'a' });
    expect(broken('c').serving).toBeUndefined();
    expect(broken('b')).toMatchObject({ loaded: ['a', 'c'], serving: 'a', previous: '' });
    expect(broken('a')).toMatchObject({ loaded: ['b', 'c'], previous: '' });
  });

  it('a withdrawn version stays loaded, for those who began with it', () => {
    const { loaded, refused: refusals } = refused(state({ loaded: ['a', 'b'] }), { version: 'b', kind: 'withdrawn', reason: 'r' });
    expect(loaded).toBeUndefined();
    expect(refusals).toEqual([{ version: 'b', kind: 'withdrawn', reason: 'r' }]);
  });

  it('of many refusals the newest are kept, and one for each version', () => {
    let current = state({});
    for (let i = 0; i < 70; i++) current = { ...current, ...refused(current, { version: `v${i % 60}`, kind: 'broken', reason: String(i) }) };
    expect(current.refused).toHaveLength(50);
    expect(new Set(current.refused.map(({ version }) => version)).size).toBe(50);
    expect(current.refused.at(-1)).toMatchObject({ version: 'v9', reason: '69' });
  });
});

describe('the document of a model', () => {
  it('takes every change of many writers at once', async () => {
    const store = openSqliteStore(':memory:');
    const writers = [new Serving(store, 'policy'), new Serving(store, 'policy')];
    await Promise.all(Array.from({ length: 16 }, (_, i) => writers[i % 2]?.change(({ loaded }) => ({ loaded: [...loaded, String(i)] }))));
    const { loaded, revision } = await new Serving(store, 'policy').read();
    expect(new Set(loaded).size).toBe(16);
    expect(revision).toBe(16);
    await store.close();
  });

  it('is left alone where nothing is to be done, and each model has its own', async () => {
    const store = openSqliteStore(':memory:');
    const serving = new Serving(store, 'policy');
    await serving.change(() => ({ serving: 'a' }));
    expect(await serving.change(() => undefined)).toMatchObject({ revision: 1, serving: 'a' });
    expect(await new Serving(store, 'other').read()).toMatchObject({ revision: 0, serving: '' });
    await store.close();
  });

  it('gives up, to be tried again, when others are quicker all the time', async () => {
    const store = openSqliteStore(':memory:');
    const serving = new Serving(store, 'policy');
    const docs = store.collection({ name: 'triton_serving' });
    const hindered = { ...store, collection: () => ({ ...docs, insert: docs.insert.bind(docs), get: docs.get.bind(docs), update: async () => undefined }) };
    await serving.change(() => ({ serving: 'a' }));
    // The store's own collection, but for an update that always comes too late.
    await expect(new Serving(hindered as typeof store, 'policy').change(() => ({ serving: 'b' }))).rejects.toMatchObject({ code: 'ABORTED', retryable: true });
    await store.close();
  });
});
