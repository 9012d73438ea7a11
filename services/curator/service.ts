import type { Clock } from '#kit/clock.ts';
import { GyreError, invalid } from '#kit/errors.ts';
import { type Access, type Authenticate, guarded } from '#kit/rpc/roles.ts';
import type { Handlers } from '#kit/rpc/types.ts';
import type { Store } from '#kit/store/types.ts';
import { CompletionCriteria } from '#protos/core/v1/criteria.ts';
import { Opening } from '#protos/core/v1/context.ts';
import type { Record } from '#protos/core/v1/record.ts';
import { Split } from '#protos/core/v1/task.ts';
import { CuratorServiceService } from '#protos/curator/v1/curator_service.ts';
import { criteriaOf } from '#verifier/mod.ts';
import { Batcher } from './batcher.ts';
import type { Asked } from './attribution/facts.ts';
import { type CuratorCollections, curatorCollections } from './collections.ts';
import { type Construct, constructInto } from './construction.ts';
import { demonstrationReader, privateTextsReader } from './for-harness.ts';
import { Ingestor, type IngestReport } from './ingest/ingest.ts';
import { inflated } from './ingest/packing.ts';
import { readRecords } from './records.ts';
import { ReleaseGate } from './releases/gate.ts';
import { ReviewQueue } from './review/queue.ts';
import { drawTasks } from './sampling/draw.ts';
import { TaskPool } from './task-pool.ts';

export interface CuratorDependencies {
  readonly store: Store;
  /** Criteria and witnesses (GYRE_EVIDENCE_URL). */
  readonly evidenceStore: Store;
  readonly clock: Clock;
  /** Builds and audits tasks (services/curator/tasks). */
  readonly construct: Construct;
}

/** Who may call what. Workers report and read tasks; only reviewers and administrators decide. */
export const CURATOR_ACCESS: Access<CuratorServiceService> = {
  constructTasks: ['trainer', 'admin'],
  getTask: ['worker', 'trainer', 'verifier', 'reviewer', 'admin'],
  listTasks: ['worker', 'trainer', 'verifier', 'reviewer', 'admin'],
  ingest: ['worker', 'admin'],
  listReviews: ['reviewer', 'trainer', 'admin'],
  decideReview: ['reviewer', 'admin'],
  proposeRelease: ['trainer', 'admin'],
  decideRelease: ['reviewer', 'trainer', 'admin'],
  getRelease: ['worker', 'trainer', 'reviewer', 'admin'],
  sampleTasks: ['worker', 'trainer', 'admin'],
  getDemonstration: ['harness'],
  listPrivateTexts: ['harness'],
};

const DEFAULT_LIMIT = 100;
const LONGEST_LIST = 10_000;
const CACHED = 10_000;

/** Handlers of CuratorService behind their role check. */
export function curatorHandlers(dependencies: CuratorDependencies, authenticate: Authenticate): Handlers<CuratorServiceService> {
  return guarded(CuratorServiceService, openCuratorHandlers(dependencies), CURATOR_ACCESS, authenticate);
}

/** The same handlers without a role check, for callers inside the process that holds them. */
export function openCuratorHandlers({ store, evidenceStore, clock, construct }: CuratorDependencies): Handlers<CuratorServiceService> {
  const collections = curatorCollections(store);
  const pool = new TaskPool(collections);
  const reviews = new ReviewQueue(collections, pool, clock);
  const gate = new ReleaseGate(collections, pool);
  const ingestor = new Ingestor({ collections, pool, clock, openingOf: openingReader(collections), askedOf: askedReader(evidenceStore) });
  const ingesting = new Batcher<IngestReport, Record | GyreError>((reports) => ingestor.ingestAll(reports));
  const demonstrationOf = demonstrationReader(collections, evidenceStore);
  const privateTextsOf = privateTextsReader(collections);
  const withTrajectory = async (digest: string): Promise<Record | undefined> => (await readRecords(collections, [digest]))[0];

  return {
    async constructTasks(request) {
      return constructInto({ store, pool, evidenceStore, construct }, request);
    },
    async getTask({ id }) {
      return { task: await pool.require(id) };
    },
    async listTasks({ split, family, limit, after }) {
      const where = { ...(split === Split.UNSPECIFIED ? {} : { split }), ...(family === '' ? {} : { family }) };
      return { tasks: await pool.list(where, limitOf(limit), after) };
    },
    async ingest({ trajectory, verdict }) {
      if (trajectory === undefined) throw invalid('trajectory', 'is missing', 'send the trajectory');
      const result = await ingesting.run({ trajectory, verdict });
      if (result instanceof GyreError) throw result;
      return { record: result };
    },
    async listReviews({ limit }) {
      const waiting = await reviews.waiting(limitOf(limit));
      return { records: await readRecords(collections, waiting.map(({ _id }) => _id)) };
    },
    async decideReview({ recordDigest, decision, by, reason, attribution }) {
      const decided = await reviews.decide({ digest: recordDigest, decision, by, reason, attribution });
      return { record: await withTrajectory(decided._id) };
    },
    async proposeRelease(request) {
      return { release: await gate.propose(request) };
    },
    async decideRelease({ digest, accept, approval }) {
      return { release: await gate.decide(digest, accept, approval) };
    },
    async getRelease({ digest }) {
      return { release: await gate.get(digest) };
    },
    async sampleTasks({ release, count, seed }) {
      if (count < 0) throw invalid('count', `is ${count}`, 'write 0 or more');
      return { taskIds: drawTasks((await gate.frozen(release)).tasks, count, seed) };
    },
    async getDemonstration({ taskId }) {
      const actions = await demonstrationOf(taskId);
      if (actions === undefined) throw new GyreError('NOT_FOUND', `task ${taskId} has no demonstration; only train tasks have`, { boundary: 'caller', field: 'task_id' });
      return { actions: [...actions] };
    },
    async listPrivateTexts({ recordDigests }) {
      return { texts: await privateTextsOf(recordDigests) };
    },
  };
}

function limitOf(limit: number): number {
  if (limit < 0) throw invalid('limit', `is ${limit}`, 'write 0 for the default, or more');
  return Math.min(limit || DEFAULT_LIMIT, LONGEST_LIST);
}

function openingReader({ openings }: CuratorCollections): (digest: string) => Promise<Opening | undefined> {
  return cached(async (digest) => {
    const doc = await openings.get(digest);
    return doc && Opening.decode(inflated(doc.bytes));
  });
}

function askedReader(evidenceStore: Store): (taskId: string) => Promise<Asked | undefined> {
  const stored = criteriaOf(evidenceStore);
  return cached(async (taskId) => {
    const doc = await stored.get(taskId);
    return doc && { criteria: CompletionCriteria.fromJSON(doc.criteria), tools: doc.tools ?? [] };
  });
}

/** Remembers what was found; what was absent is looked for again. */
function cached<T>(read: (id: string) => Promise<T | undefined>): (id: string) => Promise<T | undefined> {
  const known = new Map<string, T>();
  return async (id) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const found = await read(id);
    if (known.size >= CACHED) known.clear();
    if (found !== undefined) known.set(id, found);
    return found;
  };
}
