import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BIN = join(ROOT, 'services/cli/bin/gyre');

export interface Ran {
  /** Exit code, or the signal that ended it. */
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly stateDir: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Told of the process as soon as it runs. */
  readonly onStart?: (child: ChildProcess) => void;
}

/** Runs `gyre` as a process of its own and waits for its end. */
export async function gyre(args: readonly string[], { stateDir, stdin, env, onStart }: RunOptions): Promise<Ran> {
  const child = spawn(BIN, args, { env: { ...process.env, GYRE_STATE_DIR: stateDir, ...env }, stdio: 'pipe' });
  const parts = { stdout: '', stderr: '' };
  child.stdout.on('data', (part) => (parts.stdout += String(part)));
  child.stderr.on('data', (part) => (parts.stderr += String(part)));
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin ?? '');
  onStart?.(child);
  const code = await new Promise<number | string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exit, signal) => resolve(exit ?? signal ?? 'unknown'));
  });
  return { code, ...parts };
}

/** A state folder that is removed by `remove`. */
export async function stateFolder(): Promise<{ dir: string; remove: () => Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'gyre-e2e-'));
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}

/** Resolves when `text()` matches; rejects after `ms`. */
export async function until(condition: () => boolean, ms: number, what: string): Promise<void> {
  const end = performance.now() + ms;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`${what} did not happen within ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
