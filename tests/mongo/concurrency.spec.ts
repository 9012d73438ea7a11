import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '#kit/store/open.ts';
import type { Collection, CollectionSpec, Store } from '#kit/store/types.ts';
import { withServer, withServers } from '#tests/servers/server.testkit.ts';

interface Job {
  readonly _id: string;
  readonly state?: string;
  readonly due?: number;
  readonly owner?: string;
  readonly n?: number;
}

const JOBS: CollectionSpec = { name: 'jobs', indexes: [{ fields: ['state', 'due'] }, { fields: ['owner'], unique: true }] };
const CONNECTIONS = 5;

const describeMongo = await withServers('mongo');

describeMongo('several connections to one MongoDB', () => {
  const server = withServer('mongo', { memory: true });
  let databases = 0;
  let url = '';
  let stores: Store[] = [];
  let jobs: Collection<Job>[] = [];
  beforeEach(async () => {
    url = `${server().url}/shared-${databases++}`;
    stores = await Promise.all(Array.from({ length: CONNECTIONS }, () => openStore(url)));
    jobs = stores.map((store) => store.collection<Job>({ ...JOBS, indexes: JOBS.indexes?.slice(0, 1) }));
  });
  afterEach(() => Promise.all(stores.map((store) => store.close())));
  const of = (i: number): Collection<Job> => jobs[i % CONNECTIONS] ?? expect.fail('no connection');

  it('lose none of 200 increments', async () => {
    await of(0).insert({ _id: 'counter', n: 0 });
    const results = await Promise.all(Array.from({ length: 200 }, (_, i) => of(i).update('counter', {}, { inc: { n: 1 } })));
    expect(results.map((doc) => doc?.n).sort((a = 0, b = 0) => a - b)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
  });

  it('let exactly one of 50 claims have each of 40 documents', async () => {
    await of(0).insertMany(Array.from({ length: 40 }, (_, i) => ({ _id: `job-${i}`, state: 'due', due: 40 - i })));
    const claims = await Promise.all(Array.from({ length: 50 }, (_, i) => of(i).updateFirst({ state: 'due' }, [['due', 1]], { set: { state: 'held', owner: `w${i}` } })));
    const won = claims.flatMap((claim) => claim?._id ?? []);
    expect(won).toHaveLength(40);
    expect(new Set(won).size).toBe(40);
    expect(await of(1).count({ state: 'due' })).toBe(0);
  });

  it('insert each document once, whoever does, and put without failing', async () => {
    const inserted = await Promise.all(Array.from({ length: 40 }, (_, i) => of(i).insert({ _id: `j${i % 8}`, n: i })));
    expect(inserted.filter(Boolean)).toHaveLength(8);
    const many = await Promise.all(Array.from({ length: 10 }, (_, i) => of(i).insertMany(Array.from({ length: 30 }, (_, k) => ({ _id: `m${k}` })))));
    expect(many.reduce((a, b) => a + b, 0)).toBe(30);
    await Promise.all(Array.from({ length: 40 }, (_, i) => of(i).put({ _id: 'put', n: i })));
    expect(await of(3).get('put')).toMatchObject({ _id: 'put', n: expect.any(Number) });
  });

  it('create the declared indexes once, all at the same time', async () => {
    const declared = stores.map((store) => store.collection<Job>({ ...JOBS, name: 'fresh' }));
    const outcomes = await Promise.allSettled(declared.map((collection, i) => collection.insert({ _id: `${i}`, owner: 'same' })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.status === 'rejected' && outcome.reason.code === 'ALREADY_EXISTS' && outcome.reason.details.index === 'unique fresh owner')).toHaveLength(CONNECTIONS - 1);
    const client = new MongoClient(url);
    const names = (await client.db().collection('fresh').listIndexes().toArray()).map(({ name }) => String(name));
    await client.close();
    expect(names.sort()).toEqual(['_id_', 'index fresh owner', 'index fresh state due', 'unique fresh owner']);
  });
});
