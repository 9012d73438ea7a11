import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { LEASES } from '#operator/runtime/lease.ts';
import { microTime } from '#operator/runtime/micro-time.ts';
import { pathOf } from '#operator/runtime/objects.ts';
import { JOBS, PODS, SERVICE_ACCOUNTS, SERVICES } from '#operator/training/cluster-resources.ts';
import { TRAINING_RUNS } from '#operator/training/run.ts';
import { systemClock } from '#kit/clock.ts';
import { askedOf, createdOf, OPERATOR_AUDITED } from './audit.ts';
import { describeWithKubernetes, eventually } from './cluster.testkit.ts';
import { openHidingProxy } from './hiding-proxy.ts';
import { HOME, installOperator, type Replica, RUNS, startReplica } from './operator.testkit.ts';
import { runsOf, TINY } from './runs.testkit.ts';

/** What one replica of the operator watches. */
const WATCHED = ['deployments', 'deviceleases', 'devicepools', 'devices', 'jobs', 'pods', 'serviceaccounts', 'services', 'trainingruns'];
const MADE = ['jobs', 'services', 'serviceaccounts'] as const;
/** Runs that an operator reconciles at once. */
const WORKERS = 4;
const KINDS = [JOBS, SERVICES, SERVICE_ACCOUNTS, PODS];
const LEASE = { namespace: HOME, name: 'gyre-operator' };

