import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { digestOfBytes } from '#kit/digest.ts';
import { grpcClient } from '#kit/rpc/grpc-client.ts';
import { HarnessServiceService } from '#protos/harness/v1/harness_service.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'harness-'));
  await writeFile(join(folder, 'tokens.json'), JSON.stringify({ [digestOfBytes('reviewer-token-01')]: { subject: 'reviewer', roles: ['reviewer'] } }));
});
afterEach(() => rm(folder, { recursive: true }));

function start(extra: Record<string, string>) {
  const env = {
    ...process.env,
    GYRE_STATE_DIR: folder,
    GYRE_TOKENS_FILE: join(folder, 'tokens.json'),
    GYRE_LISTEN_ADDRESS: '127.0.0.1:0',
    GYRE_ENV_MANAGER_ADDRESS: '127.0.0.1:1',
    GYRE_TRAINER_CONTROLLER_ADDRESS: '127.0.0.1:1',
    GYRE_CURATOR_ADDRESS: '127.0.0.1:1',
    ...extra,
  };
  return spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

describe('the harness process', () => {
  it('serves the base version and drains on SIGTERM', async () => {
    const child = start({});
    try {
      for await (const line of createInterface({ input: child.stdout })) {
        const { port } = JSON.parse(line);
        if (typeof port !== 'number') continue;
        const client = grpcClient(HarnessServiceService, `127.0.0.1:${port}`, { token: () => 'reviewer-token-01' });
        const { versions, serving } = await client.listVersions({});
        expect(versions).toMatchObject([{ id: serving, status: 'approved', approval: { automatic: true } }]);
        break;
      }
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
    } finally {
      child.kill('SIGKILL');
    }
  }, 120_000);

  it.each([
    [{ GYRE_TOKENS_FILE: '' }, /GYRE_TOKENS_FILE: is not set/],
    [{ GYRE_ENV_MANAGER_ADDRESS: '' }, /GYRE_ENV_MANAGER_ADDRESS: is not set; write HOST:PORT/],
    [{ GYRE_HARNESS_JOURNAL: 'disk' }, /GYRE_HARNESS_JOURNAL: is "disk"; write store or memory/],
    [{ GYRE_HARNESS_ADAPTER: 'nowhere.json' }, /GYRE_HARNESS_ADAPTER: nowhere.json holds no adapter artifact/],
  ])('does not start with %o and says what to write instead', async (extra, message) => {
    const child = start(extra);
    let text = '';
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(text).toMatch(message);
  }, 120_000);
});
