import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onlyOne } from './only-one.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gyre-only-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const refused = expect.objectContaining({ code: 'FAILED_PRECONDITION', field: '--folder', message: expect.stringContaining('already runs in') });

/** Another process that holds `of` until it is killed. */
async function holder(of: string) {
  const script = `import { onlyOne } from ${JSON.stringify(new URL('only-one.ts', import.meta.url).href)}; globalThis.held = onlyOne(${JSON.stringify(of)}); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

it('lets nobody else have a folder until it is let go', () => {
  const of = join(folder, 'one');
  const held = onlyOne(of);
  expect(() => onlyOne(of)).toThrow(refused);
  onlyOne(join(folder, 'another'))[Symbol.dispose]();
  held[Symbol.dispose]();
  onlyOne(of)[Symbol.dispose]();
});

it('is let go by a process that is killed', async () => {
  const of = join(folder, 'killed');
  const child = await holder(of);
  expect(() => onlyOne(of)).toThrow(refused);
  child.kill('SIGKILL');
  await once(child, 'close');
  onlyOne(of)[Symbol.dispose]();
});
