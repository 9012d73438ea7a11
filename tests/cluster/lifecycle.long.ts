import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { LEASE_FINALIZER } from '#operator/devices/lease-reconciler.ts';
import { type KubeObject, kubeObject, type Resource } from '#operator/runtime/objects.ts';
import { Writer } from '#operator/runtime/writer.ts';
import { changed, sample } from '#operator/testkit/samples.ts';
import { isObject } from '#operator/testkit/validate.ts';
import { ClusterRuns, type WantedRun } from '#operator/training/cluster-runs.ts';
import { TRAINING_RUNS } from '#operator/training/run.ts';
import { ROOT } from '../architecture/sources.ts';
import { argumentsOf, CHART, helm, type Rendering } from '../chart/helm.testkit.ts';
import { boundClaim } from './claims.ts';
import { applied, clientOf, conditionOf, DEFINITIONS as CRDS, describeWithKubernetes, eventually, NAMESPACES, resource } from './cluster.testkit.ts';
import { objectOf, resourceOf } from './gyre-resources.ts';
import { nameOf, objectsIn, servedResources } from './served.ts';

/** A release of the team's values from its installation to its end, and taken up again. */

const RELEASE = 'gyre';
const CLAIMS = resource('v1', 'PersistentVolumeClaim', 'persistentvolumeclaims');
const PODS = resource('v1', 'Pod', 'pods');
const STATEFUL_SETS = resource('apps/v1', 'StatefulSet', 'statefulsets');
const SECRETS = resource('v1', 'Secret', 'secrets');
const DEFINITIONS = ['devicepools', 'devices', 'deviceleases', 'trainingruns'].map((plural) => `CustomResourceDefinition ${plural}.gyre.dev`);
const CUSTOM = ['DevicePool', 'TrainingRun', 'DeviceLease'] as const;
const UPGRADE = readFileSync(`${ROOT}docs/operations/upgrade.md`, 'utf8');

interface Installation {
  readonly title: string;
  readonly namespace: string;
  readonly rendering: Rendering;
  /** Whether its pods can become ready here, so that Helm may wait for them. */
  readonly ready: boolean;
  /** Secrets and claims that it leaves behind, by kind and name. */
  readonly left: readonly string[];
}

const OPERATED = ['operator.enabled=true', 'trainings.enabled=true', 'networkPolicy.external.apiServer[0].ports[0].port=443'];
const OUTSIDE = ['store', 'evidence', 'bus'].flatMap((what) => [`${what}.existingSecret=own-${what}`, `networkPolicy.external.${what}[0].ports[0].port=1`]);
/** Secrets of others, with their keys. */
const OWN: Readonly<Record<string, readonly string[]>> = { 'own-store': ['url'], 'own-evidence': ['curator', 'env-manager', 'verifier'], 'own-bus': ['url'] };
const INSTALLATIONS: readonly Installation[] = [
  {
    title: 'with NATS, MongoDB and volumes of its own',
    namespace: 'own',
    // No volume is ever bound here: pods are made, and wait.
    rendering: { values: 'team', set: OPERATED },
    ready: false,
    left: [
      ...['bus', 'evidence', 'store', 'tokens'].map((secret) => `Secret own/gyre-${secret}`),
      ...['data-gyre-evidence-0', 'data-gyre-nats-0', 'data-gyre-nats-1', 'data-gyre-nats-2', 'data-gyre-store-0', 'gyre-blobs', 'gyre-models'].map((claim) => `PersistentVolumeClaim own/${claim}`),
    ],
  },
  {
    // The definitions are those of the release before, which has left them.
    title: 'with NATS, stores and volumes of others',
    namespace: 'outside',
    rendering: { values: 'team', set: [...OPERATED, 'crds.enabled=false', 'nats.enabled=false', 'mongodb.enabled=false', ...OUTSIDE, 'blobs.volume.existingClaim=shared-blobs', 'triton.models.existingClaim=shared-models'] },
    ready: true,
    left: ['Secret outside/gyre-tokens'],
  },
];

