import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '#kit/clock.ts';
import { Supervised } from './supervised.ts';

let folder = '';
let supervised: Supervised | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'supervised-'));
});
afterEach(async () => {
  await supervised?.stop(2_000);
  supervised = undefined;
  await rm(folder, { recursive: true });
});

const ALIVE = `console.log('alive', process.env.MARK);`;

/** A process that runs `body`. */
async function start(body: string): Promise<Supervised> {
  const entry = join(folder, 'entry.mjs');
  await writeFile(entry, body);
  supervised = new Supervised({ name: 'one', entry, env: { PATH: process.env['PATH'] ?? '', MARK: 'marked' }, logFile: join(folder, 'log') }, systemClock);
  return supervised;
}

const lives = async () => (await readFile(join(folder, 'log'), 'utf8').catch(() => '')).split('\n').filter((line) => line === 'alive marked').length;

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await systemClock.sleep(20);
}

it('starts a process again when it ends, and again when it is killed', async () => {
  const one = await start(`setInterval(() => undefined, 1000); ${ALIVE}`);
  await until(async () => (await lives()) === 1);
  const first = one.pid;
  expect(one.signal('SIGKILL')).toBe(true);
  await until(async () => (await lives()) === 2);
  expect(one.starts).toBe(2);
  expect(one.pid).not.toBe(first);
});

it('lets a process drain, and does not start it again', async () => {
  const one = await start(`process.on('SIGTERM', () => setTimeout(() => { console.log('drained'); process.exit(0); }, 50)); setInterval(() => undefined, 1000); ${ALIVE}`);
  await until(async () => (await lives()) === 1);
  await one.stop();
  expect(await readFile(join(folder, 'log'), 'utf8')).toBe('alive marked\ndrained\n');
  expect({ pid: one.pid, starts: one.starts }).toEqual({ pid: undefined, starts: 1 });
  expect(one.signal('SIGTERM')).toBe(false);
});

it('kills a process that does not drain, also one that is frozen', async () => {
  const one = await start(`process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000); ${ALIVE}`);
  await until(async () => (await lives()) === 1);
  one.signal('SIGSTOP');
  await one.stop(200);
  expect(one.pid).toBeUndefined();
});

it('keeps trying a process that ends at once', async () => {
  const one = await start(`${ALIVE} process.exit(3);`);
  await until(async () => (await lives()) >= 3);
  await one.stop();
  const after = one.starts;
  await systemClock.sleep(600);
  expect(one.starts).toBe(after);
});

it('goes on trying where a process cannot even be started, and says so', async () => {
  const warnings: string[] = [];
  const heard = ({ message }: Error) => void warnings.push(message);
  process.on('warning', heard);
  const logs = join(folder, 'logs');
  supervised = new Supervised({ name: 'one', entry: join(folder, 'entry.mjs'), env: { PATH: process.env['PATH'] ?? '', MARK: 'marked' }, logFile: join(logs, 'log') }, systemClock);
  await writeFile(join(folder, 'entry.mjs'), `setInterval(() => undefined, 1000); ${ALIVE}`);
  await until(() => warnings.some((message) => message.includes('one could not be started: ENOENT')));
  await mkdir(logs);
  await until(async () => (await readFile(join(logs, 'log'), 'utf8').catch(() => '')) === 'alive marked\n');
  process.off('warning', heard);
});
