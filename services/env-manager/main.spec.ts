import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { digestOfBytes } from '#kit/digest.ts';
import { grpcClient } from '#kit/rpc/grpc-client.ts';
import { EnvManagerServiceService } from '#protos/env/v1/env_manager_service.ts';
import { call, smallTask } from './testkit/small-world.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const TOKENS = { [digestOfBytes('worker-token-0123')]: { subject: 'worker', roles: ['worker'] }, [digestOfBytes('verifier-token-01')]: { subject: 'verifier', roles: ['verifier'] } };

let folder = '';
const running = new Set<ChildProcess>();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'env-manager-'));
  await writeFile(join(folder, 'tokens.json'), JSON.stringify(TOKENS));
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
  await rm(folder, { recursive: true });
});

async function start(extra: Record<string, string> = {}) {
  const env = { ...process.env, GYRE_STATE_DIR: folder, GYRE_TOKENS_FILE: join(folder, 'tokens.json'), GYRE_LISTEN_ADDRESS: '127.0.0.1:0', GYRE_LOG_LEVEL: 'info', ...extra };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const { port } = JSON.parse(line);
    if (typeof port !== 'number') continue;
    const as = (token: string) => grpcClient(EnvManagerServiceService, `127.0.0.1:${port}`, { boundary: 'environment', token: () => token });
    return { child, worker: as('worker-token-0123'), verifier: as('verifier-token-01') };
  }
  throw new Error('the process ended before it served');
}

const task = smallTask({ world: 'phone' });
const opened = { episodeId: 'e', task, seed: 1, leaseMs: 60_000, slotId: '', attempt: 1 };
const change = (step: number, action: string) => ({ episodeId: 'e', step, calls: [call('manage_app_permission', { action, permission: 'photos' })] });

describe('the env-manager process', () => {
  it('is killed in the middle of an episode; the next process goes on with it', async () => {
    const first = await start();
    const created = await first.worker.createEpisode(opened);
    const before = await first.worker.step(change(0, 'revoke'));
    expect(before.results[0]?.status).toBe(200);
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    const second = await start();
    expect(await second.worker.createEpisode(opened)).toEqual(created);
    expect(await second.worker.step(change(0, 'revoke'))).toEqual(before);
    await second.worker.step(change(1, 'grant'));
    const { finalStateDigest } = await second.worker.closeEpisode({ episodeId: 'e', reason: 'finished' });
    expect(finalStateDigest).toBe(created.initialStateDigest);
    await expect(second.worker.getEvidence({ episodeId: 'e' })).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    expect((await second.verifier.getEvidence({ episodeId: 'e' })).evidence?.operations).toHaveLength(2);
    second.child.kill('SIGTERM');
    expect(await once(second.child, 'exit')).toEqual([0, null]);
  }, 120_000);

  it.each([
    [{ GYRE_TOKENS_FILE: '' }, /GYRE_TOKENS_FILE: is not set/],
    [{ GYRE_ENV_JOURNAL: 'disk' }, /GYRE_ENV_JOURNAL: is "disk"; write store or memory/],
    [{ GYRE_EVIDENCE_URL: 'sqlite:same.db', GYRE_STORE_URL: 'sqlite:same.db' }, /GYRE_EVIDENCE_URL/],
  ])('does not start with %o and says what to write instead', async (extra, message) => {
    const env = { ...process.env, GYRE_STATE_DIR: folder, GYRE_TOKENS_FILE: join(folder, 'tokens.json'), ...extra };
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    let text = '';
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(text).toMatch(message);
  }, 120_000);
});