await describeWithKubernetes('a release', { nodes: 2, tools: ['helm'] }, ({ cluster, admin }) => {
  describe.each(INSTALLATIONS)('$title', ({ namespace, rendering, ready, left }) => {
    let served: Resource[];
    const run = async (...args: readonly string[]) => {
      const { code, stdout, stderr } = await helm(...args, '--namespace', namespace, '--kubeconfig', cluster().kubeconfig);
      if (code !== 0) throw new Error(`helm ${args.join(' ')}: ${stderr.slice(stderr.indexOf('Error'))}`);
      return stdout;
    };
    const wait = ready ? ['--wait', '--timeout', '100s'] : [];
    const install = () => run('install', RELEASE, CHART, ...argumentsOf(rendering), ...wait);
    const upgrade = (...set: readonly string[]) => run('upgrade', RELEASE, CHART, ...argumentsOf(rendering), ...set.flatMap((each) => ['--set', each]), ...wait);
    const all = () => objectsIn(admin(), served, [namespace], `app.kubernetes.io/instance=${RELEASE}`);
    /** What Helm keeps of the release, by name, as the cluster has it. */
    const released = async (): Promise<Map<string, KubeObject>> => {
      const manifest = parseAllDocuments(await run('get', 'manifest', RELEASE)).map((document): unknown => document.toJS());
      const objects = new Map<string, KubeObject>();
      for (const wanted of manifest.filter((each) => each !== null).map((each) => kubeObject.parse(each))) {
        const kind = served.find(({ apiVersion, kind: own }) => apiVersion === wanted.apiVersion && own === wanted.kind);
        if (kind === undefined) throw new Error(`${wanted.kind} is not served`);
        const there = await admin().get(kind, wanted.metadata);
        objects.set(nameOf(there), there);
      }
      return objects;
    };

    beforeAll(async () => {
      await applied(admin(), NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } } });
      if (ready) for (const [name, keys] of Object.entries(OWN)) await applied(admin(), SECRETS, { apiVersion: 'v1', kind: 'Secret', metadata: { namespace, name }, stringData: Object.fromEntries(keys.map((key) => [key, 'there'])) });
      if (ready) for (const name of ['shared-blobs', 'shared-models']) await boundClaim(admin(), namespace, name, `/var/lib/${name}`);
      served = await servedResources(admin());
    });

    let first: Map<string, KubeObject>;
    let before: readonly string[];

    it('is installed: its objects are there, and its pods are made where Pod Security restricted is enforced', async () => {
      before = (await all()).map(nameOf);
      await install();
      served = await servedResources(admin());
      first = await released();
      expect(first.size).toBeGreaterThan(40);
      const wanted = [...first.values()].flatMap(({ kind, spec }) => (isObject(spec) && (kind === 'Deployment' || kind === 'StatefulSet') ? [Number(spec['replicas'])] : []));
      // Without their volumes the pods of NATS and MongoDB come one after the other.
      const late = ready ? 0 : 2;
      await eventually('the pods are there', async () => (await podsOf()).length >= wanted.reduce((sum, each) => sum + each, 0) - late);
      if (ready) expect((await podsOf()).filter((pod) => !isReady(pod)).map(nameOf)).toEqual([]);
    });

    const podsOf = async () => (await admin().list(PODS, { namespace, labels: `app.kubernetes.io/instance=${RELEASE},app.kubernetes.io/component!=mongodb-setup` })).items;

    it('lets the trainer-controller create, see and suspend runs in their namespace, and nothing else', async () => {
      const client = await clientOf(await cluster().kubeconfigOfAccount(namespace, 'gyre-trainer-controller'));
      onTestFinished(() => client.close());
      const runs = (place: string) => new ClusterRuns({ client, writer: new Writer({ client, manager: 'trainer-controller' }), namespace: place });
      const { spec } = sample('TrainingRun');
      const wanted = { name: 'a-run', labels: {}, spec: spec as WantedRun['spec'] };
      const run = await runs(namespace).ensure(wanted);
      await runs(namespace).suspend('a-run', true);
      expect((await runs(namespace).find('a-run'))?.spec.suspend).toBe(true);
      const refused = { code: 'PERMISSION_DENIED', message: expect.stringContaining(`system:serviceaccount:${namespace}:gyre-trainer-controller`) };
      await expect(runs('default').ensure(wanted)).rejects.toMatchObject(refused);
      for (const denied of [resourceOf('TrainingRun'), resourceOf('DeviceLease'), SECRETS, PODS]) await expect(client.list(denied, { namespace })).rejects.toMatchObject(refused);
      await expect(new Writer({ client, manager: 'trainer-controller' }).delete(TRAINING_RUNS, run)).rejects.toMatchObject(refused);
      await new Writer({ client: admin(), manager: 'suite' }).delete(TRAINING_RUNS, await admin().get(TRAINING_RUNS, { namespace, name: 'a-run' }));
    });

    it('is upgraded with the same values: nothing changes but the Jobs that bring roles of MongoDB up to date', async () => {
      await upgrade();
      expect(difference(first, await released())).toEqual(jobs(1, 2));
    });

    it('is upgraded with another value: that changes, and nothing else', async () => {
      await upgrade('pods.verifier.replicas=3');
      expect(difference(first, await released())).toEqual([...jobs(1, 3), `~ Deployment ${namespace}/gyre-verifier`]);
      await upgrade('pods.verifier.replicas=3', 'operator.enabled=false', 'trainings.enabled=false', 'cli.enabled=false');
      const gone = difference(first, await released()).filter((line) => line.startsWith('-'));
      expect(gone).toEqual(expect.arrayContaining([`- Deployment ${namespace}/gyre-cli`, `- Deployment ${namespace}/gyre-operator`, `- Role ${namespace}/gyre-operator`, `- Role ${namespace}/gyre-trainer-controller`]));
    });

    const digestsIn = (secret: KubeObject) => Object.keys(objectOf(JSON.parse(Buffer.from(dataOf(secret)['tokens.json'] ?? '', 'base64').toString())));
    const secretOf = (name: string) => admin().get(SECRETS, { namespace, name: `${RELEASE}-${name}` });

    it('is upgraded after tokens were changed and added by hand: they stay', async () => {
      const [added, changed] = [`sha256:${'a'.repeat(64)}`, 'another-token-of-workers'];
      const was = await secretOf('tokens');
      const table = JSON.stringify({ ...objectOf(JSON.parse(Buffer.from(dataOf(was)['tokens.json'] ?? '', 'base64').toString())), [added]: { subject: 'product', roles: ['agent'] } });
      await new Writer({ client: admin(), manager: 'suite' }).patch(SECRETS, was, { stringData: { worker: changed, 'tokens.json': table } });
      await upgrade();
      const now = await secretOf('tokens');
      const digest = `sha256:${createHash('sha256').update(changed).digest('hex')}`;
      // With the digest that the worker had before, until somebody takes it out.
      expect(digestsIn(now).sort()).toEqual([...digestsIn(was), added, digest].sort());
      expect(Buffer.from(dataOf(now)['worker'] ?? '', 'base64').toString()).toBe(changed);
      expect(Object.keys(dataOf(now)).sort()).toEqual(Object.keys(dataOf(was)).sort());
    });

    it('refuses a table of tokens that is none, instead of writing over it', async () => {
      const { data } = await secretOf('tokens');
      const writer = new Writer({ client: admin(), manager: 'suite' });
      await writer.patch(SECRETS, await secretOf('tokens'), { stringData: { 'tokens.json': '{"sha256:' } });
      await expect(upgrade()).rejects.toThrow('Secret gyre-tokens, key tokens.json: is no JSON object');
      await writer.patch(SECRETS, await secretOf('tokens'), { data });
    });

    it('is rolled back: every object is as it was, and tokens that were changed are put back as upgrade.md says', async () => {
      const { data } = await secretOf('tokens');
      await run('rollback', RELEASE, '1', ...wait);
      const now = await released();
      expect([...now.keys()].sort()).toEqual([...first.keys()].sort());
      for (const [name, object] of first) expect({ name, content: contentOf(now.get(name)) }).toEqual({ name, content: contentOf(object) });
      const before = first.get(nameOf(await secretOf('tokens')));
      await new Writer({ client: admin(), manager: 'suite' }).patch(SECRETS, await secretOf('tokens'), { data });
      expect(digestsIn(await secretOf('tokens')).length).toBe(digestsIn(before ?? raise()).length + 2);
    });

    let kept: KubeObject[];

    it('is uninstalled: Secrets, claims, definitions and custom resources remain, and nothing else', async () => {
      for (const kind of CUSTOM) await applied(admin(), resourceOf(kind), placed(kind === 'DeviceLease' ? changed(sample(kind), { 'metadata.finalizers': [LEASE_FINALIZER] }) : sample(kind), namespace));
      // Its pod plays no episode here: Helm gives it up, and leaves it.
      expect((await helm('test', RELEASE, '--timeout', '2s', '--namespace', namespace, '--kubeconfig', cluster().kubeconfig)).code).toBe(1);
      await run('uninstall', RELEASE, ...wait);
      const expected = [...before, ...left, `Pod ${namespace}/gyre-episode`, ...DEFINITIONS, ...CUSTOM.map((kind) => `${kind} ${namespace}/${objectOf(sample(kind)['metadata'])['name']}`)];
      const remaining = async () => [...new Set((await all()).map(nameOf))].sort();
      await eventually('what belonged to its objects is gone', async () => (await remaining()).length <= new Set(expected).size);
      expect(await remaining()).toEqual([...new Set(expected)].sort());
      kept = (await all()).filter(({ kind }) => kind !== 'Pod');
      // As docs/operations/upgrade.md deletes it; Helm has taken the Jobs of the last revision away.
      const selected = [SECRETS, CLAIMS, PODS].map(async (kind) => (await admin().list(kind, { namespace, labels: `app.kubernetes.io/instance=${RELEASE}` })).items.map(nameOf));
      expect((await Promise.all(selected)).flat().sort()).toEqual([...left, `Pod ${namespace}/gyre-episode`].sort());
    });

    it('is installed again, and takes up what remained', async () => {
      await install();
      const now = new Map((await all()).map((object) => [nameOf(object), object]));
      for (const object of kept) {
        const name = nameOf(object);
        expect({ name, uid: now.get(name)?.metadata.uid, content: contentOf(now.get(name)) }).toEqual({ name, uid: object.metadata.uid, content: contentOf(object) });
      }
      expect([...(await released()).keys()].sort()).toEqual([...first.keys()].sort());
      await run('uninstall', RELEASE, ...wait);
    });

    /** The Jobs of one revision in place of those of another. */
    const jobs = (from: number, to: number) => (ready ? [] : ['evidence', 'store'].flatMap((server) => [`- Job ${namespace}/gyre-${server}-setup-${from}`, `+ Job ${namespace}/gyre-${server}-setup-${to}`]).sort());
  });

  it('refuses to make one NATS server several, whatever is left of it, until its queues are begun anew as upgrade.md says', async () => {
    const namespace = 'sole';
    const run = (...args: readonly string[]) => helm(...args, RELEASE, ...(args[0] === 'uninstall' ? [] : [CHART, ...argumentsOf({ values: 'laptop', set: ['crds.enabled=false', 'policies.enabled=false'] })]), '--namespace', namespace, '--kubeconfig', cluster().kubeconfig);
    const servers = (count: number) => ['--set', `pods.nats.replicas=${count}`];
    const refused = { code: 1, stderr: expect.stringContaining('pods.nats.replicas: is 3, and the NATS of this release keeps queues of 1,') };
    const labels = /delete pvc --selector (app\S+component=nats)/.exec(UPGRADE)?.[1] ?? '';
    const claims = async () => (await admin().list(CLAIMS, { namespace, labels })).items;
    expect(await run('install', '--create-namespace')).toMatchObject({ code: 0 });
    await eventually('its queues are kept', async () => (await claims()).length === 1);
    expect(await run('upgrade', ...servers(3))).toMatchObject(refused);
    expect(await run('upgrade', ...servers(1))).toMatchObject({ code: 0 });
    const writer = new Writer({ client: admin(), manager: 'suite' });
    await writer.delete(STATEFUL_SETS, await admin().get(STATEFUL_SETS, { namespace, name: `${RELEASE}-nats` }));
    expect(await run('upgrade', ...servers(3))).toMatchObject(refused);
    for (const claim of await claims()) await writer.delete(CLAIMS, claim);
    await eventually('its queues are gone', async () => (await claims()).length === 0);
    expect(await run('upgrade', ...servers(3))).toMatchObject({ code: 0 });
    await eventually('queues of three are kept', async () => (await claims()).length === 3);
    expect(await run('upgrade', ...servers(1))).toMatchObject({ code: 1, stderr: expect.stringContaining('pods.nats.replicas: is 1, and the NATS of this release keeps queues of 3,') });
    expect(await run('upgrade', ...servers(5))).toMatchObject({ code: 0 });
    expect(await run('uninstall')).toMatchObject({ code: 0 });
  });

  it('leaves definitions to the release that brought them, though that is gone: another one names crds.enabled', async () => {
    const place = ['--namespace', 'third', '--create-namespace', '--kubeconfig', cluster().kubeconfig];
    const refused = await helm('install', 'other', CHART, ...place);
    expect({ code: refused.code, said: refused.stderr }).toEqual({ code: 1, said: expect.stringMatching(/CustomResourceDefinition "\w+\.gyre\.dev" .* cannot be imported .*"own"/) });
    expect(await helm('install', 'other', CHART, ...place, '--set', 'crds.enabled=false')).toMatchObject({ code: 0 });
  });

  it('loses its definitions as upgrade.md says: without the operator, leases go once its finalizer is taken off them', async () => {
    const [, names = ''] = /kubectl delete crd ([a-z. ]+?) +#/.exec(UPGRADE) ?? [];
    const [, patch = ''] = /deviceleases\.gyre\.dev "\$name" --type merge --patch '(.*?)'/.exec(UPGRADE) ?? [];
    expect(names.split(' ').map((name) => `CustomResourceDefinition ${name}`).sort()).toEqual([...DEFINITIONS].sort());
    const writer = new Writer({ client: admin(), manager: 'suite' });
    for (const name of names.split(' ')) await writer.delete(CRDS, await admin().get(CRDS, { name }));
    const remaining = async () => (await admin().list(CRDS, {})).items.filter(({ metadata }) => metadata.name.endsWith('.gyre.dev'));
    await eventually('only leases hold their definition', async () => (await remaining()).map(({ metadata }) => metadata.name).join() === 'deviceleases.gyre.dev');
    const leases = (await admin().list(resourceOf('DeviceLease'), {})).items;
    expect(leases.map(({ metadata }) => metadata.namespace).sort()).toEqual(INSTALLATIONS.map(({ namespace }) => namespace).sort());
    expect((await remaining()).map((definition) => conditionOf(definition, 'Terminating'))).toEqual(['True']);
    for (const lease of leases) await writer.patch(resourceOf('DeviceLease'), await admin().get(resourceOf('DeviceLease'), lease.metadata), objectOf(JSON.parse(patch)));
    await eventually('no definition is left', async () => (await remaining()).length === 0);
  });
});

