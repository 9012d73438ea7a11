import { describe, expect, it } from 'vitest';
import { metaOf } from '../../runtime/testkit/object-store.ts';
import { settle, until } from '../../runtime/testkit/world.ts';
import { CLAIMS, DEPLOYMENTS, JOB_SETS, JOBS, PODS, SERVICES } from '../cluster-resources.ts';
import { ATTEMPT_LABEL } from '../names.ts';
import { TRAINING_RUNS } from '../run.ts';
import { at, QUEUED } from '../testkit/runs.ts';
import { checkpoint, condition, KEY, progressed, trainingWorld } from '../testkit/world.ts';

const ALL = ['Job planner', 'Deployment planner-rollout', 'Service planner-trainer', 'Service planner-rollout', 'ServiceAccount planner-trainer', 'ServiceAccount planner-rollout'];
const withoutPods = (children: readonly string[]) => children.filter((child) => !child.startsWith('Pod '));

/** A world in which the run has all its pods, ready. */
async function running(...given: Parameters<typeof trainingWorld>) {
  const world = await trainingWorld(...given);
  await world.drive();
  world.cluster.ready();
  await world.drive();
  return world;
}

describe('from a run to its end', () => {
  it('makes the children, says what it sees, and is Succeeded with the last good checkpoint', async () => {
    const { drive, cluster, run, report, children, told } = await trainingWorld();
    await drive();
    expect(withoutPods(children())).toEqual(ALL);
    expect(condition(await run(), 'Accepted')).toMatch(/^True PreflightPassed/);
    expect(condition(await run(), 'QuotaReserved')).toMatch(/^True NoQueue/);
    expect(condition(await run(), 'PodsReady')).toBe('False PodsStarting: 0 of 6 pods ready.');
    cluster.ready();
    await drive();
    const ready = await run();
    expect(condition(ready, 'PodsReady')).toBe('True PodsReady: 6 pods ready.');
    expect(ready.status).toMatchObject({ summary: 'Running', observedGeneration: 1, attempt: 0, restarts: 0, trainer: { nodes: 2, readyNodes: 2 }, rollout: { replicas: 4, readyReplicas: 4 }, workload: { kind: 'Job', name: 'planner' }, startTime: '2026-01-31T12:00:00Z' });
    expect(ready.status?.rollout?.selector).toContain('gyre.dev/role=rollout');
    expect(ready.status?.conditions).toHaveLength(7);
    report({ progress: progressed(200), checkpoints: [checkpoint(195), checkpoint(200)] });
    for (const pod of cluster.pods()) cluster.exit(pod, 0);
    await drive();
    const over = await run();
    expect(condition(over, 'Succeeded')).toBe('True UpdatesFinished: 200 updates finished; the last good checkpoint is update-200.');
    expect(condition(over, 'Failed')).toMatch(/^False Succeeded/);
    expect(condition(over, 'PodsReady')).toMatch(/^False NoPods/);
    expect(condition(over, 'QuotaReserved')).toMatch(/^False Released/);
    expect(over.status).toMatchObject({ summary: 'Succeeded', latestCheckpoint: 'update-200', completionTime: '2026-01-31T12:00:00Z', rollout: { replicas: 0 } });
    // What holds GPUs has gone; the pods that ended, with their logs, stay.
    expect(withoutPods(children())).toEqual(['Job planner']);
    expect(cluster.pods('rollout')).toEqual([]);
    expect(told.map(({ type, reason }) => `${type} ${reason}`)).toEqual(['Normal PodsReady', 'Normal CheckpointGood', 'Normal UpdatesFinished']);
  });

  it('writes nothing where nothing has changed', async () => {
    const { drive, server, reconcile } = await running();
    await drive();
    const { version } = server.store;
    for (let i = 0; i < 3; i++) await reconcile();
    expect(server.store.version).toBe(version);
  });

  it('goes when it has been over for its ttl, and not before', async () => {
    const { drive, cluster, report, pass, server, children } = await running({ 'spec.ttlSecondsAfterFinished': 60 });
    report({ progress: progressed(200), checkpoints: [checkpoint(200)] });
    for (const pod of cluster.pods()) cluster.exit(pod, 0);
    expect(await drive()).toEqual({ requeueAfterMs: 60_000 });
    pass(59_000);
    expect(await drive()).toEqual({ requeueAfterMs: 1_000 });
    pass(1_000);
    await drive();
    expect(server.store.list(TRAINING_RUNS, 'ml')).toEqual([]);
    expect(children()).toEqual([]);
  });

  it.each([
    ['fewer updates than asked for', { progress: progressed(50), checkpoints: [checkpoint(50)] }, /^True EndedEarly: .*50 of 200/],
    ['no good checkpoint', { progress: progressed(200), checkpoints: [checkpoint(200, 'Recorded'), checkpoint(195, 'Bad')] }, /^True EndedWithoutCheckpoint/],
  ])('a trainer that says it finished with %s has failed', async (_, status, said) => {
    const { drive, cluster, run, report } = await running();
    report(status);
    for (const pod of cluster.pods()) cluster.exit(pod, 0);
    await drive();
    expect(condition(await run(), 'Failed')).toMatch(said);
    expect(condition(await run(), 'Succeeded')).toMatch(/^False/);
  });

  it('an end is final, whatever pods and specs do after it', async () => {
    const { drive, cluster, run, edit, report } = await running();
    cluster.exit(cluster.pods()[0], 78, 'no such release');
    await drive();
    const failed = await run();
    expect(condition(failed, 'Failed')).toMatch(/^True PodFailurePolicy: pod planner-0-\w+ failed .*exit code 78.*no such release\.$/);
    report({ progress: progressed(200), checkpoints: [checkpoint(200)] });
    edit({ suspend: true });
    await drive();
    edit({ suspend: false });
    await drive();
    expect((await run()).status?.conditions).toEqual(failed.status?.conditions);
    expect((await run()).status?.restarts).toBe(0);
  });

  it('as a JobSet where that is installed', async () => {
    const { drive, cluster, run, report } = await running({}, { jobSet: true, kueue: false });
    expect(cluster.list(JOB_SETS).map((each) => metaOf(each).name)).toEqual(['planner']);
    expect((await run()).status).toMatchObject({ workload: { apiVersion: 'jobset.x-k8s.io/v1alpha2', kind: 'JobSet', name: 'planner' }, trainer: { readyNodes: 2 } });
    cluster.exit(cluster.pods()[0], 1, 'NaN');
    await drive();
    expect((await run()).status).toMatchObject({ restarts: 1, attempt: 1 });
    expect(cluster.list(JOB_SETS).map((each) => metaOf(each).labels?.[ATTEMPT_LABEL])).toEqual(['1']);
    cluster.exit(cluster.pods()[1], 78);
    await drive();
    expect(condition(await run(), 'Failed')).toMatch(/^True PodFailurePolicy/);
    report({});
  });
});

