import { spawn } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closingLines } from './closing-lines.ts';
import { type FakeMachine, fakeMachine, natsServer } from './fake-machine.ts';

const VITEST = new URL('../../node_modules/vitest/vitest.mjs', import.meta.url).pathname;
const CONFIG = new URL('./lacking.config.ts', import.meta.url).pathname;

let machine: FakeMachine;
beforeEach(async () => {
  machine = await fakeMachine();
  machine.program('nats-server', natsServer('2.15.2'));
});
afterEach(() => machine.remove());

/** A test run of its own on the machine, as `make test` makes one. */
async function run(env: Readonly<Record<string, string>>): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, [VITEST, 'run', '--config', CONFIG], { env: { ...machine.env, NO_COLOR: '1', ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += String(part)));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, text };
}

const CLOSING = `SKIPPED, because a server is missing (2 suites; with CI=true that fails):
  store on MongoDB: mongo 1.47.0: mvn is not on PATH, and no Docker image is used for mongo
  both: otelcol 0.165.0: go is not on PATH, and no Docker engine answers`;

describe('a run without some of the servers', () => {
  it('skips the suites that need them and ends by naming them with the reason', async () => {
    const { code, text } = await run({});
    expect(text).toMatch(/Tests +1 passed \| 2 skipped \(3\)/);
    expect(text.trimEnd().endsWith(CLOSING)).toBe(true);
    expect(code).toBe(0);
  });

  it('fails where everything is to be tested', async () => {
    const { code, text } = await run({ CI: 'true' });
    expect(text).toMatch(/Tests +2 failed \| 1 passed \| 2 skipped \(5\)/);
    expect(text).toContain('Error: mongo 1.47.0: mvn is not on PATH');
    expect(text.trimEnd().endsWith(CLOSING)).toBe(true);
    expect(code).toBe(1);
  });
});

it('there are no closing lines when nothing was missing', () => {
  expect(closingLines('')).toBe('');
  expect(closingLines('{"title":"a","reason":"b"}\n')).toBe('SKIPPED, because a server is missing (1 suite; with CI=true that fails):\n  a: b');
});
