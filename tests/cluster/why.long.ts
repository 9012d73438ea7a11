import { beforeAll, expect, it } from 'vitest';
import { gyre } from '#cli/testkit/capture.ts';
import { systemClock } from '#kit/clock.ts';
import { randomIds } from '#kit/ids.ts';
import { openOperator } from '#operator/operator.ts';
import { kubeconfigAccess } from '#operator/runtime/access.ts';
import { pathOf } from '#operator/runtime/objects.ts';
import { chance, silent } from '#operator/runtime/testkit/world.ts';
import { changed, sample } from '#operator/testkit/samples.ts';
import { isObject } from '#operator/testkit/validate.ts';
import { applied, define, describeWithKubernetes, eventually, NAMESPACES, resource, sent } from './cluster.testkit.ts';
import { definitions, resourceOf } from './gyre-resources.ts';

/** What `gyre cluster` makes of what a real API server, its controllers and its scheduler say. */

const PODS = resource('v1', 'Pod', 'pods');
const QUOTAS = resource('v1', 'ResourceQuota', 'resourcequotas');
const BINDINGS = resource('rbac.authorization.k8s.io/v1', 'RoleBinding', 'rolebindings');
const ROLES = resource('rbac.authorization.k8s.io/v1', 'ClusterRole', 'clusterroles', false);
const NS = 'ml';
/** The sample, on two nodes of 8 GPUs each, without rollouts and without a queue; small enough in all else for the nodes that kwok plays. */
const RUN = {
  ...{ 'metadata.namespace': NS, 'metadata.labels': {}, 'spec.trainer.gpuType': undefined, 'spec.trainer.pods.cpu': 4, 'spec.trainer.pods.memory': '16Gi', 'spec.trainer.pods.sharedMemory': undefined },
  ...{ 'spec.objective': 'ColdStart', 'spec.batch.groupSize': 1, 'spec.batch.groupsPerUpdate': 128, 'spec.rollout': undefined, 'spec.model': undefined },
};

