import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { provideProgram } from '#deploy/servers/mod.ts';
import { openBus } from '#kit/bus/open.ts';
import type { Bus } from '#kit/bus/types.ts';
import { ROLLOUT_QUEUE } from '#rollout-worker/mod.ts';
import { withServers } from '../servers/server.testkit.ts';
import { rendered } from './helm.testkit.ts';
import { of } from './objects.ts';

/** The chart's configuration of NATS on a real server: it starts, lets the services in, and nobody else. */

const data = z.looseObject({ data: z.record(z.string(), z.string()) });

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Configuration and secrets as the pod has them, with ports and folders of this test. */
async function written(folder: string, set: readonly string[]): Promise<{ config: string; port: number; url: string }> {
  const objects = await rendered({ values: 'laptop', set });
  const named = (kind: string, name: string) => data.parse(of(objects, kind).find(({ metadata }) => metadata.name === name)).data;
  const secret = Object.fromEntries(Object.entries(named('Secret', 'gyre-bus')).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]));
  const [port, monitor, routes] = [await freePort(), await freePort(), await freePort()];
  mkdirSync(join(folder, 'secret'), { recursive: true });
  for (const file of ['users.conf', 'routes.conf']) writeFileSync(join(folder, 'secret', file), secret[file] ?? '');
  const text = named('ConfigMap', 'gyre-nats')['nats.conf'] ?? '';
  const local = text.replace('0.0.0.0:4222', `127.0.0.1:${port}`).replace('0.0.0.0:8222', `127.0.0.1:${monitor}`).replace('0.0.0.0:6222', `127.0.0.1:${routes}`).replace('/data', join(folder, 'data'));
  writeFileSync(join(folder, 'nats.conf'), local);
  return { config: join(folder, 'nats.conf'), port, url: (secret['url'] ?? '').replace(/@.*$/, `@127.0.0.1:${port}`) };
}

const describeNats = await withServers('nats', 'helm');

describeNats('the chart’s own NATS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gyre-chart-nats-'));
  let executable: string;
  let server: ChildProcess;
  let place: Awaited<ReturnType<typeof written>>;
  beforeAll(async () => {
    const found = await provideProgram('nats');
    if (found.kind !== 'ready') throw new Error(found.reason);
    executable = found.executable;
    place = await written(folder, []);
    server = spawn(executable, ['--config', place.config], { env: { POD_NAME: 'gyre-nats-0' }, stdio: 'ignore' });
  });
  afterAll(async () => {
    const ended = new Promise((resolve) => server.once('close', resolve));
    server.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true });
  });

  /** The server may still be starting: a connection is tried for five seconds. */
  const opened = (url: string): Promise<Bus> => openBus(url, { env: { GYRE_LOG_LEVEL: 'silent' } });

  it('takes the queue of the rollout workers from their user, with the permissions and the room that it has', async () => {
    const bus = await opened(place.url);
    await bus.publish(ROLLOUT_QUEUE, { id: 'm', data: new TextEncoder().encode('{}') });
    expect(await bus.depth(ROLLOUT_QUEUE)).toBe(1);
    await bus.close();
  });

  it.each([
    ['nobody', (url: string) => url.replace(/\/\/.*@/, '//')],
    ['a wrong password', (url: string) => url.replace(/:[^:@]+@/, ':wrong@')],
  ])('turns away %s', async (_, changed) => {
    await expect(opened(changed(place.url))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('has a configuration for three that the server takes, with a route to each', async () => {
    const other = mkdtempSync(join(tmpdir(), 'gyre-chart-nats-'));
    const { config } = await written(other, ['pods.nats.replicas=3']);
    const check = spawn(executable, ['--config', config, '-t'], { env: { POD_NAME: 'gyre-nats-1' }, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [check.stdout, check.stderr]) stream.on('data', (part) => (said += String(part)));
    const code = await new Promise((resolve) => check.once('close', resolve));
    rmSync(other, { recursive: true });
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('configuration file') });
  });

  it('starts its servers again when configuration, users or routes change', async () => {
    const objects = await rendered({ values: 'laptop', set: ['pods.nats.replicas=3', 'pods.nats.podAnnotations.own=there'] });
    const named = (kind: string, name: string) => of(objects, kind).find(({ metadata }) => metadata.name === name);
    const secret = data.parse(named('Secret', 'gyre-bus')).data;
    const files = [(data.parse(named('ConfigMap', 'gyre-nats')).data['nats.conf'] ?? '').trimEnd(), ...['users.conf', 'routes.conf'].map((file) => Buffer.from(secret[file] ?? '', 'base64').toString())];
    const template = z.object({ spec: z.object({ template: z.object({ metadata: z.object({ annotations: z.record(z.string(), z.string()) }) }) }) });
    const { annotations } = template.parse(named('StatefulSet', 'gyre-nats')).spec.template.metadata;
    expect(annotations).toEqual({ own: 'there', 'checksum/config': createHash('sha256').update(files.join('\n')).digest('hex') });
  });
});
