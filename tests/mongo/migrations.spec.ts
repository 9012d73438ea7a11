import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
import { openMongoStore } from '#kit/store/mongo.ts';
import { withServer, withServers } from '#tests/servers/server.testkit.ts';

const SCRIPT = fileURLToPath(new URL('./migrating-process.ts', import.meta.url));
const describeMongo = await withServers('mongo');

describeMongo('migrations of a MongoDB database', () => {
  const server = withServer('mongo', { memory: true });

  function start(database: string, how: 'hang' | 'finish') {
    const child = spawn(process.execPath, [SCRIPT, `${server().url}/${database}`, how], { stdio: ['ignore', 'pipe', 'inherit'] });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    const ended = new Promise<string>((resolve) => child.once('close', () => resolve(Buffer.concat(output).toString())));
    return { ended, kill: () => child.kill('SIGKILL') };
  }

  async function events(database: string): Promise<string[]> {
    const client = new MongoClient(`${server().url}/${database}`);
    const runs = await client.db().collection('runs').find().toArray();
    await client.close();
    return runs.map(({ id, event }) => `${id} ${event}`);
  }

  it('run once where two processes start at the same time', async () => {
    const both = [start('twins', 'finish'), start('twins', 'finish')];
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual(['open\n', 'open\n']);
    expect(await events('twins')).toEqual(['001-first began', '001-first ended', '002-second began', '002-second ended']);
  });

  it('are taken over from a process that is killed half-way', async () => {
    const killed = start('killed', 'hang');
    while ((await events('killed')).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    const heir = start('killed', 'finish');
    killed.kill();
    expect(await killed.ended).toBe('');
    expect(await heir.ended).toBe('open\n');
    expect(await events('killed')).toEqual(['001-first began', '001-first began', '001-first ended', '002-second began', '002-second ended']);
    const store = await openMongoStore(`${server().url}/killed`, 'GYRE_STORE_URL', { timeoutMs: 20_000 });
    expect(await store.collection({ name: 'migrations' }).find({})).toMatchObject([{ _id: '001-first', state: 'done', epoch: 2 }, { _id: '002-second', state: 'done', epoch: 1 }]);
    await store.close();
  });
});
