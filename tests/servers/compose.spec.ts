import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { provideProgram, RECIPES } from '#deploy/servers/mod.ts';
import { withServers } from './server.testkit.ts';

const Compose = z.object({
  services: z.record(z.string(), z.object({ image: z.string(), ports: z.array(z.string()) })),
  configs: z.object({ otelcol: z.object({ content: z.string() }) }),
});
const compose = Compose.parse(parse(readFileSync(new URL('../../deploy/compose.yaml', import.meta.url), 'utf8')));
const services = Object.entries(compose.services);

describe('the compose file', () => {
  it('pins every image, and has the servers that tests run against in the same versions', () => {
    expect(services.map(([, { image }]) => image.split(':')[1] ?? '').filter((tag) => !/^\d+\.\d+/.test(tag))).toEqual([]);
    expect(compose.services['nats']?.image).toBe(`nats:${RECIPES.nats.version}-alpine`);
    expect(compose.services['nats']?.image).toBe(RECIPES.nats.image?.reference);
    expect(compose.services['otelcol']?.image).toContain(`:${RECIPES.otelcol.version}`);
    expect(compose.services['otelcol']?.image).toBe(RECIPES.otelcol.image?.reference);
    // The wheel that tests run against is older and on loopback alone; what others reach is the image that deploy/images builds on.
    const [, base] = /^ARG TRITON_IMAGE=(\S+)$/m.exec(readFileSync(new URL('../../deploy/images/triton.Dockerfile', import.meta.url), 'utf8')) ?? [];
    expect(compose.services['triton']?.image).toBe(base);
  });

  it('publishes everything on loopback alone', () => {
    const ports = services.flatMap(([, each]) => each.ports);
    expect(ports.length).toBeGreaterThan(8);
    expect(ports.filter((port) => !/^127\.0\.0\.1:\d+:\d+$/.test(port))).toEqual([]);
  });
});

const describeCollector = await withServers('otelcol');
describeCollector('the collector of the compose file', () => {
  it('takes its configuration', async () => {
    const found = await provideProgram('otelcol');
    const folder = await mkdtemp(join(tmpdir(), 'gyre-compose-'));
    const config = join(folder, 'otelcol.yaml');
    await writeFile(config, compose.configs.otelcol.content.replaceAll('/telemetry/', `${folder}/`));
    const validate = (path: string) => promisify(execFile)(found.kind === 'ready' ? found.executable : '', ['validate', '--config', path]);
    await validate(config);
    await writeFile(config, compose.configs.otelcol.content.replaceAll('batch', 'bunch'));
    await expect(validate(config)).rejects.toThrow();
    await rm(folder, { recursive: true });
  });
});
