import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SERVER_NAMES, type ServerName } from '#deploy/servers/mod.ts';
import { groupOf, isAlive } from './processes.ts';
import { withServers } from './server.testkit.ts';

const HOLDER = new URL('./holder.ts', import.meta.url);
const WAIT = { timeout: 60_000, interval: 50 };

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gyre-orphan-'));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));

/** A process that has started a server, and the server's pid. */
async function holder(name: ServerName, ...how: string[]) {
  const child = spawn(process.execPath, [HOLDER.pathname, name, folder, ...how], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise<number | string>((resolve) => child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown')));
  const [line] = await once(createInterface(child.stdout), 'line');
  return { child, ended, pid: Number(line) };
}

const noneLeft = (pid: number) => vi.waitFor(() => expect([isAlive(pid), groupOf(pid)]).toEqual([false, []]), WAIT);

for (const name of SERVER_NAMES) {
  const describeServer = await withServers(name);
  describeServer(`${name}, when the process that started it is gone`, () => {
    it('is gone as well, though that was killed and could do nothing about it', async () => {
      const { child, ended, pid } = await holder(name);
      expect(isAlive(pid)).toBe(true);
      child.kill('SIGKILL');
      expect(await ended).toBe('SIGKILL');
      await noneLeft(pid);
    });
  });
}

const describeNats = await withServers('nats');
describeNats('other ends of the one that started a server', () => {
  it.each([
    ['throw', 1],
    ['exit', 3],
  ])('%s', async (how, code) => {
    const { ended, pid } = await holder('nats', how);
    expect(await ended).toBe(code);
    await noneLeft(pid);
  });

  it('a halted server, which takes no signal but one', async () => {
    const { child, ended, pid } = await holder('nats');
    process.kill(pid, 'SIGSTOP');
    child.kill('SIGTERM');
    expect(await ended).toBe('SIGTERM');
    await noneLeft(pid);
  });

  it('a thread of a process that goes on', async () => {
    const worker = new Worker(HOLDER, { argv: ['nats', folder], stdout: true });
    const [line] = await once(createInterface(worker.stdout), 'line');
    const pid = Number(line);
    expect(isAlive(pid)).toBe(true);
    await worker.terminate();
    await noneLeft(pid);
  });
});
