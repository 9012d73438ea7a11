import type { Command } from 'commander';
import { type CuratorCollections, curatorCollections, TaskPool, type TrajectoryDoc, unpackTrajectory } from '#curator/mod.ts';
import { createSandbox, phoneWorld, type Replay, replayTrajectory, type Sandbox } from '#env-manager/mod.ts';
import { GyreError, invalid } from '#kit/errors.ts';
import type { Task } from '#protos/core/v1/task.ts';
import { type Trajectory, Validity } from '#protos/core/v1/trajectory.ts';
import { storedDigest } from '../digests.ts';
import { integer } from '../input.ts';
import type { Invocation } from '../invocation.ts';
import { replayMemory } from '../memory-replay.ts';
import { table } from '../text.ts';

/** Trajectories read from the store at a time. */
const PAGE = 200;

interface Flags {
  readonly all?: true;
  readonly limit?: number;
}

interface Outcome {
  readonly trajectory: string;
  readonly task: string;
  readonly replay: Replay;
}

/** `gyre replay ID|--all`: executes recorded trajectories again and compares every observation and final state byte for byte. */
export function replayCommand(program: Command, invocation: Invocation): void {
  program
    .command('replay')
    .description('execute recorded trajectories again and compare them byte for byte')
    .argument('[id]', 'a trajectory (<slot>#<attempt>) or a record digest')
    .option('--all', 'every valid trajectory in the store')
    .option('--limit <n>', 'with --all, at most so many', integer('--limit', 1))
    .action(async (id: string | undefined, { all, limit = Number.MAX_SAFE_INTEGER }: Flags) => {
      if ((id === undefined) === (all === undefined)) throw invalid('id', 'give either an id or --all', 'see gyre replay --help');
      const collections = curatorCollections(await invocation.store());
      const total = id === undefined ? Math.min(limit, await collections.trajectories.count({})) : 1;
      const docs = id === undefined ? everything(collections, limit) : one(collections, id);
      const outcomes = await replayed(docs, collections, total, invocation);
      show(outcomes, id !== undefined, invocation);
    });
}

async function replayed(docs: AsyncIterable<TrajectoryDoc>, collections: CuratorCollections, total: number, invocation: Invocation): Promise<Outcome[]> {
  const pool = new TaskPool(collections);
  const sandbox: Sandbox = createSandbox(phoneWorld);
  const progress = invocation.progress();
  const outcomes: Outcome[] = [];
  let seen = 0;
  for await (const doc of docs) {
    if (invocation.signal.aborted) throw new GyreError('CANCELLED', 'interrupted', { boundary: 'caller' });
    progress.update('replay', ++seen, total);
    const trajectory = unpackTrajectory(doc);
    // What a fault ended has no final state of its own.
    if (trajectory.validity !== Validity.VALID && total > 1) continue;
    const task = await pool.require(trajectory.taskId);
    if (task.revision !== trajectory.taskRevision) {
      throw new GyreError('FAILED_PRECONDITION', `${trajectory.id} was made on revision ${trajectory.taskRevision} of ${task.id}, the pool holds ${task.revision}`, { boundary: 'caller', field: 'id' });
    }
    outcomes.push({ trajectory: trajectory.id, task: task.id, replay: wholeReplay(sandbox, task, trajectory) });
  }
  progress.stop();
  return outcomes;
}

/** The environment's side and the harness's memory together. */
function wholeReplay(sandbox: Sandbox, task: Task, trajectory: Trajectory): Replay {
  const world = replayTrajectory(sandbox, task, trajectory.sampling?.seed ?? 0, trajectory);
  const memory = replayMemory(task, trajectory);
  return { ...world, compared: world.compared + memory.compared, skipped: world.skipped - memory.compared, differences: [...world.differences, ...memory.differences] };
}

async function* everything({ trajectories }: CuratorCollections, limit: number): AsyncGenerator<TrajectoryDoc> {
  let after: string | undefined;
  for (let left = limit; left > 0; ) {
    const page = await trajectories.find({}, { limit: Math.min(PAGE, left), ...(after === undefined ? {} : { after }) });
    yield* page;
    left -= page.length;
    after = page.at(-1)?._id;
    if (page.length === 0) return;
  }
}

async function* one({ trajectories, records }: CuratorCollections, id: string): AsyncGenerator<TrajectoryDoc> {
  const record = await records.get(await storedDigest([records], id, 'id'));
  const doc = await trajectories.get(record?.trajectory_id ?? id);
  if (doc === undefined) throw new GyreError('NOT_FOUND', `there is no trajectory or record ${id}`, { boundary: 'caller', field: 'id', remedy: 'give an id that gyre lineage shows' });
  yield doc;
}

function show(outcomes: readonly Outcome[], detailed: boolean, invocation: Invocation): void {
  const differing = outcomes.filter(({ replay }) => replay.differences.length > 0);
  if (differing.length > 0) invocation.fail();
  const sum = (of: (replay: Replay) => number) => outcomes.reduce((total, { replay }) => total + of(replay), 0);
  const document = {
    trajectories: outcomes.length,
    observations: sum(({ compared }) => compared),
    skipped: sum(({ skipped }) => skipped),
    differing: differing.length,
    differences: differing.slice(0, 100).map(({ trajectory, task, replay }) => ({ trajectory, task, differences: replay.differences })),
    ...(detailed ? { finalStateDigest: outcomes[0]?.replay.finalStateDigest } : {}),
  };
  invocation.print(document, () => {
    const line = `${document.trajectories} trajectories, ${document.observations} observations compared, ${document.differing} differ`;
    if (differing.length === 0) return line;
    const rows = document.differences.flatMap(({ trajectory, differences }) => differences.slice(0, 3).map((one) => [trajectory, one.step, one.what, one.recorded.slice(0, 60), one.replayed.slice(0, 60)]));
    return `${line}\n\n${table(['trajectory', 'step', 'what', 'recorded', 'replayed'], rows)}`;
  });
}
