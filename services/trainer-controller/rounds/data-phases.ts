import { digestOf } from '#kit/digest.ts';
import { invalid } from '#kit/errors.ts';
import { seedOf } from '#kit/random.ts';
import { Split } from '#protos/core/v1/task.ts';
import type { ConstructTasksRequest } from '#protos/curator/v1/curator_service.ts';
import type { PoolDoc } from '../collections.ts';
import { chooseTasks } from '../evaluation/choice.ts';
import { listTasks } from '../evaluation/evaluate.ts';
import { runBatch } from '../waiting.ts';
import type { Next, RoundContext } from './context.ts';

/** Release that the round before this one trained on; empty for a first round. */
async function parentRelease({ plan, plant }: RoundContext): Promise<string> {
  return plan.parentRound === '' ? '' : (await plant.parentOf(plan.parentRound)).release;
}

/** The pool of the line of rounds, made once per seed, and new tasks for the gaps that the release before asked for. */
export async function constructing(context: RoundContext): Promise<Next> {
  const { plan, plant, poolSeed, emit } = context;
  const { world, trainTasks, devTasks, testTasks } = plant.settings.pool;
  emit({ phase: 'constructing', done: 0, total: 0, scores: [], message: 'task pool' });
  const pool = await constructOnce(context, { world, seed: poolSeed, trainTasks, devTasks, testTasks, gaps: [] });
  let message = `${pool.released} tasks, ${pool.rejected} failed the audit`;
  const parent = await parentRelease(context);
  if (parent !== '') {
    const { release } = await plant.curator.getRelease({ digest: parent });
    const gaps = [...new Set((release?.proposals ?? []).filter(({ kind }) => kind === 'construct').map(({ gap }) => gap))].sort();
    if (gaps.length > 0) {
      const seed = seedOf(plan.seed, plan.number, 'gaps');
      const made = await constructOnce(context, { world, seed, trainTasks: TASKS_PER_GAP * gaps.length, devTasks: 0, testTasks: 0, gaps });
      message += `; ${made.released} more for ${gaps.length} gaps`;
    }
  }
  emit({ phase: 'constructing', done: 1, total: 1, scores: [], message });
  return { next: 'collecting' };
}

/** Construction takes long and is a function of its request, so what was constructed once is not asked for again. */
async function constructOnce({ plant }: RoundContext, request: ConstructTasksRequest): Promise<PoolDoc> {
  const id = digestOf(request);
  const known = await plant.collections.pools.get(id);
  if (known) return known;
  const { released, rejected } = await plant.curator.constructTasks(request, { timeoutMs: CONSTRUCTION_MS });
  const doc = { _id: id, released, rejected: rejected.length };
  await plant.collections.pools.insert(doc);
  return doc;
}

const CONSTRUCTION_MS = 900_000;
const TASKS_PER_GAP = 16;

/** Demonstrations of the teacher, on train tasks only: other tasks in every round, as many as the plan says. */
export async function collecting(context: RoundContext): Promise<Next> {
  const { plan, plant, round, emit } = context;
  if (plan.demonstrations === 0) return { next: 'curating' };
  const seed = seedOf(plan.seed, plan.number, 'demonstrations');
  const tasks = await demonstrated(context, plan.demonstrations * (1 + plant.settings.spares), seed);
  if (tasks.length < plan.demonstrations) throw invalid('demonstrations', `is ${plan.demonstrations}, but the pool has ${tasks.length} train tasks`, 'ask for fewer');
  await runBatch(
    {
      ...{ id: demonstrationsId(round.id), purpose: 'collection', policy: 'teacher', harnessVersion: round.harness, temperature: 1, seed, groupSize: 1 },
      ...{ randomGuidance: true, tasks: tasks.slice(0, plan.demonstrations), spares: tasks.slice(plan.demonstrations) },
    },
    plant.waiting,
    ({ settled, expected }) => emit({ phase: 'collecting', done: settled, total: expected, scores: [], message: 'demonstrations' }),
  );
  return { next: 'curating' };
}

/**
 * Tasks that the teacher shows: in a first round families in turn, later what the release before weighs most, which is what the
 * policy failed at or has not tried.
 */
async function demonstrated(context: RoundContext, wanted: number, seed: number): Promise<string[]> {
  const { plant } = context;
  const release = await parentRelease(context);
  if (release === '') return chooseTasks(await listTasks(plant.curator, Split.TRAIN), wanted, seed).map((task) => task.id);
  const { taskIds } = await plant.curator.sampleTasks({ release, count: wanted, seed });
  return [...new Set(taskIds)];
}

/** Ids of this round and the rounds before it, latest first. */
export async function lineOf({ plan, plant, round }: RoundContext): Promise<string[]> {
  const ids = [round.id];
  for (let parent = plan.parentRound; parent !== ''; ) {
    ids.push(parent);
    parent = (await plant.parentOf(parent)).plan?.parentRound ?? '';
  }
  return ids;
}

export function demonstrationsId(roundId: string): string {
  return `${roundId}/demonstrations`;
}

/** The curator computes a release from the records of train families. */
export async function curating(context: RoundContext): Promise<Next> {
  const { plan, plant, round, save, emit } = context;
  emit({ phase: 'curating', done: 0, total: 1, scores: [], message: 'proposing a release' });
  const request = { roundId: round.id, parent: await parentRelease(context), sampling: plan.sampling, seed: seedOf(plan.seed, plan.number, 'release') };
  const { release } = await plant.curator.proposeRelease(request, { timeoutMs: CURATION_MS });
  if (!release) throw invalid('release', 'the curator proposed none', 'look at its log');
  await save({ release: release.digest });
  emit({ phase: 'curating', done: 1, total: 1, scores: [], message: `${release.recordDigests.length} records, ${release.tasks.length} tasks, ${release.proposals.length} proposals` });
  return { next: 'awaiting_release' };
}

const CURATION_MS = 300_000;

const AUTOMATIC = { by: 'auto', reason: 'the plan approves automatically', automatic: true };

/**
 * The release gate: an automatic approval is recorded as such; a manual plan waits until a person has approved this very release.
 * That it was frozen automatically before, for a round with the same records and weights, is nobody's decision.
 */
export async function awaitingRelease({ plan, plant, round, save, emit }: RoundContext): Promise<Next> {
  const { release } = await plant.curator.getRelease({ digest: round.release });
  const known = release?.approval;
  if (plan.approve !== 'auto' && known?.automatic !== false) {
    const before = known === undefined ? '' : ' by a person: so far the very same release was approved automatically alone';
    return { parked: `release ${round.release} awaits approval${before}` };
  }
  // Accepting again what is frozen changes nothing, and refuses what was rejected.
  const decided = known ?? AUTOMATIC;
  await plant.curator.decideRelease({ digest: round.release, accept: true, approval: decided }, { timeoutMs: CURATION_MS });
  await save({ approvals: [...round.approvals.filter(({ reason }) => reason !== decided.reason), decided] });
  emit({ phase: 'awaiting_release', done: 1, total: 1, scores: [], message: `approved by ${decided.by}` });
  return { next: 'cold_start' };
}
