import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openFileBlobs } from '#kit/blobs/files.ts';
import { systemClock } from '#kit/clock.ts';
import { pathOf } from '#operator/runtime/objects.ts';
import { silent } from '#operator/runtime/testkit/world.ts';
import { PODS } from '#operator/training/cluster-resources.ts';
import { ClusterRuns, Writer } from '#operator/training/mod.ts';
import { TRAINING_RUNS } from '#operator/training/run.ts';
import { ClusterLearner } from '#trainer-controller/learners/cluster/cluster-learner.ts';
import { runTemplate } from '#trainer-controller/learners/cluster/template.ts';
import { CompactLearner } from '#trainer-controller/learners/compact/mod.ts';
import { coldStartJob, storedStart } from '#trainer-controller/learners/testkit/jobs.ts';
import { describeWithKubernetes, eventually } from './cluster.testkit.ts';
import { boundClaim } from './claims.ts';
import { type Kubelet, NODES, startKubelet } from './kubelet/kubelet.ts';
import { installOperator, openService, PROGRESS_SERVICE, type Replica, RUNS, startReplica } from './operator.testkit.ts';
import { runsOf } from './runs.testkit.ts';

const CONTAINER = fileURLToPath(new URL('../../services/trainer-controller/learners/container/main.ts', import.meta.url));
const NODE = 'here';
const CLAIM = 'training';
/** Passes of a job: enough of them to be interrupted. */
const PASSES = 24;

