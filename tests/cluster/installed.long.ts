import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Kubernetes, provideProgram, startKubernetes } from '#deploy/servers/mod.ts';
import type { Client } from '#operator/runtime/client.ts';
import { isAlive } from '../servers/processes.ts';
import { withServer, withServers } from '../servers/server.testkit.ts';
import { argumentsOf, CHART, rendered, type Rendering } from '../chart/helm.testkit.ts';
import { kubeObject, of } from '../chart/objects.ts';
import { boundClaim } from './claims.ts';
import { applied, clientOf, eventually, NAMESPACES, resource } from './cluster.testkit.ts';
import { type Kubelet, startKubelet } from './kubelet/kubelet.ts';
import { NODE_PODS } from './kubelet/pod-spec.ts';
import { type ServiceProxy, startServices } from './kubelet/service-proxy.ts';

/**
 * The chart installed as its users install it, and its pods at work: Helm waits for them on a real Kubernetes whose one node runs their
 * commands as processes, with a NATS and a store of others.
 */

const NAMESPACE = 'gyre';
const SECRETS = resource('v1', 'Secret', 'secrets');
const outside = ['store', 'evidence', 'bus'].flatMap((what) => [`${what}.existingSecret=own-${what}`, `networkPolicy.external.${what}[0].ports[0].port=1`]);
const RENDERING: Rendering = { values: 'laptop', set: ['nats.enabled=false', 'mongodb.enabled=false', 'bus.replicas=1', 'blobs.volume.existingClaim=own-blobs', 'rounds.pool=60\\,12\\,12', ...outside] };
const service = kubeObject.extend({ spec: z.looseObject({ selector: z.record(z.string(), z.string()), ports: z.array(z.looseObject({ port: z.number(), targetPort: z.union([z.string(), z.number()]) })) }) });
const HELM_MS = 400_000;

(await withServers('kube', 'helm', 'nats', 'mongo'))('a release whose pods run', () => {
  const nats = withServer('nats');
  const mongo = withServer('mongo', { memory: true });
  let folder: string;
  let cluster: Kubernetes;
  let admin: Client;
  let proxy: ServiceProxy;
  let node: Kubelet;

  async function helm(...args: readonly string[]): Promise<string> {
    const found = await provideProgram('helm');
    if (found.kind === 'missing') throw new Error(found.reason);
    const { stdout } = await promisify(execFile)(found.executable, [...args, '--namespace', NAMESPACE, '--kubeconfig', cluster.kubeconfig], { timeout: HELM_MS });
    return stdout;
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gyre-installed-'));
    cluster = await startKubernetes();
    admin = await clientOf(cluster.kubeconfig);
    await applied(admin, NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE, labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } } });
    const secret = (name: string, stringData: Record<string, string>) => applied(admin, SECRETS, { apiVersion: 'v1', kind: 'Secret', metadata: { namespace: NAMESPACE, name }, stringData });
    await secret('own-store', { url: `${mongo().url}/gyre` });
    await secret('own-evidence', Object.fromEntries(['curator', 'env-manager', 'verifier'].map((who) => [who, `${mongo().url}/evidence`])));
    await secret('own-bus', { url: nats().url });
    await boundClaim(admin, NAMESPACE, 'own-blobs', join(folder, 'blobs'));
    const services = of(await rendered(RENDERING), 'Service').map((each) => service.parse(each)).map(({ metadata, spec }) => ({ name: metadata.name, ...spec }));
    proxy = await startServices(admin, NAMESPACE, services);
    node = await startKubelet({ client: admin, name: 'node', folder: join(folder, 'pods'), images: { 'gyre/services:0.1.0': ['node'] }, services: proxy.addresses, claims: { 'own-blobs': join(folder, 'blobs') } });
  });
  afterAll(async () => {
    await node.stop();
    await proxy.stop();
    admin.close();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const all = async () => (await admin.list(NODE_PODS, { namespace: NAMESPACE })).items;
  /** Those of the release; that of its last test stays, for people who want its logs. */
  const pods = async () => (await all()).filter(({ metadata }) => metadata.name !== 'gyre-episode');
  const namesOf = async () => (await pods()).map(({ metadata }) => metadata.labels?.['app.kubernetes.io/component']).sort();
  /** What the release's test printed, each time that it ran. */
  const printed = async () => {
    const folders = (await readdir(join(folder, 'pods'))).filter((name) => name.startsWith('gyre-episode-'));
    return Promise.all(folders.map((name) => readFile(join(folder, 'pods', name, 'episode.log'), 'utf8')));
  };
  const COMPONENTS = ['cli', 'curator', 'env-manager', 'harness-gateway', 'rollout-worker', 'trainer-controller', 'verifier'];

  it('is installed, and every pod becomes ready', async () => {
    await helm('install', 'gyre', CHART, ...argumentsOf(RENDERING), '--wait', '--timeout', '5m');
    expect(await namesOf()).toEqual(COMPONENTS);
  }, HELM_MS);

  it('passes its own test: an episode goes through all services to a verdict', async () => {
    await helm('test', 'gyre', '--timeout', '5m');
    expect(await printed()).toEqual([expect.stringMatching(/took \d+ steps, and the verdict is (success|failure)/)]);
  }, HELM_MS);

  it('is upgraded while it runs: other pods take the place of those that changed, and it passes its test again', async () => {
    const before = new Map((await pods()).map(({ metadata }) => [metadata.labels?.['app.kubernetes.io/component'], metadata.uid]));
    await helm('upgrade', 'gyre', CHART, ...argumentsOf(RENDERING), '--set', 'rollouts.concurrency=2', '--wait', '--timeout', '5m');
    await eventually('only those of the release are left', async () => (await namesOf()).join() === COMPONENTS.join());
    const now = await pods();
    expect(now.filter(({ metadata }) => before.get(metadata.labels?.['app.kubernetes.io/component']) !== metadata.uid).map(({ metadata }) => metadata.labels?.['app.kubernetes.io/component'])).toEqual(['rollout-worker']);
    await helm('test', 'gyre', '--timeout', '5m');
    expect(await printed()).toHaveLength(2);
  }, HELM_MS);

  it('is uninstalled: no pod and no process is left', async () => {
    const pids = (await pods()).flatMap(({ metadata }) => node.pids(metadata.name));
    expect(pids.map(isAlive)).toEqual(COMPONENTS.map(() => true));
    await helm('uninstall', 'gyre', '--wait', '--timeout', '5m');
    await eventually('its pods are gone', async () => (await pods()).length === 0);
    expect((await all()).map(({ status }) => status?.phase)).toEqual(['Succeeded']);
    expect(pids.filter(isAlive)).toEqual([]);
  }, HELM_MS);
});
