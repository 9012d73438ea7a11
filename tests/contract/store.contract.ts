import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyChange } from '#kit/store/change.ts';
import type { Collection, CollectionSpec, Doc, FindOptions, Json, Store, Where } from '#kit/store/types.ts';
import { byCodePoints, byUnits, matches, sorted } from './store-model.ts';

/** How the suite reaches the store under test: `open` twice gives two connections to the same data. */
export interface StoreFixture {
  open(): Promise<Store>;
  cleanup(): Promise<void>;
}

/** What the server under test cannot do, though the store over it would; a store that lacks it for all users is no store. */
export interface ServerLacks {
  /** Compares text by UTF-16 units instead of code points. */
  readonly codePointOrder?: true;
  /** A unique index covers documents that have no value in its fields, too. */
  readonly partialIndexes?: true;
  /** Makes an object of the null that a changed path leads through. */
  readonly nullIsNoObject?: true;
}

interface Job extends Doc {
  readonly state?: Json;
  readonly attempt?: number;
  readonly due?: number | string | null;
  readonly owner?: string | null;
  readonly slot?: { readonly index?: number; readonly note?: Json };
}

const JOBS: CollectionSpec = {
  name: 'jobs',
  indexes: [{ fields: ['state', 'due'] }, { fields: ['slot.index'] }],
};