await describeWithKubernetes('gyre cluster on a real cluster', { nodes: 1, users: { ana: [] } }, ({ cluster, admin }) => {
  const ask = (...args: string[]) => gyre(['cluster', ...args, '--kubeconfig', cluster().kubeconfig, '--namespace', NS], { clock: systemClock });
  const why = async (what: string) => (await ask('why', what)).stdout;
  const run = (name: string, changes: Readonly<Record<string, unknown>> = {}) => sent(admin(), resourceOf('TrainingRun'), 'POST', { namespace: NS }, { ...changed(sample('TrainingRun'), { ...RUN, ...changes, 'metadata.name': name }), status: undefined });
  /** Waits until the operator has put a run into a state. */
  const until = (kind: 'TrainingRun' | 'DeviceLease' | 'Device', name: string, state: string) =>
    eventually(`${name} is ${state}`, async () => {
      const { status } = await admin().get(resourceOf(kind), { namespace: NS, name });
      return isObject(status) && status['summary'] === state;
    });

  beforeAll(async () => {
    await define(admin(), ...definitions);
    await applied(admin(), NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NS } });
  });

  it('nobody has looked at it: there is no operator', async () => {
    await run('first', { 'spec.suspend': true });
    expect(await why('trainingrun/first')).toMatch(/^Pending, for \d+ s\nTrainingRun ml\/first has not been looked at: no operator has led here yet: there is no Lease gyre-operator\.\nStart the operator/);
    expect(await ask('status')).toMatchObject({ code: 1, stdout: expect.stringMatching(/trainings +1 Pending/) });
  });

  it('an operator leads: suspended, refused, no node, no quota, each with its numbers', async () => {
    const stop = await operating(cluster().kubeconfig, 'op');
    try {
      await until('TrainingRun', 'first', 'Suspended');
      expect(await why('trainingrun/first')).toContain('TrainingRun ml/first is suspended: spec.suspend is true and no pod is left.\nSet it to false to go on.');

      // Another has half of the only node: neither trainer finds room, and the scheduler says what is short.
      const container = { name: 'c', image: 'example/c:1', resources: { limits: { 'nvidia.com/gpu': '4' } } };
      await applied(admin(), PODS, { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'default', name: 'other' }, spec: { containers: [container] } });
      await eventually('it has them', async () => JSON.stringify(await admin().get(PODS, { namespace: 'default', name: 'other' })).includes('"nodeName":"node-0"'));
      await run('large');
      await eventually('the scheduler has said so of both', async () => (await why('trainingrun/large')).includes('2 pods wait'));
      const large = await why('trainingrun/large');
      expect(large).toMatch(/TrainingRun ml\/large waits for its pods: pod large-\d-\w+ finds no node; it needs 8 GPUs, and 2 pods wait for 16 GPUs altogether\. The scheduler says: 0\/1 nodes are available: 1 Insufficient nvidia\.com\/gpu\./);
      expect(large).toContain('1 node with 8 nvidia.com/gpu takes pods; 4 of them are asked for, and at most 4 are free on one node.');
      const [, pod = ''] = /pod (large-\d-\w+) finds/.exec(large) ?? [];
      expect(await why(`pod/${pod}`)).toMatch(/^Pending, .*\nPod ml\/large-\d-\w+ finds no node: the scheduler says 0\/1 nodes are available: 1 Insufficient nvidia\.com\/gpu\..*\n.*with 8 nvidia\.com\/gpu takes pods; 4 of them are asked for.*\nIt belongs to TrainingRun ml\/large\.\nFree what is short on a node/s);
      expect((await ask('status')).stdout).toMatch(/operator +op leads .*\ntrainings +.*1 Starting/s);

      await applied(admin(), QUOTAS, { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { namespace: NS, name: 'gpus' }, spec: { hard: { 'requests.nvidia.com/gpu': '17' } } });
      await eventually('the quota is counted', async () => JSON.stringify((await admin().get(QUOTAS, { namespace: NS, name: 'gpus' }))['status'] ?? {}).includes('"used"'));
      await run('beyond');
      await eventually('the API server has refused its pods', async () => (await why('trainingrun/beyond')).includes('ResourceQuota'));
      expect(await why('trainingrun/beyond')).toMatch(/TrainingRun ml\/beyond has no pods: each asks for 8 requests\.nvidia\.com\/gpu, and ResourceQuota gpus allows 17, of which 16 are used\.\nRaise ResourceQuota gpus, or end what uses it\.\n$/);

      for (const [kind, name] of [['DevicePool', 'android-lab'], ['Device', 'd'], ['DeviceLease', 'l']] as const) await sent(admin(), resourceOf(kind), 'POST', { namespace: NS }, { ...changed(sample(kind), { 'metadata.namespace': NS, 'metadata.name': name, ...(kind === 'DeviceLease' ? { 'spec.selector': {} } : {}) }), status: undefined });
      await until('DeviceLease', 'l', 'Waiting');
      await eventually('the device says why', async () => (await why('device/d')).includes('NoDriver'));
      expect(await why('devicelease/l')).toMatch(/DeviceLease ml\/l waits for a device: needs 1 device; pool android-lab has 0 free of 1 that match \(1 without a driver\)\..*\nRun an operator that has a driver for its devices; until then it leases them to nobody\.\n$/s);
    } finally {
      await stop();
    }
  });

  it('nobody leads any more: that comes first, of whatever has a status', async () => {
    for (const what of ['trainingrun/large', 'trainingrun/first', 'devicelease/l', 'device/d', 'devicepool/android-lab']) expect(await why(what), what).toMatch(/ is looked after by nobody: no operator leads: nobody holds Lease ml\/gyre-operator\.\nAn operator said last that it .*\nStart the operator/s);
    expect(await ask('status')).toMatchObject({ code: 1, stdout: expect.stringContaining('no operator leads: nobody holds Lease ml/gyre-operator. Start the operator') });
    await applied(admin(), NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'other' } });
    expect(await gyre(['cluster', 'status', '--kubeconfig', cluster().kubeconfig, '--namespace', 'other'], { clock: systemClock })).toMatchObject({ code: 1, stdout: expect.stringContaining('no operator looks after namespace other: that of Lease ml/gyre-operator looks after ml') });
    expect(await gyre(['cluster', 'status', '--kubeconfig', cluster().kubeconfig, '--namespace', 'othe'], { clock: systemClock })).toMatchObject({ code: 2, stderr: 'gyre: --namespace: there is no namespace othe; did you mean other?\n' });
  });

  it('pods find no node, each for another cause; a queue without Kueue; another controller', async () => {
    await admin().call('delete', QUOTAS, { method: 'DELETE', path: pathOf(QUOTAS, { namespace: NS, name: 'gpus' }) });
    const stop = await operating(cluster().kubeconfig, 'op-2');
    try {
      const told = (name: string, said: string) => eventually(`it is said of ${name}`, async () => (await why(`trainingrun/${name}`)).includes(said));
      await run('typed', { 'spec.trainer.gpuType': 'H200' });
      await told('typed', 'finds no node');
      expect(await why('trainingrun/typed')).toMatch(/No node that takes pods has nvidia\.com\/gpu\.product=H200\.\n.*nvidia\.com\/gpu\.product.*\nName a value that nodes have in another run \(spec\.trainer\.gpuType\), or add a node with nvidia\.com\/gpu\.product=H200\.\n$/i);
      expect(await why('trainingrun/typed')).not.toContain('take pods');
      await run('huge', { 'spec.trainer.gpusPerNode': 8, 'spec.trainer.pods.memory': '64Ti' });
      await told('huge', 'Insufficient memory');
      expect(await why('trainingrun/huge')).toMatch(/The pod asks for 64Ti memory, and the largest node that may have it has \S+\.\nNo node is large enough, however free: add one with 64Ti memory, or ask for less in another run \(spec\.trainer\.pods\.memory\)/);
      await run('queued', { 'metadata.labels': { 'kueue.x-k8s.io/queue-name': 'nope' } });
      await told('queued', 'names queue nope, and the cluster has no Kueue');
      await run('theirs', { 'spec.managedBy': 'example.org/other' });
      expect(await why('trainingrun/theirs')).toMatch(/has not been looked at: spec\.managedBy gives it to the controller example\.org\/other, .*\nLook whether the controller example\.org\/other runs here/);

      const spread = { topologyKey: 'topology.kubernetes.io/zone', maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule', labelSelector: { matchLabels: { app: 'curator' } } };
      await applied(admin(), PODS, { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'default', name: 'curator', labels: { app: 'curator' } }, spec: { containers: [{ name: 'c', image: 'example/c:1' }], topologySpreadConstraints: [spread] } });
      const ofCurator = async () => (await gyre(['cluster', 'why', 'pod/curator', '--kubeconfig', cluster().kubeconfig, '--namespace', 'default'], { clock: systemClock })).stdout;
      await eventually('the scheduler has looked at it', async () => (await ofCurator()).includes('finds no node'));
      expect(await ofCurator()).toMatch(/is on none of 1 node that may have it\.\nGive the nodes topology\.kubernetes\.io\/zone \(kubectl label node NODE/);
    } finally {
      await stop();
    }
  });

  it('whoever may only view a namespace is told what can be seen there', async () => {
    await applied(admin(), ROLES, { apiVersion: ROLES.apiVersion, kind: ROLES.kind, metadata: { name: 'gyre-view', labels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' } }, rules: [{ apiGroups: ['gyre.dev'], resources: ['*'], verbs: ['get', 'list', 'watch'] }] });
    await applied(admin(), BINDINGS, { apiVersion: BINDINGS.apiVersion, kind: BINDINGS.kind, metadata: { namespace: NS, name: 'ana' }, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' }, subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'ana' }] });
    const kubeconfig = await cluster().kubeconfigOf('ana');
    const asAna = (...args: string[]) => gyre(['cluster', ...args, '--kubeconfig', kubeconfig], { clock: systemClock });
    await eventually('the role is in force', async () => (await asAna('why', 'trainingrun/large', '--namespace', NS)).code === 0);
    const { stdout } = await asAna('why', 'trainingrun/large', '--namespace', NS);
    expect(stdout).toContain('Insufficient nvidia.com/gpu');
    expect(stdout).not.toContain('takes pods');
    expect((await asAna('status', '--namespace', NS)).stdout).toContain('whether an operator leads is not for this user to see');
    expect(await asAna('status', '--all-namespaces')).toMatchObject({ code: 4, stderr: expect.stringContaining('User "ana" cannot list resource "trainingruns"') });
    expect(await asAna('why', 'trainingrun/larg', '--namespace', NS)).toMatchObject({ code: 2, stderr: expect.stringContaining('did you mean large?') });
  });
});

/** An operator in this process, until it is told to end. */
async function operating(kubeconfig: string, identity: string): Promise<() => Promise<void>> {
  const listening = { host: '127.0.0.1', port: 0 };
  const settings = { namespace: NS, lease: { namespace: NS, name: 'gyre-operator' }, progress: { ...listening, url: 'http://progress.ml.svc:8080' }, health: listening };
  const log = { ...silent, info: () => undefined, warn: () => undefined, error: () => undefined };
  const operator = await openOperator({ access: await kubeconfigAccess(kubeconfig), settings, identity, clock: systemClock, random: chance(), ids: randomIds(), log, onLost: () => undefined });
  const stop = new AbortController();
  const over = operator.run(stop.signal);
  return async () => {
    stop.abort();
    await over;
  };
}
