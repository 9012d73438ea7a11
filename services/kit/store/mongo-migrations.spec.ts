import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ManualClock } from '../clock.ts';
import { type Migration, MIGRATION_CLAIMS, type MigrationDoc, migrate } from './mongo-migrations.ts';
import { openSqliteStore } from './sqlite.ts';
import type { Collection, Store } from './types.ts';

let store: Store;
let claims: Collection<MigrationDoc>;
let clock = new ManualClock();
let ran: string[] = [];
beforeEach(() => {
  clock = new ManualClock();
  store = openSqliteStore(':memory:');
  claims = store.collection<MigrationDoc>(MIGRATION_CLAIMS);
  ran = [];
});
afterEach(() => store.close());

const LEASE_MS = 1_000;
const options = (owner: string) => ({ clock, owner, leaseMs: LEASE_MS });
/** Lets time pass until the work is done. */
async function passing<R>(work: Promise<R>): Promise<R> {
  let over = false;
  const ended = work.finally(() => (over = true));
  ended.catch(() => undefined);
  for (; !over; await turn()) clock.advance(LEASE_MS / 20);
  return ended;
}
const step = (id: string, body: (signal: AbortSignal) => Promise<void> = async () => undefined): Migration<string> => ({
  id,
  async run(who, signal) {
    ran.push(`${who} ${id}`);
    await body(signal);
  },
});
const done = (id: string, owner: string, epoch = 1) => expect.objectContaining({ _id: id, state: 'done', owner, epoch });

it('runs each once, in order, and never again', async () => {
  await passing(migrate([step('001'), step('002')], claims, 'a', options('a')));
  await passing(migrate([step('001'), step('002'), step('003')], claims, 'b', options('b')));
  expect(ran).toEqual(['a 001', 'a 002', 'b 003']);
  expect(await claims.find({})).toEqual([done('001', 'a'), done('002', 'a'), done('003', 'b')]);
});

it('has the others wait for as long as the one that migrates lives', async () => {
  const order: string[] = [];
  const slow = step('001', () => clock.sleep(7 * LEASE_MS).then(() => void order.push('migrated')));
  const first = migrate([slow], claims, 'a', options('a'));
  const second = migrate([slow], claims, 'b', options('b')).then(() => order.push('opened'));
  await passing(Promise.all([first, second]));
  expect(ran).toEqual(['a 001']);
  expect(order).toEqual(['migrated', 'opened']);
});

it('takes a claim over that gives no sign of life, and not before', async () => {
  await claims.insert({ _id: '001', state: 'running', owner: 'dead', epoch: 4, beats: 9 });
  const begun = clock.now();
  await passing(migrate([step('001')], claims, 'b', options('b')));
  expect(ran).toEqual(['b 001']);
  expect(clock.now() - begun).toBeGreaterThanOrEqual(LEASE_MS);
  expect(await claims.get('001')).toEqual(done('001', 'b', 5));
});

it('lets one of those that wait take a dead claim over', async () => {
  await claims.insert({ _id: '001', state: 'running', owner: 'dead', epoch: 1, beats: 0 });
  const waiting = ['b', 'c', 'd'].map((who) => migrate([step('001', () => clock.sleep(LEASE_MS))], claims, who, options(who)));
  await passing(Promise.all(waiting));
  expect(ran).toHaveLength(1);
  expect(await claims.get('001')).toMatchObject({ state: 'done', epoch: 2 });
});

it('names a migration that fails, and leaves it to the next that tries', async () => {
  const failing = step('001', () => Promise.reject(new Error('no such field')));
  const error = { code: 'FAILED_PRECONDITION', boundary: 'store', details: { migration: '001' }, message: expect.stringMatching(/001.*no such field/) };
  await expect(passing(migrate([failing, step('002')], claims, 'a', options('a')))).rejects.toMatchObject(error);
  await passing(migrate([step('001'), step('002')], claims, 'b', options('b')));
  expect(ran).toEqual(['a 001', 'b 001', 'b 002']);
});

it('tells the one that lost its claim, and counts only what the later one did', async () => {
  const stopped: string[] = [];
  const lost = step('001', (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(void stopped.push('a')))));
  const first = migrate([lost], claims, 'a', options('a'));
  while ((await claims.get('001')) === undefined) await turn();
  await claims.update('001', {}, { set: { owner: 'b', state: 'done' }, inc: { epoch: 1 } });
  await passing(first);
  expect(stopped).toEqual(['a']);
  expect(await claims.get('001')).toEqual(done('001', 'b', 2));
});
