import { MongoClient } from 'mongodb';
import { expect, it, vi } from 'vitest';
import { startServer } from '#deploy/servers/mod.ts';
import { describeWithServer, withServers } from './server.testkit.ts';

interface Slot {
  readonly _id: string;
  readonly attempt: number;
}

/** One exchange over a connection of its own. */
async function talk<R>(url: string, what: (client: MongoClient) => Promise<R>): Promise<R> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 2_000 });
  try {
    return await what(client);
  } finally {
    await client.close();
  }
}

const slots = (client: MongoClient) => client.db('gyre').collection<Slot>('slots');
const attempt = (url: string) => talk(url, async (client) => (await slots(client).findOne({ _id: 'a' }))?.attempt);

await describeWithServer('mongo', 'a started MongoDB-wire server', (server) => {
  it('serves the driver, and keeps port and data when it restarts', async () => {
    const { url, pid } = server();
    await talk(url, async (client) => {
      await slots(client).insertOne({ _id: 'a', attempt: 1 });
      await Promise.all(Array.from({ length: 20 }, () => slots(client).updateOne({ _id: 'a' }, { $inc: { attempt: 1 } })));
    });
    await server().restart();
    expect(server().url).toBe(url);
    expect(server().pid).not.toBe(pid);
    expect(await attempt(url)).toBe(21);
  });

  it('keeps every acknowledged write when it is killed in the middle of writing', async () => {
    const { url } = server();
    const client = new MongoClient(url, { serverSelectionTimeoutMS: 2_000, retryWrites: false });
    const acknowledged: string[] = [];
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let i = 0; ; i++) {
        await slots(client).insertOne({ _id: `${writer}/${i}`, attempt: 0 });
        acknowledged.push(`${writer}/${i}`);
      }
    });
    const failed = Promise.allSettled(writers);
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(60), { timeout: 60_000, interval: 10 });
    await server().kill();
    expect((await failed).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    await client.close();
    await server().restart();
    const kept = await talk(url, (again) => slots(again).find({ attempt: 0 }).toArray());
    const there = new Set(kept.map(({ _id }) => _id));
    expect(acknowledged.filter((id) => !there.has(id))).toEqual([]);
    // One write of each writer may have been done and not answered.
    expect(kept.length - acknowledged.length).toBeLessThanOrEqual(4);
    expect(await attempt(url)).toBe(21);
  });
});

const describeMongo = await withServers('mongo');
describeMongo('starting a MongoDB-wire server', () => {
  it('in memory, it forgets when it restarts', async () => {
    await using server = await startServer('mongo', { memory: true });
    await talk(server.url, (client) => slots(client).insertOne({ _id: 'a', attempt: 7 }));
    expect(await attempt(server.url)).toBe(7);
    await server.restart();
    expect(await attempt(server.url)).toBeUndefined();
  });
});
