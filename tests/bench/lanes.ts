import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs a benchmark's seeds in processes of their own, as many at a time as there are cores: the script is started again with
 * `--seed N --out FILE` and its other arguments. Results in seed order. Rejects if a process fails.
 */
export async function runLanes<T>(script: string, seeds: number, args: readonly string[]): Promise<T[]> {
  const folder = await mkdtemp(join(tmpdir(), 'gyre-bench-'));
  const waiting = Array.from({ length: seeds }, (_, i) => i + 1);
  const results = new Map<number, T>();
  const lane = async () => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      const out = join(folder, `${seed}.json`);
      await run([script, ...args, '--seed', String(seed), '--out', out]);
      const parsed: T = JSON.parse(await readFile(out, 'utf8'));
      results.set(seed, parsed);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(availableParallelism(), seeds) }, lane));
    return [...results].sort(([a], [b]) => a - b).map(([, result]) => result);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function run(args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${args.join(' ')} ended with code ${code}`))));
  });
}
