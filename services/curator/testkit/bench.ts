import { ManualClock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import { jsonOf } from '#kit/store/json.ts';
import { openSqliteStore } from '#kit/store/sqlite.ts';
import type { Store } from '#kit/store/types.ts';
import type { Record } from '#protos/core/v1/record.ts';
import { Split, type Task } from '#protos/core/v1/task.ts';
import { Verdict } from '#protos/core/v1/verdict.ts';
import { curatorCollections } from '../collections.ts';
import { type IngestReport, Ingestor } from '../ingest/ingest.ts';
import { ReleaseGate } from '../releases/gate.ts';
import { ReviewQueue } from '../review/queue.ts';
import { TaskPool } from '../task-pool.ts';
import { taskOf } from './builders.ts';

/** A curator over a store, by default one in memory, with `t1` and `t2` to train on, `d1` held out for development and `x1` for the test. */
export async function openBench(tasks: readonly Task[] = TASKS, store: Store = openSqliteStore(':memory:')) {
  const collections = curatorCollections(store);
  const pool = new TaskPool(collections);
  const clock = new ManualClock(1000);
  await pool.add(tasks);
  const ingestor = new Ingestor({ collections, pool, clock, openingOf: async () => undefined, askedOf: async () => undefined });
  return {
    store,
    collections,
    pool,
    clock,
    ingestor,
    reviews: new ReviewQueue(collections, pool, clock),
    gate: new ReleaseGate(collections, pool),
    /** Stores the verdicts as the verifier would, and ingests. */
    async take(...reports: IngestReport[]): Promise<(Record | GyreError)[]> {
      await collections.verdicts.insertMany(
        reports.flatMap(({ verdict }) =>
          verdict === undefined ? [] : [{ _id: verdict.trajectoryId, episode_id: 'e', task_id: 't', task_revision: 1, success: verdict.success, verdict: jsonOf(Verdict.toJSON(verdict)) }],
        ),
      );
      return ingestor.ingestAll(reports);
    },
    async takeOne(report: IngestReport): Promise<Record> {
      const [result] = await this.take(report);
      if (result === undefined || result instanceof GyreError) throw result ?? new Error('no answer');
      return result;
    },
  };
}

export type Bench = Awaited<ReturnType<typeof openBench>>;

const TASKS: readonly Task[] = [
  taskOf('t1'),
  taskOf('t2', { capabilities: ['recovery'] }),
  taskOf('d1', { family: 'f-dev', split: Split.DEV }),
  taskOf('x1', { family: 'f-test', split: Split.TEST }),
];
