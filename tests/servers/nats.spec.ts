import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type ConnectionOptions, type NatsConnection } from '@nats-io/transport-node';
import { expect, it } from 'vitest';
import { startServer } from '#deploy/servers/mod.ts';
import { LOOPBACK_CERTIFICATE, LOOPBACK_KEY } from '../contract/loopback-certificate.ts';
import { describeWithServer, withServers } from './server.testkit.ts';

/** One exchange over a connection of its own. */
async function talk<R>(servers: string, what: (connection: NatsConnection) => Promise<R>, options: ConnectionOptions = {}): Promise<R> {
  const connection = await connect({ servers, reconnect: false, ...options });
  try {
    return await what(connection);
  } finally {
    await connection.close();
  }
}

const publish = (url: string, text: string) => talk(url, (connection) => jetstream(connection).publish('round.1', text));
const stored = (url: string) => talk(url, async (connection) => (await (await jetstreamManager(connection)).streams.info('rounds')).state.messages);

await describeWithServer('nats', 'a started NATS server', (server) => {
  it('serves JetStream on loopback, and keeps port and streams when it restarts or is killed', async () => {
    const { url, pid } = server();
    await talk(url, async (connection) => (await jetstreamManager(connection)).streams.add({ name: 'rounds', subjects: ['round.*'] }));
    await publish(url, 'before');
    await server().restart();
    expect(server().url).toBe(url);
    expect(server().pid).not.toBe(pid);
    expect(await stored(url)).toBe(1);
    await publish(url, 'between');
    await server().kill();
    expect(server().isRunning).toBe(false);
    await expect(stored(url)).rejects.toThrow();
    await server().restart();
    expect(await stored(url)).toBe(2);
  });

  it('can be halted and goes on', async () => {
    await server().kill('SIGSTOP');
    // The signal is on its way; the third field says when it has arrived.
    await expect.poll(async () => (await readFile(`/proc/${server().pid}/stat`, 'utf8')).split(') ')[1]?.[0], { timeout: 10_000 }).toBe('T');
    await expect(connect({ servers: server().url, timeout: 300 })).rejects.toThrow();
    await server().kill('SIGCONT');
    await talk(server().url, (connection) => connection.flush());
    expect(server().isRunning).toBe(true);
  });
});

const describeNats = await withServers('nats');
describeNats('starting a NATS server', () => {
  it('takes users and their rights from the settings', async () => {
    await using server = await startServer('nats', { settings: { authorization: { users: [{ user: 'worker', password: 'secret', permissions: { publish: 'round.>' } }] } } });
    await expect(connect({ servers: server.url })).rejects.toThrow(/Authorization/i);
    await talk(server.url, (connection) => connection.flush(), { user: 'worker', pass: 'secret' });
  });

  it('talks TLS with the certificate given, and not without', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gyre-tls-'));
    const tls = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
    await writeFile(tls.cert, LOOPBACK_CERTIFICATE);
    await writeFile(tls.key, LOOPBACK_KEY);
    await using server = await startServer('nats', { tls });
    const byName = server.url.replace('127.0.0.1', 'localhost');
    await talk(byName, (connection) => connection.flush(), { tls: { ca: LOOPBACK_CERTIFICATE } });
    await expect(connect({ servers: byName })).rejects.toThrow(/self.signed/i);
    await rm(folder, { recursive: true });
  });

  it('leaves a folder that was given, removes its own, and has no process afterwards', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gyre-kept-'));
    const kept = await startServer('nats', { folder });
    const own = await startServer('nats');
    expect(new Set([kept.addresses.client, kept.addresses.monitor, own.addresses.client, own.addresses.monitor]).size).toBe(4);
    for (const server of [kept, own]) await server.stop();
    expect([kept, own].map(({ isRunning }) => isRunning)).toEqual([false, false]);
    expect([existsSync(kept.log), existsSync(own.folder)]).toEqual([true, false]);
    await expect(kept.restart()).rejects.toMatchObject({ code: 'FAILED_PRECONDITION' });
    await rm(folder, { recursive: true });
  });

  it('says what the server said when it does not come up', async () => {
    await expect(startServer('nats', { settings: { no_such_setting: 1 } })).rejects.toMatchObject({ code: 'UNAVAILABLE', boundary: 'bus', message: expect.stringContaining('no_such_setting') });
    await using server = await startServer('nats');
    const client = Number(server.addresses.client.split(':')[1]);
    await expect(startServer('nats', { ports: { client } })).rejects.toMatchObject({ code: 'UNAVAILABLE', field: 'ports.client', message: `ports.client: ${client} is in use` });
    await expect(startServer('nats', { ports: { client: 0 } })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: 'ports.client' });
  });
});
