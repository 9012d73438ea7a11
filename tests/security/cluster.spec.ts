import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Authority, makeAuthority } from '#deploy/authority.ts';
import type { Cluster } from '#deploy/cluster/cluster.ts';
import type { LocalFoundations } from '#deploy/cluster/foundations.ts';
import { serving } from '#deploy/cluster/serving.ts';
import { openBus } from '#kit/bus/open.ts';
import { loadConfig, type ServiceName, SERVICES } from '#kit/config.ts';
import type { GyreError } from '#kit/errors.ts';
import { Certificates } from '#kit/rpc/certificates.ts';
import { closeChannels } from '#kit/rpc/grpc-channel.ts';
import type { Rpc } from '#kit/rpc/open.ts';
import { openStore } from '#kit/store/open.ts';
import { CuratorServiceService } from '#protos/curator/v1/curator_service.ts';
import { EnvManagerServiceService } from '#protos/env/v1/env_manager_service.ts';
import { VerifierServiceService } from '#protos/verifier/v1/verifier_service.ts';
import { reflected } from '#tests/contract/reflection.ts';
import { openCluster, type TestCluster } from '#tests/servers/cluster.testkit.ts';
import { withServers } from '#tests/servers/server.testkit.ts';
import { certified, rpcOf } from './testkit.ts';

const WAIT = { timeout: 100_000, interval: 100 };
const EVIDENCE = ['evidence', 'evidence_logs', 'task_criteria', 'task_witnesses', 'task_demonstrations'];
const EPISODE = { episodeId: 'nowhere' };

/** Every call that answers with evidence or with what was made from it, or that adds to it, and the roles that may make it. */
const SECRETS: Readonly<Record<string, { readonly roles: readonly string[]; readonly call: (rpc: Rpc) => Promise<unknown> }>> = {
  GetEvidence: { roles: ['verifier'], call: (rpc) => rpc.client(EnvManagerServiceService, 'env-manager').getEvidence(EPISODE) },
  AppendEvidence: { roles: ['harness'], call: (rpc) => rpc.client(EnvManagerServiceService, 'env-manager').appendEvidence({ ...EPISODE, offset: 0, operations: [], finalAction: undefined }) },
  Verify: { roles: ['worker', 'admin'], call: (rpc) => rpc.client(VerifierServiceService, 'verifier').verify({ ...EPISODE, trajectoryId: 's#1', taskId: 'nowhere', taskRevision: 1 }) },
  GetDemonstration: { roles: ['harness'], call: (rpc) => rpc.client(CuratorServiceService, 'curator').getDemonstration({ taskId: 'nowhere' }) },
  ListPrivateTexts: { roles: ['harness'], call: (rpc) => rpc.client(CuratorServiceService, 'curator').listPrivateTexts({ recordDigests: [] }) },
};
/** Processes with a credential, and its variable. */
const CREDENTIALS = { 'rollout-worker-1': 'GYRE_WORKER_TOKEN', verifier: 'GYRE_VERIFIER_TOKEN', 'trainer-controller': 'GYRE_TRAINER_TOKEN', 'harness-gateway': 'GYRE_HARNESS_TOKEN' } as const;

let running: TestCluster;
let folder = '';
let authority: Authority;
let servers: LocalFoundations;
let cluster: Cluster;
let inside: Certificates;

const variablesOf = (name: string) => cluster.layout.processes.find((process) => process.name === name)?.env ?? {};
/** Which services say that they serve. */
const states = async () => Object.fromEntries(await Promise.all(SERVICES.map(async (service) => [service, await serving(cluster.layout.addresses[service], inside)] as const)));
const all = (state: boolean) => Object.fromEntries(SERVICES.map((service) => [service, state]));
/** Collections of the evidence store that have documents in any of the stores that a process is told of. */
async function evidenceFoundBy(name: string): Promise<string[]> {
  const found: string[] = [];
  for (const url of Object.values(variablesOf(name)).filter((value) => /^(mongodb|sqlite):/.test(value))) {
    const store = await openStore(url);
    for (const collection of EVIDENCE) if ((await store.collection({ name: collection }).find({})).length > 0) found.push(collection);
    await store.close();
  }
  return found;
}
const outcome = (answer: Promise<unknown>) => answer.then(() => 'answered', ({ code }: GyreError) => code);
/** The refusal, or that the call came through to its handler, whatever that said of an episode that is not there. */
const admitted = async (answer: Promise<unknown>) => (['PERMISSION_DENIED', 'UNAUTHENTICATED', 'UNAVAILABLE', 'UNIMPLEMENTED'].includes(await outcome(answer)) ? outcome(answer) : 'admitted');