const raise = (): never => {
  throw new Error('it is not among what is there');
};

const dataOf = ({ data }: KubeObject) => z.record(z.string(), z.string()).parse(data);

function isReady({ status }: KubeObject): boolean {
  const conditions = isObject(status) ? status['conditions'] : undefined;
  return Array.isArray(conditions) && conditions.some((each: unknown) => isObject(each) && each['type'] === 'Ready' && each['status'] === 'True');
}

/** What is gone (`-`), new (`+`) or was written (`~`); a status is not counted, it is the controllers'. */
function difference(before: ReadonlyMap<string, KubeObject>, after: ReadonlyMap<string, KubeObject>): string[] {
  const version = ({ metadata: { uid, generation, resourceVersion } }: KubeObject) => `${uid} ${generation ?? resourceVersion}`;
  const gone = [...before.keys()].filter((name) => !after.has(name)).map((name) => `- ${name}`);
  const other = [...after].flatMap(([name, object]) => {
    const old = before.get(name);
    if (old === undefined) return [`+ ${name}`];
    return version(old) === version(object) && JSON.stringify(contentOf(old)) === JSON.stringify(contentOf(object)) ? [] : [`~ ${name}`];
  });
  return [...gone, ...other].sort();
}

/** What people and charts say of an object: labels, annotations and all but status. */
function contentOf(object: KubeObject | undefined): unknown {
  if (object === undefined) return undefined;
  const { metadata, status: _, ...content } = object;
  const annotations = Object.entries(metadata.annotations ?? {}).filter(([name]) => !name.startsWith('deployment.kubernetes.io/'));
  const text = JSON.stringify({ ...content, labels: metadata.labels, annotations: Object.fromEntries(annotations) });
  // What comes back has another uid, by which a Job selects its pods, and another address.
  return JSON.parse(text.replaceAll(metadata.uid ?? '-', 'UID').replaceAll(/"10\.96\.[\d.]+"/g, '"ADDRESS"'));
}

function placed(object: Record<string, unknown>, namespace: string) {
  const metadata = objectOf(changed(object, { 'metadata.namespace': namespace })['metadata']);
  return { ...object, metadata: { ...metadata, name: String(metadata['name']), namespace } };
}