describe('what is refused', () => {
  it('a run that breaks a rule: no children, and the rule with its numbers', async () => {
    const { drive, run, children, told } = await trainingWorld({ 'spec.trainer.nodes': 3, 'spec.batch.microBatchSize': 3 });
    expect(await drive()).toEqual({});
    expect(children()).toEqual([]);
    const refused = await run();
    expect(condition(refused, 'Accepted')).toMatch(/^False PreflightFailed: \[world-size\] spec\.trainer\.parallelism: .*3 nodes x 8 GPUs is 24; set parallelism\.data to 3\. \[micro-batches\] .*give a multiple of 6/);
    expect(refused.status?.summary).toBe('Refused');
    expect(told.map(({ reason }) => reason)).toEqual(['PreflightFailed']);
  });

  it('what the run refers to and is not there is named; it starts once it is', async () => {
    const { drive, run, children, server } = await trainingWorld({ 'spec.trainer.pods.volumeClaims': [{ claimName: 'weights', mountPath: '/weights' }], 'spec.trainer.pods.serviceAccountName': 'trainer' });
    expect(await drive()).toEqual({ requeueAfterMs: 30_000 });
    expect(condition(await run(), 'Accepted')).toBe('False ReferenceMissing: ServiceAccount trainer is not in the namespace; create it, and the run is looked at again.');
    server.store.create({ ...CLAIMS, plural: 'serviceaccounts', kind: 'ServiceAccount', apiVersion: 'v1' }, 'ml', { metadata: { name: 'trainer', namespace: 'ml' } });
    await drive();
    expect(condition(await run(), 'Accepted')).toMatch(/PersistentVolumeClaim weights/);
    expect(children().filter((child) => child.startsWith('Job'))).toEqual([]);
    server.store.create(CLAIMS, 'ml', { metadata: { name: 'weights', namespace: 'ml' } });
    await drive();
    expect(children()).toContain('Job planner');
    expect(condition(await run(), 'Accepted')).toMatch(/^True/);
  });

  it.each([
    ['Job', JOBS, 'planner'],
    ['Service', SERVICES, 'planner-trainer'],
    ['Deployment', DEPLOYMENTS, 'planner-rollout'],
  ] as const)('a %s of the same name that belongs to another is left as it is', async (kind, resource, name) => {
    const { drive, run, server, children } = await trainingWorld();
    const theirs = server.store.create(resource, 'ml', { metadata: { name, namespace: 'ml' }, spec: { theirs: true, suspend: true } });
    await drive();
    expect(condition(await run(), 'Accepted')).toBe(`False NameTaken: ${kind} ${name} is there and belongs to another; remove it, or create the run under another name.`);
    expect(server.store.get(resource, 'ml', name)).toEqual(theirs);
    expect(children()).toEqual([`${kind} ${name}`]);
  });

  it('a run of another controller, or one that is going, is left alone', async () => {
    const other = await trainingWorld({ 'spec.managedBy': 'example.org/other' });
    expect(await other.drive()).toEqual({});
    expect([other.children(), (await other.run()).status]).toEqual([[], undefined]);
    const going = await trainingWorld({ 'metadata.finalizers': ['example.org/wait'] });
    going.server.store.delete(TRAINING_RUNS, 'ml', 'planner');
    await going.drive();
    expect(going.children()).toEqual([]);
  });

  it('a run deleted midway takes its children with it, and none is made again', async () => {
    const { drive, server, children } = await running();
    server.store.delete(TRAINING_RUNS, 'ml', 'planner');
    await drive();
    expect(children()).toEqual([]);
  });
});

