import { beforeAll, describe, expect, it } from 'vitest';
import { GyreError } from '#kit/errors.ts';
import type { Kind } from '#operator/api/conditions.ts';
import type { Client } from '#operator/runtime/client.ts';
import { readPolicies } from '#operator/testkit/policies.ts';
import { changed, sample } from '#operator/testkit/samples.ts';
import { isObject } from '#operator/testkit/validate.ts';
import { applied, clientOf, describeWithKubernetes, eventually, NAMESPACES, resource, sent } from './cluster.testkit.ts';
import { installGyre, type Json, objectOf, placeOf, POLICIES, resourceOf } from './gyre-resources.ts';

const ROLES = resource('rbac.authorization.k8s.io/v1', 'ClusterRole', 'clusterroles', false);
const ROLE_BINDINGS = resource('rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', 'clusterrolebindings', false);
const CONFIG_MAPS = resource('v1', 'ConfigMap', 'configmaps');
const { policies } = readPolicies();

type Changes = Readonly<Record<string, unknown>>;
/** Who sends requests. */
type Sender = Pick<Client, 'call'>;

const EDIT = { apiGroups: ['gyre.dev'], resources: ['*'], verbs: ['get', 'list', 'create', 'update', 'patch', 'delete'] };
/** The verbs that the policies ask for. */
const OPERATE = [
  { apiGroups: ['gyre.dev'], resources: ['trainingruns'], verbs: ['reconcile'] },
  { apiGroups: ['gyre.dev'], resources: ['devices'], verbs: ['fence'] },
  { apiGroups: ['gyre.dev'], resources: ['deviceleases'], verbs: ['forcerelease'] },
];
const NOW = '2026-11-30T10:00:00Z';
const condition = { type: 'Accepted', status: 'True', reason: 'PreflightPassed', message: '', lastTransitionTime: NOW };
const forced = { 'spec.release': { mode: 'Force', reason: 'it is needed' } };
const token = { 'status.fencingToken': 7, 'status.leaseRef': { name: 'a', uid: '1' } };
const bound = { 'status.deviceName': 'pixel-9-04', 'status.fencingToken': 7, 'status.acquireTime': NOW, 'status.renewals': 0 };

