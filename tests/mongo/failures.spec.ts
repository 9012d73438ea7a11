import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { openStore } from '#kit/store/open.ts';
import type { Collection } from '#kit/store/types.ts';
import { withServer, withServers } from '#tests/servers/server.testkit.ts';

interface Counter {
  readonly _id: string;
  readonly n?: number;
  readonly text?: string;
}

const COUNTERS = { name: 'counters', indexes: [{ fields: ['n'] }] };
const SETTINGS = { storeTimeoutMs: 5_000, blobsTimeoutMs: 5_000 };
const MIB = 1024 * 1024;
/** Where nothing is expected to answer. */
const QUICK = { storeTimeoutMs: 2_000, blobsTimeoutMs: 2_000 };
const DOWN = { code: 'UNAVAILABLE', boundary: 'store', retryable: true, field: 'GYRE_STORE_URL' };

const describeMongo = await withServers('mongo');

describeMongo('the store on MongoDB, when something is wrong', () => {
  const server = withServer('mongo');
  const open = (database: string, settings = SETTINGS) => openStore(`${server().url}/${database}`, 'GYRE_STORE_URL', settings);

  it('fails every operation while the server is down, and goes on by itself when it is back', async () => {
    const store = await open('killed');
    const counters = store.collection<Counter>(COUNTERS);
    await counters.insert({ _id: 'c', n: 0 });
    await server().kill();
    const down = [
      ...[counters.get('c'), counters.find({}), counters.count({ n: 1 }), counters.insert({ _id: 'd' }), counters.insertMany([{ _id: 'e' }, { _id: 'f' }])],
      ...[counters.put({ _id: 'g' }), counters.update('c', {}, { inc: { n: 1 } }), counters.updateFirst({}, undefined, { inc: { n: 1 } }), counters.delete('c')],
      ...[store.ping(), open('killed'), store.collection<Counter>({ ...COUNTERS, name: 'others' }).get('c')],
    ];
    for (const failed of await Promise.allSettled(down)) expect(failed).toMatchObject({ status: 'rejected', reason: DOWN });
    await server().restart();
    await counters.put({ _id: 'c', n: 10 });
    expect(await counters.update('c', { n: 10 }, { inc: { n: 1 } })).toEqual({ _id: 'c', n: 11 });
    expect(await store.collection<Counter>({ ...COUNTERS, name: 'others' }).get('c')).toBeUndefined();
    await store.ping();
    await store.close();
  });

  it('loses nothing that was acknowledged when the server is killed under load, and makes no more of it', async () => {
    const stores = await Promise.all([open('load'), open('load'), open('load')]);
    const counters = stores.map((store) => store.collection<Counter>(COUNTERS));
    await counters[0]?.insert({ _id: 'c', n: 0 });
    const outcomes: string[] = [];
    let stop = false;
    const work = async (collection: Collection<Counter>) => {
      while (!stop) outcomes.push(await collection.update('c', {}, { inc: { n: 1 } }).then((doc) => (doc === undefined ? 'absent' : 'done'), codeOf));
    };
    const working = [...counters, ...counters].map(work);
    const count = (outcome: string) => outcomes.filter((each) => each === outcome).length;
    await until(() => count('done') > 100);
    await server().kill();
    await until(() => count('UNAVAILABLE') > 0);
    await server().restart();
    const before = count('done');
    await until(() => count('done') > before + 100);
    stop = true;
    await Promise.all(working);
    expect(outcomes.length).toBe(count('done') + count('UNAVAILABLE'));
    const { n = 0 } = (await counters[1]?.get('c')) ?? {};
    expect(n).toBeGreaterThanOrEqual(count('done'));
    expect(n).toBeLessThanOrEqual(outcomes.length);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('waits no longer than its deadline for a server that says nothing', async () => {
    const store = await open('stopped', QUICK);
    const counters = store.collection<Counter>(COUNTERS);
    await counters.insert({ _id: 'c', n: 0 });
    await server().kill('SIGSTOP');
    try {
      // A process with many threads does not stop at once.
      while (await counters.get('c').catch(() => undefined));
      const waiting = await Promise.allSettled([counters.get('c'), counters.update('c', {}, { inc: { n: 1 } }), counters.insertMany([{ _id: 'd' }])]);
      for (const failed of waiting) expect(failed).toMatchObject({ status: 'rejected', reason: { code: expect.stringMatching(/^(DEADLINE_EXCEEDED|UNAVAILABLE)$/), boundary: 'store', retryable: true } });
      await expect(store.ping()).rejects.toMatchObject({ code: 'UNAVAILABLE', boundary: 'store', field: 'GYRE_STORE_URL' });
    } finally {
      await server().kill('SIGCONT');
    }
    expect(await counters.get('c')).toMatchObject({ _id: 'c' });
    await store.close();
  });

  it('refuses a document that is too large, naming collection and document, and takes one of 15 MiB', async () => {
    const store = await open('large', { ...SETTINGS, storeTimeoutMs: 60_000 });
    const counters = store.collection<Counter>(COUNTERS);
    const large = { _id: 'large', text: 'x'.repeat(16 * MIB) };
    const refusal = { code: 'RESOURCE_EXHAUSTED', boundary: 'store', retryable: false, remedy: expect.stringContaining('blobs') };
    for (const write of [() => counters.insert(large), () => counters.put(large), () => counters.insertMany([{ _id: 'small' }, large])]) {
      await expect(write()).rejects.toMatchObject({ ...refusal, details: { collection: 'counters', document: 'large' }, message: expect.stringMatching(/counters.*16777216/) });
    }
    await counters.put({ _id: 'a' });
    await expect(counters.update('a', {}, { set: { text: large.text } })).rejects.toMatchObject({ ...refusal, details: { collection: 'counters', document: 'a' } });
    await expect(counters.updateFirst({}, undefined, { set: { text: large.text } })).rejects.toMatchObject({ ...refusal, details: { collection: 'counters' } });
    expect(await counters.find({})).toEqual([{ _id: 'a' }]);
    const fitting = { _id: 'b', text: 'ü'.repeat(15 * MIB / 2) };
    await counters.put(fitting);
    expect((await counters.get('b'))?.text === fitting.text).toBe(true);
    const many = Array.from({ length: 6 }, (_, i) => ({ _id: `many-${i}`, text: 'x'.repeat(6 * MIB) }));
    expect(await counters.insertMany(many)).toBe(6);
    await store.close();
  });

  it.each([
    ['a host that does not answer', () => 'mongodb://127.0.0.1:1/gyre', DOWN],
    ['a name that does not resolve', () => 'mongodb://store.invalid/gyre', DOWN],
    ['a service name that does not resolve', () => 'mongodb+srv://store.invalid/gyre', DOWN],
    // This server has no users: what it refuses is any sign-in.
    ['credentials that are refused', () => `${server().url.replace('//', '//gyre:hidden@')}/gyre`, { code: 'UNAUTHENTICATED', boundary: 'store', field: 'GYRE_STORE_URL', retryable: false }],
    ['an option that the driver does not know', () => `${server().url.replace('//', '//gyre:hidden@')}/gyre?colour=blue`, { code: 'INVALID_ARGUMENT', field: 'GYRE_STORE_URL' }],
    ['a port that is none', () => 'mongodb://gyre:hidden@host:port/gyre', { code: 'INVALID_ARGUMENT', field: 'GYRE_STORE_URL' }],
    ['a password that is not encoded', () => 'mongodb://gyre:hid%den@host/gyre', { code: 'INVALID_ARGUMENT', field: 'GYRE_STORE_URL' }],
  ])('names the variable for %s, and shows no password', async (_, url, failure) => {
    const error = await openStore(url(), 'GYRE_STORE_URL', QUICK).then(() => undefined, (thrown: unknown) => thrown);
    expect(error).toMatchObject({ ...failure, message: expect.stringContaining('GYRE_STORE_URL') });
    expect(inspect(error, { depth: 12, showHidden: true })).not.toMatch(/hidden|hid%den/);
  });

  it('names the variable of the evidence store for the evidence store', async () => {
    await expect(openStore('mongodb://127.0.0.1:1/evidence', 'GYRE_EVIDENCE_URL', QUICK)).rejects.toMatchObject({ ...DOWN, field: 'GYRE_EVIDENCE_URL' });
  });
});

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

/** Bounded by the time limit of the test. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}
