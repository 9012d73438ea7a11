import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#kit/clock.ts';
import { pathOf } from '#operator/runtime/objects.ts';
import { JOBS, WORKLOADS } from '#operator/training/cluster-resources.ts';
import { at } from '#operator/training/testkit/runs.ts';
import { answeredOf, OPERATOR_AUDITED } from './audit.ts';
import { applied, define, DEFINITIONS, describeWithKubernetes, eventually, resource, sent } from './cluster.testkit.ts';
import { definitions } from './gyre-resources.ts';
import { installOperator, type Replica, RUNS, startReplica } from './operator.testkit.ts';
import { runsOf, TINY } from './runs.testkit.ts';

/** Kueue is not here, only its resource: `kueue` below plays it, and writes the conditions that Kueue documents. */
const WORKLOAD_DEFINITION = {
  ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'workloads.kueue.x-k8s.io', annotations: { 'api-approved.kubernetes.io': 'https://github.com/kubernetes-sigs/kueue' } } },
  spec: {
    ...{ group: 'kueue.x-k8s.io', scope: 'Namespaced', names: { kind: 'Workload', listKind: 'WorkloadList', plural: 'workloads', singular: 'workload' } },
    versions: [{ name: 'v1beta1', served: true, storage: true, subresources: { status: {} }, schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } } }],
  },
};
/** Who names an owner of an object must be allowed to hold up the owner's deletion, as on clusters that are strict about it. */
const OWNERS_ENFORCED = '--enable-admission-plugins=OwnerReferencesPermissionEnforcement';
const QUOTAS = resource('v1', 'ResourceQuota', 'resourcequotas');
/** Two are left for the trainer's pods, which take a whole one each, wherever the rollout pods are put. */
const NODES = 6;
const QUIET_MS = 15_000;
const SETTLED_MS = 6_000;

