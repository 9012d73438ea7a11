import { type ChildProcess, spawn } from 'node:child_process';
import type { Env } from './types.ts';

/**
 * Runs a program that cannot outlive this process, however this process ends.
 *
 * A shell becomes the program (so the pid is the program's own) after leaving a watcher behind in the same process group. The
 * watcher reads a pipe whose other end only this process holds: when the pipe ends, it kills the group. While the watcher lives,
 * the group's number cannot be given to anybody else.
 */
const GUARD = 'exec 3<&0 </dev/null; (if ! read -r _ <&3; then kill -s KILL -- "-$$"; fi) >/dev/null 2>&1 & exec 3<&-; exec "$@"';

export interface Guarded {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Resolves when the program has ended, to its exit code or the signal; what it left in its process group is killed by then. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

export interface GuardedOptions {
  readonly env: Env;
  readonly cwd?: string;
  /** File descriptor that takes standard output and standard error. */
  readonly output: number;
}

/** Rejects if not even the shell could be started. A program that is not there ends with 127. */
export async function guarded(program: string, args: readonly string[], { env, cwd, output }: GuardedOptions): Promise<Guarded> {
  const child = spawn('/bin/sh', ['-c', GUARD, 'sh', program, ...args], { cwd, env, detached: true, stdio: ['pipe', output, output] });
  child.stdin?.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} has no pid`);
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('exit', (code, signal) => {
      signalGroup(pid, 'SIGKILL');
      resolve(code ?? signal ?? 1);
    });
  });
  return { child, pid, ended };
}

/** Sends a signal to a guarded program and all it has started. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** Whether an error of `process.kill` says that nobody is there any more. */
export function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ESRCH';
}
