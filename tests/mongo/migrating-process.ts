import { openMongoStore } from '#kit/store/mongo.ts';

/**
 * A process that opens the store with migrations, which note their beginning and end in `runs`; says `open` when it is open. With
 * `hang` it begins and does nothing more. Arguments: URL, `hang` or `finish`.
 */
const [url = '', how] = process.argv.slice(2);

const migrations = ['001-first', '002-second'].map((id) => ({
  id,
  async run(database: import('mongodb').Db) {
    const runs = database.collection('runs');
    await runs.insertOne({ id, event: 'began', pid: process.pid });
    await new Promise((resolve) => setTimeout(resolve, how === 'hang' ? 2 ** 31 - 1 : 300));
    await runs.insertOne({ id, event: 'ended', pid: process.pid });
  },
}));

const store = await openMongoStore(url, 'GYRE_STORE_URL', { timeoutMs: 20_000, migrations, migrationLeaseMs: 2_000 });
console.log('open');
await store.close();
