import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answersOk } from '../probes.ts';
import type { Launcher } from '../running.ts';

export interface OtelcolOptions {
  /** How often what has arrived is written out, in milliseconds; 100 by default. */
  readonly flushMs?: number;
}

const SIGNALS = ['traces', 'metrics', 'logs'] as const;

/** A collector that takes OTLP and writes each signal into a file of its own: one export request of OTLP JSON a line. */
export const otelcolLauncher: Launcher<'otelcol'> = {
  name: 'otelcol',
  program: 'otelcol',
  ports: ['grpc', 'http', 'health'],
  boundary: 'environment',
  url: ({ grpc }) => `http://127.0.0.1:${grpc}`,
  files: (folder) => ({ traces: join(folder, 'traces.jsonl'), metrics: join(folder, 'metrics.jsonl'), logs: join(folder, 'logs.jsonl') }),
  async prepare({ folder, ports }, { flushMs = 100 }) {
    const every = `${flushMs}ms`;
    const config = {
      receivers: { otlp: { protocols: { grpc: { endpoint: `127.0.0.1:${ports.grpc}` }, http: { endpoint: `127.0.0.1:${ports.http}` } } } },
      processors: { batch: { timeout: every } },
      exporters: Object.fromEntries(SIGNALS.map((signal) => [`file/${signal}`, { path: join(folder, `${signal}.jsonl`), append: true, flush_interval: every }])),
      extensions: { health_check: { endpoint: `127.0.0.1:${ports.health}` } },
      service: {
        telemetry: { metrics: { level: 'none' }, logs: { level: 'warn' } },
        extensions: ['health_check'],
        pipelines: Object.fromEntries(SIGNALS.map((signal) => [signal, { receivers: ['otlp'], processors: ['batch'], exporters: [`file/${signal}`] }])),
      },
    };
    const path = join(folder, 'otelcol.yaml');
    // YAML includes JSON.
    await writeFile(path, JSON.stringify(config, undefined, 2));
    return { args: ['--config', path] };
  },
  isReady: ({ ports }) => answersOk(ports.health, '/'),
};
