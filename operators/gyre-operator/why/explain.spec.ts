import { describe, expect, it } from 'vitest';
import { GyreError } from '#kit/errors.ts';
import { RUN_REASONS } from '../api/mod.ts';
import { DEVICE_LEASES, DEVICE_POOLS, DEVICES } from '../devices/resources.ts';
import { LEASES, LOOKS_AFTER } from '../runtime/lease.ts';
import { microTime, secondTime } from '../runtime/micro-time.ts';
import { kubeObject, type Resource } from '../runtime/objects.ts';
import { type Json, metaOf } from '../runtime/testkit/object-store.ts';
import { openWorld } from '../runtime/testkit/world.ts';
import { JOBS, PODS, WORKLOADS } from '../training/cluster-resources.ts';
import { changed, sample, stored } from '../testkit/samples.ts';
import { TRAINING_RUNS } from '../training/run.ts';
import { QUEUED, runJson } from '../training/testkit/runs.ts';
import { checkpoint, progressed, runningWorld, trainingWorld } from '../training/testkit/world.ts';
import { explain } from './explain.ts';
import { nearest, parseAsked } from './lookup.ts';
import { overview } from './overview.ts';

type TrainingWorld = Awaited<ReturnType<typeof trainingWorld>>;
const LOCAL_QUEUES: Resource = { apiVersion: 'kueue.x-k8s.io/v1beta1', kind: 'LocalQueue', plural: 'localqueues', namespaced: true, schema: kubeObject };
const NAMESPACES: Resource = { apiVersion: 'v1', kind: 'Namespace', plural: 'namespaces', namespaced: false, schema: kubeObject };
const EVENTS: Resource = { apiVersion: 'events.k8s.io/v1', kind: 'Event', plural: 'events', namespaced: true, schema: kubeObject };
const asked = ({ client, clock }: TrainingWorld, name = 'planner') => explain(client, { kind: 'trainingrun', namespace: 'ml', name, nowMs: clock.now() });
/** An operator leads now, and looks after all namespaces or one. */
function lead({ server: { store }, clock }: Pick<TrainingWorld, 'server' | 'clock'>, looksAfter = '*') {
  const spec = { holderIdentity: 'op-1', renewTime: microTime(clock.now()) };
  if (store.list(LEASES, 'gyre').length === 0) store.create(LEASES, 'gyre', { metadata: { name: 'gyre-operator', namespace: 'gyre' }, spec });
  store.write(LEASES, 'gyre', 'gyre-operator', { kind: 'merge', body: { metadata: { annotations: { [LOOKS_AFTER]: looksAfter } }, spec } }, undefined);
}
/** As it is explained while an operator leads. */
async function why(world: TrainingWorld, name?: string) {
  lead(world);
  return asked(world, name);
}