await describeWithKubernetes('the policies on a real API server', { users: { ana: [], operator: [] } }, ({ cluster, admin }) => {
  let ana: Client;
  let operator: Client;
  let namespaces = 0;

  beforeAll(async () => {
    await installGyre(admin());
    for (const [user, rules] of [['ana', [EDIT]], ['operator', [EDIT, ...OPERATE]]] as const) {
      const metadata = { name: `gyre-${user}` };
      await applied(admin(), ROLES, { apiVersion: ROLES.apiVersion, kind: ROLES.kind, metadata, rules });
      const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: metadata.name };
      await applied(admin(), ROLE_BINDINGS, { apiVersion: ROLE_BINDINGS.apiVersion, kind: ROLE_BINDINGS.kind, metadata, roleRef, subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }] });
    }
    ana = await clientOf(await cluster().kubeconfigOf('ana'));
    operator = await clientOf(await cluster().kubeconfigOf('operator'));
    return () => {
      ana.close();
      operator.close();
    };
  });

  it.each(policies.map(({ metadata }) => metadata.name))('%s is of the types that its resources have', async (name) => {
    const status = async () => {
      const { status, metadata } = await admin().get(POLICIES, { name });
      return isObject(status) && status['observedGeneration'] === metadata.generation ? status : undefined;
    };
    await eventually('its types are checked', async () => (await status()) !== undefined);
    expect((await status())?.['typeChecking']).toEqual({});
  });

  /** A namespace, with or without labels. */
  const namespaceOf = async (labels: Record<string, string> = {}) => {
    const name = `p${++namespaces}`;
    await sent(admin(), NAMESPACES, 'POST', {}, { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } });
    return name;
  };
  /** Creates the sample with changes; its status is the operator's. */
  const existing = async (namespace: string, kind: Kind, changes: Changes = {}): Promise<Json> => {
    const object = objectOf(await create(admin(), namespace, kind, changes));
    const { status } = changed(sample(kind), changes);
    return status === undefined ? object : objectOf(await sent(admin(), resourceOf(kind), 'PUT', { ...placeOf(object), subresource: 'status' }, { ...object, status }));
  };
  const update = (client: Sender, kind: Kind, before: Json, changes: Changes, subresource?: string) => sent(client, resourceOf(kind), 'PUT', { ...placeOf(before), subresource }, changed(before, changes));

  describe('force-release.gyre.dev', () => {
    it('refuses who lacks the verb, also at creation, and lets who has it', async () => {
      const namespace = await namespaceOf();
      const lease = await existing(namespace, 'DeviceLease');
      const said = 'spec.release.mode: ana lacks the verb forcerelease on deviceleases; use Graceful, or ask an administrator';
      await refusedForGood(ana, (sender) => update(sender, 'DeviceLease', lease, forced), 403, said);
      await refused(create(ana, namespace, 'DeviceLease', { ...forced, 'metadata.name': 'other' }), 403, said);
      await update(operator, 'DeviceLease', lease, forced);
    });

    it('has nothing against a graceful release, nor against later updates', async () => {
      const namespace = await namespaceOf();
      await update(ana, 'DeviceLease', await existing(namespace, 'DeviceLease'), { 'spec.release': { reason: 'done' } });
      const cut = await existing(namespace, 'DeviceLease', { ...forced, 'metadata.name': 'cut' });
      await update(ana, 'DeviceLease', cut, { 'metadata.labels': { a: 'b' } });
    });
  });

  describe('fencing', () => {
    it.each<[string, Kind, Changes, Changes]>([
      ['a binding', 'Device', {}, token],
      ['a new token', 'Device', { 'status.fencingToken': 6 }, { 'status.fencingToken': 7 }],
      ['a device set free', 'Device', token, { 'status.leaseRef': undefined }],
      ['a binding of a lease', 'DeviceLease', {}, bound],
      ['an end of a lease', 'DeviceLease', bound, { 'status.release': { reason: 'Completed', message: 'done', time: NOW } }],
    ])('refuses %s by another than the operator', async (_, kind, before, after) => {
      const object = await existing(await namespaceOf(), kind, before);
      await refusedForGood(ana, (sender) => update(sender, kind, object, after, 'status'), 403, 'only the operator binds');
      await update(operator, kind, object, after, 'status');
    });

    it('leaves facts of devices and heartbeats of leases to who may write the status', async () => {
      const namespace = await namespaceOf();
      await update(ana, 'Device', await existing(namespace, 'Device', token), { 'status.facts': { model: 'Pixel 9' } }, 'status');
      await update(ana, 'DeviceLease', await existing(namespace, 'DeviceLease', bound), { 'status.renewals': 1 }, 'status');
    });
  });

  it('lease-tenant.gyre.dev holds a namespace to its tenant, and leaves others alone', async () => {
    const evaluation = await namespaceOf({ 'gyre.dev/tenant': 'evaluation' });
    await refusedForGood(ana, (sender) => create(sender, evaluation, 'DeviceLease'), 403, 'spec.tenant: is training, but the namespace belongs to evaluation; write evaluation');
    await create(ana, await namespaceOf({ 'gyre.dev/tenant': 'training' }), 'DeviceLease');
    await create(ana, await namespaceOf({ team: 'a' }), 'DeviceLease');
  });

  it.each<[Changes, Changes, string]>([
    [{ 'spec.ttlSeconds': 121 }, {}, 'spec.ttlSeconds: is 121, pool android-lab allows 120; ask for at most that'],
    [{ 'spec.maxDurationSeconds': 14_401 }, {}, 'spec.maxDurationSeconds: is 14401, pool android-lab allows 14400; ask for at most that'],
    [{ 'spec.priority': 101 }, {}, 'spec.priority: is 101, pool android-lab allows 100; ask for at most that'],
    [{}, { 'spec.admission': 'Draining' }, 'spec.poolRef: pool android-lab is draining and takes no new lease; name another pool'],
  ])('lease-limits.gyre.dev refuses %o with pool %o, whatever other pools allow', async (lease, pool, said) => {
    const namespace = await namespaceOf();
    await existing(namespace, 'DevicePool', pool);
    await existing(namespace, 'DevicePool', { 'metadata.name': 'other', 'spec.lease': { maxTtlSeconds: 3_600, maxDurationSeconds: 86_400, maxPriority: 1_000 } });
    await refusedForGood(ana, (sender) => create(sender, namespace, 'DeviceLease', lease), 422, said);
    await create(ana, namespace, 'DeviceLease', { ...lease, 'spec.poolRef.name': 'other' });
  });

  it('lease-limits.gyre.dev lets pass what is within, and what names no pool that is there', async () => {
    const namespace = await namespaceOf();
    await create(ana, namespace, 'DeviceLease', { 'spec.ttlSeconds': 121 });
    await existing(namespace, 'DevicePool');
    await create(ana, namespace, 'DeviceLease', { 'metadata.name': 'second' });
  });

  describe('training limits', () => {
    const limit = (namespace: string, data: Record<string, string>) => applied(admin(), CONFIG_MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace, name: 'gyre-training-limits' }, data });
    const small = { 'spec.trainer.nodes': 1, 'spec.trainer.parallelism.data': 1, 'spec.rollout.replicas': 2 };

    it('refuse a run that asks for more; without rollouts there is nothing to compare', async () => {
      const namespace = await namespaceOf();
      await limit(namespace, { maxTrainerGpus: '8', maxRolloutReplicas: '2' });
      await refusedForGood(ana, (sender) => create(sender, namespace, 'TrainingRun'), 422, 'spec.trainer: asks for 16 GPUs, ConfigMap gyre-training-limits allows 8; use fewer nodes, or have maxTrainerGpus raised');
      await refused(create(ana, namespace, 'TrainingRun', { ...small, 'spec.rollout.replicas': 4 }), 422, 'spec.rollout.replicas: is 4, ConfigMap gyre-training-limits allows 2; use fewer, or have maxRolloutReplicas raised');
      await create(ana, namespace, 'TrainingRun', small);
      await create(ana, namespace, 'TrainingRun', { ...small, 'metadata.name': 'cold', 'spec.objective': 'ColdStart', 'spec.batch.groupSize': 1, 'spec.batch.groupsPerUpdate': 128, 'spec.rollout': undefined, 'spec.model': undefined });
    });

    it('let a run be suspended that is older than the limit, and not grow, neither by itself nor by its scale', async () => {
      const namespace = await namespaceOf();
      const run = await existing(namespace, 'TrainingRun');
      // The API server says what is wrong first, and that alone.
      await limit(namespace, { maxTrainerGpus: '8', maxRolloutReplicas: '2' });
      await refusedForGood(ana, (sender) => update(sender, 'TrainingRun', run, { 'spec.rollout.replicas': 5 }), 422, 'spec.trainer: asks for 16 GPUs');
      const scale = (replicas: number) => sent(ana, resourceOf('TrainingRun'), 'PUT', { ...placeOf(run), subresource: 'scale' }, { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: placeOf(run), spec: { replicas } });
      await refused(scale(5), 422, 'spec.replicas: is 5, ConfigMap gyre-training-limits allows 2; use fewer, or have maxRolloutReplicas raised');
      await limit(namespace, { maxRolloutReplicas: 'few' });
      await refusedForGood(ana, () => scale(5), 422, 'data.maxRolloutReplicas: is few in ConfigMap gyre-training-limits, which is no whole number; correct it, or remove it');
      await scale(3);
      const there = objectOf(await admin().get(resourceOf('TrainingRun'), placeOf(run)));
      await update(ana, 'TrainingRun', there, { 'spec.suspend': true });
    });

    it('are what the ConfigMap has; without an entry there is none', async () => {
      const namespace = await namespaceOf();
      await limit(namespace, {});
      await create(ana, namespace, 'TrainingRun');
    });
  });

  describe('training-status.gyre.dev', () => {
    const progress = { 'status.progress': { update: 3, reportTime: NOW } };

    it('lets the progress endpoint record progress', async () => {
      const run = await existing(await namespaceOf(), 'TrainingRun', { 'status.conditions': [condition] });
      await update(ana, 'TrainingRun', run, progress, 'status');
    });

    it.each<[string, Changes]>([
      ['conditions', { 'status.conditions': [condition] }],
      ['summary', { 'status.summary': 'Succeeded' }],
      ['latestCheckpoint', { 'status.latestCheckpoint': 'update-5' }],
      ['restarts', { 'status.restarts': 1 }],
    ])('keeps %s to the operator', async (_, changes) => {
      const run = await existing(await namespaceOf(), 'TrainingRun');
      await refusedForGood(ana, (sender) => update(sender, 'TrainingRun', run, { ...progress, ...changes }, 'status'), 403, 'only the operator writes conditions');
      await update(operator, 'TrainingRun', run, { ...progress, ...changes }, 'status');
    });
  });
});