describe('suspension', () => {
  it('means zero children, and zero requeues', async () => {
    const { drive, run, edit, children, cluster, controller, server, keep, signal, caughtUp } = await running();
    cluster.lingering = true;
    edit({ suspend: true });
    expect(await drive()).toEqual({});
    expect(condition(await run(), 'Suspended')).toBe('False Suspending: spec.suspend is true; 6 pods left to end.');
    cluster.lingering = false;
    expect(await drive()).toEqual({});
    const suspended = await run();
    expect(children()).toEqual([]);
    expect(condition(suspended, 'Suspended')).toMatch(/^True SuspendRequested/);
    expect(condition(suspended, 'PodsReady')).toMatch(/^False NoPods/);
    expect(condition(suspended, 'QuotaReserved')).toMatch(/^False Released/);
    expect(suspended.status?.summary).toBe('Suspended');
    // The real controller, with its queue: nothing comes again by itself.
    void keep(controller.run(signal));
    await caughtUp();
    await settle();
    const { version } = server.store;
    const gets = server.asked(TRAINING_RUNS).gets;
    await settle(200);
    expect([server.store.version, server.asked(TRAINING_RUNS).gets, controller.queue.depth]).toEqual([version, gets, 0]);
  });

  it('a run that is created suspended has no child at all', async () => {
    const { drive, run, children } = await trainingWorld({ 'spec.suspend': true });
    expect(await drive()).toEqual({});
    expect(children()).toEqual([]);
    expect(condition(await run(), 'Suspended')).toMatch(/^True/);
  });

  it('a resumed run begins once the old pods have gone, and its suspension does not count as activity', async () => {
    const { drive, run, edit, cluster, pass } = await running({ 'spec.activeDeadlineSeconds': 7200 });
    pass(600_000);
    cluster.lingering = true;
    edit({ suspend: true });
    await drive();
    edit({ suspend: false });
    await drive();
    expect(cluster.list(JOBS)).toEqual([]);
    cluster.lingering = false;
    await drive();
    expect(cluster.list(JOBS).map((each) => metaOf(each).labels?.[ATTEMPT_LABEL])).toEqual(['0']);
    edit({ suspend: true });
    await drive();
    pass(5_000_000);
    edit({ suspend: false });
    expect(await drive()).toMatchObject({ requeueAfterMs: 6_600_000 });
    expect((await run()).status).toMatchObject({ activeSeconds: 600, restarts: 0 });
  });

  it('a world resized while suspended is what comes back', async () => {
    const { drive, edit, cluster } = await running();
    edit({ suspend: true });
    await drive();
    edit({ suspend: false, trainer: { nodes: 4, parallelism: { data: 4, tensor: 4, pipeline: 2, context: 1 } } });
    await drive();
    expect(at(cluster.list(JOBS)[0], 'spec', 'completions')).toBe(4);
    expect(cluster.pods()).toHaveLength(4);
  });
});

