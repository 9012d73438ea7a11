import { createPrivateKey } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Authority, makeAuthority, type Pair } from '#deploy/authority.ts';
import type { GyreError } from '#kit/errors.ts';
import { Certificates } from '#kit/rpc/certificates.ts';
import { closeChannels } from '#kit/rpc/grpc-channel.ts';
import { grpcClient } from '#kit/rpc/grpc-client.ts';
import { type GrpcServer, serveGrpc } from '#kit/rpc/grpc-server.ts';
import { guarded, tokenTable } from '#kit/rpc/roles.ts';
import { EchoServiceService } from '#protos/testing/v1/echo_service.ts';
import { echoHandlers, echoRequest } from '#tests/contract/echo.ts';
import { certified, rpcOf } from './testkit.ts';

const TOKEN = 'token-of-the-worker';
const HARMLESS = { timeoutMs: 5_000 };

let folder = '';
let ours: Authority;
let theirs: Authority;
const servers: GrpcServer[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gyre-tls-'));
  ours = await makeAuthority(join(folder, 'ours'));
  theirs = await makeAuthority(join(folder, 'theirs'));
});
afterEach(async () => {
  closeChannels();
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});
afterAll(() => rm(folder, { recursive: true }));

/** The echo service for workers only, as a process with these variables serves it. */
const workersOnly = () => guarded(EchoServiceService, echoHandlers().handlers, { echo: ['worker'] }, tokenTable({ [TOKEN]: { subject: 'worker', roles: new Set(['worker']) } }));

async function serve(env: Readonly<Record<string, string>>): Promise<string> {
  const { rpc } = await rpcOf(env);
  const server = await rpc.serve([{ service: EchoServiceService, handlers: workersOnly() }], 'localhost:0');
  servers.push(server);
  return `localhost:${server.port}`;
}

/** What a client with these variables gets to see. */
async function tried(address: string, env: Readonly<Record<string, string>>, token?: string): Promise<string> {
  const { rpc } = await rpcOf({ ...env, GYRE_VERIFIER_ADDRESS: address }, token);
  return rpc.client(EchoServiceService, 'verifier').echo(echoRequest({ text: 'heard' }), HARMLESS).then(({ text }) => text, ({ code }: GyreError) => code);
}

describe('a server that asks callers for a certificate', () => {
  it.each([
    ['a certificate of its authority and a token', () => certified(ours, 'caller'), TOKEN, 'heard'],
    ['a certificate of its authority and no token', () => certified(ours, 'caller'), undefined, 'UNAUTHENTICATED'],
    ['a certificate of its authority and another token', () => certified(ours, 'caller'), 'token-of-nobody', 'UNAUTHENTICATED'],
    ['no certificate', () => ({ GYRE_RPC_TLS_CA: ours.ca }), TOKEN, 'UNAVAILABLE'],
    ['a certificate of another authority', () => certified(theirs, 'caller', ours), TOKEN, 'UNAVAILABLE'],
    ['plain text', () => ({}), TOKEN, 'UNAVAILABLE'],
    ['trust in another authority', () => certified(ours, 'caller', theirs), TOKEN, 'UNAVAILABLE'],
  ])('meets %s', async (_, variables, token, outcome) => {
    const address = await serve(await certified(ours, 'server'));
    expect(await tried(address, await variables(), token)).toBe(outcome);
  });

  it('lets anybody in who speaks TLS, if told so', async () => {
    const address = await serve({ ...(await certified(ours, 'server')), GYRE_RPC_TLS_CLIENTS: 'any' });
    expect(await tried(address, { GYRE_RPC_TLS_CA: ours.ca }, TOKEN)).toBe('heard');
    expect(await tried(address, await certified(theirs, 'caller', ours), TOKEN)).toBe('heard');
    expect(await tried(address, {}, TOKEN)).toBe('UNAVAILABLE');
  });
});

