import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { digestOfBytes } from '#kit/digest.ts';
import { grpcClient } from '#kit/rpc/grpc-client.ts';
import type { ServiceDefinition } from '#kit/rpc/types.ts';
import { CuratorServiceService } from '#protos/curator/v1/curator_service.ts';
import { VerifierServiceService } from '#protos/verifier/v1/verifier_service.ts';

const CURATOR = fileURLToPath(new URL('main.ts', import.meta.url));
const VERIFIER = fileURLToPath(new URL('../verifier/main.ts', import.meta.url));
const TOKENS = { [digestOfBytes('worker-token-0123')]: { subject: 'worker', roles: ['worker'] }, [digestOfBytes('harness-token-012')]: { subject: 'harness', roles: ['harness'] } };

let folder = '';
const running = new Set<ChildProcess>();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'curator-'));
  await writeFile(join(folder, 'tokens.json'), JSON.stringify(TOKENS));
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
  await rm(folder, { recursive: true });
});

/** Starts a process and waits until it says on which port it serves. */
async function start<S extends ServiceDefinition>(main: string, service: S, extra: Record<string, string> = {}) {
  const env = { ...process.env, GYRE_STATE_DIR: folder, GYRE_TOKENS_FILE: join(folder, 'tokens.json'), GYRE_LISTEN_ADDRESS: '127.0.0.1:0', GYRE_LOG_LEVEL: 'info', ...extra };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const { port } = JSON.parse(line);
    if (typeof port === 'number') return { child, as: (token: string) => grpcClient(service, `127.0.0.1:${port}`, { token: () => token }), address: `127.0.0.1:${port}` };
  }
  throw new Error('the process ended before it served');
}

it('curator and verifier serve as processes of their own, hold callers to their roles, and end when asked to', async () => {
  const curator = await start(CURATOR, CuratorServiceService);
  await expect(curator.as('worker-token-0123').getTask({ id: 'nowhere' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(curator.as('harness-token-012').getTask({ id: 'nowhere' })).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  const verifier = await start(VERIFIER, VerifierServiceService, { GYRE_CURATOR_ADDRESS: curator.address, GYRE_ENV_MANAGER_ADDRESS: curator.address });
  const request = { trajectoryId: 's#1', episodeId: 'e1', taskId: 't1', taskRevision: 1 };
  await expect(verifier.as('worker-token-0123').verify(request)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', boundary: 'verifier' });
  await expect(verifier.as('harness-token-012').verify(request)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  for (const { child } of [verifier, curator]) {
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
  }
}, 120_000);
