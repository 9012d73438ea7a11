import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ask, versionIn, which } from '../programs.ts';
import type { Env, Recipe } from '../types.ts';

const VERSION = '0.165.0';
const SOURCES = ['main.go', 'go.mod', 'go.sum'].map((file) => join(import.meta.dirname, file));
const PROGRAMS = ['otelcol', 'otelcol-contrib'];
/** What the configuration of `launch.ts` uses; a collector may be built without. */
const PARTS = ['otlp', 'batch', 'file', 'health_check'];

/** An OpenTelemetry collector of few parts, built from `main.go` beside this file. */
export const otelcol: Recipe = {
  name: 'otelcol',
  version: VERSION,
  how: `go build of a small collector, OpenTelemetry ${VERSION}`,
  minutes: 4,
  program: 'bin/otelcol',
  sources: SOURCES,
  atLeast: '0.120.0',
  async onPath(env) {
    for (const program of PROGRAMS) {
      const executable = which(program, env);
      if (executable === undefined) continue;
      const version = versionIn((await ask(executable, ['--version'], env)) ?? '');
      if (version !== undefined && (await hasParts(executable, env))) return { executable, version };
    }
    return undefined;
  },
  async install({ folder, run }) {
    for (const source of SOURCES) await copyFile(source, join(folder, basename(source)));
    return run('go', ['build', '-trimpath', '-ldflags=-s -w', '-o', join(folder, 'bin', 'otelcol'), '.'], { CGO_ENABLED: '0' });
  },
  // By its manifest that collector has every part of `main.go`, and hundreds more.
  image: { reference: `otel/opentelemetry-collector-contrib:${VERSION}`, program: '/otelcol-contrib' },
};

async function hasParts(executable: string, env: Env): Promise<boolean> {
  const components = (await ask(executable, ['components'], env)) ?? '';
  return PARTS.every((part) => new RegExp(`name: ${part}$`, 'm').test(components));
}
