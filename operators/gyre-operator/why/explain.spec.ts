import { describe, expect, it } from 'vitest';
import { GyreError } from '#kit/errors.ts';
import { DEVICE_LEASES, DEVICE_POOLS, DEVICES } from '../devices/resources.ts';
import { NAMESPACE, openDeviceWorld } from '../devices/testkit/device-world.ts';
import { LEASES } from '../runtime/lease.ts';
import { secondTime } from '../runtime/micro-time.ts';
import { kubeObject, type Resource } from '../runtime/objects.ts';
import { type Json, metaOf } from '../runtime/testkit/object-store.ts';
import { openWorld } from '../runtime/testkit/world.ts';
import { JOBS, PODS, WORKLOADS } from '../training/cluster-resources.ts';
import { changed, sample, stored } from '../testkit/samples.ts';
import { TRAINING_RUNS } from '../training/run.ts';
import { at, QUEUED, runJson } from '../training/testkit/runs.ts';
import { progressed, runningWorld, trainingWorld } from '../training/testkit/world.ts';
import { explain } from './explain.ts';
import { nearest, parseAsked } from './lookup.ts';
import { overview } from './overview.ts';

type TrainingWorld = Awaited<ReturnType<typeof trainingWorld>>;
const EVENTS: Resource = { apiVersion: 'events.k8s.io/v1', kind: 'Event', plural: 'events', namespaced: true, schema: kubeObject };
const why = ({ client, clock }: TrainingWorld, name = 'planner') => explain(client, { kind: 'trainingrun', namespace: 'ml', name, nowMs: clock.now() });

describe('why a TrainingRun waits', () => {
  it('because nobody has looked at it: no operator has led, or its Lease is old', async () => {
    const world = await trainingWorld();
    expect(await why(world)).toMatchObject({ state: 'Pending', waits: true, cause: 'TrainingRun ml/planner has not been looked at as it is now: no operator has led here yet: there is no Lease gyre-operator.', remedy: expect.stringContaining('operator.enabled') });
    world.server.store.create(LEASES, 'gyre', { metadata: { name: 'gyre-operator', namespace: 'gyre' }, spec: { holderIdentity: 'op-1', renewTime: secondTime(world.clock.now() - 600_000).replace('Z', '.000000Z') } });
    expect((await why(world)).cause).toContain('op-1 has not renewed Lease gyre/gyre-operator for 10 min');
    world.server.store.write(LEASES, 'gyre', 'gyre-operator', { kind: 'merge', body: { spec: { renewTime: secondTime(world.clock.now()).replace('Z', '.000000Z') } } }, undefined);
    expect(await why(world)).toMatchObject({ cause: expect.stringContaining('op-1 leads'), remedy: expect.stringContaining('looks after this namespace') });
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
    expect(await why(world)).toMatchObject({ state: 'Failed', waits: true, cause: 'TrainingRun ml/planner has failed: the run was active for activeDeadlineSeconds (60).', remedy: 'Raise it and create another run from the last good checkpoint.' });
  });

  async function openTrainingWithEvents() {
    const world = await trainingWorld();
    await world.drive();
    return world;
  }
});

