import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAuthority } from '#deploy/authority.ts';
import { gyre, type Ran, stateFolder, until } from './gyre.ts';

let folder: Awaited<ReturnType<typeof stateFolder>>;
beforeAll(async () => {
  folder = await stateFolder();
});
afterAll(() => folder.remove());

it('gyre up serves over gRPC on loopback until SIGTERM, for commands that have its variables', { timeout: 120_000 }, async () => {
  let child: ChildProcess | undefined;
  let printed = '';
  const serving = gyre(['up', '--port', '0'], {
    stateDir: folder.dir,
    onStart: (started) => {
      child = started;
      started.stdout?.on('data', (part) => (printed += String(part)));
    },
  });
  await until(() => printed.includes('GYRE_STATE_DIR='), 60_000, 'serving');
  const env = Object.fromEntries(printed.trim().split('\n').map((line) => line.split('=', 2) as [string, string]));
  expect(Object.keys(env).filter((name) => name.endsWith('_ADDRESS'))).toHaveLength(6);

  const { versions, serving: served } = await document(gyre(['--json', 'harness', 'list'], { stateDir: folder.dir, env }));
  expect(versions).toHaveLength(1);
  expect(served).toMatch(/^sha256:/);
  expect(await document(gyre(['--json', 'policy', 'list'], { stateDir: folder.dir, env }))).toEqual({ policies: [], serving: '' });
  const unknown = await gyre(['round', 'watch', 'nobody'], { stateDir: folder.dir, env });
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('there is no round nobody');
  const stranger = await gyre(['policy', 'list'], { stateDir: folder.dir, env: { ...env, GYRE_TOKEN: 'not-the-token-of-this-instance' } });
  expect(stranger.code).toBe(4);

  child?.kill('SIGTERM');
  const { code, stderr } = await serving;
  expect({ code, drained: stderr.includes('draining') }).toEqual({ code: 0, drained: true });
  const late = await gyre(['policy', 'list'], { stateDir: folder.dir, env: { ...env, GYRE_TOKEN: 'x'.repeat(20) } });
  expect(late.code).toBe(3);
});

it('gyre up speaks TLS, and so do commands, where the environment names certificates', { timeout: 120_000 }, async () => {
  const authority = await makeAuthority(join(folder.dir, 'tls'));
  const { cert, key } = await authority.issue('gyre');
  const tls = { GYRE_RPC_TLS_CA: authority.ca, GYRE_RPC_TLS_CERT: cert, GYRE_RPC_TLS_KEY: key };
  let child: ChildProcess | undefined;
  let printed = '';
  const serving = gyre(['up', '--port', '0'], {
    stateDir: folder.dir,
    env: tls,
    onStart: (started) => {
      child = started;
      started.stdout?.on('data', (part) => (printed += String(part)));
    },
  });
  await until(() => printed.includes('GYRE_STATE_DIR='), 60_000, 'serving');
  const addresses = Object.fromEntries(printed.trim().split('\n').map((line) => line.split('=', 2) as [string, string]));
  expect(await document(gyre(['--json', 'policy', 'list'], { stateDir: folder.dir, env: { ...addresses, ...tls } }))).toEqual({ policies: [], serving: '' });
  for (const ca of ['', authority.ca]) expect((await gyre(['policy', 'list'], { stateDir: folder.dir, env: { ...addresses, GYRE_RPC_TLS_CA: ca } })).code).toBe(3);
  child?.kill('SIGTERM');
  expect((await serving).code).toBe(0);
});

async function document(running: Promise<Ran>) {
  const { code, stdout, stderr } = await running;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}
