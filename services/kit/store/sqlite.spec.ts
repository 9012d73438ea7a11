import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from './open.ts';
import { openSqliteStore } from './sqlite.ts';
import { storeError } from './sqlite-database.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gyre-sqlite-'));
});
afterEach(() => rm(folder, { recursive: true }));

const COUNTERS = { name: 'counters', indexes: [{ fields: ['n'] }] };
type Counter = { readonly _id: string; readonly n: number };

it('keeps every change of several worker threads that open the same new file at once', async () => {
  const path = join(folder, 'shared.db');
  const source = `
    const { workerData, parentPort } = require('node:worker_threads');
    import(workerData.module).then(async ({ openSqliteStore }) => {
      const store = openSqliteStore(workerData.path);
      const counters = store.collection(${JSON.stringify(COUNTERS)});
      await counters.insert({ _id: 'c', n: 0 });
      for (let i = 0; i < 200; i++) await counters.update('c', {}, { inc: { n: 1 } });
      await store.close();
    });`;
  const module = new URL('./sqlite.ts', import.meta.url).href;
  await Promise.all(
    Array.from({ length: 4 }, () => {
      const worker = new Worker(source, { eval: true, workerData: { module, path } });
      return new Promise<void>((resolve, reject) => {
        worker.on('error', reject);
        worker.on('exit', () => resolve());
      });
    }),
  );
  const store = openSqliteStore(path);
  expect(await store.collection<Counter>(COUNTERS).get('c')).toEqual({ _id: 'c', n: 800 });
  await store.close();
});

it('answers filtered and sorted queries from the declared index', async () => {
  const path = join(folder, 'indexed.db');
  const store = openSqliteStore(path);
  store.collection<Counter>(COUNTERS);
  await store.close();
  const database = new DatabaseSync(path);
  const plan = database.prepare(
    `EXPLAIN QUERY PLAN SELECT doc FROM "counters" WHERE (json_extract(doc, '$."n"') = ? AND json_type(doc, '$."n"') IN ('integer','real')) ORDER BY _id ASC`,
  );
  const details = plan.all(1).map((row) => String(row['detail']));
  database.close();
  expect(details).toHaveLength(1);
  expect(details[0]).toContain('USING INDEX index counters n');
});

it('rolls a failed insertMany back and stays usable', async () => {
  const store = openSqliteStore(':memory:');
  const keyed = store.collection<Counter>({ name: 'keyed', indexes: [{ fields: ['n'], unique: true }] });
  await expect(keyed.insertMany([{ _id: 'a', n: 1 }, { _id: 'b', n: 1 }])).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
  expect(await keyed.count({})).toBe(0);
  expect(await keyed.insertMany([{ _id: 'a', n: 1 }])).toBe(1);
  await store.close();
});

it('names the variable when a URL has no driver, and hides credentials', async () => {
  await expect(openStore('postgres://user:secret@db/gyre')).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    field: 'GYRE_STORE_URL',
    message: expect.not.stringContaining('secret'),
  });
  await expect(openStore('sqlite:', 'GYRE_EVIDENCE_URL')).rejects.toMatchObject({ field: 'GYRE_EVIDENCE_URL' });
});

it.each([
  ['no database', Buffer.from('no database at all, whatever its name says. '.repeat(40))],
  ['a database that was overwritten', undefined],
])('says of %s which file it is and what to do', async (_, content) => {
  const path = join(folder, 'gyre.db');
  if (content === undefined) {
    const store = openSqliteStore(path);
    await store.collection<Counter>(COUNTERS).insert({ _id: 'a', n: 1 });
    await store.close();
    const bytes = await readFile(path);
    await writeFile(path, bytes.fill(0x5a, 100));
  } else await writeFile(path, content);
  const use = async () => (await openStore(`sqlite:${path}`)).collection<Counter>(COUNTERS).insert({ _id: 'b', n: 1 });
  await expect(use()).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', boundary: 'store', message: expect.stringContaining(path), remedy: expect.stringContaining('GYRE_STATE_DIR') });
});

it('says of a state folder that is a file that GYRE_STATE_DIR can name another', async () => {
  await writeFile(join(folder, 'file'), '');
  await expect(openStore(`sqlite:${folder}/file/gyre.db`)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: 'GYRE_STORE_URL', remedy: expect.stringContaining('GYRE_STATE_DIR') });
});

it.each([
  ['a disk that is full or failing', 10, 'UNAVAILABLE', 'see whether its disk is full or failing'],
  ['the same in a form of its own', 10 | (3 << 8), 'UNAVAILABLE', 'see whether its disk is full or failing'],
  ['a database that cannot grow', 13, 'RESOURCE_EXHAUSTED', 'free some space on its disk'],
])('names the file and a remedy for %s', (_, errcode, code, remedy) => {
  const error = storeError(Object.assign(new Error('disk I/O error'), { errcode }), '/var/gyre/gyre.db');
  expect(error).toMatchObject({ code, remedy, message: expect.stringContaining('/var/gyre/gyre.db') });
});