describe('files that do not fit', () => {
  const written = async (name: string, text: string) => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };
  const withPassphrase = async ({ key }: Pair) => createPrivateKey(await readFile(key, 'utf8')).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' }).toString();

  it.each<[string, string, (own: Pair) => Promise<Record<string, string>>, RegExp]>([
    ['an authority that is not there', 'GYRE_RPC_TLS_CA', async () => ({ GYRE_RPC_TLS_CA: join(folder, 'absent.pem') }), /absent\.pem cannot be read .*; name a PEM file/],
    ['an authority that is no PEM', 'GYRE_RPC_TLS_CA', async () => ({ GYRE_RPC_TLS_CA: await written('text.pem', 'hello') }), /text\.pem holds no PEM text; name a PEM file/],
    ['an authority that is a key', 'GYRE_RPC_TLS_CA', async ({ key }) => ({ GYRE_RPC_TLS_CA: key }), /-key\.pem holds no certificate .*; name a PEM file with a certificate/],
    ['a certificate that is a key', 'GYRE_RPC_TLS_CERT', async ({ key }) => ({ GYRE_RPC_TLS_CERT: key }), /holds no certificate/],
    ['a key that is a certificate', 'GYRE_RPC_TLS_KEY', async ({ cert }) => ({ GYRE_RPC_TLS_KEY: cert }), /holds no private key that can be read; name a PEM file with a private key/],
    ['a key with a passphrase', 'GYRE_RPC_TLS_KEY', async (own) => ({ GYRE_RPC_TLS_KEY: await written('locked.pem', await withPassphrase(own)) }), /without a passphrase/],
    ['the key of another certificate', 'GYRE_RPC_TLS_KEY', async () => ({ GYRE_RPC_TLS_KEY: (await ours.issue('another')).key }), /another-key\.pem is not the key of the certificate in .*; name the key that belongs to GYRE_RPC_TLS_CERT/],
  ])('%s', async (_, variable, changes, message) => {
    const own = await ours.issue('own');
    const env = { GYRE_RPC_TLS_CA: ours.ca, GYRE_RPC_TLS_CERT: own.cert, GYRE_RPC_TLS_KEY: own.key, ...(await changes(own)) };
    await expect(rpcOf(env)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: variable, message: expect.stringMatching(message) });
  });

  it('a certificate that has run out', async () => {
    const inAHundredDays = { now: () => Date.now() + 100 * 86_400_000, sleep: async () => undefined };
    const files = { ca: ours.ca, own: await ours.issue('old'), clients: 'certified' } as const;
    await expect(Certificates.open(files, { clock: inAHundredDays })).rejects.toMatchObject({ field: 'GYRE_RPC_TLS_CERT', message: expect.stringMatching(/old\.pem is good until \S+ only; renew the certificate/) });
  });

  it('no certificate to serve with', async () => {
    await expect(serve({ GYRE_RPC_TLS_CA: ours.ca })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: 'GYRE_RPC_TLS_CERT', message: expect.stringContaining('GYRE_RPC_TLS_KEY') });
  });
});

describe('files that are renewed', () => {
  /** Certificates whose files can be exchanged, read again every `refreshMs`. */
  async function renewable(name: string, refreshMs = 3_600_000) {
    const files = { ca: join(folder, `${name}-ca.pem`), own: { cert: join(folder, `${name}.pem`), key: join(folder, `${name}-key.pem`) }, clients: 'certified' } as const;
    const renew = async (authority: Authority) => {
      const { cert, key } = await authority.issue(name);
      await Promise.all([copyFile(authority.ca, files.ca), copyFile(cert, files.own.cert), copyFile(key, files.own.key)]);
    };
    await renew(ours);
    const problems: GyreError[] = [];
    const certificates = await Certificates.open(files, { refreshMs, onProblem: (error) => problems.push(error) });
    return { files, renew, certificates, problems };
  }
  const handlers = { service: EchoServiceService, handlers: echoHandlers().handlers };
  const echo = (address: string, tls: Certificates) => grpcClient(EchoServiceService, address, { tls }).echo(echoRequest({ text: 'heard' }), HARMLESS).then(({ text }) => text, ({ code }: GyreError) => code);

  it('go into use on both sides without a restart', async () => {
    const [serving, calling] = [await renewable('serving'), await renewable('calling')];
    const server = await serveGrpc([handlers], { address: 'localhost:0', tls: serving.certificates });
    servers.push(server);
    const address = `localhost:${server.port}`;
    expect(await echo(address, calling.certificates)).toBe('heard');
    await serving.renew(theirs);
    await serving.certificates.refresh();
    closeChannels();
    expect(await echo(address, calling.certificates)).toBe('UNAVAILABLE');
    await calling.renew(theirs);
    await calling.certificates.refresh();
    // The same channel: its next attempt to connect uses the renewed files.
    await vi.waitFor(async () => expect(await echo(address, calling.certificates)).toBe('heard'), { timeout: 60_000 });
    expect([serving.problems, calling.problems]).toEqual([[], []]);
  });

  it('stay out of use while they do not fit, and are told', async () => {
    const { files, renew, certificates, problems } = await renewable('torn', 20);
    const server = await serveGrpc([handlers], { address: 'localhost:0', tls: certificates });
    servers.push(server);
    await copyFile((await ours.issue('stray')).key, files.own.key);
    await vi.waitFor(() => expect(problems[0]).toMatchObject({ field: 'GYRE_RPC_TLS_KEY', code: 'INVALID_ARGUMENT' }), { timeout: 60_000 });
    expect(await echo(`localhost:${server.port}`, certificates)).toBe('heard');
    await renew(theirs);
    const caller = await Certificates.open({ ca: theirs.ca, own: await theirs.issue('caller'), clients: 'certified' });
    await vi.waitFor(async () => expect(await echo(`localhost:${server.port}`, caller)).toBe('heard'), { timeout: 60_000 });
  });
});
