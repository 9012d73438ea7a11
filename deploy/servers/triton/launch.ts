import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { invalid } from '#kit/errors.ts';
import { makeFolder } from '#kit/folder.ts';
import { isGone } from '../guard.ts';
import { answersOk } from '../probes.ts';
import type { Launcher, Ports } from '../running.ts';

const SHARED_MEMORY = '/dev/shm';
/** A server that is told to end waits this long for idle connections of HTTP clients as well. */
const EXIT_SECONDS = 5;
/** One request in so many is traced although it belongs to no trace: the most that can be written. */
const RARELY = 2 ** 31 - 1;

export interface TritonOptions {
  /** The model repository: a folder with one folder per model, `models` in the server's folder by default. Files may be added while it runs. */
  readonly models?: string;
  /** Models that are loaded before the server is ready; all others when a client asks for them. */
  readonly load?: readonly string[];
  /** Where it sends its spans, OTLP over HTTP, for example `http://127.0.0.1:4318/v1/traces`; of requests alone that come with a trace. */
  readonly traces?: string;
}

/** Triton with explicit model control. What clients have loaded is forgotten by a restart. */
export const tritonLauncher: Launcher<'triton'> = {
  name: 'triton',
  program: 'triton',
  ports: ['grpc', 'http', 'metrics'],
  boundary: 'harness',
  url: ({ grpc }) => `triton://127.0.0.1:${grpc}`,
  files: () => ({}),
  async prepare({ folder, ports }, { models, load = [], traces }) {
    const repository = resolve(models ?? join(folder, 'models'));
    if (models === undefined) makeFolder(repository);
    else if (!existsSync(repository)) throw invalid('models', `there is no folder ${repository}`, 'make it first; it may be empty');
    await removeShared((owner) => !isAlive(owner));
    const args = [
      `--model-repository=${repository}`,
      '--model-control-mode=explicit',
      ...load.map((model) => `--load-model=${model}`),
      ...(traces === undefined ? [] : traceSettings(traces)),
      ...(['grpc', 'http', 'metrics'] as const).flatMap((port) => [`--${port}-address=127.0.0.1`, `--${port}-port=${ports[port]}`]),
      '--allow-gpu-metrics=false',
      `--exit-timeout-secs=${EXIT_SECONDS}`,
      `--backend-config=python,shm-region-prefix-name=${regionPrefix(ports)}`,
    ];
    return { args };
  },
  isReady: ({ ports }) => answersOk(ports.http, '/v2/health/ready'),
  tidy: ({ ports }) => removeShared((owner, grpc) => owner === process.pid && grpc === ports.grpc),
};

/** A span for every request that belongs to a trace, whatever the rate; the rate is that of the others. */
function traceSettings(url: string): string[] {
  const settings = ['mode=opentelemetry', 'level=TIMESTAMPS', `rate=${RARELY}`, `opentelemetry,url=${url}`, 'opentelemetry,resource=service.name=triton'];
  return settings.map((setting) => `--trace-config=${setting}`);
}

/** Names what a server shares with its models' processes after the process that started it, which it cannot outlive. */
function regionPrefix({ grpc }: Ports<'triton'>): string {
  return `gyre_triton_${process.pid}_${grpc}_`;
}

/** A killed server leaves the memory that it shared: removes that of the servers chosen by who started them and their port. */
async function removeShared(chosen: (owner: number, grpc: number) => boolean): Promise<void> {
  const regions = await readdir(SHARED_MEMORY).catch(() => []);
  for (const region of regions) {
    const [, owner, grpc] = /^gyre_triton_(\d+)_(\d+)_/.exec(region) ?? [];
    if (owner !== undefined && chosen(Number(owner), Number(grpc))) await rm(join(SHARED_MEMORY, region), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !isGone(error);
  }
}
