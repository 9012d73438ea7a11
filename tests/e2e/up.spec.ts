import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
  expect(await document(gyre(['--json', 'policy', 'list'], { stateDir: folder.dir, env }))).toEqual({ policies: [] });
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

async function document(running: Promise<Ran>) {
  const { code, stdout, stderr } = await running;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}
