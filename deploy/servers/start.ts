import { closeSync, fstatSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Boundary, GyreError, invalid } from '#kit/errors.ts';
import { makeFolder } from '#kit/folder.ts';
import { type Guarded, guarded } from './guard.ts';
import { freePort, isFree } from './probes.ts';
import type { Launcher, OptionsOf, PortOf, Ports, ProcessName, Site } from './running.ts';
import type { Env, Ready } from './types.ts';

const READY_MS = 60_000;
const POLL_MS = 50;
const PORT_TRIES = 5;
const SAID_LINES = 12;
const LINE_LENGTH = 400;
const IN_USE = /address already in use|failed to bind/i;
const TROUBLE = /^E\d{4} |error|fatal|panic|exception/i;

/** A process that was ready when this was made. */
export interface Started<N extends ProcessName> {
  readonly site: Site<N>;
  readonly process: Guarded;
}

/** Starts a server on free ports, or on those given, and waits until it is ready. */
export async function start<N extends ProcessName>(launcher: Launcher<N>, server: Ready, folder: string, options: OptionsOf<N>, env: Env): Promise<Started<N>> {
  makeFolder(folder);
  for (let attempt = 1; ; attempt++) {
    const site = { folder: resolve(folder), server, ports: await choosePorts(launcher, options.ports ?? {}) };
    try {
      return { site, process: await startAt(launcher, site, options, env) };
    } catch (error) {
      // Between looking at a port and listening on it somebody else may have taken it.
      if (attempt === PORT_TRIES || !(error instanceof GyreError) || error.details['port'] !== 'taken') throw error;
    }
  }
}

/** Starts a server where it was before. */
export async function startAt<N extends ProcessName>(launcher: Launcher<N>, site: Site<N>, options: OptionsOf<N>, env: Env): Promise<Guarded> {
  const command = await launcher.prepare(site, options);
  const output = openSync(logOf(site.folder), 'a');
  const logged = fstatSync(output).size;
  let running: Guarded;
  try {
    running = await guarded(site.server.executable, command.args, { env: { ...env, ...command.env }, cwd: site.folder, output });
  } finally {
    closeSync(output);
  }
  try {
    await untilReady(launcher, site, running, logged, options);
    return running;
  } catch (error) {
    await end(running, 0);
    await launcher.tidy?.(site);
    throw error;
  }
}

/** Ends a process: SIGTERM, then SIGKILL after `graceMs`. */
export async function end({ child, ended }: Guarded, graceMs: number): Promise<void> {
  if (graceMs > 0) {
    child.kill('SIGTERM');
    // A stopped process takes no other signal before it goes on.
    child.kill('SIGCONT');
    const patience = new AbortController();
    await Promise.race([ended, sleep(graceMs, undefined, { signal: patience.signal }).catch(() => undefined)]);
    patience.abort();
  }
  child.kill('SIGKILL');
  await ended;
}

export function logOf(folder: string): string {
  return join(folder, 'server.log');
}

async function untilReady<N extends ProcessName>(launcher: Launcher<N>, site: Site<N>, { ended }: Guarded, logged: number, options: OptionsOf<N>): Promise<void> {
  let code: number | NodeJS.Signals | undefined;
  void ended.then((how) => (code = how));
  const { readyMs = READY_MS } = options;
  const deadline = performance.now() + readyMs;
  const { name, boundary } = launcher;
  while (!(await launcher.isReady(site, options)) || code !== undefined) {
    if (code !== undefined) {
      const said = await saidSince(site.folder, logged);
      const details: Readonly<Record<string, string>> = IN_USE.test(said) ? { port: 'taken' } : {};
      throw new GyreError('UNAVAILABLE', `${name} ended with ${code} before it was ready: ${said}`, { boundary, retryable: false, details });
    }
    if (performance.now() > deadline) {
      throw new GyreError('DEADLINE_EXCEEDED', `${name} was not ready within ${readyMs} ms: ${await saidSince(site.folder, logged)}`, { boundary, field: 'readyMs', remedy: 'allow it more time, or read its log' });
    }
    await sleep(POLL_MS);
  }
}

/** The lines about trouble in what a server has printed since its log had that many bytes, or simply the last ones. */
async function saidSince(folder: string, bytes: number): Promise<string> {
  const text = (await readFile(logOf(folder))).subarray(bytes).toString();
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const trouble = lines.filter((line) => TROUBLE.test(line));
  return (trouble.length > 0 ? trouble : lines).slice(-SAID_LINES).map((line) => line.slice(0, LINE_LENGTH)).join('\n') || 'it printed nothing';
}

async function choosePorts<N extends ProcessName>(launcher: Launcher<N>, given: Partial<Ports<N>>): Promise<Ports<N>> {
  const taken = new Set<number>(Object.values<number | undefined>(given).filter((port) => port !== undefined));
  const entries: [PortOf<N>, number][] = [];
  for (const port of launcher.ports) {
    const wanted = given[port];
    if (wanted !== undefined) await insistOnFree(`ports.${port}`, wanted, launcher.boundary);
    const chosen = wanted ?? (await freePort(taken));
    taken.add(chosen);
    entries.push([port, chosen]);
  }
  return byPort(entries);
}

async function insistOnFree(field: string, port: number, boundary: Boundary): Promise<void> {
  if (!(Number.isInteger(port) && port > 0 && port < 65_536)) throw invalid(field, `is ${port}`, 'write a number from 1 to 65535');
  if (!(await isFree(port))) throw new GyreError('UNAVAILABLE', `${field}: ${port} is in use`, { boundary, retryable: false, field, remedy: 'end what listens there, or give another port' });
}

/** A record of all ports, from entries for each of them. */
export function byPort<P extends string, V>(entries: readonly (readonly [P, V])[]): Record<P, V> {
  return Object.fromEntries(entries) as Record<P, V>;
}
