import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { curatorCollections, openCuratorHandlers, TaskPool } from '#curator/mod.ts';
import { RulePlanner } from '#harness-gateway/policy/baselines/mod.ts';
import { systemClock } from '#kit/clock.ts';
import { digestOf } from '#kit/digest.ts';
import { inProcessClient } from '#kit/rpc/in-process.ts';
import type { Client } from '#kit/rpc/types.ts';
import { openStore } from '#kit/store/open.ts';
import type { Json, Store } from '#kit/store/types.ts';
import { CompletionCriteria } from '#protos/core/v1/criteria.ts';
import { Task } from '#protos/core/v1/task.ts';
import { Trajectory } from '#protos/core/v1/trajectory.ts';
import { Verdict } from '#protos/core/v1/verdict.ts';
import { CuratorServiceService, type IngestRequest } from '#protos/curator/v1/curator_service.ts';
import { criteriaOf, verdictsOf } from '#verifier/mod.ts';
import { constructPool, openRolloutStack, type Rollout } from './rollout-stack.ts';

/**
 * What a record costs on its way in: the curator with many reports at once, against the same with one at a time. As a floor, plain inserts
 * that check, normalise and attribute nothing. SQLite files; trajectories of the rule planner. Prints one JSON object.
 */

const TASKS = 60;
/** Reports of each kind, in rounds that the kinds take in turns. */
const ROUNDS = 5;
const PER_ROUND = 240;
/** Reports at once, as many as a busy worker hands over. */
const AT_ONCE = 80;

const pool = constructPool(2, { train: TASKS, dev: 0, test: 0 });

async function rollouts(): Promise<Rollout[]> {
  const stack = await openRolloutStack();
  stack.policies.set('rule-planner', new RulePlanner());
  const made: Rollout[] = [];
  for (const bundle of pool) made.push(await stack.run(bundle, 'rule-planner', { temperature: 0, seed: 1 }));
  await stack.close();
  return made;
}

/** The `at`th report: a trajectory as it was played, as another attempt of it would be. */
function report(played: readonly Rollout[], at: number): IngestRequest {
  const one = played[at % played.length];
  if (!one) throw new RangeError('nothing was played');
  const slotId = `slot-${at}`;
  const id = `${slotId}#1`;
  return { trajectory: { ...one.trajectory, id, slotId, attempt: 1, episodeId: id, sampling: { temperature: 0, seed: at } }, verdict: { ...one.verdict, trajectoryId: id } };
}

const json = (value: unknown): Json => JSON.parse(JSON.stringify(value));

/** Stores the verdicts as the verifier would have; not part of what is timed. */
async function judged(store: Store, reports: readonly IngestRequest[]): Promise<void> {
  const docs = reports.flatMap(({ trajectory, verdict }) => {
    if (!trajectory || !verdict) return [];
    const { id, episodeId, taskId, taskRevision } = trajectory;
    return [{ _id: id, episode_id: episodeId, task_id: taskId, task_revision: taskRevision, success: verdict.success, verdict: json(Verdict.toJSON(verdict)) }];
  });
  await verdictsOf(store).insertMany(docs);
}

async function together(curator: Client<CuratorServiceService>, reports: readonly IngestRequest[]): Promise<void> {
  for (let at = 0; at < reports.length; at += AT_ONCE) await Promise.all(reports.slice(at, at + AT_ONCE).map((one) => curator.ingest(one)));
}

async function oneByOne(curator: Client<CuratorServiceService>, reports: readonly IngestRequest[]): Promise<void> {
  for (const one of reports) await curator.ingest(one);
}

/** What no ingest gets below: trajectory, record and slot inserted as JSON, one after another. */
async function plainInserts(store: Store, reports: readonly IngestRequest[]): Promise<void> {
  const plain = (name: string) => store.collection<{ readonly _id: string; readonly document: Json }>({ name: `plain_${name}` });
  const [trajectories, records, slots] = [plain('trajectories'), plain('records'), plain('slots')];
  for (const { trajectory, verdict } of reports) {
    if (!trajectory || !verdict) continue;
    const document = json(Trajectory.toJSON(trajectory));
    const judgement = json(Verdict.toJSON(verdict));
    await trajectories.insert({ _id: trajectory.id, document });
    await records.insert({ _id: digestOf({ document, judgement }), document: { trajectory: trajectory.id, verdict: judgement } });
    await slots.insert({ _id: trajectory.slotId, document: { trajectory: trajectory.id } });
  }
}

const played = await rollouts();
const folder = mkdtempSync(join(tmpdir(), 'ingest-bench-'));
const [store, evidenceStore] = [await openStore(`sqlite:${folder}/gyre.db`), await openStore(`sqlite:${folder}/evidence.db`)];
await new TaskPool(curatorCollections(store)).add(pool.map(({ task }) => Task.fromPartial(task)));
await criteriaOf(evidenceStore).insertMany(pool.map(({ task: { id, revision }, criteria }) => ({ _id: id, revision, criteria: json(CompletionCriteria.toJSON(criteria)) })));
const handlers = openCuratorHandlers({ store, evidenceStore, clock: systemClock, construct: async () => ({ tasks: [], rejected: [] }) });
const curator = inProcessClient(CuratorServiceService, handlers, { timeoutMs: 120_000 });

const ways = {
  together: (reports: readonly IngestRequest[]) => together(curator, reports),
  naive: (reports: readonly IngestRequest[]) => oneByOne(curator, reports),
  floor: (reports: readonly IngestRequest[]) => plainInserts(store, reports),
};
const times = new Map<string, { wall: number; cpu: number }[]>(Object.keys(ways).map((name) => [name, []]));
let made = 0;
for (let round = 0; round <= ROUNDS; round++) {
  for (const [name, way] of Object.entries(ways)) {
    const reports = Array.from({ length: PER_ROUND }, () => report(played, made++));
    await judged(store, reports);
    const [start, before] = [performance.now(), process.cpuUsage()];
    await way(reports);
    const { user, system } = process.cpuUsage(before);
    // The first round warms up.
    if (round > 0) times.get(name)?.push({ wall: ((performance.now() - start) * 1000) / PER_ROUND, cpu: (user + system) / PER_ROUND });
  }
}
const records = await curatorCollections(store).records.count({});
await store.close();
await evidenceStore.close();
rmSync(folder, { recursive: true });

const median = (values: readonly number[]) => Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);
/** Microseconds of the median round. */
const cost = (name: keyof typeof ways) => {
  const rounds = times.get(name) ?? [];
  return { us_per_record: median(rounds.map(({ wall }) => wall)), cpu_us_per_record: median(rounds.map(({ cpu }) => cpu)) };
};
console.log(
  JSON.stringify(
    {
      bench: 'ingest',
      reports_of_each_kind: ROUNDS * PER_ROUND,
      records,
      steps_per_trajectory: Number((played.reduce((sum, { trajectory }) => sum + trajectory.steps.length, 0) / played.length).toPrecision(3)),
      curator: { what: `normalised, checked against slot and verdict, attributed, decided; ${AT_ONCE} reports at once`, ...cost('together') },
      naive: { name: 'the same, each report after the answer to the one before', ...cost('naive') },
      floor: { what: 'trajectory, record and slot inserted as JSON one after another; nothing checked, normalised or attributed', ...cost('floor') },
    },
    null,
    2,
  ),
);