await describeWithKubernetes('replicas of the operator on a real API server', { tools: ['helm'], nodes: 2, apiServerFlags: OPERATOR_AUDITED }, ({ cluster, admin }) => {
  let [folder, kubeconfig] = ['', ''];
  let replicas = 0;
  let runs: ReturnType<typeof runsOf>;
  const begin = async (access = kubeconfig): Promise<Replica> => {
    const replica = await startReplica({ kubeconfig: access, folder, name: `replica-${++replicas}` });
    onTestFinished(() => replica.kill());
    return replica;
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gyre-replicas-'));
    kubeconfig = await installOperator(cluster(), admin());
    runs = runsOf(admin());
  });
  afterAll(() => rm(folder, { recursive: true }));

  const namesOf = (what: string, count: number) => Array.from({ length: count }, (_, i) => `${what}-${i}`);
  const createAll = (names: readonly string[]) => Promise.all(names.map((name) => runs.create(name, { ...TINY, 'spec.trainer.pods.cpu': undefined, 'spec.trainer.pods.memory': undefined })));
  const count = async (kind: (typeof KINDS)[number]) => (await admin().list(kind, { namespace: RUNS, labels: 'app.kubernetes.io/name=gyre-training' })).items.length;
  const counts = () => Promise.all(KINDS.map(count));
  const all = async (holds: (summary: string | undefined) => boolean) => (await admin().list(TRAINING_RUNS, { namespace: RUNS })).items.every(({ status }) => holds(status?.summary));
  const removeAll = async (names: readonly string[]) => {
    for (const name of names) await runs.remove(name);
  };
  /** Watches without a pause for something that lasts for a moment only. */
  const caught = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await systemClock.sleep(1);
  };

  it('a leader killed in the middle of its work: the other goes on from what is there, and nothing is made twice or left out', async () => {
    const [first, second] = [await begin(), await begin()];
    const before = await createdOf(cluster(), ...MADE);
    const names = namesOf('killed', 40);
    await createAll(names);
    await caught(async () => (await count(JOBS)) >= 3);
    first.kill();
    await first.ended;
    const left = await count(JOBS);
    expect(left).toBeLessThan(names.length);
    await eventually('all run', () => all((summary) => summary === 'Running'));
    expect(await counts()).toEqual([40, 40, 40, 40]);
    const after = await createdOf(cluster(), ...MADE);
    for (const each of MADE) {
      const [made, other] = [0, 1].map((i) => (after[each]?.[i] ?? 0) - (before[each]?.[i] ?? 0)) as [number, number];
      // What the killed one had just asked for may be carried out and answered to nobody: one call of each of its workers at most.
      expect(made, each).toBeLessThanOrEqual(names.length);
      expect(made + other, each).toBeGreaterThanOrEqual(names.length);
      expect(other, each).toBeLessThanOrEqual(WORKERS);
    }
    for (const name of names) expect((await runs.get(name)).status).toMatchObject({ attempt: 0, restarts: 0 });

    // And in the middle of taking away.
    const third = await begin();
    await Promise.all(names.map((name) => runs.edit(name, { suspend: true })));
    await caught(async () => (await count(JOBS)) <= names.length - 3);
    second.kill();
    await second.ended;
    expect(await count(JOBS)).toBeGreaterThan(0);
    await eventually('all are suspended', () => all((summary) => summary === 'Suspended'));
    expect(await counts()).toEqual([0, 0, 0, 0]);
    await third.stop();
    await removeAll(names);
  });

  it('lists that leave out what was just made: nothing is made again, and nothing is begun anew', async () => {
    const proxy = await openHidingProxy(cluster(), kubeconfig, join(folder, 'hiding.kubeconfig'));
    onTestFinished(() => proxy.close());
    const replica = await begin(proxy.kubeconfig);
    const before = await createdOf(cluster(), ...MADE);
    const names = namesOf('hidden', 20);
    await createAll(names);
    for (const least of [3, 10]) {
      await caught(async () => (await count(JOBS)) >= least);
      proxy.relist(...MADE);
    }
    await eventually('all run', () => all((summary) => summary === 'Running'));
    for (const each of MADE) expect(proxy.hidden[each], each).toBeGreaterThan(0);
    expect(await counts()).toEqual([20, 20, 20, 20]);
    const after = await createdOf(cluster(), ...MADE);
    expect(MADE.map((each) => (after[each]?.[0] ?? 0) - (before[each]?.[0] ?? 0))).toEqual(MADE.map(() => names.length));
    for (const name of names) expect((await runs.get(name)).status).toMatchObject({ attempt: 0, restarts: 0 });
    await replica.stop();
    await removeAll(names);
  });

  it('an API server that is restarted five times: one watch of each resource at a time, one list at most for each time', async () => {
    // Another leads, so that this replica does not end when the API server is away for longer than a leader may be without it.
    const lead = async () => {
      const body = { apiVersion: LEASES.apiVersion, kind: LEASES.kind, metadata: LEASE, spec: { holderIdentity: 'somebody', leaseDurationSeconds: 60, leaseTransitions: 9, renewTime: microTime(systemClock.now()) } };
      await admin().call('apply', LEASES, { method: 'PATCH', path: pathOf(LEASES, LEASE), contentType: 'application/apply-patch+yaml', query: { fieldManager: 'somebody', force: 'true' }, body });
    };
    await lead();
    let offset = (await askedOf(cluster())).length;
    const replica = await begin();
    const tally = async () => {
      const asked = (await askedOf(cluster())).slice(offset).filter(({ code }) => code === 200);
      const times = (resource: string, verb: string, stage: string) => asked.filter((each) => each.resource === resource && each.verb === verb && each.stage === stage).length;
      return WATCHED.map((resource) => ({ resource, watches: times(resource, 'watch', 'ResponseStarted') - times(resource, 'watch', 'ResponseComplete'), lists: times(resource, 'list', 'ResponseComplete') }));
    };
    const standing = () => eventually('all is watched', async () => (await tally()).every(({ watches }) => watches > 0));
    await standing();
    expect(await tally()).toEqual(WATCHED.map((resource) => ({ resource, watches: 1, lists: 1 })));
    for (let restart = 1; restart <= 5; restart++) {
      if (restart % 2 === 0) await cluster().apiServer.kill();
      offset = (await askedOf(cluster())).length;
      await cluster().apiServer.restart();
      await lead();
      await standing();
      for (const { resource, watches, lists } of await tally()) {
        expect({ resource, watches }).toEqual({ resource, watches: 1 });
        expect(lists, resource).toBeLessThanOrEqual(1);
      }
    }
    expect(await replica.problems()).toEqual({});

    await admin().call('delete', LEASES, { method: 'DELETE', path: pathOf(LEASES, LEASE) });
    await runs.create('after', TINY);
    await eventually('its pod is seen', async () => (await runs.get('after')).status?.trainer?.nodes === 1);
    await replica.stop();
    await runs.remove('after');
  });
});
