import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import type { Env } from './types.ts';

const PROBE_MS = 30_000;

/** The first executable file of that name on PATH. */
export function which(program: string, env: Env): string | undefined {
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    if (folder === '') continue;
    const path = resolve(folder, program);
    if (isExecutable(path)) return path;
  }
  return undefined;
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Everything a program says (standard output and error together) when asked; undefined if it fails or takes too long. */
export function ask(executable: string, args: readonly string[], env: Env): Promise<string | undefined> {
  return new Promise((answer) => {
    execFile(executable, args, { env, timeout: PROBE_MS, killSignal: 'SIGKILL' }, (error, stdout, stderr) => answer(error === null ? `${stdout}${stderr}` : undefined));
  });
}

/** A program on PATH and the first version number in what it says; undefined if either is not there. */
export async function versionOnPath(program: string, args: readonly string[], env: Env): Promise<{ executable: string; version: string } | undefined> {
  const executable = which(program, env);
  if (executable === undefined) return undefined;
  const version = versionIn((await ask(executable, args, env)) ?? '');
  return version === undefined ? undefined : { executable, version };
}

export function versionIn(text: string): string | undefined {
  return /(\d+\.\d+(?:\.\d+)?)/.exec(text)?.[1];
}

/** Whether `version` is `least` or newer, by its numbers. */
export function suffices(version: string, least: string): boolean {
  const [have, want] = [version, least].map((text) => text.split('.').map(Number));
  for (let i = 0; i < 3; i++) {
    const [a, b] = [have?.[i] ?? 0, want?.[i] ?? 0];
    if (a !== b) return a > b;
  }
  return true;
}
