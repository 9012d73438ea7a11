import { afterEach, describe, expect, it, vi } from 'vitest';
import { invalid } from './errors.ts';
import { addressOf, runProcess, untilTold, wordFrom } from './process.ts';

describe('the entry of a process', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    process.exitCode = undefined;
  });

  it('ends a failure with one line and exit code 1, and says nothing otherwise', async () => {
    const line = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await runProcess('store', async () => undefined);
    expect([line.mock.calls.length, process.exitCode]).toEqual([0, undefined]);
    await runProcess('store', async () => {
      throw invalid('GYRE_STORE_URL', 'is empty', 'write a URL');
    });
    expect(line.mock.calls).toEqual([[expect.stringMatching(/^GYRE_STORE_URL.*write a URL/)]]);
    expect(process.exitCode).toBe(1);
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