await describeWithKubernetes("the compact learner's container under the operator", { tools: ['helm'] }, ({ cluster, admin }) => {
  let [folder, shared] = ['', ''];
  let operator: Replica;
  let service: Awaited<ReturnType<typeof openService>>;
  let kubelet: Kubelet;
  let runs: ReturnType<typeof runsOf>;
  let jobs = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gyre-trainer-'));
    // The claim is mounted at the path that it has on this machine, so that URIs mean the same to all.
    shared = join(folder, 'shared');
    await mkdir(shared);
    operator = await startReplica({ kubeconfig: await installOperator(cluster(), admin()), folder, name: 'operator' });
    service = await openService(() => [operator.progress]);
    await boundClaim(admin(), RUNS, CLAIM, shared);
    kubelet = await startKubelet({ client: admin(), name: NODE, folder: join(folder, 'pods'), claims: { [CLAIM]: shared }, services: { [PROGRESS_SERVICE]: service.address }, images: { 'gyre/trainer': [process.execPath, CONTAINER] } });
    runs = runsOf(admin());
  });
  afterAll(async () => {
    await kubelet?.stop();
    await operator?.stop();
    await service?.close();
    await rm(folder, { recursive: true });
  });

  /** A learner whose jobs are runs, a job that no other test has, and the same learner in this process. */
  const open = async (change: Readonly<Record<string, unknown>> = {}, image = 'gyre/trainer') => {
    const blobs = openFileBlobs(join(shared, 'blobs'));
    const elsewhere = openFileBlobs(join(folder, 'reference'));
    const pods = { image, env: [{ name: 'GYRE_BLOBS_URL', value: `file:${join(shared, 'blobs')}` }], volumeClaims: [{ claimName: CLAIM, mountPath: shared }] };
    const template = runTemplate({ namespace: RUNS, checkpoints: `file://${join(shared, 'checkpoints')}`, pods, ...change });
    const learner = new ClusterLearner({ runs: new ClusterRuns({ client: admin(), writer: new Writer({ client: admin(), manager: 'gyre-trainer-controller' }), namespace: RUNS }), blobs, template, origin: new CompactLearner(blobs), clock: systemClock, log: silent, pollMs: 100 });
    onTestFinished(() => learner.close());
    const start = await storedStart(blobs);
    await storedStart(elsewhere);
    const job = { ...coldStartJob(start, PASSES), seed: ++jobs };
    const before = new Set((await admin().list(TRAINING_RUNS, { namespace: RUNS })).items.map(({ metadata }) => metadata.name));
    return {
      learner,
      job,
      reference: () => new CompactLearner(elsewhere).coldStart(job),
      /** The run of the job, once it is there. */
      async name(): Promise<string> {
        let name = '';
        await eventually('the run is there', async () => {
          name = (await admin().list(TRAINING_RUNS, { namespace: RUNS })).items.find(({ metadata }) => !before.has(metadata.name))?.metadata.name ?? '';
          return name !== '';
        });
        return name;
      },
    };
  };
  /** The pod that trains, once there are some good checkpoints, and the newest of them. */
  const underWay = async (name: string, from = 0) => {
    const good = async () => (await runs.get(name)).status?.checkpoints?.findLast(({ state }) => state === 'Good')?.update ?? 0;
    await eventually('it has checkpoints', async () => (await good()) > from + 2);
    const [pod] = (await runs.pods(name)).filter(({ metadata, status }) => status?.phase === 'Running' && !metadata.deletionTimestamp);
    return { pod: pod?.metadata.name ?? '', uid: pod?.metadata.uid, good: await good() };
  };
  /** The first update that a later pod reports. */
  const firstOf = async (name: string, old: string | undefined): Promise<number> => {
    let update: number | undefined;
    await eventually('the next pod reports', async () => {
      const progress = (await runs.get(name)).status?.progress;
      if (progress && progress.podUid !== old) update = progress.update;
      return update !== undefined;
    });
    return update ?? 0;
  };

  it('trains a job to its end, to the bytes that one process comes to', async () => {
    const { learner, job, name, reference } = await open();
    const made = learner.coldStart(job);
    const run = await name();
    expect(await made).toEqual(await reference());
    expect((await runs.get(run)).status).toMatchObject({ summary: 'Succeeded', restarts: 0, attempt: 0, progress: { update: PASSES } });
    await eventually('a Job that is over is all that is kept', async () => (await runs.children(run)).join() === `Job ${run},Pod`);
    await runs.remove(run);
  });

  it('evicted by the Eviction API it goes on from the last good checkpoint, and no restart is counted', async () => {
    const { learner, job, name, reference } = await open({ maxRestarts: 0 });
    const made = learner.coldStart(job);
    const run = await name();
    const { pod, uid, good } = await underWay(run);
    const place = { namespace: RUNS, name: pod };
    await admin().call('create', PODS, { method: 'POST', path: pathOf(PODS, { ...place, subresource: 'eviction' }), body: { apiVersion: 'policy/v1', kind: 'Eviction', metadata: place } });
    expect(await firstOf(run, uid)).toBeGreaterThanOrEqual(good);
    expect(await made).toEqual(await reference());
    expect((await runs.get(run)).status).toMatchObject({ restarts: 0, attempt: 1, evictions: [{ reason: 'EvictionByEvictionAPI', count: 1 }] });
    expect(await runs.events(run)).toContain('Disrupted');
    await runs.remove(run);
  });

  it('driven off a node that is tainted, it waits for another and says so, and goes on when there is one', async () => {
    const { learner, job, name, reference } = await open({ maxRestarts: 0 });
    const made = learner.coldStart(job);
    const run = await name();
    const { uid, good } = await underWay(run);
    const taint = (taints: readonly object[]) => admin().call('patch', NODES, { method: 'PATCH', path: pathOf(NODES, { name: NODE }), contentType: 'application/merge-patch+json', body: { spec: { taints } } });
    await taint([{ key: 'gyre.dev/maintenance', effect: 'NoExecute' }]);
    await runs.until(run, 'PodsReady', /^False Unschedulable: pod .* finds no node\. The scheduler says: .*untolerated taint/).finally(() => taint([]));
    expect(await firstOf(run, uid)).toBeGreaterThanOrEqual(good);
    expect(await made).toEqual(await reference());
    expect((await runs.get(run)).status).toMatchObject({ restarts: 0, evictions: [{ reason: 'DeletionByTaintManager', count: 1 }] });
    await runs.remove(run);
  });

  it('killed it begins anew from the last good checkpoint, and that is counted', async () => {
    const { learner, job, name, reference } = await open({ maxRestarts: 2 });
    const made = learner.coldStart(job);
    const run = await name();
    let from = 0;
    for (let times = 1; times <= 2; times++) {
      const { pod, uid, good } = await underWay(run, from);
      kubelet.kill(pod);
      from = await firstOf(run, uid);
      expect(from).toBeGreaterThanOrEqual(good);
    }
    expect(await made).toEqual(await reference());
    expect((await runs.get(run)).status).toMatchObject({ restarts: 2, attempt: 2, summary: 'Succeeded' });
    await runs.remove(run);
  });

  it('suspended by its learner it holds nothing; asked for again it goes on', async () => {
    const first = await open();
    const told = expect(first.learner.coldStart(first.job)).rejects.toMatchObject({ code: 'CANCELLED' });
    const run = await first.name();
    const { uid, good } = await underWay(run);
    await first.learner.close();
    await told;
    await runs.until(run, 'Suspended', /^True/);
    expect(await runs.children(run)).toEqual([]);
    const again = await open();
    const made = again.learner.coldStart(first.job);
    expect(await firstOf(run, uid)).toBeGreaterThanOrEqual(good);
    expect(await made).toEqual(await first.reference());
    expect((await runs.get(run)).status?.restarts).toBe(0);
    await runs.remove(run);
  });

  it('a job that cannot be computed fails with its own words; an image that is not there is named', async () => {
    const { learner, job, name } = await open();
    await expect(learner.coldStart({ ...job, start: { checkpoint: `sha256:${'1'.repeat(64)}`, optimiser: '' } })).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', details: { reason: 'PodFailurePolicy' }, message: expect.stringMatching(new RegExp(`exit code 78 \\(Error\\): .*no blob sha256:${'1'.repeat(64)}`)) });
    await runs.remove(await name());
    const other = await open({}, 'elsewhere/trainer:2');
    const told = expect(other.learner.coldStart(other.job)).rejects.toMatchObject({ code: 'CANCELLED' });
    const run = await other.name();
    await runs.until(run, 'PodsReady', /^False ImageUnavailable: pod .* cannot have image elsewhere\/trainer:2/);
    await other.learner.close();
    await told;
    await runs.remove(run);
  });
});