/** What every side of the store port must do, whatever is under it. */
export function storeContract(name: string, fixture: () => Promise<StoreFixture>, lacks: ServerLacks = {}): void {
  describe(`store contract: ${name}`, () => {
    let under: StoreFixture;
    let store: Store;
    let jobs: Collection<Job>;
    beforeEach(async () => {
      under = await fixture();
      store = await under.open();
      jobs = store.collection<Job>(JOBS);
    });
    afterEach(async () => {
      await store.close();
      await under.cleanup();
    });
    const reopen = async () => {
      const other = await under.open();
      return { jobs: other.collection<Job>(JOBS), close: () => other.close() };
    };

    it('inserts once per _id and gives the document back unchanged', async () => {
      const doc: Job = { _id: 'a/1', state: 'due', slot: { index: 3, note: ['ü', 1.5, null, { k: '\u0000"' }] } };
      expect(await jobs.insert(doc)).toBe(true);
      expect(await jobs.insert({ _id: 'a/1', state: 'other' })).toBe(false);
      expect(await jobs.get('a/1')).toEqual(doc);
      expect(await jobs.get('a/2')).toBeUndefined();
    });

    it('refuses ids that not every store could give back', async () => {
      for (const _id of ['', 'a\nb', '\ud800']) {
        await expect(jobs.insert({ _id })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: '_id' });
        await expect(jobs.put({ _id })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
      }
      expect(await jobs.count({})).toBe(0);
    });

    it('insertMany inserts the absent ones and counts them', async () => {
      await jobs.insert({ _id: 'b', attempt: 9 });
      expect(await jobs.insertMany([{ _id: 'a' }, { _id: 'b' }, { _id: 'c' }])).toBe(2);
      expect(await jobs.insertMany([])).toBe(0);
      expect(await jobs.insertMany([{ _id: 'd' }, { _id: 'd', attempt: 2 }])).toBe(1);
      expect(await jobs.get('b')).toEqual({ _id: 'b', attempt: 9 });
      expect(await jobs.insertMany(Array.from({ length: 1_300 }, (_, i) => ({ _id: `many-${i}` })))).toBe(1_300);
      expect(await jobs.count({})).toBe(1_304);
      expect(await jobs.find({})).toHaveLength(1_304);
    });

    it('refuses a second document with the same unique key', async () => {
      const keyed = store.collection<Job>({ name: 'keyed', indexes: [{ fields: ['owner'], unique: true }] });
      await keyed.insert({ _id: '1', owner: 'x' });
      await expect(keyed.insert({ _id: '2', owner: 'x' })).rejects.toMatchObject({ code: 'ALREADY_EXISTS', boundary: 'store', message: expect.stringContaining('unique keyed owner') });
      expect(await keyed.insert({ _id: '1', owner: 'x' })).toBe(false);
      expect(await keyed.insertMany([{ _id: '1', owner: 'x' }])).toBe(0);
      await expect(keyed.insertMany([{ _id: '4', owner: 'x' }])).rejects.toMatchObject({ code: 'ALREADY_EXISTS', message: expect.stringContaining('unique keyed owner') });
      await expect(keyed.put({ _id: '5', owner: 'x' })).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
      await keyed.insert({ _id: '3', owner: 'y' });
      await expect(keyed.update('3', {}, { set: { owner: 'x' } })).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
      expect(await keyed.get('3')).toEqual({ _id: '3', owner: 'y' });
      expect(await keyed.count({})).toBe(2);
    });

    if (!lacks.partialIndexes) {
      it('lets any number of documents have no value in a unique field', async () => {
        const keyed = store.collection<Job>({ name: 'keyed', indexes: [{ fields: ['owner', 'slot.index'], unique: true }] });
        const docs: Job[] = [{ _id: '1' }, { _id: '2' }, { _id: '3', owner: null }, { _id: '4', owner: null }, { _id: '5', owner: 'x' }, { _id: '6', owner: 'x' }];
        expect(await keyed.insertMany(docs)).toBe(6);
        await keyed.insert({ _id: '7', owner: 'x', slot: { index: 1 } });
        await expect(keyed.insert({ _id: '8', owner: 'x', slot: { index: 1 } })).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
      });
    }

    it('changes a document only if the condition holds, and returns it as it is afterwards', async () => {
      await jobs.insert({ _id: 'a', state: 'due', attempt: 1, owner: 'x' });
      const change = { set: { state: 'held', 'slot.index': 4 }, inc: { attempt: 2, 'slot.note': 1 }, unset: ['owner'] };
      expect(await jobs.update('a', { state: 'held' }, change)).toBeUndefined();
      expect(await jobs.update('missing', {}, change)).toBeUndefined();
      const after = { _id: 'a', state: 'held', attempt: 3, slot: { index: 4, note: 1 } };
      expect(await jobs.update('a', { state: 'due', attempt: { lt: 2 } }, change)).toEqual(after);
      expect(await jobs.get('a')).toEqual(after);
      expect(await jobs.update('a', {}, { set: { state: undefined } })).toEqual({ _id: 'a', attempt: 3, slot: { index: 4, note: 1 } });
    });

    it('refuses changes that make no sense and leaves the document as it was', async () => {
      const doc: Job = { _id: 'a', state: 'due', slot: {} };
      await jobs.insert(doc);
      await expect(jobs.update('a', {}, { inc: { state: 1 } })).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', field: 'state' });
      await expect(jobs.update('a', {}, { set: { 'state.x': 1 } })).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', field: 'state.x' });
      await expect(jobs.updateFirst({ state: 'due' }, [['due', 1]], { inc: { state: 1 } })).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', field: 'state' });
      for (const change of [{ set: { _id: 'b' } }, { set: { slot: 1 }, inc: { 'slot.index': 1 } }, { set: { $where: 1 } }, { unset: ['a..b'] }]) {
        await expect(jobs.update('a', {}, change)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
      }
      await expect(jobs.find({ '__proto__.x': 1 })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
      expect(await jobs.get('a')).toEqual(doc);
      for (const state of [[1], 'text', ...(lacks.nullIsNoObject ? [] : [null])]) {
        await jobs.put({ _id: 'b', state });
        await expect(jobs.update('b', {}, { set: { 'state.x': 1 } })).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', field: 'state.x' });
        await expect(jobs.update('b', {}, { inc: { state: 1 } })).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', field: 'state' });
        expect(await jobs.update('b', {}, { unset: ['state.x'] })).toEqual({ _id: 'b', state });
      }
    });

    it('takes field names that every object has for ordinary ones', async () => {
      await jobs.insert({ _id: 'a' });
      const after = await jobs.update('a', {}, { inc: { constructor: 2 }, set: { 'toString.x': 1 } });
      expect(Object.entries(after ?? {}).sort()).toEqual([['_id', 'a'], ['constructor', 2], ['toString', { x: 1 }]]);
      expect(await jobs.count({ constructor: 2, 'toString.x': 1, 'valueOf.x': null })).toBe(1);
    });

    it('keeps names and texts that a store might take for its own', async () => {
      const names = ['$ref', '$id', '$', 'a.b', '.', '', '0', '12', '%', '%0024ref', '\u0000', '_bsontype', '__proto__', 'toBSON', '\ud800x', 'ü'];
      const odd = Object.fromEntries(names.map((name, i): [string, Json] => [name, i]));
      const note: Json = [odd, { deep: odd }, '\udfff', 'a\u0000b', '😀'];
      const doc: Job = { ...odd, _id: 'a', slot: { note } };
      await jobs.insert(doc);
      expect(await jobs.get('a')).toEqual(doc);
      await jobs.put({ ...doc, attempt: 1 });
      expect(await jobs.find({ attempt: 1 })).toEqual([{ ...doc, attempt: 1 }]);
      expect(await jobs.update('a', {}, { set: { state: note }, unset: ['attempt'] })).toEqual({ ...doc, state: note });
      expect(JSON.stringify(Object.entries((await jobs.get('a'))?.slot?.note ?? []).at(0))).toBe(JSON.stringify(['0', odd]));
    });

    it('takes names of digits for names, never for positions', async () => {
      await jobs.insert({ _id: 'a', state: [1, 2] });
      expect(await jobs.update('a', {}, { set: { 'slot.note.3': true, '12': 'x' } })).toEqual({ _id: 'a', state: [1, 2], slot: { note: { 3: true } }, 12: 'x' });
      expect(await jobs.count({ 'slot.note.3': true, '12': 'x', 'state.0': null })).toBe(1);
      await expect(jobs.update('a', {}, { set: { 'state.0': 5 } })).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', field: 'state.0' });
      expect(await jobs.update('a', {}, { unset: ['state.0', 'slot.note.3'] })).toEqual({ _id: 'a', state: [1, 2], slot: { note: {} }, 12: 'x' });
    });

    it('does not look into arrays', async () => {
      await jobs.insertMany([{ _id: 'a', state: [{ k: 1 }] }, { _id: 'b', state: { k: 1 } }, { _id: 'c', state: [[1]] }, { _id: 'd', state: [1] }]);
      const ids = async (where: Where) => (await jobs.find(where)).map((d) => d._id);
      expect(await ids({ 'state.k': 1 })).toEqual(['b']);
      expect(await ids({ 'state.k': { in: [1, 2] } })).toEqual(['b']);
      expect(await ids({ 'state.k': { gte: 0 } })).toEqual(['b']);
      expect(await ids({ 'state.k': null })).toEqual(['a', 'c', 'd']);
      expect(await ids({ 'state.k': { ne: 1 } })).toEqual(['a', 'c', 'd']);
      expect(await ids({ state: { ne: [1] } })).toEqual(['a', 'b', 'c']);
      expect(await ids({ state: { ne: { k: 1 } } })).toEqual(['a', 'c', 'd']);
      expect(await ids({ state: { gte: 0 } })).toEqual([]);
    });

    it('adds as numbers of the language do', async () => {
      const sums: Record<string, readonly [number, number]> = { int: [2_147_483_647, 1], safe: [2 ** 53 - 1, 5], fraction: [0.1, 0.2], large: [1e308, 1e308 / 4], down: [1, -1] };
      await jobs.insert({ _id: 'a', slot: { note: Object.fromEntries(Object.entries(sums).map(([name, [start]]) => [name, start])) } });
      const inc = Object.fromEntries(Object.entries(sums).map(([name, [, more]]) => [`slot.note.${name}`, more]));
      const note = Object.fromEntries(Object.entries(sums).map(([name, [start, more]]) => [name, start + more]));
      expect(await jobs.update('a', {}, { inc })).toEqual({ _id: 'a', slot: { note } });
      expect(await jobs.get('a')).toEqual({ _id: 'a', slot: { note } });
      await jobs.put({ _id: 'a', slot: { note: [-0, 2 ** 60, Number.MIN_VALUE] } });
      expect(await jobs.get('a')).toEqual({ _id: 'a', slot: { note: [0, 2 ** 60, Number.MIN_VALUE] } });
    });

    it('leaves out what is undefined', async () => {
      await jobs.insert({ _id: 'a', attempt: undefined, slot: { index: undefined, note: { k: undefined } } });
      expect(Object.keys((await jobs.get('a')) ?? {}).sort()).toEqual(['_id', 'slot']);
      expect(JSON.stringify((await jobs.get('a'))?.slot)).toBe('{"note":{}}');
    });

    it('puts, and deletes under a condition', async () => {
      await jobs.put({ _id: 'a', attempt: 1, owner: 'x' });
      await jobs.put({ _id: 'a', attempt: 2 });
      expect(await jobs.get('a')).toEqual({ _id: 'a', attempt: 2 });
      expect(await jobs.delete('a', { attempt: 1 })).toBe(false);
      expect(await jobs.delete('a', { attempt: 2 })).toBe(true);
      expect(await jobs.delete('a')).toBe(false);
    });

    it('sorts with ties by _id, limits, and pages in _id order', async () => {
      await jobs.insertMany(['d', 'b', 'a', 'c'].map((id, i) => ({ _id: id, due: i % 2, attempt: i })));
      const ids = async (where: Where, options?: FindOptions) => (await jobs.find(where, options)).map((d) => d._id);
      expect(await ids({}, { sort: [['due', -1]] })).toEqual(['b', 'c', 'a', 'd']);
      expect(await ids({}, { sort: [['due', 1], ['attempt', -1]], limit: 3 })).toEqual(['a', 'd', 'c']);
      expect(await ids({}, { sort: [['due', 1], ['due', -1], ['_id', -1]] })).toEqual(['d', 'a', 'c', 'b']);
      expect(await ids({}, { limit: 2 })).toEqual(['a', 'b']);
      expect(await ids({}, { limit: 0 })).toEqual([]);
      expect(await ids({}, { after: 'b', limit: 2 })).toEqual(['c', 'd']);
      expect(await ids({ due: 0 }, { after: 'a' })).toEqual(['d']);
    });

    it('returns the fields that are wanted, and `_id`', async () => {
      const odd = { 'a.b': 1, $c: 2, 7: 3 };
      await jobs.insertMany([{ _id: 'a', state: 'due', attempt: 1, slot: { index: 1, note: { k: [1] } }, ...odd }, { _id: 'b', attempt: 2 }]);
      expect(await jobs.find({}, { fields: ['slot', 'state'] })).toEqual([{ _id: 'a', state: 'due', slot: { index: 1, note: { k: [1] } } }, { _id: 'b' }]);
      expect(await jobs.find({ state: 'due' }, { fields: ['_id'], sort: [['attempt', 1]], limit: 1 })).toEqual([{ _id: 'a' }]);
      expect(await jobs.find({ state: 'due' }, { fields: [] })).toEqual([{ _id: 'a' }]);
      expect(await jobs.find({ state: 'due' }, { fields: ['a.b', '$c', '7'] as never })).toEqual([{ _id: 'a', ...odd }]);
      expect(await jobs.update('a', { attempt: 1 }, { inc: { attempt: 1 } }, { fields: ['attempt'] })).toEqual({ _id: 'a', attempt: 2 });
      expect(await jobs.update('a', {}, {}, { fields: ['attempt'] })).toEqual({ _id: 'a', attempt: 2 });
      expect(await jobs.update('a', { attempt: 1 }, { set: { state: 'held' } }, { fields: [] })).toBeUndefined();
      expect(await jobs.updateFirst({ attempt: 2 }, [['_id', -1]], { set: { owner: 'x' } }, { fields: ['owner', 'state'] })).toEqual({ _id: 'b', owner: 'x' });
      await expect(jobs.update('a', {}, { inc: { state: 1 } }, { fields: ['attempt'] })).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', field: 'state' });
      expect(await jobs.get('a')).toEqual({ _id: 'a', state: 'due', attempt: 2, slot: { index: 1, note: { k: [1] } }, ...odd });
    });

    it('lets exactly one of 50 concurrent claims have each document', async () => {
      await jobs.insertMany(Array.from({ length: 30 }, (_, i) => ({ _id: `job-${i}`, state: 'due', due: 30 - i })));
      const other = await reopen();
      const claims = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          (i % 2 ? jobs : other.jobs).updateFirst({ state: 'due' }, [['due', 1]], { set: { state: 'held', owner: `w${i}` }, inc: { attempt: 1 } }),
        ),
      );
      const won = claims.filter((c) => c !== undefined);
      expect(new Set(won.map((c) => c._id)).size).toBe(30);
      expect(won.every((c) => c.attempt === 1)).toBe(true);
      expect(await other.jobs.updateFirst({ state: 'due' }, undefined, { set: { state: 'held' } })).toBeUndefined();
      await other.close();
    });

    it('claims in sort order', async () => {
      await jobs.insertMany([{ _id: 'x', due: 3 }, { _id: 'y', due: 1 }, { _id: 'z', due: 2 }]);
      const claim = () => jobs.updateFirst({ owner: null }, [['due', 1]], { set: { owner: 'w' } });
      expect([(await claim())?._id, (await claim())?._id, (await claim())?._id, await claim()]).toEqual(['y', 'z', 'x', undefined]);
    });

    it('loses none of 200 concurrent increments over two connections', async () => {
      const other = await reopen();
      await jobs.insert({ _id: 'counter', attempt: 0 });
      await Promise.all(Array.from({ length: 200 }, (_, i) => (i % 2 ? jobs : other.jobs).update('counter', {}, { inc: { attempt: 1 } })));
      expect((await other.jobs.get('counter'))?.attempt).toBe(200);
      await other.close();
    });

    it('tells numbers, strings, booleans and null apart, and matches absent fields as null', async () => {
      const states: Json[] = [1, '1', true, false, 0, null, '', '[1]', [1], {}];
      await jobs.insertMany([{ _id: 'absent' }, ...states.map((state, i) => ({ _id: `${i}`, state }))]);
      const ids = async (where: Where) => (await jobs.find(where)).map((d) => d._id);
      expect(await ids({ state: 1 })).toEqual(['0']);
      expect(await ids({ state: '1' })).toEqual(['1']);
      expect(await ids({ state: true })).toEqual(['2']);
      expect(await ids({ state: '[1]' })).toEqual(['7']);
      expect(await ids({ state: null })).toEqual(['5', 'absent']);
      expect(await ids({ state: { in: [0, '', true, null] } })).toEqual(['2', '4', '5', '6', 'absent']);
      expect(await ids({ state: { ne: [1] } })).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '9', 'absent']);
      expect(await ids({ state: { gte: 0 } })).toEqual(['0', '4']);
      expect(await ids({ state: { gte: '' } })).toEqual(['1', '6', '7']);
    });

    it('matches, sorts and changes exactly like the plain model', async () => {
      let round = 0;
      const text = lacks.codePointOrder ? byUnits : byCodePoints;
      await fc.assert(
        fc.asyncProperty(fc.array(document, { maxLength: 12 }), where, sort, change, async (bodies, condition, order, edit) => {
          const collection = store.collection<Job>({ ...JOBS, name: `model-${round++}` });
          const docs: Job[] = bodies.map((body, i) => ({ _id: `d${i}`, ...body }));
          await collection.insertMany(docs);
          const expected = sorted(docs.filter((doc) => matches(doc, condition, text)), order, text);
          expect(await collection.find(condition, { sort: order })).toEqual(expected);
          expect(await collection.count(condition)).toBe(expected.length);
          const first = expected[0];
          const changed = first && applyChange(structuredClone(first), edit);
          expect(await collection.updateFirst(condition, order, edit)).toEqual(changed);
          if (first) expect(await collection.get(first._id)).toEqual(changed);
        }),
        { numRuns: 150 },
      );
    });

    it('answers pings until it is closed', async () => {
      const other = await under.open();
      await other.ping();
      await other.close();
      await expect(other.ping()).rejects.toMatchObject({ code: 'UNAVAILABLE', boundary: 'store', retryable: true });
    });
  });
}

