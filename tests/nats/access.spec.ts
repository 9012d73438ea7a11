import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startServer } from '#deploy/servers/mod.ts';
import { openBus } from '#kit/bus/open.ts';
import { createLogger } from '#kit/logs.ts';
import { LOOPBACK_CERTIFICATE, LOOPBACK_KEY } from '#tests/contract/loopback-certificate.ts';
import { withServers } from '#tests/servers/server.testkit.ts';
import { message, queue } from './testkit.ts';

const SECRET = 's3cret/with@signs';

const describeWithNats = await withServers('nats');

describeWithNats('who gets onto a bus on NATS', () => {
  let folder: string;
  let files: { certificate: string; key: string; nothing: string };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gyre-nats-access-'));
    files = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem'), nothing: join(folder, 'nothing.pem') };
    await writeFile(files.certificate, LOOPBACK_CERTIFICATE);
    await writeFile(files.key, LOOPBACK_KEY);
    await writeFile(files.nothing, 'no certificate');
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Opens a bus as a service does, with what it logs. */
  async function open(url: string, env: Record<string, string> = {}) {
    const lines: string[] = [];
    const logger = createLogger('bus', 'trace', { write: (line) => void lines.push(line) });
    return { bus: await openBus(url, { env, logger }), lines };
  }
  async function works(url: string, env: Record<string, string> = {}): Promise<void> {
    const { bus } = await open(url, env);
    const spec = queue('access');
    await bus.publish(spec, message('m'));
    await bus.ping();
    await bus.close();
  }
  const mtls = () => ({ GYRE_BUS_TLS_CA: files.certificate, GYRE_BUS_TLS_CERT: files.certificate, GYRE_BUS_TLS_KEY: files.key });

  describe('by user and password', () => {
    it('opens with them, refuses others at once, and never shows them', async () => {
      await using server = await startServer('nats', { settings: { authorization: { user: 'gyre', password: SECRET } } });
      const at = (credentials: string) => server.url.replace('//', `//${credentials}@`);
      await works(at(`gyre:${encodeURIComponent(SECRET)}`));
      for (const url of [server.url, at(`gyre:${encodeURIComponent(`${SECRET}!`)}`), at('token-only')]) {
        const error = await openBus(url).catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ code: 'UNAUTHENTICATED', boundary: 'bus', field: 'GYRE_BUS_URL', retryable: false });
        expect(String(error)).not.toContain('s3cret');
      }
      const { bus, lines } = await open(at(`gyre:${encodeURIComponent(SECRET)}`));
      await server.restart();
      await vi.waitFor(() => expect(lines.join()).toContain('connected to NATS again'), { timeout: 60_000 });
      await bus.publish(queue('access'), message('n'));
      await bus.close();
      expect(lines.length).toBeGreaterThan(1);
      expect(lines.join()).not.toContain('s3cret');
    });
  });

  describe('by token', () => {
    it('opens with the token and refuses another', async () => {
      await using server = await startServer('nats', { settings: { authorization: { token: 'open-sesame' } } });
      await works(server.url.replace('//', '//open-sesame@'));
      await expect(openBus(server.url.replace('//', '//sesame@'))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    });
  });

  describe('by permissions', () => {
    it('says what the user may not do, and needs no rights to make what is there already', async () => {
      const deny = ['STREAM.CREATE', 'STREAM.UPDATE', 'CONSUMER.CREATE', 'CONSUMER.DURABLE'].map((call) => `$JS.API.${call}.>`);
      const users = [{ user: 'admin', password: 'p', permissions: { publish: { deny: ['nothing'] } } }, { user: 'reader', password: 'p', permissions: { publish: { deny } } }];
      await using server = await startServer('nats', { settings: { authorization: { users } } });
      const as = (user: string) => open(server.url.replace('//', `//${user}:p@`));
      const { bus } = await as('reader');
      const spec = queue('access');
      await expect(bus.publish(spec, message('m'))).rejects.toMatchObject({ code: 'PERMISSION_DENIED', boundary: 'bus', retryable: false, message: expect.stringContaining('$JS.API.STREAM.CREATE') });
      const { bus: admin } = await as('admin');
      await admin.depth(spec);
      const got: string[] = [];
      await bus.consume(spec, 1, async (delivery) => {
        got.push(delivery.id);
        await (delivery.id === 'm' ? delivery.ack() : delivery.term('enough'));
      });
      await bus.publish(spec, message('m'));
      await bus.publish(spec, message('n'));
      await vi.waitFor(async () => expect(await bus.deadLetters(spec, 1)).toMatchObject([{ id: 'n' }]), { timeout: 60_000 });
      expect(got).toEqual(['m', 'n']);
      await admin.close();
      await bus.close();
    });
  });

  describe('over TLS', () => {
    it('trusts the authority it was given, and no other', async () => {
      await using server = await startServer('nats', { tls: { cert: files.certificate, key: files.key } });
      const url = server.url.replace('nats://127.0.0.1', 'tls://localhost');
      await works(url, { GYRE_BUS_TLS_CA: files.certificate });
      await works(url.replace('tls:', 'nats:'), { GYRE_BUS_TLS_CA: files.certificate });
      await expect(openBus(url, { env: {} })).rejects.toMatchObject({ code: 'UNAVAILABLE', field: 'GYRE_BUS_URL', message: expect.stringContaining('GYRE_BUS_TLS_CA') });
    });

    it('shows its certificate to a server that asks for one', async () => {
      await using server = await startServer('nats', { tls: { cert: files.certificate, key: files.key, ca: files.certificate } });
      const url = server.url.replace('nats://127.0.0.1', 'tls://localhost');
      await works(url, mtls());
      await expect(openBus(url, { env: { GYRE_BUS_TLS_CA: files.certificate } })).rejects.toMatchObject({ code: 'UNAVAILABLE', field: 'GYRE_BUS_URL', message: expect.stringContaining('GYRE_BUS_TLS_CERT') });
    });

    it('does not speak to a server without TLS when the URL asks for it', async () => {
      await using server = await startServer('nats');
      await expect(openBus(server.url.replace('nats:', 'tls:'), { env: {} })).rejects.toMatchObject({ code: 'UNAVAILABLE', field: 'GYRE_BUS_URL' });
    });
  });

  it('names the variable and its remedy', async () => {
    const refused = (url: string, env: Record<string, string> = {}) => openBus(url, { env }).catch((thrown: unknown) => thrown);
    expect(await refused('nats://127.0.0.1:1', { GYRE_BUS_TLS_CA: files.nothing })).toMatchObject({ code: 'INVALID_ARGUMENT', field: 'GYRE_BUS_TLS_CA' });
    expect(await refused('nats://127.0.0.1:1', { GYRE_BUS_TLS_CA: join(folder, 'absent.pem') })).toMatchObject({ code: 'INVALID_ARGUMENT', field: 'GYRE_BUS_TLS_CA', message: expect.stringContaining('absent.pem cannot be read') });
    expect(await refused('nats://127.0.0.1:1', { GYRE_BUS_TLS_CERT: files.certificate })).toMatchObject({ code: 'INVALID_ARGUMENT', field: 'GYRE_BUS_TLS_KEY' });
    expect(await refused('nats://127.0.0.1:1', { GYRE_BUS_REPLICAS: '2' })).toMatchObject({ code: 'INVALID_ARGUMENT', field: 'GYRE_BUS_REPLICAS' });
    for (const url of ['nats://:s3cret@bus:4222', 'nats://user:s3cret@bus:4222/path', 'nats://user:s3cret%zz@bus', 'nats://user:s3cret@bus:port', 'nats://user:s3cret@a,http://b']) {
      const error = await refused(url);
      expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', field: 'GYRE_BUS_URL' });
      expect(String(error)).not.toContain('s3cret');
    }
  });

  it('says when the server has no JetStream', async () => {
    await using server = await startServer('nats', { settings: { jetstream: false } });
    const { bus } = await open(server.url);
    await expect(bus.ping()).rejects.toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('JetStream') });
    await bus.close();
  });

  it('gives up when nobody listens, and takes the server of several that does', async () => {
    await expect(openBus('nats://user:s3cret@127.0.0.1:1')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      field: 'GYRE_BUS_URL',
      retryable: true,
      message: expect.stringMatching(/^GYRE_BUS_URL: no connection to 127\.0\.0\.1:1, tried for \d+ ms \(connection refused\); see that a NATS server listens there/),
    });
    await using server = await startServer('nats');
    await works(`nats://127.0.0.1:1,${server.url}`);
  });
});
