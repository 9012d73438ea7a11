import { describe, expect, it } from 'vitest';
import { metaOf, Refusal } from '../../runtime/testkit/object-store.ts';
import { until } from '../../runtime/testkit/world.ts';
import { DEPLOYMENTS, JOBS, SERVICES } from '../cluster-resources.ts';
import { ATTEMPT_LABEL } from '../names.ts';
import { TRAINING_RUNS } from '../run.ts';
import { ALL_CHILDREN, condition, progressed, runningWorld, trainingWorld, withoutPods } from '../testkit/world.ts';

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
    const { drive, server, reconcile, run, cluster, caughtUp } = await runningWorld();
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
      expect(withoutPods(children())).toEqual(ALL_CHILDREN);
      expect(condition(await run(), 'Accepted')).toMatch(/^True/);
      expect(failures.length).toBeLessThanOrEqual(1);
    }
  });

  it.each([
    [403, SERVICES],
    [422, SERVICES],
    [422, JOBS],
    [403, DEPLOYMENTS],
  ] as const)('%i for a child for ever: the run says which and why, and goes on once it is no longer refused', async (code, resource) => {
    const { drive, server, children, run, reconcile, caughtUp } = await trainingWorld();
    server.beforeWrite = (method, path) => {
      if (method === 'POST' && path.endsWith(`/${resource.plural}`)) throw new Refusal(code, 'Refused', 'policy spec denied request: not this one');
    };
    for (let tries = 0; tries < 3; tries++) {
      await caughtUp();
      await expect(reconcile()).rejects.toMatchObject({ boundary: 'cluster' });
    }
    expect(condition(await run(), 'PodsReady')).toBe(`False ChildRefused: ${resource.kind} ${resource === JOBS ? 'planner' : resource === SERVICES ? 'planner-trainer' : 'planner-rollout'} cannot be made: policy spec denied request: not this one. It is tried again by itself.`);
    server.beforeWrite = () => undefined;
    await drive();
    expect(withoutPods(children())).toEqual(ALL_CHILDREN);
    expect(condition(await run(), 'PodsReady')).not.toMatch(/ChildRefused/);
  });

  it('a refusal whose words are never the same is tried again ever more seldom', async () => {
    const { server, controller, caughtUp, signal, keep } = await trainingWorld();
    await caughtUp();
    let tries = 0;
    server.beforeWrite = (method, path) => {
      if (method === 'POST' && path.endsWith(`/${SERVICES.plural}`)) throw new Refusal(403, 'Forbidden', `policy spec denied request: see request ${++tries}`);
    };
    keep(controller.run(signal));
    await until('the run says so', () => JSON.stringify(server.store.get(TRAINING_RUNS, 'ml', 'planner')).includes('see request 1'));
    await new Promise((resolve) => setTimeout(resolve, 300));
    // No time has passed: the first try, and that of the change which its words in the run are.
    expect(tries).toBeLessThanOrEqual(3);
  });

  it('progress reported while it decides refuses its write: nothing is decided on what is no longer so', async () => {
    const { drive, server, run, cluster, report } = await runningWorld();
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
