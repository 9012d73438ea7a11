import { describe, expect, it } from 'vitest';
import { isConflict } from '../../runtime/failure.ts';
import { metaOf } from '../../runtime/testkit/object-store.ts';
import { settle, until } from '../../runtime/testkit/world.ts';
import { CLAIMS, DEPLOYMENTS, JOB_SETS, JOBS, SERVICES } from '../cluster-resources.ts';
import { ATTEMPT_LABEL } from '../names.ts';
import { TRAINING_RUNS } from '../run.ts';
import { at, runJson } from '../testkit/runs.ts';
import { ALL_CHILDREN, checkpoint, condition, KEY, progressed, runningWorld, trainingWorld, withoutPods } from '../testkit/world.ts';

describe('from a run to its end', () => {
  it('makes the children, says what it sees, and is Succeeded with the last good checkpoint', async () => {
    const { drive, cluster, run, report, children, told } = await trainingWorld();
    await drive();
    expect(withoutPods(children())).toEqual(ALL_CHILDREN);
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
    const { drive, server, reconcile } = await runningWorld();
    await drive();
    const { version } = server.store;
    for (let i = 0; i < 3; i++) await reconcile();
    expect(server.store.version).toBe(version);
  });

  it('whose ttl is over takes no other run with it that came in its place, and none whose ttl was raised in that moment', async () => {
    for (const replaced of [true, false]) {
      const { drive, cluster, report, pass, server, edit } = await runningWorld({ 'spec.ttlSecondsAfterFinished': 60 });
      report({ progress: progressed(200), checkpoints: [checkpoint(200)] });
      for (const pod of cluster.pods()) cluster.exit(pod, 0);
      await drive();
      pass(60_000);
      let asked = 0;
      // After the run was read, and before anything else is asked of it.
      server.refusals.push({
        status: 500,
        when: ({ url }) => {
          if (!url?.endsWith('/trainingruns/planner') || ++asked !== 2) return false;
          if (!replaced) edit({ ttlSecondsAfterFinished: 3600 });
          else {
            server.store.delete(TRAINING_RUNS, 'ml', 'planner');
            server.store.create(TRAINING_RUNS, 'ml', runJson());
          }
          return false;
        },
      });
      const failures: unknown[] = [];
      await drive((error) => failures.push(error));
      expect([server.store.list(TRAINING_RUNS, 'ml').length, failures.every(isConflict)]).toEqual([1, true]);
    }
  });

  it('goes when it has been over for its ttl, and not before', async () => {
    const { drive, cluster, report, pass, server, children } = await runningWorld({ 'spec.ttlSecondsAfterFinished': 60 });
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
    const { drive, cluster, run, report } = await runningWorld();
    report(status);
    for (const pod of cluster.pods()) cluster.exit(pod, 0);
    await drive();
    expect(condition(await run(), 'Failed')).toMatch(said);
    expect(condition(await run(), 'Succeeded')).toMatch(/^False/);
  });

  it('an end is final, whatever pods and specs do after it', async () => {
    const { drive, cluster, run, edit, report } = await runningWorld();
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
    const { drive, cluster, run, report } = await runningWorld({}, { jobSet: true, kueue: false });
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
    const { drive, server, children } = await runningWorld();
    server.store.delete(TRAINING_RUNS, 'ml', 'planner');
    await drive();
    expect(children()).toEqual([]);
  });
});

describe('suspension', () => {
  it('means zero children, and zero requeues', async () => {
    const { drive, run, edit, children, cluster, controller, server, keep, signal, caughtUp } = await runningWorld();
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
    await caughtUp();
    const [{ version }, { gets }] = [server.store, server.asked(TRAINING_RUNS)];
    void keep(controller.run(signal));
    await until('it was looked at once', () => server.asked(TRAINING_RUNS).gets > gets);
    await settle(200);
    expect([server.store.version, server.asked(TRAINING_RUNS).gets, controller.queue.depth]).toEqual([version, gets + 1, 0]);
  });

  it('a run that is created suspended has no child at all', async () => {
    const { drive, run, children } = await trainingWorld({ 'spec.suspend': true });
    expect(await drive()).toEqual({});
    expect(children()).toEqual([]);
    expect(condition(await run(), 'Suspended')).toMatch(/^True/);
  });

  it('a resumed run begins once the old pods have gone, and its suspension does not count as activity', async () => {
    const { drive, run, edit, cluster, pass } = await runningWorld({ 'spec.activeDeadlineSeconds': 7200 });
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
    const { drive, edit, cluster } = await runningWorld();
    edit({ suspend: true });
    await drive();
    edit({ suspend: false, trainer: { nodes: 4, parallelism: { data: 4, tensor: 4, pipeline: 2, context: 1 } } });
    await drive();
    expect(at(cluster.list(JOBS)[0], 'spec', 'completions')).toBe(4);
    expect(cluster.pods()).toHaveLength(4);
  });
});

describe('rollout pods', () => {
  it('scale at any time, and scale back what somebody else scaled', async () => {
    const { drive, edit, cluster, server, run } = await runningWorld();
    edit({ rollout: { replicas: 6 } });
    await drive();
    expect(cluster.pods('rollout')).toHaveLength(6);
    server.store.write(DEPLOYMENTS, 'ml', 'planner-rollout', { kind: 'merge', body: { spec: { replicas: 1 } } }, undefined);
    await drive();
    expect(cluster.pods('rollout')).toHaveLength(6);
    expect((await run()).status?.rollout?.replicas).toBe(6);
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