const scalar = fc.oneof(
  fc.constantFrom<(string | number | boolean | null)[]>(null, true, false, 0, 1, -1, 0.5, '', '0', '1', 'a', 'true', 'ü', '😀', '\uffff'),
  fc.integer({ min: -3, max: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
);
const value: fc.Arbitrary<Json> = fc.oneof({ weight: 6, arbitrary: scalar }, fc.array(scalar, { maxLength: 2 }), fc.constant({ k: 1 }));
const ordered = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom('', 'a', 'b', 'ü', '😀', '\uffff'));

const document = fc.record(
  {
    state: value,
    due: fc.option(ordered),
    slot: fc.record({ index: fc.integer({ min: -3, max: 3 }), note: value }, { requiredKeys: [] }),
    list: fc.oneof(fc.array(fc.record({ index: fc.integer({ min: 0, max: 1 }), '0': scalar }), { maxLength: 2 }), fc.record({ index: scalar, '0': scalar })),
  },
  { requiredKeys: [] },
);
const condition = fc.oneof(
  scalar,
  fc.record({ ne: value, lt: ordered, lte: ordered, gt: ordered, gte: ordered, in: fc.array(scalar, { maxLength: 4 }) }, { requiredKeys: [] }),
);
const where: fc.Arbitrary<Where> = fc.dictionary(fc.constantFrom('state', 'due', 'slot.index', 'slot.note', 'list', 'list.index', 'list.0', 'list.0.index', '_id', 'absent.field'), condition, { maxKeys: 2 });
const sort: fc.Arbitrary<FindOptions['sort']> = fc.array(
  fc.tuple(fc.constantFrom('due', 'slot.index', '_id'), fc.constantFrom<(1 | -1)[]>(1, -1)),
  { maxLength: 2 },
);
const change = fc.record(
  {
    set: fc.dictionary(fc.constantFrom('state', 'owner', 'note.deep.er'), value, { maxKeys: 2 }),
    inc: fc.dictionary(fc.constantFrom('attempt', 'tally.n'), fc.integer({ min: -5, max: 5 }), { maxKeys: 2 }),
    unset: fc.uniqueArray(fc.constantFrom('due', 'slot.note', 'nothing'), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
