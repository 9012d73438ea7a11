import type { Happening } from '../../runtime/events.ts';
import { keyOf } from '../../runtime/objects.ts';
import { type Json, metaOf } from '../../runtime/testkit/object-store.ts';
import { chance, openWorld, silent, until } from '../../runtime/testkit/world.ts';
import { CLAIMS, type Installed, WORKLOADS } from '../cluster-resources.ts';
import { openTraining } from '../controller.ts';
import { CHILDREN_SELECTOR } from '../names.ts';
import { type Run, TRAINING_RUNS } from '../run.ts';
import { CLUSTER_KINDS, FakeCluster } from './fake-cluster.ts';
import { runJson } from './runs.ts';

export const KEY = 'ml/planner';
const [LABEL = '', VALUE] = CHILDREN_SELECTOR.split('=');

/** An API server with fakes of the controllers around, and a process of the operator that can die and begin anew. */
export async function trainingWorld(changes: Readonly<Record<string, unknown>> = {}, installed: Installed = { jobSet: false, kueue: false }) {
  const world = await openWorld([...CLUSTER_KINDS, CLAIMS]);
  const { server, clock, client } = world;
  const cluster = new FakeCluster(server.store, () => clock.now());
  const told: Happening[] = [];
  const json = runJson(changes);
  server.store.create(TRAINING_RUNS, 'ml', json);

  const begin = () => {
    const over = new AbortController();
    const process = openTraining({ client, writer: world.writer({ manager: 'gyre-operator' }), recorder: { tell: (_, what) => void told.push(what) }, clock, random: chance(), log: silent, installed, endpoint: { progressUrl: 'http://progress.gyre:8080' } });
    for (const informer of process.informers) void world.run(informer.run(AbortSignal.any([world.signal, over.signal])));
    return { ...process, over };
  };
  let process = begin();

  const shown = (object: Json, plural: string) => plural === TRAINING_RUNS.plural || plural === WORKLOADS.plural || metaOf(object).labels?.[LABEL] === VALUE;
  /** Every informer shows what the API server has. */
  const caughtUp = () =>
    until('the caches have caught up', () =>
      process.informers.every(({ resource, cache, hasSynced }) => {
        const there = server.store.list(resource, undefined).filter((object) => shown(object, resource.plural));
        return hasSynced && there.length === cache.size && there.every((object) => cache.get(keyOf({ metadata: metaOf(object) }))?.metadata.resourceVersion === metaOf(object).resourceVersion);
      }),
    );
  const reconcile = () => process.reconciler.reconcile(KEY, { signal: world.signal });

  /** The operator is killed, and another takes over. */
  const restart = () => {
    process.over.abort();
    process = begin();
  };

  return {
    ...world,
    cluster,
    told,
    installed,
    caughtUp,
    reconcile,
    restart,
    /** Time passes, longer than any watch lasts: the operator's begin anew. */
    pass(ms: number) {
      clock.advance(ms);
      restart();
    },
    get informers() {
      return process.informers;
    },
    get controller() {
      return process.controller;
    },
    /** Reconciles, and lets the cluster act, until nothing changes; what the last reconcile asked for. `onFailure` decides what follows one that fails. */
    async drive(onFailure: (error: unknown) => void = (error) => { throw error; }) {
      for (let round = 0; round < 60; round++) {
        cluster.step();
        await caughtUp();
        const before = server.store.version;
        try {
          const result = await reconcile();
          cluster.step();
          if (server.store.version === before) return result;
        } catch (error) {
          onFailure(error);
        }
      }
      throw new Error('it does not come to rest');
    },
    run: () => client.get(TRAINING_RUNS, { namespace: 'ml', name: 'planner' }),
    keep: world.run,
    /** Changes the spec as somebody would by kubectl. */
    edit: (spec: Json) => server.store.write(TRAINING_RUNS, 'ml', 'planner', { kind: 'merge', body: { spec } }, undefined),
    /** Sets fields of the status as the progress endpoint would. */
    report: (status: Json) => server.store.write(TRAINING_RUNS, 'ml', 'planner', { kind: 'merge', body: { status } }, 'status'),
    /** `Kind name` of all children that are there. */
    children: () => CLUSTER_KINDS.slice(1).flatMap((resource) => cluster.list(resource).map((object) => `${resource.kind} ${metaOf(object).name}`)),
  };
}

export const checkpoint = (update: number, state: 'Recorded' | 'Good' | 'Bad' = 'Good') => ({ name: `update-${update}`, update, uri: `s3://gyre-checkpoints/planner-care-7/update-${update}`, state, recordedTime: '2026-01-31T12:00:01Z' });
export const progressed = (update: number, reportTime = '2026-01-31T12:00:00Z', pod?: Json) => ({ update, reportTime, ...(pod ? { podUid: metaOf(pod).uid } : {}) });

/** A condition as `Status reason: message`. */
export function condition({ status }: Run, type: string): string {
  const found = status?.conditions?.find((each) => each.type === type);
  return found ? `${found.status} ${found.reason}: ${found.message}` : 'absent';
}

/** A world in which the run has all its pods, ready. */
export async function runningWorld(...given: Parameters<typeof trainingWorld>) {
  const world = await trainingWorld(...given);
  await world.drive();
  world.cluster.ready();
  await world.drive();
  return world;
}

/** Children of a run that is under way, but for pods. */
export const ALL_CHILDREN = ['Job planner', 'Deployment planner-rollout', 'Service planner-trainer', 'Service planner-rollout', 'ServiceAccount planner-trainer', 'ServiceAccount planner-rollout'];
export const withoutPods = (children: readonly string[]): string[] => children.filter((child) => !child.startsWith('Pod '));
