import { describe, expect, it } from 'vitest';
import { EVENTS } from '../../runtime/events.ts';
import { metaOf } from '../../runtime/testkit/object-store.ts';
import { DEPLOYMENTS, JOBS, PODS } from '../cluster-resources.ts';
import { QUEUED } from '../testkit/runs.ts';
import { checkpoint, condition, runningWorld, trainingWorld } from '../testkit/world.ts';

describe('what hinders pods is said', () => {
  it('by the scheduler: which pod, how many GPUs, how many wait', async () => {
    const { drive, run, cluster } = await trainingWorld();
    await drive();
    for (const pod of cluster.pods()) cluster.pod(pod, { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/5 nodes are available: 5 Insufficient nvidia.com/gpu.' }] });
    await drive();
    expect(condition(await run(), 'PodsReady')).toMatch(/^False Unschedulable: pod planner-0-\w+ finds no node; it needs 8 GPUs of type NVIDIA-H200, and 2 pods wait for 16 GPUs of type NVIDIA-H200 altogether\. The scheduler says: 0\/5 nodes are available: 5 Insufficient nvidia\.com\/gpu\.$/);
  });

  it('by the Job controller, in events alone: asked for once pods have been missing for a while, and now and then', async () => {
    const { drive, run, cluster, pass, server } = await trainingWorld();
    cluster.refusesPods = true;
    expect(await drive()).toEqual({ requeueAfterMs: 5_000 });
    expect(condition(await run(), 'PodsReady')).toBe('False PodsStarting: 0 of 6 pods ready.');
    const [job] = cluster.list(JOBS);
    const tell = (name: string, uid: string | undefined, said: string, at: string) =>
      server.store.create(EVENTS, 'ml', { metadata: { name, namespace: 'ml' }, reason: 'FailedCreate', note: `Error creating: pods "planner-0-${name}" is forbidden: ${said}`, regarding: { uid }, deprecatedLastTimestamp: at });
    tell('abcde', metaOf(job ?? {}).uid, 'exceeded quota: gpus, requested: requests.nvidia.com/gpu=8, used: requests.nvidia.com/gpu=0, limited: requests.nvidia.com/gpu=4', '2026-01-31T12:00:02Z');
    tell('older', metaOf(job ?? {}).uid, 'something else', '2026-01-31T12:00:01Z');
    tell('other', 'of-another-job', 'nothing of ours', '2026-01-31T12:00:04Z');
    pass(5_000);
    expect(await drive()).toEqual({ requeueAfterMs: 30_000 });
    expect(condition(await run(), 'PodsReady')).toBe('False PodsRefused: pods of Job planner cannot be made: exceeded quota: gpus, requested: requests.nvidia.com/gpu=8, used: requests.nvidia.com/gpu=0, limited: requests.nvidia.com/gpu=4. It is tried again by itself.');
    cluster.refusesPods = false;
    await drive();
    expect(condition(await run(), 'PodsReady')).toMatch(/^False PodsStarting/);
  });

  it('by the controller of rollout pods, in a condition', async () => {
    const { drive, run, cluster, server } = await trainingWorld();
    await drive();
    const message = 'pods "planner-rollout-7d-x2" is forbidden: exceeded quota: gpus, requested: requests.nvidia.com/gpu=2';
    server.store.write(DEPLOYMENTS, 'ml', 'planner-rollout', { kind: 'merge', body: { status: { conditions: [{ type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message }] } } }, 'status');
    await drive();
    expect(condition(await run(), 'PodsReady')).toBe('False PodsRefused: pods of Deployment planner-rollout cannot be made: exceeded quota: gpus, requested: requests.nvidia.com/gpu=2. It is tried again by itself.');
    expect(cluster.pods()).toHaveLength(2);
  });

  it('by the kubelet: which image, and why', async () => {
    const { drive, run, cluster } = await trainingWorld();
    await drive();
    cluster.pod(cluster.pods()[0] ?? {}, { phase: 'Pending', containerStatuses: [{ name: 'trainer', state: { waiting: { reason: 'ImagePullBackOff', message: 'manifest unknown' } } }] });
    await drive();
    expect(condition(await run(), 'PodsReady')).toMatch(/^False ImageUnavailable: pod planner-0-\w+ cannot have image registry\.example\/gyre\/gpu-trainer:0\.1\.0: manifest unknown\./);
  });

  it('checkpoints: none, good, bad', async () => {
    const { drive, run, report } = await runningWorld();
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
    expect(condition(evicted, 'QuotaReserved')).toBe('False Evicted: was evicted from queue training (Preempted): Preempted to accommodate a workload of higher priority. It goes on from the last good checkpoint, if there is one, once admitted again.');
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
