import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '#kit/clock.ts';
import { LOOPBACK_CERTIFICATE, LOOPBACK_KEY } from '#tests/contract/loopback-certificate.ts';
import { type Access, kubeconfigAccess } from './access.ts';
import { Client } from './client.ts';
import { chance, WIDGETS } from './testkit/world.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

interface Given {
  readonly server: string;
  readonly cluster?: Readonly<Record<string, unknown>>;
  readonly user?: Readonly<Record<string, unknown>>;
}

function kubeconfig({ server, cluster = {}, user = {} }: Given): string {
  const folder = mkdtempSync(join(tmpdir(), 'gyre-kubeconfig-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'config');
  const config = { apiVersion: 'v1', kind: 'Config', 'current-context': 'c', contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }], clusters: [{ name: 'k', cluster: { server, ...cluster } }], users: [{ name: 'u', user }] };
  writeFileSync(file, JSON.stringify(config));
  return file;
}

async function tlsServer() {
  const seen: { authorization: string | undefined }[] = [];
  const connections = { count: 0 };
  const server: Server = createServer({ cert: LOOPBACK_CERTIFICATE, key: LOOPBACK_KEY }, (request, response) => {
    seen.push({ authorization: request.headers.authorization });
    response.end(JSON.stringify({ metadata: { namespace: 'n', name: 'a' } }));
  });
  server.on('secureConnection', () => connections.count++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address() as AddressInfo;
  return { url: `https://127.0.0.1:${address.port}`, seen, connections };
}

function clientOf(access: Access): Client {
  const client = new Client({ access, clock: systemClock, random: chance() });
  onTestFinished(() => client.close());
  return client;
}

const TRUSTED = { 'certificate-authority-data': base64(LOOPBACK_CERTIFICATE), 'tls-server-name': 'localhost' };
const PLACE = { namespace: 'n', name: 'a' };

describe('by kubeconfig', () => {
  it('twenty calls over TLS are one handshake, each with its token', async () => {
    const { url, seen, connections } = await tlsServer();
    const client = clientOf(await kubeconfigAccess(kubeconfig({ server: url, cluster: TRUSTED, user: { token: 'secret' } })));
    for (let i = 0; i < 20; i++) expect((await client.get(WIDGETS, PLACE)).metadata.name).toBe('a');
    expect(connections.count).toBe(1);
    expect(seen).toEqual(Array.from({ length: 20 }, () => ({ authorization: 'Bearer secret' })));
  });

  it('a server whose certificate is not trusted is not spoken to', async () => {
    const { url, seen } = await tlsServer();
    const client = clientOf(await kubeconfigAccess(kubeconfig({ server: url, user: { token: 'secret' } })));
    await expect(client.get(WIDGETS, PLACE)).rejects.toMatchObject({ code: 'UNAVAILABLE', boundary: 'cluster', message: expect.stringMatching(/certificate/) });
    expect(seen).toEqual([]);
  });

  it('other certificates mean other connections', async () => {
    const { url, connections } = await tlsServer();
    const access = await kubeconfigAccess(kubeconfig({ server: url, cluster: TRUSTED }));
    let turn = 0;
    const client = clientOf({
      server: access.server,
      credentials: async () => {
        const given = await access.credentials();
        return { ...given, tls: { ...given.tls, ca: `${String(given.tls.ca)}${'\n'.repeat(Math.floor(turn++ / 2))}` } };
      },
    });
    for (let i = 0; i < 6; i++) await client.get(WIDGETS, PLACE);
    expect(connections.count).toBe(3);
  });

  it('a name and a password', async () => {
    const { url, seen } = await tlsServer();
    await clientOf(await kubeconfigAccess(kubeconfig({ server: url, cluster: TRUSTED, user: { username: 'me', password: 'pass' } }))).get(WIDGETS, PLACE);
    expect(seen).toEqual([{ authorization: `Basic ${base64('me:pass')}` }]);
  });

  it('http only where it was said that this is meant', async () => {
    await expect(kubeconfigAccess(kubeconfig({ server: 'http://127.0.0.1:1' }))).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: 'KUBECONFIG' });
    const access = await kubeconfigAccess(kubeconfig({ server: 'http://127.0.0.1:1', cluster: { 'insecure-skip-tls-verify': true } }));
    expect(access.server).toBe('http://127.0.0.1:1');
  });

  it('none at all, and one that cannot be read, are refused with what to do', async () => {
    const home = mkdtempSync(join(tmpdir(), 'gyre-home-'));
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(home, { recursive: true });
    });
    vi.stubEnv('KUBECONFIG', '').stubEnv('HOME', home);
    await expect(kubeconfigAccess()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: 'KUBECONFIG', remedy: 'set it to a kubeconfig file' });
    const unreadable = { code: 'INVALID_ARGUMENT', field: 'KUBECONFIG', message: expect.stringContaining(join(home, 'none')) };
    await expect(kubeconfigAccess(join(home, 'none'))).rejects.toMatchObject(unreadable);
    vi.stubEnv('KUBECONFIG', join(home, 'none'));
    await expect(kubeconfigAccess()).rejects.toMatchObject(unreadable);
    writeFileSync(join(home, 'text'), 'no kubeconfig: [');
    await expect(kubeconfigAccess(join(home, 'text'))).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: 'KUBECONFIG' });
  });

  it('a context that names no cluster is refused', async () => {
    const file = kubeconfig({ server: 'https://127.0.0.1:1' });
    writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'Config', 'current-context': 'none', contexts: [], clusters: [], users: [] }));
    await expect(kubeconfigAccess(file)).rejects.toMatchObject({ field: 'KUBECONFIG' });
  });
});
