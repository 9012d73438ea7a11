import { expect, it } from 'vitest';
import { openStore } from '#kit/store/open.ts';
import type { CollectionSpec } from '#kit/store/types.ts';
import { withServer, withServers } from '#tests/servers/server.testkit.ts';
import { wireTap } from './wire-tap.ts';

interface Job {
  readonly _id: string;
  readonly state?: string;
  readonly n?: number;
}

const JOBS: CollectionSpec = { name: 'jobs', indexes: [{ fields: ['state', 'slot.3'] }, { fields: ['owner', 'n'], unique: true }] };
const WRITES = ['insert', 'update', 'delete', 'findAndModify'];
const SETTINGS = { storeTimeoutMs: 5_000, blobsTimeoutMs: 5_000 };

const describeMongo = await withServers('mongo');

describeMongo('what the store says to MongoDB', () => {
  const server = withServer('mongo', { memory: true });

  it('limits every command, and has writes acknowledged by a majority, never in a transaction', async () => {
    await using tap = await wireTap(`${server().url}/said`);
    const store = await openStore(tap.url, 'GYRE_STORE_URL', SETTINGS);
    const jobs = store.collection<Job>(JOBS);
    await jobs.insert({ _id: 'a', state: 'due', n: 1 });
    await jobs.insertMany([{ _id: 'b', n: 2 }, { _id: 'a' }]);
    await jobs.put({ _id: 'c', n: 3 });
    await jobs.update('a', { state: 'due' }, { inc: { n: 5 } });
    await jobs.updateFirst({ state: 'due' }, [['n', 1]], { set: { state: 'held' } });
    await jobs.updateFirst({ state: 'absent' }, undefined, { set: { state: 'held' } });
    await jobs.find({ n: { gt: 0 } });
    await jobs.get('a');
    await jobs.count({});
    await jobs.delete('c');
    await store.ping();
    await store.close();
    const named = (names: readonly string[]) => tap.commands.filter((command) => names.some((name) => name in command));
    const seen = new Set(tap.commands.map((command) => Object.keys(command)[0]));
    expect([...seen].sort()).toEqual(['aggregate', 'createIndexes', 'delete', 'find', 'findAndModify', 'insert', 'ping', 'update']);
    const limited = tap.commands.filter((command) => !('createIndexes' in command));
    expect(limited.filter(({ maxTimeMS }) => maxTimeMS !== 5_000)).toEqual([]);
    expect(named(WRITES).length).toBeGreaterThanOrEqual(7);
    expect(named(WRITES).filter(({ writeConcern }) => writeConcern?.w !== 'majority' || writeConcern.wtimeout !== 5_000)).toEqual([]);
    expect(tap.commands.filter((command) => 'startTransaction' in command || 'autocommit' in command)).toEqual([]);
  });

  it('follows the write concern of the URL', async () => {
    await using tap = await wireTap(`${server().url}/concern?w=2`);
    const store = await openStore(tap.url, 'GYRE_STORE_URL', SETTINGS);
    await store.collection<Job>({ name: 'jobs' }).insert({ _id: 'a' });
    await store.close();
    expect(tap.commands.filter((command) => 'insert' in command)).toMatchObject([{ insert: 'jobs', writeConcern: { w: 2 } }]);
  });

  it('declares each index once a process, whole, and none for a collection without', async () => {
    await using tap = await wireTap(`${server().url}/indexes`);
    const store = await openStore(tap.url, 'GYRE_STORE_URL', SETTINGS);
    await Promise.all(Array.from({ length: 8 }, (_, i) => store.collection<Job>(JOBS).insert({ _id: `${i}`, n: i })));
    await store.collection<Job>(JOBS).get('1');
    await store.collection<Job>({ name: 'plain' }).get('1');
    await store.close();
    const declared = tap.commands.filter((command) => 'createIndexes' in command).flatMap(({ createIndexes, indexes }) => [{ createIndexes, ...indexes[0] }]);
    expect(declared).toEqual([
      { createIndexes: 'jobs', name: 'index jobs state slot.3', key: { state: 1, 'slot.%0033': 1, _id: 1 } },
      {
        createIndexes: 'jobs',
        name: 'unique jobs owner n',
        key: { owner: 1, n: 1 },
        unique: true,
        partialFilterExpression: { owner: { $type: ['string', 'number', 'bool', 'binData'] }, n: { $type: ['string', 'number', 'bool', 'binData'] } },
      },
      { createIndexes: 'jobs', name: 'index jobs owner n', key: { owner: 1, n: 1, _id: 1 } },
    ]);
  });
});