describe('failures of the trainer', () => {
  it('the whole group begins anew, counted, after the last pod of the old one', async () => {
    const { drive, run, cluster, told } = await running();
    cluster.lingering = true;
    cluster.exit(cluster.pods()[1], 1, 'CUDA out of memory\n');
    await drive();
    expect(condition(await run(), 'PodsReady')).toMatch(/^False Restarting: restart 1 of 3: pod planner-1-\w+ ended with exit code 1 \(Error\): CUDA out of memory\.$/);
    expect(cluster.list(JOBS)).toEqual([]);
    cluster.lingering = false;
    await drive();
    expect(cluster.list(JOBS).map((each) => metaOf(each).labels?.[ATTEMPT_LABEL])).toEqual(['1']);
    expect(cluster.pods().map((pod) => metaOf(pod).labels?.[ATTEMPT_LABEL])).toEqual(['1', '1']);
    expect((await run()).status).toMatchObject({ restarts: 1, attempt: 1 });
    expect(told.filter(({ reason }) => reason === 'Restarting')).toHaveLength(1);
  });

  it('more than maxRestarts of them are the end', async () => {
    const { drive, run, cluster, children } = await running({ 'spec.maxRestarts': 2 });
    for (let i = 0; i < 3; i++) {
      cluster.exit(cluster.pods()[0], 3, `try ${i}`);
      await drive();
    }
    expect(condition(await run(), 'Failed')).toMatch(/^True RestartsUsedUp: .*maxRestarts \(2\) times; last: .*try 2/);
    expect((await run()).status?.restarts).toBe(2);
    expect(cluster.pods()).toEqual([]);
    expect(withoutPods(children())).toEqual(['Job planner']);
  });

  it('a lost node takes the group with it and does not count, though the others fail of it', async () => {
    const { drive, run, cluster } = await running({ 'spec.maxRestarts': 0 });
    const [first, second] = cluster.pods();
    cluster.disrupt(first);
    cluster.exit(second, 1, 'connection reset by peer');
    await drive();
    expect((await run()).status).toMatchObject({ restarts: 0, attempt: 1, evictions: [{ reason: 'EvictionByEvictionAPI', count: 1 }], summary: 'Starting' });
    expect(condition(await run(), 'PodsReady')).toMatch(/PodsStarting/);
    cluster.ready();
    await drive();
    cluster.disrupt(cluster.pods()[1]);
    await drive();
    expect((await run()).status).toMatchObject({ restarts: 0, attempt: 2, evictions: [{ reason: 'EvictionByEvictionAPI', count: 2 }] });
    expect(cluster.pods()).toHaveLength(2);
  });

  it('an exit code that the policy ignores does not count either', async () => {
    const rules = [{ action: 'Ignore', onExitCodes: { operator: 'In', values: [75] } }];
    const { drive, run, cluster } = await running({ 'spec.podFailurePolicy': { rules } });
    cluster.exit(cluster.pods()[0], 75, 'storage is away');
    await drive();
    expect((await run()).status).toMatchObject({ restarts: 0, attempt: 1, evictions: [{ reason: 'IgnoredExitCode', count: 1 }] });
  });

  it('silence for longer than the progress deadline is a restart that counts; progress puts it off', async () => {
    const { drive, run, cluster, pass, report } = await running({ 'spec.progressDeadlineSeconds': 600 });
    pass(500_000);
    report({ progress: progressed(3, '2026-01-31T12:08:20Z') });
    expect(await drive()).toEqual({ requeueAfterMs: 600_000 });
    pass(600_000);
    cluster.lingering = true;
    await drive();
    expect(condition(await run(), 'PodsReady')).toBe('False ProgressStalled: no progress for 600 s, progressDeadlineSeconds is 600; the trainer is restarted.');
    cluster.lingering = false;
    await drive();
    expect((await run()).status).toMatchObject({ restarts: 1, attempt: 1 });
    expect(cluster.list(JOBS).map((each) => metaOf(each).labels?.[ATTEMPT_LABEL])).toEqual(['1']);
  });

  it('the deadline ends a run that is active, and takes its pods', async () => {
    const { drive, run, pass, cluster, children } = await running({ 'spec.activeDeadlineSeconds': 3600, 'spec.progressDeadlineSeconds': 3600 });
    pass(3_600_000);
    expect(await drive()).toEqual({ requeueAfterMs: 604_800_000 });
    expect(condition(await run(), 'Failed')).toMatch(/^True DeadlineReached: .*\(3600\)/);
    expect([cluster.pods(), cluster.pods('rollout'), children()]).toEqual([[], [], []]);
  });
});

