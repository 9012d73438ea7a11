import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { openFileBlobs } from '#kit/blobs/files.ts';
import { systemClock } from '#kit/clock.ts';
import { randomIds } from '#kit/ids.ts';
import { DEVICE_LEASES, DEVICE_POOLS, DEVICES } from '#operator/devices/resources.ts';
import { type Operator, openOperator } from '#operator/operator.ts';
import { openAccess } from '#operator/runtime/access.ts';
import { Refusal } from '#operator/runtime/testkit/object-store.ts';
import { chance, openWorld, silent } from '#operator/runtime/testkit/world.ts';
import { refusals, stored } from '#operator/testkit/samples.ts';
import { CLAIMS } from '#operator/training/cluster-resources.ts';
import { ClusterRuns } from '#operator/training/mod.ts';
import { TRAINING_RUNS } from '#operator/training/run.ts';
import { CLUSTER_KINDS, FakeCluster } from '#operator/training/testkit/fake-cluster.ts';
import { ClusterLearner } from '../cluster/cluster-learner.ts';
import { runTemplate } from '../cluster/template.ts';
import { CompactLearner } from '../compact/mod.ts';
import { ProcessKubelet } from './process-kubelet.ts';

const CONTAINER = fileURLToPath(new URL('../container/main.ts', import.meta.url));

/** An API server that holds to `crds/`, the real operator on it, and fakes of the controllers and the kubelet; blobs and checkpoints under `folder`. */
export async function openLearnerCluster(folder: string, change: Readonly<Record<string, unknown>> = {}) {
  const { server, open, run, ...world } = await openWorld([...CLUSTER_KINDS, CLAIMS, DEVICE_LEASES, DEVICES, DEVICE_POOLS]);
  server.store.defined = (resource, after, before) => {
    if (resource.kind !== TRAINING_RUNS.kind) return after;
    const said = before === undefined ? refusals('TrainingRun', after, before) : [];
    if (said.length > 0) throw new Refusal(422, 'Invalid', said.join('; '));
    return stored('TrainingRun', after);
  };
  const kubelet = new ProcessKubelet(server, new FakeCluster(server.store, () => systemClock.now()), join(folder, 'tokens'));
  const progress = { host: '127.0.0.1', port: await freePort() };
  const settings = { namespace: 'ml', lease: { namespace: 'gyre', name: 'gyre-operator' }, progress: { ...progress, url: `http://127.0.0.1:${progress.port}` }, health: { host: '127.0.0.1', port: 0 } };
  const log = { ...silent, info: () => undefined, warn: () => undefined, error: () => undefined };
  const operator: Operator = await openOperator({ access: openAccess(server.url), settings, identity: 'operator', clock: systemClock, random: chance(), ids: randomIds(), log, onLost: () => undefined });
  const stop = new AbortController();
  const running = operator.run(stop.signal);
  kubelet.start();
  onTestFinished(async () => {
    await kubelet.stop();
    stop.abort();
    await running;
  });
  const blobs = openFileBlobs(join(folder, 'blobs'));
  const template = runTemplate({ namespace: 'ml', checkpoints: `file://${join(folder, 'checkpoints')}`, pods: { image: 'gyre/trainer', command: [process.execPath, CONTAINER], env: [{ name: 'GYRE_BLOBS_URL', value: `file:${join(folder, 'blobs')}` }] }, ...change });
  return {
    ...{ server, kubelet, blobs, run, signal: world.signal },
    runs: () => server.store.list(TRAINING_RUNS, 'ml'),
    learner: () => {
      const runs = new ClusterRuns({ client: open(), writer: world.writer({ manager: 'gyre-trainer-controller', fence: undefined }), namespace: 'ml' });
      return new ClusterLearner({ runs, blobs, template, origin: new CompactLearner(blobs), clock: systemClock, log, pollMs: 20 });
    },
  };
}

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