describe('why a TrainingRun waits', () => {
  it('because nobody has looked at it: no operator has led, or its Lease is old', async () => {
    const world = await trainingWorld();
    expect(await asked(world)).toMatchObject({ state: 'Pending', waits: true, cause: 'TrainingRun ml/planner has not been looked at: no operator has led here yet: there is no Lease gyre-operator.', remedy: expect.stringContaining('operator.enabled') });
    lead(world);
    expect(await asked(world)).toMatchObject({ cause: expect.stringContaining('op-1 leads'), remedy: expect.stringMatching(/^Wait a few seconds; .*logs of the operator/) });
    world.clock.advance(600_000);
    expect((await asked(world)).cause).toContain('op-1 has not renewed Lease gyre/gyre-operator for 10 min');
    lead(world, 'lab');
    expect(await asked(world)).toMatchObject({ cause: 'TrainingRun ml/planner has not been looked at: no operator looks after namespace ml: that of Lease gyre/gyre-operator looks after lab.', remedy: expect.stringContaining('Start an operator that looks after namespace ml') });
  });

  it('because nobody looks after it any more: that comes first, and what was said last after it, until it has ended', async () => {
    const world = await runningWorld();
    world.report({ progress: progressed(3, secondTime(world.clock.now())) });
    expect(await asked(world)).toMatchObject({
      ...{ state: 'Running', waits: true, cause: 'TrainingRun ml/planner is looked after by nobody: no operator has led here yet: there is no Lease gyre-operator.' },
      remedy: expect.stringMatching(/^Start the operator/),
      details: [expect.stringMatching(/^An operator said last that it runs: 3 of 200 updates finished; /), expect.stringContaining('No checkpoint yet')],
    });
    world.edit({ activeDeadlineSeconds: 60, progressDeadlineSeconds: 60 });
    world.pass(120_000);
    await world.drive();
    expect(await asked(world)).toMatchObject({ state: 'Failed', cause: expect.stringContaining('has failed: ') });
  });

  it('because another controller is to look after it', async () => {
    const world = await trainingWorld({ 'spec.managedBy': 'example.org/other' });
    const found = { cause: 'TrainingRun ml/planner has not been looked at: spec.managedBy gives it to the controller example.org/other, and the operator of Gyre leaves it alone.', remedy: expect.stringMatching(/^Look whether the controller example\.org\/other runs here; or create the run without spec\.managedBy/) };
    expect(await asked(world)).toMatchObject(found);
    expect(await why(world)).toMatchObject(found);
    world.report({ summary: 'Refused', conditions: [{ type: 'Accepted', status: 'False', reason: 'NameTaken', message: 'Job a is there; remove it.', lastTransitionTime: secondTime(world.clock.now()) }] });
    expect(await asked(world)).toMatchObject({ cause: 'TrainingRun ml/planner is refused: Job a is there.', details: [expect.stringContaining('example.org/other')] });
  });

  it('or has changed since an operator looked', async () => {
    const world = await runningWorld();
    world.edit({ activeDeadlineSeconds: 3600 });
    expect(await why(world)).toMatchObject({ cause: expect.stringContaining('runs: '), details: expect.arrayContaining(['The operator has not looked at its newest change yet.']) });
  });

  it('because it is refused: each rule with its numbers, and what would do', async () => {
    const world = await trainingWorld({ 'spec.trainer.nodes': 3 });
    await world.drive();
    const { state, cause, remedy } = await why(world);
    expect([state, cause]).toEqual(['Refused', expect.stringMatching(/^TrainingRun ml\/planner is refused: spec\.trainer\.parallelism data \d+ x .* is 24 \(rule world-size\)/)]);
    expect(remedy).toMatch(/^In another run, .*\(spec\.trainer\.parallelism\)/);
  });

  it('because it is suspended', async () => {
    const world = await trainingWorld({ 'spec.suspend': true });
    await world.drive();
    expect(await why(world)).toMatchObject({ state: 'Suspended', waits: true, cause: 'TrainingRun ml/planner is suspended: spec.suspend is true and no pod is left.', remedy: 'Set it to false to go on.' });
  });

  it('for quota: how many GPUs are short, and its place among those that wait', async () => {
    const world = await trainingWorld(QUEUED, { jobSet: false, kueue: true });
    world.cluster.kueue = true;
    await world.drive();
    const { store } = world.server;
    const [workload] = world.cluster.list(WORKLOADS);
    const name = metaOf(workload ?? {}).name;
    const pending = (said: string) => ({ conditions: [{ type: 'QuotaReserved', status: 'False', reason: 'Pending', message: said, lastTransitionTime: secondTime(world.clock.now()) }] });
    store.write(WORKLOADS, 'ml', name, { kind: 'merge', body: { spec: { queueName: 'training', priority: 10 } } }, undefined);
    store.write(WORKLOADS, 'ml', name, { kind: 'merge', body: { status: pending("couldn't assign flavors to pod set trainer: insufficient unused quota for nvidia.com/gpu in flavor default, 8 more needed") } }, 'status');
    for (const [other, priority, queue] of [['first', 20, 'training'], ['last', 1, 'training'], ['elsewhere', 99, 'other']] as const) store.create(WORKLOADS, 'ml', { metadata: { name: other, namespace: 'ml' }, spec: { queueName: queue, priority } });
    await world.drive();
    world.clock.advance(120_000);
    expect(await why(world)).toMatchObject({
      state: 'Queued',
      waits: true,
      cause: 'TrainingRun ml/planner waits for quota: needs 16 GPUs of type NVIDIA-H200; queue training has 8 free.',
      remedy: 'It starts when 8 more are; or use fewer nodes.',
      details: ['It is number 2 of 3 that wait in queue training in this namespace.'],
    });
  });

  it.each([
    [['a', 'b'], 'There are a, b.'],
    [[], 'There is no LocalQueue in the namespace.'],
  ])('for a queue that is not there, beside %j', async (queues, told) => {
    const world = await openWorld([TRAINING_RUNS, LOCAL_QUEUES]);
    const { server: { store }, client, clock } = world;
    for (const name of queues) store.create(LOCAL_QUEUES, 'ml', { metadata: { name, namespace: 'ml' } });
    store.create(TRAINING_RUNS, 'ml', runJson(QUEUED));
    const lastTransitionTime = secondTime(clock.now());
    const conditions = [RUN_REASONS.accepted(), RUN_REASONS.waitingInQueue('training', "LocalQueue training doesn't exist.")].map((each) => ({ ...each, lastTransitionTime }));
    store.write(TRAINING_RUNS, 'ml', 'planner', { kind: 'merge', body: { status: { summary: 'Queued', observedGeneration: 1, conditions } } }, 'status');
    lead(world);
    expect(await explain(client, { kind: 'trainingrun', namespace: 'ml', name: 'planner', nowMs: clock.now() })).toMatchObject({
      ...{ state: 'Queued', cause: "TrainingRun ml/planner waits in queue training: LocalQueue training doesn't exist.", details: [told] },
      remedy: expect.stringMatching(/^Create LocalQueue training in the namespace, or name one that is there/),
    });
  });

  it('for a Kueue that is not installed, and for no quota', async () => {
    const world = await trainingWorld(QUEUED);
    await world.drive();
    expect(await why(world)).toMatchObject({ cause: 'TrainingRun ml/planner names queue training, and the cluster has no Kueue (group kueue.x-k8s.io).', remedy: 'Install it, or create the run without the label kueue.x-k8s.io/queue-name.' });
  });

  it('for nodes: what one pod needs, and what the nodes have', async () => {
    const world = await trainingWorld();
    await world.drive();
    for (const pod of world.cluster.pods()) world.server.store.write(PODS, 'ml', metaOf(pod).name, { kind: 'merge', body: { status: { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/2 nodes are available: 2 Insufficient nvidia.com/gpu.' }] } } }, 'status');
    await world.drive();
    const found = await why(world);
    expect(found.cause).toMatch(/^TrainingRun ml\/planner waits for its pods: pod \S+ finds no node; it needs 8 GPUs of type NVIDIA-H200, and 2 pods wait for 16 GPUs of type NVIDIA-H200 altogether\. The scheduler says: 0\/2 nodes are available: 2 Insufficient nvidia\.com\/gpu\.$/);
    expect(found.remedy).toContain('add a node that has it');
    // This API server knows no nodes: what cannot be seen is left out.
    expect(found.details).toEqual([]);
  });

  it('for pods that the API server refuses: the quota, by its name and with its numbers', async () => {
    const world = await openTrainingWithEvents();
    world.cluster.refusesPods = true;
    for (const pod of world.cluster.pods()) world.server.store.delete(PODS, 'ml', metaOf(pod).name);
    const job = world.server.store.get(JOBS, 'ml', 'planner');
    const note = 'Error creating: pods "planner-0" is forbidden: exceeded quota: gpus, requested: requests.nvidia.com/gpu=8, used: requests.nvidia.com/gpu=4, limited: requests.nvidia.com/gpu=8';
    world.server.store.create(EVENTS, 'ml', { metadata: { name: 'e', namespace: 'ml' }, type: 'Warning', reason: 'FailedCreate', note, regarding: { kind: 'Job', name: 'planner', uid: metaOf(job).uid ?? '' } });
    await world.drive();
    world.pass(5_000);
    await world.drive();
    expect(await why(world)).toMatchObject({ cause: 'TrainingRun ml/planner lacks pods: each asks for 8 requests.nvidia.com/gpu, and ResourceQuota gpus allows 8, of which 4 are used.', remedy: 'Raise ResourceQuota gpus, or end what uses it.' });
  });

  it('not at all: how far it is, and what it came to', async () => {
    const world = await runningWorld();
    world.report({ progress: progressed(3, secondTime(world.clock.now() - 30_000)) });
    expect(await why(world)).toMatchObject({ state: 'Running', waits: false, cause: expect.stringMatching(/^TrainingRun ml\/planner runs: 3 of \d+ updates finished; the last report came 30 s ago\.$/), remedy: 'Nothing is to be done.' });
    world.edit({ activeDeadlineSeconds: 60, progressDeadlineSeconds: 60 });
    world.pass(120_000);
    await world.drive();
    const failed = { state: 'Failed', waits: true, cause: 'TrainingRun ml/planner has failed: the run was active for activeDeadlineSeconds (60).' };
    expect(await why(world)).toMatchObject({ ...failed, remedy: 'Raise it and create another run.', details: ['It has no good checkpoint: another run begins anew.'] });
    world.report({ checkpoints: [checkpoint(5), checkpoint(10, 'Bad')] });
    expect(await why(world)).toMatchObject({ ...failed, remedy: 'Raise it and create another run from its last good checkpoint (spec.checkpoint.resumeFrom: update-5, with the same spec.checkpoint.uri).', details: [] });
  });

  it('not at all: since its pods are ready, however long it waited for them', async () => {
    const world = await trainingWorld();
    await world.drive();
    world.clock.advance(90_000);
    world.restart();
    world.cluster.ready();
    await world.drive();
    expect(await why(world)).toMatchObject({ state: 'Running', since: secondTime(world.clock.now()) });
  });

  it('lost with its pods: where it goes on from, or that it begins anew', async () => {
    const world = await runningWorld();
    const condition = { type: 'PodsReady', status: 'False', reason: 'Disrupted', message: 'pod p was lost without fault of its own: the node went. The trainer is begun anew from the last good checkpoint, if there is one, and no restart is counted.', lastTransitionTime: secondTime(world.clock.now()), observedGeneration: 1 };
    const { status } = await world.run();
    world.report({ conditions: [...(status?.conditions ?? []).filter(({ type }) => type !== 'PodsReady'), condition] });
    expect((await why(world)).remedy).toBe('Nothing is to be done: it begins anew, since it has no good checkpoint, by itself.');
    world.report({ checkpoints: [checkpoint(5)] });
    expect((await why(world)).remedy).toBe('Nothing is to be done: it goes on from checkpoint update-5 by itself.');
  });

  async function openTrainingWithEvents() {
    const world = await trainingWorld();
    await world.drive();
    return world;
  }
});

describe('a cluster at one look', () => {
  it('is the operator, counts by state, pools, and those that wait, the oldest first', async () => {
    const { server, client, clock } = await openWorld([TRAINING_RUNS, DEVICE_LEASES, DEVICES, DEVICE_POOLS]);
    const { store } = server;
    const put = (resource: Resource, namespace: string, json: Json, status: Json = {}) => {
      const { name } = metaOf(json);
      store.create(resource, namespace, { ...json, status: undefined });
      store.write(resource, namespace, name, { kind: 'merge', body: { status } }, 'status');
      clock.advance(1_000);
    };
    const lease = (name: string, status: Json) => put(DEVICE_LEASES, 'lab', stored('DeviceLease', changed(sample('DeviceLease'), { 'metadata.name': name, 'metadata.namespace': 'lab', status: undefined })), status);
    put(DEVICE_POOLS, 'lab', stored('DevicePool', changed(sample('DevicePool'), { 'metadata.namespace': 'lab', status: undefined })));
    lease('second', { summary: 'Waiting', queue: { position: 2 } });
    lease('held', { summary: 'Active', deviceName: 'd', fencingToken: 1 });
    put(TRAINING_RUNS, 'ml', runJson({ 'metadata.name': 'queued' }), { summary: 'Queued' });
    put(TRAINING_RUNS, 'ml', runJson({ 'metadata.name': 'running' }), { summary: 'Running' });
    put(TRAINING_RUNS, 'ml', runJson({ 'metadata.name': 'over' }), { summary: 'Succeeded' });
    const look = (namespace: string | undefined, most: number) => overview(client, { namespace, nowMs: clock.now(), most });
    const all = await look(undefined, 9);
    expect(all).toMatchObject({ operator: { state: 'gone' }, trainingRuns: { Queued: 1, Running: 1, Succeeded: 1 }, deviceLeases: { Active: 1, Waiting: 1 }, waiting: 2, pools: [{ name: 'android-lab' }] });
    expect(all.waits.map(({ name }) => name)).toEqual(['second', 'queued']);
    expect((await look(undefined, 1))).toMatchObject({ waiting: 2, waits: [{ name: 'second' }] });
    expect(await look('ml', 9)).toMatchObject({ deviceLeases: {}, pools: [], waits: [{ name: 'queued' }] });
    expect(await look('elsewhere', 9)).toMatchObject({ trainingRuns: {}, waiting: 0, waits: [] });
  });
});

describe('pods', () => {
  const openPod = async (status: Json, labels: Record<string, string> = {}) => {
    const world = await openWorld([PODS, EVENTS]);
    const { store } = world.server;
    store.create(PODS, 'ml', { metadata: { name: 'p', namespace: 'ml', labels }, spec: { containers: [{ name: 'c', image: 'i:1' }] } });
    return { ...world, made: store.write(PODS, 'ml', 'p', { kind: 'merge', body: { status } }, 'status') };
  };
  const waiting = (reason: string, message: string) => ({ phase: 'Pending', containerStatuses: [{ name: 'c', state: { waiting: { reason, message } } }] });

  it.each<[string, Json, boolean, RegExp]>([
    ['no node', { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', message: '0/1 nodes are available: 1 Insufficient cpu.' }] }, true, /finds no node: the scheduler says 0\/1 nodes are available: 1 Insufficient cpu\.$/],
    ['no image', waiting('ImagePullBackOff', 'not found'), true, /cannot have image i:1 \(ImagePullBackOff\): not found\.$/],
    ['an end again and again', waiting('CrashLoopBackOff', 'back-off 10s'), true, /container c waits \(CrashLoopBackOff\): back-off 10s\.$/],
    ['an end', { phase: 'Failed', containerStatuses: [{ name: 'c', state: { terminated: { exitCode: 3, message: 'no disk' } } }] }, true, /container c ended with exit code 3: no disk\.$/],
    ['nothing known', { phase: 'Pending' }, true, /nothing says why yet\.$/],
    ['ready', { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] }, false, /is ready\.$/],
    ['done', { phase: 'Succeeded' }, false, /has ended as it should\.$/],
  ])('%s', async (_, status, waits, cause) => {
    const world = await openPod(status, { 'gyre.dev/run': 'planner' });
    const found = await explain(world.client, { kind: 'pod', namespace: 'ml', name: 'p', nowMs: world.clock.now() });
    expect(found).toMatchObject({ waits, cause: expect.stringMatching(cause), details: ['It belongs to TrainingRun ml/planner.'] });
    expect(found.remedy).toMatch(/^[A-Z].*\.$/);
  });

  it('a warning of the kubelet, where there is one', async () => {
    const { made, ...world } = await openPod({ phase: 'Pending' });
    const event = (name: string, type: string, note: string, at: string) => world.server.store.create(EVENTS, 'ml', { metadata: { name, namespace: 'ml' }, type, reason: 'FailedMount', note, deprecatedLastTimestamp: at, regarding: { kind: 'Pod', name: 'p', uid: metaOf(made).uid ?? '' } });
    event('a', 'Warning', 'no claim data', '2026-01-31T12:00:02Z');
    event('b', 'Warning', 'an older one', '2026-01-31T12:00:01Z');
    event('c', 'Normal', 'no warning', '2026-01-31T12:00:03Z');
    expect(await explain(world.client, { kind: 'pod', namespace: 'ml', name: 'p', nowMs: world.clock.now() })).toMatchObject({ since: '2026-01-31T12:00:02Z', cause: 'Pod ml/p is not ready (FailedMount): no claim data.' });
  });
});

describe('what is asked about', () => {
  it.each([
    ['trainingrun/a', 'trainingrun'],
    ['TRUN/a', 'trainingrun'],
    ['dlease/a.b-c', 'devicelease'],
    ['po/a', 'pod'],
  ])('%s is read', (text, kind) => {
    expect(parseAsked(text).kind).toBe(kind);
  });

  it.each(['job/a', 'a', 'pod/', 'pod/A', 'trainingrun/X_Y', 'pod/a/b', ''])('%j is refused', (text) => {
    expect(() => parseAsked(text)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', field: 'resource', remedy: expect.stringMatching(/KIND\/NAME|(pod|trainingrun)\/NAME/) }));
  });

  it('a name that cannot be one is told from none', () => {
    expect(() => parseAsked('trainingrun/X_Y')).toThrow('"X_Y" cannot be the name of an object; names have small letters');
    expect(() => parseAsked('trainingrun/')).toThrow('"trainingrun/" names no object');
  });

  it('names that are near are told, nearest first', () => {
    expect(nearest('planer', ['planner', 'planer-2', 'other', 'plane'])).toEqual(['plane', 'planer-2', 'planner']);
    expect(nearest('a', ['xyz'])).toEqual([]);
  });

  it('what is not there is said, with near names, or with the namespace that has it', async () => {
    const world = await trainingWorld();
    const missing = async (namespace: string, name: string) => {
      const thrown: unknown = await explain(world.client, { kind: 'trainingrun', namespace, name, nowMs: 0 }).catch((error: unknown) => error);
      return thrown instanceof GyreError ? [thrown.code, thrown.field, thrown.remedy] : thrown;
    };
    expect(await missing('ml', 'plannr')).toEqual(['NOT_FOUND', 'resource', 'did you mean planner?']);
    expect(await missing('elsewhere', 'planner')).toEqual(['NOT_FOUND', 'resource', 'give --namespace ml']);
    expect(await missing('elsewhere', 'x')).toEqual(['NOT_FOUND', 'resource', 'there is none in namespace elsewhere; give --namespace']);
    expect(await missing('ml', 'something-else')).toEqual(['NOT_FOUND', 'resource', 'there are ml/planner']);
  });

  it('a namespace that is not there is told from one that has nothing', async () => {
    const world = await openWorld([TRAINING_RUNS, DEVICE_LEASES, DEVICES, DEVICE_POOLS, NAMESPACES]);
    world.server.store.create(NAMESPACES, '', { metadata: { name: 'mlops' } });
    const look = (namespace: string) => overview(world.client, { namespace, nowMs: 0, most: 1 });
    expect(await look('mlops')).toMatchObject({ trainingRuns: {}, waiting: 0 });
    await expect(look('mlop')).rejects.toMatchObject({ code: 'NOT_FOUND', field: '--namespace', message: 'there is no namespace mlop', remedy: 'did you mean mlops?' });
    await expect(explain(world.client, { kind: 'trainingrun', namespace: 'nope', name: 'x', nowMs: 0 })).rejects.toMatchObject({ field: '--namespace', remedy: expect.stringContaining('kubectl get namespaces') });
  });

  it('a cluster without the resources is told from one that has none of them', async () => {
    const world = await openWorld();
    await expect(overview(world.client, { namespace: undefined, nowMs: 0, most: 1 })).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', remedy: expect.stringContaining('crds.enabled') });
  });
});
