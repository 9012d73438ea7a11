import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteStore } from './sqlite.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gyre-crash-'));
});
afterEach(() => rm(folder, { recursive: true }));

type Pair = { readonly _id: string; readonly left: number; readonly right: number };
const PAIRS = { name: 'pairs' };

/** A process that changes both sides of a document together for ever, and reports each finished change. */
const WRITER = `
  const [module, path] = process.argv.slice(1);
  const { openSqliteStore } = await import(module);
  const pairs = openSqliteStore(path).collection({ name: 'pairs' });
  await pairs.insert({ _id: 'p', left: 0, right: 0 });
  for (;;) {
    const { left } = await pairs.update('p', {}, { inc: { left: 1, right: 1 } });
    process.stdout.write(left + '\\n');
    if (left % 50 === 0) await new Promise(setImmediate);
  }`;

it('keeps every finished change whole when a writer is killed at any moment', async () => {
  const path = join(folder, 'gyre.db');
  const module = new URL('./sqlite.ts', import.meta.url).href;
  let floor = 0;
  for (let round = 0; round < 4; round++) {
    const writer = spawn(process.execPath, ['--input-type=module', '-e', WRITER, module, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    const killAt = 2_000 + round * 777;
    await new Promise((resolve) => {
      writer.stdout.on('data', (chunk) => {
        output += chunk;
        if (output.length > killAt) writer.kill('SIGKILL');
      });
      writer.on('close', resolve);
    });
    const reported = Number(output.slice(0, output.lastIndexOf('\n')).split('\n').at(-1));
    const store = openSqliteStore(path);
    const pair = await store.collection<Pair>(PAIRS).get('p');
    await store.close();
    expect(pair?.left).toBe(pair?.right);
    expect(pair?.left).toBeGreaterThanOrEqual(reported);
    expect(reported).toBeGreaterThan(floor);
    floor = reported;
  }
});