await describeWithKubernetes("TrainingRuns on kwok's nodes", { tools: ['helm'], nodes: NODES, apiServerFlags: [...OPERATOR_AUDITED, OWNERS_ENFORCED] }, ({ cluster, admin }) => {
  let [folder, kubeconfig] = ['', ''];
  const begin = () => startReplica({ kubeconfig, folder, name: 'operator' });
  let operator: Replica;
  let runs: ReturnType<typeof runsOf>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gyre-training-'));
    await define(admin(), WORKLOAD_DEFINITION);
    kubeconfig = await installOperator(cluster(), admin());
    operator = await begin();
    runs = runsOf(admin());
  });
  afterAll(async () => {
    await operator?.stop();
    await rm(folder, { recursive: true });
  });

  it('go from accepted over ready and checkpoints to their end, each step on record', async () => {
    await runs.create('whole');
    await runs.until('whole', 'PodsReady', /^True PodsReady: 6 pods ready/);
    expect([await runs.said('whole', 'Accepted'), await runs.said('whole', 'QuotaReserved')]).toEqual([expect.stringMatching(/^True PreflightPassed/), expect.stringMatching(/^True NoQueue/)]);
    expect(await runs.children('whole')).toEqual([
      'Deployment whole-rollout', 'Job whole', ...Array.from({ length: 6 }, () => 'Pod'),
      'Service whole-rollout', 'Service whole-trainer', 'ServiceAccount whole-rollout', 'ServiceAccount whole-trainer',
    ]);
    const trainer = await runs.trainer('whole', operator.progress);
    expect(await trainer.order()).toMatchObject({ run: `${RUNS}/whole`, resume: null, updates: 10, update: null });
    await trainer.progress(5);
    await trainer.checkpoint(5, 'Recorded');
    await trainer.checkpoint(5, 'Good');
    await runs.until('whole', 'CheckpointReady', /^True CheckpointGood: checkpoint update-5 of update 5/);
    await trainer.progress(10);
    await trainer.checkpoint(10, 'Good');
    await runs.exit('whole', 0);
    await runs.until('whole', 'Succeeded', /^True UpdatesFinished: 10 updates finished; the last good checkpoint is update-10\./);
    const { status, metadata } = await runs.get('whole');
    expect(status).toMatchObject({ summary: 'Succeeded', latestCheckpoint: 'update-10', restarts: 0, attempt: 0, observedGeneration: metadata.generation });
    expect(status?.conditions?.map(({ type, observedGeneration }) => [type, observedGeneration])).toEqual(
      ['Accepted', 'QuotaReserved', 'PodsReady', 'CheckpointReady', 'Suspended', 'Succeeded', 'Failed'].map((type) => [type, metadata.generation]),
    );
    await eventually('a Job that is over is all that is kept', async () => (await runs.children('whole')).join() === 'Job whole,Pod,Pod');
    await eventually('what happened is told', async () => {
      const told = await runs.events('whole');
      return ['CheckpointGood', 'PodsReady', 'UpdatesFinished'].every((reason) => told.includes(reason));
    });
    await runs.remove('whole');
  });

  it('whose pods find no node say which pod, what it needs and what the scheduler says', async () => {
    await runs.create('large', { 'spec.trainer.gpusPerNode': 16, 'spec.trainer.parallelism': { data: 4, tensor: 4, pipeline: 2 }, 'spec.rollout': undefined });
    expect(await runs.until('large', 'PodsReady', /Unschedulable: .* 2 pods wait/)).toMatch(/^False Unschedulable: pod large-[01]-\w+ finds no node; it needs 16 GPUs, and 2 pods wait for 32 GPUs altogether\. The scheduler says: .*Insufficient nvidia\.com\/gpu/);
    await runs.remove('large');
  });

  it('whose pods the namespace has no quota for say which quota, what was asked for and what there is', async () => {
    const quota = { namespace: RUNS, name: 'gpus' };
    await sent(admin(), QUOTAS, 'POST', { namespace: RUNS }, { apiVersion: 'v1', kind: QUOTAS.kind, metadata: quota, spec: { hard: { 'requests.nvidia.com/gpu': '4' } } });
    await eventually('the quota is in force', async () => at(await admin().get(QUOTAS, quota), 'status', 'hard', 'requests.nvidia.com/gpu') === '4');
    await runs.create('poor');
    const says = await runs.until('poor', 'PodsReady', /PodsRefused: pods of Job/);
    expect(says).toMatch(/^False PodsRefused: pods of Job poor cannot be made: exceeded quota: gpus, requested: requests\.nvidia\.com\/gpu=8, used: requests\.nvidia\.com\/gpu=\d, limited: requests\.nvidia\.com\/gpu=4\. It is tried again by itself\.$/);
    await admin().call('delete', QUOTAS, { method: 'DELETE', path: pathOf(QUOTAS, quota) });
    await runs.until('poor', 'PodsReady', /^True PodsReady: 6 pods ready/);
    await eventually('it is told', async () => (await runs.events('poor')).includes('PodsRefused'));
    await runs.remove('poor');
  });

  describe('in a queue of Kueue, which is played', () => {
    /** The Workload that Kueue makes of a Job, and its conditions. */
    const kueue = {
      async reserve(name: string) {
        await eventually(`${name} has a Job`, async () => (await admin().find(JOBS, { namespace: RUNS, name })) !== undefined);
        const { metadata } = await admin().get(JOBS, { namespace: RUNS, name });
        await sent(admin(), WORKLOADS, 'POST', { namespace: RUNS }, { apiVersion: WORKLOADS.apiVersion, kind: 'Workload', metadata: { name: `job-${name}`, namespace: RUNS, ownerReferences: [{ apiVersion: 'batch/v1', kind: 'Job', name, uid: metadata.uid, controller: true }] } });
      },
      async say(name: string, type: string, status: string, reason: string, message: string) {
        const conditions = [{ type, status, reason, message, lastTransitionTime: new Date().toISOString() }];
        await admin().call('patch', WORKLOADS, { method: 'PATCH', path: pathOf(WORKLOADS, { namespace: RUNS, name: `job-${name}`, subresource: 'status' }), contentType: 'application/merge-patch+json', body: { status: { conditions } } });
      },
      suspend: (name: string, suspend: boolean) => admin().call('patch', JOBS, { method: 'PATCH', path: pathOf(JOBS, { namespace: RUNS, name }), contentType: 'application/merge-patch+json', body: { spec: { suspend } } }),
    };

    it('wait without pods and name the shortfall; admitted, they have their pods; evicted, they wait again and nothing is counted as a restart', async () => {
      await runs.create('queued', { 'metadata.labels': { 'kueue.x-k8s.io/queue-name': 'training' } });
      await kueue.reserve('queued');
      expect(await runs.until('queued', 'QuotaReserved', /WaitingInQueue/)).toContain('waits in queue training');
      await kueue.say('queued', 'QuotaReserved', 'False', 'Pending', "couldn't assign flavors to pod set main: insufficient unused quota for nvidia.com/gpu in flavor h200, 12 more needed");
      expect(await runs.until('queued', 'QuotaReserved', /InsufficientGpus/)).toBe('False InsufficientGpus: needs 16 GPUs; queue training has 4 free. It starts when 12 more are; or use fewer nodes.');
      expect(await runs.children('queued')).toEqual(['Job queued', 'Service queued-trainer', 'ServiceAccount queued-trainer']);

      await kueue.say('queued', 'QuotaReserved', 'True', 'QuotaReserved', 'Quota reserved in ClusterQueue gpus');
      await kueue.suspend('queued', false);
      await runs.until('queued', 'PodsReady', /^True PodsReady: 6 pods/);
      await kueue.say('queued', 'Evicted', 'True', 'Preempted', 'Preempted to accommodate a workload of higher priority');
      await kueue.suspend('queued', true);
      await runs.until('queued', 'QuotaReserved', /^False Evicted: was evicted from queue training \(Preempted\)/);
      await eventually('it holds no pods', async () => !(await runs.children('queued')).includes('Pod'));
      expect((await runs.get('queued')).status).toMatchObject({ restarts: 0, evictions: [{ reason: 'Preempted', count: 1 }] });
      await runs.remove('queued');
    });
  });

  it('that fail the preflight have no children, and say which rule and what to do', async () => {
    await expect(runs.create('odd', { 'spec.trainer.parallelism.data': 3 })).rejects.toMatchObject({ message: expect.stringContaining('[world-size]') });
    // One that came past the resource's rules, as from a time before they were there; they are in force when the operator looks at it.
    await operator.stop();
    const definition = definitions.find(({ metadata }) => metadata.name.startsWith('trainingruns'));
    if (definition === undefined) throw new Error('crds/ has no TrainingRun');
    const lax: typeof definition = structuredClone(definition);
    for (const { schema } of lax.spec.versions) Reflect.deleteProperty(schema.openAPIV3Schema.properties?.['spec'] ?? {}, 'x-kubernetes-validations');
    await applied(admin(), DEFINITIONS, lax);
    const taken = (name: string) => runs.create(name, { 'spec.trainer.parallelism.data': 3 }).then(() => true, () => false);
    await eventually('it is taken', () => taken('odd'));
    await applied(admin(), DEFINITIONS, definition);
    let others = 0;
    await eventually('the next is refused', async () => !(await taken(`odd-${++others}`)));
    operator = await begin();
    expect(await runs.until('odd', 'Accepted', /PreflightFailed/)).toMatch(/^False PreflightFailed: \[world-size\] spec\.trainer\.parallelism: .*24.*16/);
    expect([await runs.children('odd'), (await runs.get('odd')).status?.summary]).toEqual([[], 'Refused']);
    for (let i = 1; i < others; i++) await runs.remove(`odd-${i}`);
    await runs.remove('odd');
  });

  it.each([
    ['at once for the exit code of a wrong configuration', 78, {}, /^True PodFailurePolicy: pod failing-\d-\w+ failed in a way that podFailurePolicy ends the run for: .*exit code 78/, 0],
    ['after the restarts that they have', 3, { 'spec.maxRestarts': 1 }, /^True RestartsUsedUp: the trainer failed more than maxRestarts \(1\) times; last: pod failing-\d-\w+ ended with exit code 3/, 1],
  ])('fail %s', async (_, code, changes, says, restarts) => {
    await runs.create('failing', { ...changes, 'spec.rollout': undefined });
    for (let attempt = 0; attempt <= restarts; attempt++) {
      await eventually(`attempt ${attempt} is ready`, async () => (await runs.get('failing')).status?.attempt === attempt && (await runs.said('failing', 'PodsReady')).startsWith('True'));
      await runs.exit('failing', code);
    }
    await runs.until('failing', 'Failed', says);
    expect((await runs.get('failing')).status).toMatchObject({ restarts, summary: 'Failed' });
    // Of two pods the Job controller may have taken one away before its own exit code was read.
    await eventually('a Job that is over is all that is kept', async () => /^Job failing(,Pod){1,2}$/.test((await runs.children('failing')).join()));
    await runs.remove('failing');
  });

  it('are over when their time is, or when they are silent for too long; and are deleted when they have been kept for long enough', async () => {
    const short = { ...TINY, 'spec.activeDeadlineSeconds': 30, 'spec.progressDeadlineSeconds': 30 };
    await runs.create('late', { ...short, 'spec.ttlSecondsAfterFinished': 2 });
    await runs.create('silent', { ...TINY, 'spec.progressDeadlineSeconds': 30, 'spec.maxRestarts': 0 });
    await runs.until('silent', 'Failed', /^True RestartsUsedUp: .*no progress for 3\d s, progressDeadlineSeconds is 30/);
    await eventually('the one whose time is over is deleted', async () => (await runs.find('late')) === undefined);
    await eventually('nothing is left of it', async () => (await runs.children('late')).length === 0);
    expect(await runs.events('late')).toContain('DeadlineReached');
    await runs.remove('silent');
  });

  it('suspended hold nothing, and nothing is asked or written for them; they go on from the last good checkpoint', async () => {
    await runs.create('paused');
    await runs.until('paused', 'PodsReady', /^True/);
    const first = await runs.trainer('paused', operator.progress);
    await first.progress(5);
    await first.checkpoint(5, 'Good');
    await runs.edit('paused', { suspend: true });
    await runs.until('paused', 'Suspended', /^True SuspendRequested/);
    expect(await runs.children('paused')).toEqual([]);
    await expect(first.order()).rejects.toThrow(/40[13]/);

    await systemClock.sleep(SETTLED_MS);
    const before = (await answeredOf(cluster())).length;
    await systemClock.sleep(QUIET_MS);
    expect((await answeredOf(cluster())).slice(before).filter(({ verb }) => verb !== 'watch')).toEqual([]);

    await runs.edit('paused', { suspend: false });
    await runs.until('paused', 'PodsReady', /^True PodsReady: 6 pods/);
    const second = await runs.trainer('paused', operator.progress);
    expect(at(await second.order(), 'resume', 'name')).toBe('update-5');
    expect((await runs.get('paused')).status).toMatchObject({ restarts: 0 });
    await runs.remove('paused');
  });
});
