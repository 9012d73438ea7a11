import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { addressOf, untilTold, wordFrom } from './process.ts';

describe('the entry of a process', () => {
  it.each([
    ['async () => undefined', 0, ''],
    // As a connection to a server would, the timer keeps a process alive.
    ["async () => { setInterval(() => undefined, 1000); throw invalid('GYRE_STORE_URL', 'is empty', 'write a URL'); }", 1, 'GYRE_STORE_URL: is empty; write a URL\n'],
  ])('runs %s to exit code %i and %j', (main, code, said) => {
    const module = (name: string) => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)));
    const script = `import { runProcess } from ${module('process.ts')}; import { invalid } from ${module('errors.ts')}; await runProcess('store', ${main});`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({ status: code, stdout: '', stderr: said });
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('goes on when %s comes', async (signal) => {
    const told = untilTold();
    process.emit(signal);
    await expect(told).resolves.toBeUndefined();
    for (const each of ['SIGTERM', 'SIGINT'] as const) process.removeAllListeners(each);
  });
});

describe('what a process reads', () => {
  it('an address, or an error that names its variable', () => {
    const config = { addresses: { curator: '10.0.0.1:7004' } };
    expect(addressOf(config, 'curator')).toBe('10.0.0.1:7004');
    expect(() => addressOf(config, 'env-manager')).toThrow(/GYRE_ENV_MANAGER_ADDRESS/);
  });

  it('a word, its default, or an error that names the choice', () => {
    const journal = (text: string | undefined) => wordFrom('GYRE_ENV_JOURNAL', ['store', 'memory'], { GYRE_ENV_JOURNAL: text });
    expect([journal(undefined), journal(''), journal('memory')]).toEqual(['store', 'store', 'memory']);
    expect(() => journal('disk')).toThrow(/GYRE_ENV_JOURNAL.*store or memory/);
  });
});
