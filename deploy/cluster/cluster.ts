import { mkdir, writeFile } from 'node:fs/promises';
import { type Clock, systemClock } from '#kit/clock.ts';
import { addressVariable, loadConfig, SERVICES } from '#kit/config.ts';
import { digestOfBytes } from '#kit/digest.ts';
import { GyreError } from '#kit/errors.ts';
import { Certificates } from '#kit/rpc/certificates.ts';
import type { Layout } from './layout.ts';
import { serving } from './serving.ts';
import { Supervised } from './supervised.ts';

/** A cluster of service processes on this machine, over servers that run already. */
export interface Cluster {
  readonly layout: Layout;
  readonly processes: ReadonlyMap<string, Supervised>;
  /** What a command line needs to use it. */
  readonly env: Readonly<Record<string, string>>;
  /** Resolves when every process answers its health check with SERVING. UNAVAILABLE, naming those that do not, after `timeoutMs`. */
  healthy(timeoutMs?: number): Promise<void>;
  /** Drains the services, callers first, so that nothing is cut off that could have ended. */
  stop(): Promise<void>;
}

const READY_MS = 60_000;
const POLL_MS = 200;

/** Starts all processes. They may find each other or their servers not yet there; each is started again until it does. */
export async function startCluster(layout: Layout, clock: Clock = systemClock): Promise<Cluster> {
  const { foundations, folder } = layout;
  await mkdir(folder, { recursive: true });
  await writeFile(layout.tokensFile, JSON.stringify(Object.fromEntries(Object.entries(layout.tokens).map(([token, whose]) => [digestOfBytes(token), whose]))), { mode: 0o600 });
  await writeFile(`${folder}/up.token`, `${layout.adminToken}\n`, { mode: 0o600 });
  const env = {
    GYRE_STATE_DIR: folder,
    GYRE_STORE_URL: foundations.storeUrl,
    GYRE_BLOBS_URL: foundations.blobsUrl,
    ...(foundations.otlpEndpoint === undefined ? {} : { GYRE_OTLP_ENDPOINT: foundations.otlpEndpoint }),
    ...Object.fromEntries(SERVICES.map((service) => [addressVariable(service), layout.addresses[service]])),
    ...layout.commandVariables,
  };
  const files = loadConfig(env).rpc.tls;
  const tls = files === undefined ? undefined : await Certificates.open(files);
  const processes = new Map(layout.processes.map((spec) => [spec.name, new Supervised(spec, clock)]));
  return {
    ...{ layout, processes, env },
    async healthy(timeoutMs = READY_MS) {
      const until = clock.now() + timeoutMs;
      for (;;) {
        const answers = await Promise.all(layout.processes.map(async (spec) => ({ spec, ready: await serving(spec.env['GYRE_LISTEN_ADDRESS'] ?? '', tls) })));
        const missing = answers.filter(({ ready }) => !ready).map(({ spec }) => `${spec.name} (${spec.logFile})`);
        if (missing.length === 0) return;
        if (clock.now() >= until) throw new GyreError('UNAVAILABLE', `not serving after ${timeoutMs} ms: ${missing.join(', ')}`, { boundary: 'harness', remedy: 'read their logs' });
        await clock.sleep(POLL_MS);
      }
    },
    async stop() {
      const named = (match: (name: string) => boolean) => [...processes.values()].filter(({ name }) => match(name));
      const waves = [named((name) => name.startsWith('trainer')), named((name) => name.startsWith('rollout')), named((name) => !/^(trainer|rollout)/.test(name))];
      for (const wave of waves) await Promise.all(wave.map((process) => process.stop()));
    },
  };
}
