import { constantFrom, integer, asyncProperty, assert } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../runtime/testkit/object-store.ts';
import { TRAINING_RUNS } from '../run.ts';
import { CLUSTER_KINDS } from '../testkit/fake-cluster.ts';
import { checkpoint, progressed, trainingWorld } from '../testkit/world.ts';

/** How the process dies: before a write, or after it, before it knows. */
type Death = 'before' | 'after';
type World = Awaited<ReturnType<typeof trainingWorld>>;

/** All that can happen to a run, in one life: start, failure, lost node, suspension, resumption, success. */
const STORY: readonly ((world: World) => void)[] = [
  () => undefined,
  ({ cluster }) => cluster.ready(),
  ({ report, cluster }) => {
    report({ progress: progressed(10), checkpoints: [checkpoint(10)] });
    cluster.exit(cluster.pods()[0], 1, 'NaN');
  },
  ({ cluster }) => cluster.ready(),
  ({ cluster }) => cluster.disrupt(cluster.pods()[1]),
  ({ cluster }) => cluster.ready(),
  ({ edit }) => edit({ suspend: true }),
  ({ edit }) => edit({ suspend: false }),
  ({ cluster }) => cluster.ready(),
  ({ report, cluster }) => {
    report({ progress: progressed(200), checkpoints: [checkpoint(10), checkpoint(200)] });
    for (const pod of cluster.pods()) cluster.exit(pod, 0);
  },
];

/** Plays the story; the operator dies at its `nth` write (never, for 0) and another goes on. What is there after each scene. */
async function played(nth: number, death: Death): Promise<{ readonly scenes: readonly unknown[]; readonly writes: number; readonly deaths: number }> {
  const world = await trainingWorld();
  const { server } = world;
  let [writes, deaths] = [0, 0];
  server.beforeWrite = () => {
    if (++writes === nth && death === 'before') throw new Refusal(500, 'InternalError', 'killed');
  };
  server.loseAnswer = () => writes === nth && death === 'after';
  const scenes: unknown[] = [];
  for (const scene of STORY) {
    scene(world);
    await world.drive(() => {
      deaths++;
      world.restart();
    });
    scenes.push(CLUSTER_KINDS.flatMap((resource) => world.cluster.list(resource).map((object) => essence(object, resource === TRAINING_RUNS))));
  }
  return { scenes, writes, deaths };
}

/** Without what differs between two lives of the same content: versions, uids, the random part of pod names. */
function essence(object: unknown, whole: boolean): unknown {
  const text = JSON.stringify(object, (key, value: unknown) => (key === 'resourceVersion' || key === 'observedGeneration' ? undefined : value));
  return JSON.parse(text.replaceAll(/uid-\d+/g, 'uid').replaceAll(/(planner-\d|planner-rollout)-[0-9a-z]{5}/g, '$1').replaceAll(whole ? /$^/g : /"gyre.dev\/applied-digest":"[^"]*",?/g, ''));
}

describe('an operator that dies at any of its writes', () => {
  it('leaves a run from which the next one comes to the same objects', async () => {
    const undisturbed = await played(0, 'before');
    expect(undisturbed.writes).toBeGreaterThan(30);
    expect(undisturbed.scenes.at(-1)).toMatchObject([{ status: { summary: 'Succeeded', restarts: 1, attempt: 2, evictions: [{ count: 1 }] } }, { kind: 'Job' }, { kind: 'Pod' }, { kind: 'Pod' }]);
    await assert(
      asyncProperty(integer({ min: 1, max: undisturbed.writes }), constantFrom<Death>('before', 'after'), async (nth, death) => {
        const { scenes, deaths } = await played(nth, death);
        expect(deaths).toBe(1);
        expect(scenes).toEqual(undisturbed.scenes);
      }),
      { numRuns: 12, seed: 7 },
    );
  });
});
