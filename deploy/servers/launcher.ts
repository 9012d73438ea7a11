import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GyreError } from '#kit/errors.ts';
import type { Guarded } from './guard.ts';
import { apiServerLauncher, controllersLauncher, etcdLauncher, schedulerLauncher } from './kube/parts.ts';
import { kwokLauncher } from './kwok/launch.ts';
import { mongoLauncher } from './mongo/launch.ts';
import { natsLauncher } from './nats/launch.ts';
import { otelcolLauncher } from './otelcol/launch.ts';
import { s3Launcher } from './s3/launch.ts';
import { provideProgram, thisMachine } from './provision.ts';
import type { FileOf, Launcher, OptionsOf, PortOf, ProcessName, RunningServer, Site } from './running.ts';
import { byPort, end, logOf, start, type Started, startAt } from './start.ts';
import { tritonLauncher } from './triton/launch.ts';
import type { Env, Machine, ServerName } from './types.ts';

const GRACE_MS = 10_000;
/** Signals after which a process may go on. */
const PASSING: ReadonlySet<NodeJS.Signals> = new Set(['SIGSTOP', 'SIGTSTP', 'SIGCONT', 'SIGHUP', 'SIGUSR1', 'SIGUSR2']);

const LAUNCHERS: { readonly [N in ProcessName]: Launcher<N> } = {
  nats: natsLauncher,
  mongo: mongoLauncher,
  s3: s3Launcher,
  otelcol: otelcolLauncher,
  triton: tritonLauncher,
  etcd: etcdLauncher,
  'kube-apiserver': apiServerLauncher,
  'kube-controller-manager': controllersLauncher,
  'kube-scheduler': schedulerLauncher,
  kwok: kwokLauncher,
};

/** {@link startProcess} of a server that stands alone. */
export function startServer<N extends ServerName>(name: N, options: OptionsOf<N> = {}, machine: Machine = thisMachine): Promise<RunningServer<N>> {
  return startProcess(name, options, machine);
}

/**
 * Finds a server, or installs it, and starts it on 127.0.0.1; resolves when it is ready. FAILED_PRECONDITION if it is missing, with
 * the reason; UNAVAILABLE if it ends before it is ready and DEADLINE_EXCEEDED if it takes too long, with the end of its log.
 */
export async function startProcess<N extends ProcessName>(name: N, options: OptionsOf<N>, machine: Machine): Promise<RunningServer<N>> {
  const launcher: Launcher<N> = LAUNCHERS[name];
  const { program } = launcher;
  const server = await provideProgram(program, machine);
  if (server.kind === 'missing') {
    const remedy = `see to it and try \`node deploy/servers/main.ts install ${program}\``;
    throw new GyreError('FAILED_PRECONDITION', `${program} ${server.version} is missing: ${server.reason}`, { boundary: 'caller', field: server.what, remedy });
  }
  const temporary = options.folder === undefined ? await mkdtemp(join(tmpdir(), `gyre-${name}-`)) : undefined;
  try {
    const started = await start(launcher, server, options.folder ?? temporary ?? '', options, machine.env);
    return new LocalServer(launcher, started, options, machine.env, temporary);
  } catch (error) {
    if (temporary !== undefined) await rm(temporary, { recursive: true, force: true });
    throw error;
  }
}

class LocalServer<N extends ProcessName> implements RunningServer<N> {
  readonly name: N;
  readonly version: string;
  readonly url: string;
  readonly addresses: Readonly<Record<PortOf<N>, string>>;
  readonly files: Readonly<Record<FileOf<N>, string>>;
  readonly folder: string;
  readonly log: string;
  readonly #launcher: Launcher<N>;
  readonly #site: Site<N>;
  readonly #options: OptionsOf<N>;
  readonly #env: Env;
  readonly #temporary: string | undefined;
  #process: Guarded;
  #running = true;
  #stopped = false;
  /** One change of state at a time, in the order in which they were asked for. */
  #last: Promise<void> = Promise.resolve();

  constructor(launcher: Launcher<N>, { site, process }: Started<N>, options: OptionsOf<N>, env: Env, temporary: string | undefined) {
    this.#launcher = launcher;
    this.#site = site;
    this.#options = options;
    this.#env = env;
    this.#temporary = temporary;
    this.name = launcher.name;
    this.version = site.server.version;
    this.url = launcher.url(site.ports);
    this.addresses = byPort(launcher.ports.map((port) => [port, `127.0.0.1:${site.ports[port]}`] as const));
    this.files = launcher.files(site.folder);
    this.folder = site.folder;
    this.log = logOf(site.folder);
    this.#process = this.#watched(process);
  }

  get pid(): number {
    return this.#process.pid;
  }

  get isRunning(): boolean {
    return this.#running;
  }

  stop(): Promise<void> {
    return this.#inTurn(async () => {
      this.#stopped = true;
      await this.#end();
      if (this.#temporary !== undefined) await rm(this.#temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    });
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    this.#process.child.kill(signal);
    if (!PASSING.has(signal)) await this.#process.ended;
  }

  restart(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#stopped) throw new GyreError('FAILED_PRECONDITION', `${this.name} was stopped for good`, { boundary: 'caller', remedy: 'start another, or use kill instead of stop' });
      await this.#end();
      this.#process = this.#watched(await startAt(this.#launcher, this.#site, this.#options, this.#env));
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #end(): Promise<void> {
    await end(this.#process, GRACE_MS);
    await this.#launcher.tidy?.(this.#site);
  }

  #watched(process: Guarded): Guarded {
    this.#running = true;
    void process.ended.then(() => {
      if (this.#process === process) this.#running = false;
    });
    return process;
  }

  #inTurn(change: () => Promise<void>): Promise<void> {
    const done = this.#last.then(change);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