describe('why leases and devices wait', () => {
  const open = async (settings: Json = {}) => {
    const world = await openDeviceWorld({ pool: settings });
    const client = world.open();
    const ask = (kind: 'devicelease' | 'device' | 'devicepool', name: string) => explain(client, { kind, namespace: NAMESPACE, name, nowMs: world.clock.now() });
    const operator = world.operator();
    const summary = (name: string) => world.leaseOf(name).status?.summary;
    const pool = () => world.server.store.get(DEVICE_POOLS, NAMESPACE, 'phones');
    return { ...world, client, ask, summary, pool, begin: async () => {
      await operator.synced();
      operator.start();
    } };
  };

  it('for a device that another holds: place, counts, and who holds it', async () => {
    const { device, lease, begin, ask, until, summary } = await open();
    device('d');
    await begin();
    lease('first');
    await until('it is held', () => summary('first') === 'Active');
    lease('second');
    await until('it waits', () => summary('second') === 'Waiting');
    expect(await ask('devicelease', 'second')).toMatchObject({
      state: 'Waiting',
      waits: true,
      cause: 'DeviceLease lab/second waits for a device: needs 1 device; pool phones has 0 free of 1 that match (1 leased).',
      remedy: 'It goes on by itself when a device is free; add devices to the pool to wait less.',
      details: ['It has place 1 in the queue of pool phones, in which 1 lease waits.', expect.stringMatching(/^It gives up in \d+ \w+ \(maxWaitSeconds\)\.$/)],
    });
    expect(await ask('devicelease', 'first')).toMatchObject({ state: 'Active', waits: false, cause: expect.stringMatching(/^DeviceLease lab\/first holds device d for spec; it ends at \S+ unless it is renewed\.$/) });
    expect(await ask('device', 'd')).toMatchObject({ state: 'Leased', waits: false, cause: expect.stringContaining('lease first holds it for spec of tenant training') });
  });

  it('for a tenant’s limit, a label, a pool that is not there', async () => {
    const { device, lease, begin, ask, until, summary } = await open({ queue: { defaultLimit: { maxLeases: 1, weight: 1 } } });
    device('a');
    device('b');
    await begin();
    lease('one');
    await until('it is held', () => summary('one') === 'Active');
    lease('two');
    await until('it waits', () => summary('two') === 'Waiting');
    expect(await ask('devicelease', 'two')).toMatchObject({ cause: 'DeviceLease lab/two waits: tenant training holds 1 device, its limit is 1.', remedy: 'It goes on when one is released.' });
    lease('odd', { tenant: 'other', selector: { matchLabels: { model: 'none' } } });
    await until('it waits too', () => summary('odd') === 'Waiting');
    expect(await ask('devicelease', 'odd')).toMatchObject({ cause: 'DeviceLease lab/odd waits: none of the 2 devices of pool phones has the labels of spec.selector.', remedy: 'Change the selector or label a device.' });
    lease('lost', { poolRef: { name: 'nowhere' } });
    await until('it is told so', () => summary('lost') === 'Refused');
    expect(await ask('devicelease', 'lost')).toMatchObject({ waits: true, cause: 'DeviceLease lab/lost is refused: pool nowhere is not in the namespace.', remedy: 'Create it, or name another.' });
  });

  it('for devices that need somebody: the taint with its reason, and quarantine', async () => {
    const { device, lease, begin, ask, until, summary, change, pool } = await open();
    device('d');
    change(DEVICES, 'd', { spec: { taints: [{ key: 'Draining', reason: 'new battery' }] } });
    await begin();
    lease('l');
    await until('it waits', () => summary('l') === 'Waiting');
    expect(await ask('devicelease', 'l')).toMatchObject({ cause: expect.stringContaining('0 free of 1 that match (1 draining)'), remedy: 'None comes free by itself; gyre cluster why device/d says what it needs.' });
    expect(await ask('device', 'd')).toMatchObject({ waits: true, cause: 'Device lab/d is kept from being leased by the taint Draining of its spec: new battery.', remedy: 'Remove the taint Draining from spec.taints.' });
    await until('the pool has counted', () => at(pool(), 'status', 'waiting') === 1);
    expect(await ask('devicepool', 'phones')).toMatchObject({ waits: true, cause: expect.stringMatching(/^DevicePool lab\/phones can serve nobody: none of 1 device can serve; 1 lease waits/), remedy: 'See their taints.' });
  });

  it('not at all: free devices, and a pool that serves', async () => {
    const { device, begin, ask, until, pool, change } = await open();
    device('d');
    await begin();
    await until('the pool has counted', () => at(pool(), 'status', 'devices', 'free') === 1);
    expect(await ask('device', 'd')).toMatchObject({ state: 'Free', waits: false, cause: 'Device lab/d is free: pool phones may lease it now.', remedy: 'Nothing is to be done.' });
    expect(await ask('devicepool', 'phones')).toMatchObject({ waits: false, cause: 'DevicePool lab/phones serves: 1 free, 0 leased, 0 being reset, 0 tainted and 0 in quarantine of 1 device; no lease waits.' });
    change(DEVICE_POOLS, 'phones', { spec: { admission: 'Draining' } });
    await until('it is drained', () => at(pool(), 'status', 'summary') === 'Drained');
    expect(await ask('device', 'd')).toMatchObject({ cause: 'Device lab/d is free, but pool phones is draining and takes no new lease.', remedy: 'Set spec.admission of pool phones to Open to lease it again.' });
    expect(await ask('devicepool', 'phones')).toMatchObject({ waits: true, cause: expect.stringMatching(/^DevicePool lab\/phones takes no new lease: /), remedy: 'Set spec.admission to Open to go on.' });
  });

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

  it.each(['job/a', 'a', 'pod/', 'pod/A', 'pod/a/b', ''])('%j is refused', (text) => {
    expect(() => parseAsked(text)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', field: 'resource', remedy: expect.stringMatching(/KIND\/NAME|pod\/NAME/) }));
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

  it('a cluster without the resources is told from one that has none of them', async () => {
    const world = await openWorld();
    await expect(overview(world.client, { namespace: undefined, nowMs: 0, most: 1 })).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', remedy: expect.stringContaining('crds.enabled') });
  });
});