(await withServers('nats', 'mongo'))('a cluster that was started with --tls', () => {
  beforeAll(async () => {
    running = await openCluster('security', { tls: true, workers: 1, concurrency: 1, pool: '', logLevel: 'info' });
    ({ folder, servers, cluster } = running);
    if (running.authority === undefined) throw new Error('the cluster was started without TLS');
    authority = running.authority;
    const files = loadConfig(cluster.env).rpc.tls;
    if (files === undefined) throw new Error('a command line was given no certificate');
    inside = await Certificates.open(files);
  }, 240_000);
  afterAll(async () => {
    closeChannels();
    await running?.stop();
  }, 120_000);

  describe.each(SERVICES)('%s', (service: ServiceName) => {
    const address = () => cluster.layout.addresses[service];

    it('does not answer strangers, and tells nobody its methods', async () => {
      const elsewhere = await makeAuthority(join(folder, 'elsewhere', service));
      const strangers = {
        'plain text': undefined,
        'no certificate': await Certificates.open({ ca: authority.ca, own: undefined, clients: 'certified' }),
        'a certificate of another authority': await Certificates.open({ ca: authority.ca, own: await elsewhere.issue('cli'), clients: 'certified' }),
      };
      for (const [who, tls] of Object.entries(strangers)) expect({ who, answered: await serving(address(), tls) }).toEqual({ who, answered: false });
      await vi.waitFor(async () => expect(await serving(address(), inside)).toBe(true), WAIT);
      expect(await reflected(address(), inside.channelCredentials())).toBe('error 12');
    });
  });

  it('the bus does not answer strangers', async () => {
    const { busUrl } = servers.foundations;
    const worker = variablesOf('rollout-worker-1');
    const bus = await openBus(busUrl, { env: worker });
    await bus.ping();
    await bus.close();
    const elsewhere = await makeAuthority(join(folder, 'elsewhere', 'bus'));
    const { cert, key } = await elsewhere.issue('worker');
    const strangers = [{ GYRE_BUS_TLS_CA: authority.ca }, { GYRE_BUS_TLS_CA: authority.ca, GYRE_BUS_TLS_CERT: cert, GYRE_BUS_TLS_KEY: key }, {}];
    for (const env of strangers) await expect(openBus(busUrl, { env })).rejects.toMatchObject({ field: 'GYRE_BUS_URL' });
  });

  describe.each(Object.entries(SECRETS))('%s', (_, { roles, call }) => {
    it('wants a token that is known', async () => {
      const env = { ...cluster.env, ...(await certified(authority, 'nobody')) };
      for (const token of [undefined, 'a-token-of-nobody']) expect(await outcome(call((await rpcOf(env, token)).rpc))).toBe('UNAUTHENTICATED');
    });

    it.each(['worker', 'verifier', 'trainer', 'harness', 'admin'])('holds the %s to its role', async (role) => {
      const [token] = Object.entries(cluster.layout.tokens).find(([, whose]) => whose.roles.includes(role)) ?? [];
      expect(token).toBeDefined();
      const { rpc } = await rpcOf(cluster.env, token);
      expect(await admitted(call(rpc))).toBe(roles.includes(role) ? 'admitted' : 'PERMISSION_DENIED');
    });
  });

  it('tells the evidence store to those that handle evidence, and to nobody else', () => {
    const told = cluster.layout.processes.filter(({ env }) => JSON.stringify(env).includes(servers.foundations.evidenceUrl));
    expect(told.map(({ name }) => name).sort()).toEqual(['curator', 'env-manager', 'verifier']);
    const untold = cluster.layout.processes.filter(({ env }) => env['GYRE_EVIDENCE_URL'] === undefined);
    expect(untold.map(({ name }) => name).sort()).toEqual(['harness-gateway', 'rollout-worker-1', 'trainer-controller']);
  });

  describe.each(['rollout-worker-1', 'harness-gateway', 'trainer-controller'] as const)('all that the %s has', (name) => {
    it('opens no evidence: neither the stores that it is told of nor calls with its credential', async () => {
      const written = await openStore(servers.foundations.evidenceUrl, 'GYRE_EVIDENCE_URL');
      // Each under a name of its own: a log whose episode has evidence is swept away.
      for (const secret of EVIDENCE) await written.collection<{ _id: string }>({ name: secret }).put({ _id: secret });
      expect(await evidenceFoundBy('verifier')).toEqual(EVIDENCE);
      expect(await evidenceFoundBy(name)).toEqual([]);
      for (const secret of EVIDENCE) await written.collection({ name: secret }).delete(secret);
      await written.close();
      const env = variablesOf(name);
      const { rpc } = await rpcOf(env, env[CREDENTIALS[name]]);
      expect(await outcome(SECRETS['GetEvidence']?.call(rpc) ?? Promise.resolve())).toBe('PERMISSION_DENIED');
    });

    it('shows no credential of another process, in variables or in the files that they name', async () => {
      const env = variablesOf(name);
      const texts = await Promise.all(Object.entries(env).map(([, value]) => (value.startsWith('/') ? readFile(value, 'utf8').catch(() => '') : value)));
      const everything = texts.join('\n');
      const own = env[CREDENTIALS[name]] ?? '';
      expect(everything).toContain(own);
      const tokens = Object.keys(cluster.layout.tokens);
      expect(tokens.length).toBeGreaterThan(4);
      expect(tokens.filter((token) => token !== own && everything.includes(token))).toEqual([]);
    });
  });

  it('is not healthy where the store is gone, and is again when it is back', { timeout: 240_000 }, async () => {
    const starts = () => [...cluster.processes.values()].map((process) => process.starts);
    const before = starts();
    await vi.waitFor(async () => expect(await states()).toEqual(all(true)), WAIT);
    await servers.mongo.kill();
    await vi.waitFor(async () => expect(await states()).toEqual(all(false)), WAIT);
    await servers.mongo.restart();
    await vi.waitFor(async () => expect(await states()).toEqual(all(true)), WAIT);
    // None of them was started anew: they found the store again by themselves.
    expect(starts()).toEqual(before);
    expect(await readFile(join(folder, 'verifier.log'), 'utf8')).toMatch(/"failed":\["store","evidence"\],"msg":"not healthy"/);
  });

  it('is not healthy where the bus is gone, and is again when it is back', { timeout: 240_000 }, async () => {
    const users: readonly ServiceName[] = ['rollout-worker', 'trainer-controller'];
    await servers.nats.kill();
    await vi.waitFor(async () => expect(await states()).toEqual({ ...all(true), ...Object.fromEntries(users.map((service) => [service, false])) }), WAIT);
    await servers.nats.restart();
    await vi.waitFor(async () => expect(await states()).toEqual(all(true)), WAIT);
  });
});
