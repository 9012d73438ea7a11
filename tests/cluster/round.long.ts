import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmbedded } from '#cli/embedded.ts';
import type { Services } from '#cli/services.ts';
import type { Layout } from '#deploy/cluster/layout.ts';
import { loadConfig } from '#kit/config.ts';
import { RoundPlan } from '#protos/core/v1/round.ts';
import { TRAINING_RUNS } from '#operator/training/run.ts';
import { openCluster, type TestCluster } from '../servers/cluster.testkit.ts';
import { boundClaim } from './claims.ts';
import { applied, describeWithKubernetes, resource } from './cluster.testkit.ts';
import { type Kubelet, startKubelet } from './kubelet/kubelet.ts';
import { HOME, installOperator, openService, PROGRESS_SERVICE, type Replica, RUNS, startReplica } from './operator.testkit.ts';

const PLAN = RoundPlan.fromPartial({
  ...{ seed: 5, number: 1, demonstrations: 8, coldStartEpochs: 2, updates: 2, groupsPerUpdate: 3, groupSize: 3, staleness: 1 },
  ...{ temperature: 1, learningRate: 0.005, controllerInterval: 0, objective: 'care', sampling: 'flywheel', schedule: 'deterministic' },
  ...{ phi: { lambdaProg: 0.2, lambdaEff: 0.1, pLow: 0.25, pHigh: 0.75 }, devTasks: 6, approve: 'auto', reviseHarness: false },
});
const POOL = { trainTasks: 30, devTasks: 6, testTasks: 6 };
const ROUND = 'in-pods';
const IMAGE = 'gyre/gyre';
/** What the trainer-controller may do, as docs/configuration.md says. */
const RULES = [{ apiGroups: ['gyre.dev'], resources: ['trainingruns'], verbs: ['get', 'create', 'patch'] }];

async function run({ trainer }: Pick<Services, 'trainer'>) {
  await trainer.startRound({ roundId: ROUND, plan: PLAN });
  for await (const { phase } of trainer.watchRound({ roundId: ROUND }, { timeoutMs: 600_000 })) expect(phase).not.toBe('');
  const { round } = await trainer.getRound({ roundId: ROUND });
  return round;
}

await describeWithKubernetes('a round whose jobs are TrainingRuns', { tools: ['helm', 'nats', 'mongo'] }, ({ cluster, admin }) => {
  let folder = '';
  let operator: Replica;
  let service: Awaited<ReturnType<typeof openService>>;
  let kubelet: Kubelet;
  let services: TestCluster;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gyre-training-round-'));
    operator = await startReplica({ kubeconfig: await installOperator(cluster(), admin()), folder, name: 'operator' });
    service = await openService(() => [operator.progress]);
    const kubeconfig = await cluster().kubeconfigOfAccount(HOME, 'gyre-trainer-controller');
    const [metadata, rbac] = [{ namespace: RUNS, name: 'gyre-trainer-controller' }, 'rbac.authorization.k8s.io/v1'];
    await applied(admin(), resource(rbac, 'Role', 'roles'), { apiVersion: rbac, kind: 'Role', metadata, rules: RULES });
    await applied(admin(), resource(rbac, 'RoleBinding', 'rolebindings'), { apiVersion: rbac, kind: 'RoleBinding', metadata, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: metadata.name }, subjects: [{ kind: 'ServiceAccount', namespace: HOME, name: metadata.name }] });
    services = await openCluster('training', {
      ...{ workers: 1, concurrency: 16, pool: `${POOL.trainTasks},${POOL.devTasks},${POOL.testTasks}` },
      arranged: async (layout, own): Promise<Layout> => {
        const claims = { blobs: join(own, 'blobs'), checkpoints: join(own, 'checkpoints') };
        await mkdir(claims.checkpoints);
        for (const [name, place] of Object.entries(claims)) await boundClaim(admin(), RUNS, name, place);
        kubelet = await startKubelet({ client: admin(), name: 'here', folder: join(folder, 'pods'), claims, services: { [PROGRESS_SERVICE]: service.address } });
        const file = join(own, 'training.json');
        const volumeClaims = Object.entries(claims).map(([claimName, mountPath]) => ({ claimName, mountPath, readOnly: claimName === 'blobs' }));
        // As docs/configuration.md has it; the claims are mounted where they lie on this machine.
        const pods = { image: IMAGE, command: ['node', 'services/trainer-controller/learners/container/main.ts'], env: [{ name: 'GYRE_BLOBS_URL', value: `file:${claims.blobs}` }], volumeClaims };
        await writeFile(file, JSON.stringify({ namespace: RUNS, checkpoints: `file://${claims.checkpoints}`, pods }));
        const learner = { GYRE_LEARNER: 'cluster', GYRE_TRAINING_FILE: file, KUBECONFIG: kubeconfig };
        return { ...layout, processes: layout.processes.map((spec) => (spec.name === 'trainer-controller' ? { ...spec, env: { ...spec.env, ...learner } } : spec)) };
      },
    });
  }, 300_000);
  afterAll(async () => {
    await services?.stop();
    await kubelet?.stop();
    await operator?.stop();
    await service?.close();
    await rm(folder, { recursive: true });
  });

  it('publishes the policy version that it comes to in one process, a run for each job', async () => {
    const embedded = await openEmbedded({ config: loadConfig({ GYRE_STATE_DIR: join(folder, 'embedded'), GYRE_LOG_LEVEL: 'error' }), trainer: { settings: { pool: { world: 'phone', ...POOL } } } });
    const alone = await run(embedded).finally(() => embedded.close());
    const together = await run(services.services);
    expect(together).toMatchObject({ phase: 'done', error: '', update: PLAN.updates });
    const made = (round: typeof together) => ({ release: round?.release, policy: round?.policy, harness: round?.harness, digest: round?.digest });
    expect(made(together)).toEqual(made(alone));

    const { items } = await admin().list(TRAINING_RUNS, { namespace: RUNS });
    expect(items.map(({ spec, status }) => [spec.roundId, status?.summary, status?.restarts, status?.progress?.update])).toEqual(items.map(({ spec }) => [ROUND, 'Succeeded', 0, spec.batch.updates]));
    expect(items.map(({ spec }) => spec.objective).sort()).toEqual(['Care', 'Care', 'ColdStart']);
  });
});