describe('what hinders pods is said', () => {
  it('by the scheduler: which pod, how many GPUs, how many wait', async () => {
    const { drive, run, cluster } = await trainingWorld();
    await drive();
    for (const pod of cluster.pods()) cluster.pod(pod, { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/5 nodes are available: 5 Insufficient nvidia.com/gpu.' }] });
    await drive();
    expect(condition(await run(), 'PodsReady')).toMatch(/^False Unschedulable: pod planner-0-\w+ finds no node; it needs 8 GPUs of type NVIDIA-H200, and 2 pods wait for 16 GPUs of type NVIDIA-H200 altogether\. The scheduler says: 0\/5 nodes are available: 5 Insufficient nvidia\.com\/gpu\.$/);
  });

  it('by the kubelet: which image, and why', async () => {
    const { drive, run, cluster } = await trainingWorld();
    await drive();
    cluster.pod(cluster.pods()[0] ?? {}, { phase: 'Pending', containerStatuses: [{ name: 'trainer', state: { waiting: { reason: 'ImagePullBackOff', message: 'manifest unknown' } } }] });
    await drive();
    expect(condition(await run(), 'PodsReady')).toMatch(/^False ImageUnavailable: pod planner-0-\w+ cannot have image registry\.example\/gyre\/gpu-trainer:0\.1\.0: manifest unknown\./);
  });

  it('checkpoints: none, good, bad', async () => {
    const { drive, run, report } = await running();
    expect(condition(await run(), 'CheckpointReady')).toMatch(/^False NoCheckpoint: .*every 5 updates/);
    report({ checkpoints: [checkpoint(5, 'Recorded')] });
    await drive();
    expect(condition(await run(), 'CheckpointReady')).toMatch(/^False NoCheckpoint/);
    report({ checkpoints: [checkpoint(5), checkpoint(10, 'Recorded')] });
    await drive();
    expect(condition(await run(), 'CheckpointReady')).toMatch(/^True CheckpointGood: checkpoint update-5 of update 5/);
    report({ checkpoints: [checkpoint(5), checkpoint(10, 'Bad')] });
    await drive();
    expect(condition(await run(), 'CheckpointReady')).toMatch(/^False CheckpointBad: checkpoint update-10 .*The last good one is update-5\./);
    expect((await run()).status?.latestCheckpoint).toBe('update-5');
  });
});

describe('a queue', () => {
  const kueue = { jobSet: false, kueue: true };

  it('without Kueue in the cluster: nothing is made, and that is said', async () => {
    const { drive, run, children } = await trainingWorld(QUEUED);
    expect(await drive()).toEqual({});
    expect(condition(await run(), 'QuotaReserved')).toMatch(/^False KueueMissing: names queue training/);
    expect(children()).toEqual([]);
  });

  // Kueue is played by the spec (FakeCluster.quota): conditions with its words, and the suspension of the Job.
  it.each([false, true])('is waited in, admitted from and evicted from as Kueue says (JobSet: %s)', async (jobSet) => {
    const { drive, run, cluster, told, children } = await trainingWorld(QUEUED, { ...kueue, jobSet });
    cluster.kueue = true;
    await drive();
    expect(condition(await run(), 'QuotaReserved')).toBe('False WaitingInQueue: waits in queue training: Kueue has not looked at it yet.');
    cluster.quota([{ type: 'QuotaReserved', status: 'False', reason: 'Pending', message: "couldn't assign flavors to pod set main: insufficient unused quota for nvidia.com/gpu in flavor h200, 8 more needed" }], true);
    await drive();
    expect(condition(await run(), 'QuotaReserved')).toBe('False InsufficientGpus: needs 16 GPUs of type NVIDIA-H200; queue training has 8 free. It starts when 8 more are; or use fewer nodes.');
    expect((await run()).status?.summary).toBe('Queued');
    // What waits holds nothing: no trainer pod, and no rollout pod either.
    expect([cluster.list(PODS), children().includes('Deployment planner-rollout')]).toEqual([[], false]);
    cluster.quota([{ type: 'QuotaReserved', status: 'True', reason: 'QuotaReserved', message: '' }, { type: 'Admitted', status: 'True', reason: 'Admitted', message: '' }], false);
    await drive();
    cluster.ready();
    await drive();
    expect((await run()).status).toMatchObject({ summary: 'Running', trainer: { readyNodes: 2 }, rollout: { readyReplicas: 4 } });
    cluster.quota([{ type: 'QuotaReserved', status: 'False', reason: 'Pending', message: 'Preempted' }, { type: 'Evicted', status: 'True', reason: 'Preempted', message: 'Preempted to accommodate a workload of higher priority' }], true);
    await drive();
    const evicted = await run();
    expect(condition(evicted, 'QuotaReserved')).toBe('False Evicted: was evicted from queue training (Preempted): Preempted to accommodate a workload of higher priority. It goes on from the last good checkpoint once admitted again.');
    expect(evicted.status).toMatchObject({ evictions: [{ reason: 'Preempted', count: 1 }], restarts: 0, attempt: 0, summary: 'Queued' });
    expect(evicted.status).not.toHaveProperty('activeStartTime');
    expect([...cluster.pods(), ...cluster.pods('rollout')]).toEqual([]);
    cluster.quota([{ type: 'QuotaReserved', status: 'True', reason: 'QuotaReserved', message: '' }, { type: 'Evicted', status: 'False', reason: 'QuotaReserved', message: '' }], false);
    await drive();
    cluster.ready();
    await drive();
    expect((await run()).status).toMatchObject({ summary: 'Running', evictions: [{ reason: 'Preempted', count: 1 }] });
    expect(told.filter(({ reason }) => reason === 'Evicted')).toHaveLength(1);
  });

  it('of another resource than the GPUs is told in the words of Kueue', async () => {
    const { drive, run, cluster } = await trainingWorld(QUEUED, kueue);
    cluster.kueue = true;
    await drive();
    cluster.quota([{ type: 'QuotaReserved', status: 'False', reason: 'Inadmissible', message: 'ClusterQueue gpus is inactive' }], true);
    await drive();
    expect(condition(await run(), 'QuotaReserved')).toBe('False WaitingInQueue: waits in queue training: ClusterQueue gpus is inactive.');
  });
});

describe('rollout pods', () => {
  it('scale at any time, and scale back what somebody else scaled', async () => {
    const { drive, edit, cluster, server, run } = await running();
    edit({ rollout: { replicas: 6 } });
    await drive();
    expect(cluster.pods('rollout')).toHaveLength(6);
    server.store.write(DEPLOYMENTS, 'ml', 'planner-rollout', { kind: 'merge', body: { spec: { replicas: 1 } } }, undefined);
    await drive();
    expect(cluster.pods('rollout')).toHaveLength(6);
    expect((await run()).status?.rollout?.replicas).toBe(6);
  });
});

describe('what the API server does to a reconcile', () => {
  it('own creates that lists hide are not made again, by this process or the next', async () => {
    const world = await trainingWorld();
    const { drive, server, restart, cluster, run, caughtUp, clock, reconcile, signal } = world;
    await caughtUp();
    server.hidden = (_, plural) => plural !== TRAINING_RUNS.plural;
    const made: string[] = [];
    server.beforeWrite = (method, path) => void (method === 'POST' && made.push(path));
    await drive();
    const posts = made.length;
    for (const resource of [JOBS, SERVICES, DEPLOYMENTS]) server.inject(resource, { type: 'ERROR', object: { kind: 'Status', code: 410 } });
    await until('their watches have ended', () => world.informers.filter(({ failure }) => failure).length === 3);
    clock.advance(1_000);
    await until('they have listed anew', () => [JOBS, SERVICES, DEPLOYMENTS].every((resource) => server.asked(resource).lists >= 2));
    await drive();
    restart();
    await Promise.all(world.informers.map((each) => each.synced(signal)));
    await reconcile();
    expect(made).toHaveLength(posts);
    server.hidden = () => false;
    restart();
    cluster.ready();
    await drive();
    expect(condition(await run(), 'PodsReady')).toMatch(/^True/);
  });

  it('a cache that lags shows an old Job: it is neither counted nor replaced twice', async () => {
    const { drive, server, reconcile, run, cluster, caughtUp } = await running();
    cluster.exit(cluster.pods()[0], 1);
    cluster.step();
    await caughtUp();
    // The watches say nothing of what comes now; calls are answered.
    server.mute = true;
    await reconcile();
    cluster.step();
    const { status } = await run();
    expect(status).toMatchObject({ restarts: 1, attempt: 1 });
    const again = await Promise.allSettled([reconcile(), reconcile()]);
    expect(again.map(({ status: how }) => how)).toEqual(['fulfilled', 'fulfilled']);
    expect((await run()).status).toEqual(status);
    server.mute = false;
    await drive();
    expect(cluster.list(JOBS).map((each) => metaOf(each).labels?.[ATTEMPT_LABEL])).toEqual(['1']);
    expect((await run()).status).toMatchObject({ restarts: 1, attempt: 1 });
  });

  it.each([409, 429, 500, 503])('%i at any write: the reconcile fails, and the next one goes on', async (code) => {
    for (let nth = 1; nth <= 8; nth++) {
      const { drive, server, children, run } = await trainingWorld();
      let writes = 0;
      server.refusals.push({ status: code, when: ({ method }) => method !== 'GET' && ++writes === nth });
      const failures: unknown[] = [];
      await drive((error) => void failures.push(error));
      expect(withoutPods(children())).toEqual(ALL);
      expect(condition(await run(), 'Accepted')).toMatch(/^True/);
      expect(failures.length).toBeLessThanOrEqual(1);
    }
  });

  it('progress reported while it decides refuses its write: nothing is decided on what is no longer so', async () => {
    const { drive, server, run, cluster, report } = await running();
    cluster.exit(cluster.pods()[0], 1);
    cluster.step();
    let reported = false;
    server.beforeWrite = (_, path) => {
      if (!path.endsWith('/planner/status') || reported) return;
      reported = true;
      report({ progress: progressed(7) });
    };
    const failures: unknown[] = [];
    await drive((error) => void failures.push(error));
    expect(failures).toHaveLength(1);
    expect((await run()).status).toMatchObject({ restarts: 1, attempt: 1, progress: { update: 7 } });
  });
});

it('with its informers and queue, a run comes up by the watches alone', async () => {
  const { controller, keep, signal, cluster, run, server } = await trainingWorld();
  void keep(controller.run(signal));
  for (let tries = 0; tries < 400 && condition(await run(), 'PodsReady') !== 'True PodsReady: 6 pods ready.'; tries++) {
    cluster.step();
    cluster.ready();
    await settle(20);
  }
  expect(condition(await run(), 'PodsReady')).toBe('True PodsReady: 6 pods ready.');
  expect(server.store.get(TRAINING_RUNS, 'ml', KEY.split('/')[1] ?? '')).toMatchObject({ status: { summary: 'Running' } });
});