/** A policy is in force soon after it, or what it is bounded by, was written; until then the request is sent as one that is not to be carried out. */
async function refusedForGood(client: Sender, request: (sender: Sender) => Promise<unknown>, status: number, said: string): Promise<void> {
  const dry: Sender = { call: (call, of, { query, ...rest }, options) => client.call(call, of, { ...rest, query: { ...query, dryRun: 'All' } }, options) };
  await eventually(`it is refused with ${said}`, async () => (await refusalOf(request(dry))).message.includes(said));
  await refused(request(client), status, said);
}

async function refused(request: Promise<unknown>, status: number, said: string): Promise<void> {
  const refusal = await refusalOf(request);
  expect(refusal.message).toContain(said);
  expect(refusal.status).toBe(String(status));
}

async function refusalOf(request: Promise<unknown>): Promise<{ readonly message: string; readonly status: string | undefined }> {
  try {
    await request;
    return { message: '', status: undefined };
  } catch (error) {
    if (!(error instanceof GyreError)) throw error;
    return { message: error.message, status: error.details['status'] };
  }
}

function create(client: Sender, namespace: string, kind: Kind, changes: Changes = {}): Promise<unknown> {
  return sent(client, resourceOf(kind), 'POST', { namespace }, { ...changed(sample(kind), changes), status: undefined });
}
