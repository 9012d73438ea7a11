import { describe, expect, it } from 'vitest';
import { metaOf } from '../../runtime/testkit/object-store.ts';
import { JOBS, PODS } from '../cluster-resources.ts';
import { ATTEMPT_LABEL } from '../names.ts';
import { condition, progressed, runningWorld, withoutPods } from '../testkit/world.ts';

describe('failures of the trainer', () => {
  it('the whole group begins anew, counted, after the last pod of the old one', async () => {
    const { drive, run, cluster, told } = await runningWorld();
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
    const { drive, run, cluster, children } = await runningWorld({ 'spec.maxRestarts': 2 });
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
    const { drive, run, cluster } = await runningWorld({ 'spec.maxRestarts': 0 });
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
    const { drive, run, cluster } = await runningWorld({ 'spec.podFailurePolicy': { rules } });
    cluster.exit(cluster.pods()[0], 75, 'storage is away');
    await drive();
    expect((await run()).status).toMatchObject({ restarts: 0, attempt: 1, evictions: [{ reason: 'IgnoredExitCode', count: 1 }] });
  });

  it('silence for longer than the progress deadline is a restart that counts; progress puts it off', async () => {
    const { drive, run, cluster, pass, report } = await runningWorld({ 'spec.progressDeadlineSeconds': 600 });
    pass(500_000);
    report({ progress: progressed(3, '2026-01-31T12:08:20Z', cluster.pods()[0]) });
    expect(await drive()).toEqual({ requeueAfterMs: 600_000 });
    pass(600_000);
    cluster.lingering = true;
    await drive();
    expect(condition(await run(), 'PodsReady')).toBe('False ProgressStalled: no progress for 600 s, progressDeadlineSeconds is 600; raise it if updates take longer.');
    cluster.lingering = false;
    await drive();
    expect((await run()).status).toMatchObject({ restarts: 1, attempt: 1 });
    expect(cluster.list(JOBS).map((each) => metaOf(each).labels?.[ATTEMPT_LABEL])).toEqual(['1']);
  });

  describe('silence is counted though', () => {
    type World = Awaited<ReturnType<typeof runningWorld>>;
    const unready = { phase: 'Running', conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: '2026-01-31T12:08:00Z' }] };
    const HINDRANCES: readonly (readonly [string, (world: World) => void])[] = [
      ['a rollout pod is not ready', ({ cluster }) => cluster.pod(cluster.pods('rollout')[0] ?? {}, unready)],
      ['there is none of the rollout pods', ({ server, cluster }) => cluster.pods('rollout').forEach((pod) => server.store.write(PODS, 'ml', metaOf(pod).name, { kind: 'merge', body: { status: { phase: 'Failed' } } }, 'status'))],
      ['another node of the trainer has ended well', ({ cluster }) => cluster.exit(cluster.pods()[1], 0)],
      ['a rollout pod finds no node', ({ cluster }) => cluster.pod(cluster.pods('rollout')[0] ?? {}, { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: 'no node.' }] })],
    ];
    const AFTER_A_REPORT: typeof HINDRANCES = [
      ['its pod is not ready any more', ({ cluster }) => cluster.pod(cluster.pods()[0] ?? {}, unready)],
      ['another pod of the trainer is not ready any more', ({ cluster }) => cluster.pod(cluster.pods()[1] ?? {}, unready)],
      ['it has ended well itself, and another node has not', ({ cluster }) => cluster.exit(cluster.pods()[0], 0)],
    ];

    it.each([...HINDRANCES, ...AFTER_A_REPORT])('%s: from the last report of the present pod on', async (_, hinder) => {
      const world = await runningWorld({ 'spec.progressDeadlineSeconds': 600 });
      const { drive, run, pass, report, cluster } = world;
      report({ progress: progressed(3, '2026-01-31T12:05:00Z', cluster.pods()[0]) });
      hinder(world);
      pass(899_000);
      await drive();
      expect((await run()).status?.restarts).toBe(0);
      pass(1_000);
      await drive();
      expect((await run()).status).toMatchObject({ restarts: 1, attempt: 1 });
    });

    it.each(HINDRANCES)('%s: before that from when the trainer\'s pods were ready on, whatever an earlier pod reported', async (_, hinder) => {
      const world = await runningWorld({ 'spec.progressDeadlineSeconds': 600 });
      const { drive, run, pass, report } = world;
      report({ progress: progressed(3, '2026-01-31T11:00:00Z', { metadata: { name: 'earlier', uid: 'earlier' } }) });
      hinder(world);
      pass(599_000);
      await drive();
      expect((await run()).status?.restarts).toBe(0);
      pass(1_000);
      await drive();
      expect((await run()).status).toMatchObject({ restarts: 1, attempt: 1 });
    });

    it('not before a first report while a pod of the trainer is not ready: that is said of the pod', async () => {
      const { drive, run, pass, cluster } = await runningWorld({ 'spec.progressDeadlineSeconds': 600 });
      cluster.pod(cluster.pods()[1] ?? {}, unready);
      pass(900_000);
      await drive();
      expect((await run()).status?.restarts).toBe(0);
    });
  });

  it('the deadline ends a run that is active, and takes its pods', async () => {
    const { drive, run, pass, cluster, children } = await runningWorld({ 'spec.activeDeadlineSeconds': 3600, 'spec.progressDeadlineSeconds': 3600 });
    pass(3_600_000);
    expect(await drive()).toEqual({ requeueAfterMs: 604_800_000 });
    expect(condition(await run(), 'Failed')).toMatch(/^True DeadlineReached: .*\(3600\)/);
    expect([cluster.pods(), cluster.pods('rollout'), children()]).toEqual([[], [], []]);
  });
});
