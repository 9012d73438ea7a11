import { openMemoryBus } from '#kit/bus/memory.ts';
import { GyreError } from '#kit/errors.ts';
import { openSqliteStore } from '#kit/store/sqlite.ts';
import { RoundPlan } from '#protos/core/v1/round.ts';
import { Trajectory } from '#protos/core/v1/trajectory.ts';
import { type ClaimedSlot, type Executor, RolloutWorker, Slots, TaskCache } from '#rollout-worker/mod.ts';
import { type AsyncGroupDoc, trainerCollections } from '#trainer-controller/collections.ts';
import { createTrainer } from '#trainer-controller/controller.ts';
import type { Learner } from '#trainer-controller/learner.ts';
import { noBlobs } from '#trainer-controller/testkit/instance.ts';
import { fakeCurator, fakeExecutor, fakeHarness, fakeLearner } from '#trainer-controller/testkit/surroundings.ts';
import { JumpingClock } from './schedule-clock.ts';
import { latencyMs, type Load } from './schedule-load.ts';

export interface Schedule {
  readonly name: 'deterministic' | 'asynchronous';
  /** Bound on `k - 1 - the update that the policy came from`. */
  readonly staleness: number;
}

/** A stretch of simulated time in which something was busy, milliseconds. */
export interface Busy {
  readonly from: number;
  readonly to: number;
}

export interface Episode extends Busy {
  readonly group: number;
}

/** What one round's training came to. */
export interface Run {
  /** Simulated milliseconds from the first slot handed out to the end of the last update. */
  readonly from: number;
  readonly to: number;
  readonly episodes: readonly Episode[];
  readonly steps: readonly Busy[];
  /** Update numbers behind the newest, one for each trajectory that the learner was given. */
  readonly sampleLags: readonly number[];
  /** Groups of the asynchronous schedule; empty for the other. */
  readonly groups: readonly AsyncGroupDoc[];
  readonly stale: number;
  readonly lost: number;
  /** Processor time of the whole process, milliseconds. */
  readonly cpuMs: number;
}

const ROUND = 'r';
const LIMIT_MS = 30 * 24 * 3_600_000;

/** Which group of the load a slot belongs to: the nth drawn by the asynchronous schedule, or by its update and position. */
function groupOf({ _id }: ClaimedSlot, groups: number): number {
  const drawn = /^r\/a\/(\d+)\//.exec(_id);
  if (drawn) return Number(drawn[1]);
  const planned = /^r\/u\/(\d+)\/(\d+)\.0\//.exec(_id);
  if (planned) return (Number(planned[1]) - 1) * groups + Number(planned[2]);
  throw new GyreError('INTERNAL', `slot ${_id} belongs to no group of the load`, { boundary: 'harness' });
}

/** Attempts of the training last as long as the load says; evaluations take no time. The worker sees to the places. */
function simulatedExecutor(load: Load, clock: JumpingClock, episodes: Episode[]): Executor {
  const inner = fakeExecutor();
  return {
    ...inner,
    capacity: load.places,
    async run(slot, task) {
      if (slot.purpose === 'training') {
        const [group, from] = [groupOf(slot, load.groups), clock.now()];
        const index = Number(slot._id.slice(slot._id.lastIndexOf('/') + 1));
        await clock.sleep(latencyMs(load, group, index));
        episodes.push({ group, from, to: clock.now() });
      }
      return inner.run(slot, task);
    },
  };
}

interface Job extends Busy {
  readonly policies: readonly string[];
}

/** A learner whose update takes the load's step; remembers which policies its samples came from. */
function simulatedLearner(load: Load, clock: JumpingClock, jobs: Job[]): Learner {
  const inner = fakeLearner();
  return {
    ...inner,
    async update(job) {
      const from = clock.now();
      await clock.sleep(1000 * load.stepS);
      jobs.push({ from, to: clock.now(), policies: job.examples.map(({ trajectory }) => Trajectory.decode(trajectory).policy) });
      return inner.update(job);
    },
  };
}

/** Runs one round of the real machinery (store, bus, worker, trainer) over the load, in simulated time. */
export async function runSchedule(load: Load, schedule: Schedule, pollMs: number): Promise<Run> {
  const clock = new JumpingClock();
  const store = openSqliteStore(':memory:');
  const bus = openMemoryBus({ clock });
  const curator = fakeCurator({ train: 240, dev: 1, test: 1 }).client;
  const episodes: Episode[] = [];
  const jobs: Job[] = [];
  const slots = new Slots({ store, clock });
  const executor = simulatedExecutor(load, clock, episodes);
  // Sweeps look for what faults leave behind, and nothing is faulty here.
  const worker = new RolloutWorker({ ...{ id: 'w', slots, bus, clock, curator, executor, tasks: new TaskCache(curator) }, sweepMs: 600_000 });
  const trainer = createTrainer({
    ...{ store, blobs: noBlobs, bus, clock, curator, harness: fakeHarness().client, learner: simulatedLearner(load, clock, jobs), trainSource: async () => [] },
    settings: { pollMs, keptCheckpoints: schedule.staleness + 2 },
  });
  const cpu = process.cpuUsage();
  const live = async () => {
    await worker.start();
    await trainer.runner.start(ROUND, planOf(load, schedule));
    await trainer.runner.settled(ROUND);
    const round = await trainer.rounds.get(ROUND);
    if (round.phase !== 'done') throw new GyreError('INTERNAL', `the round ended in ${round.phase}: ${round.error}`, { boundary: 'harness' });
    await trainer.close();
    await worker.drain();
    await bus.close();
  };
  await clock.during(live(), LIMIT_MS);
  const { user, system } = process.cpuUsage(cpu);
  const collections = trainerCollections(store);
  const updates = await collections.updates.find({ round_id: ROUND });
  const groups = await collections.asyncGroups.find({ round_id: ROUND }, { sort: [['seq', 1]] });
  const made = new Map([[(await trainer.rounds.get(ROUND)).policyCold, 0], ...updates.map(({ policy, update }) => [policy, update] as const)]);
  const sampleLags = jobs.flatMap(({ policies }, i) => policies.map((policy) => i - (made.get(policy) ?? Number.NaN)));
  await store.close();
  return {
    ...{ from: Math.min(...episodes.map(({ from }) => from)), to: jobs.at(-1)?.to ?? 0, episodes, steps: jobs, sampleLags, groups },
    ...{ stale: groups.filter(({ state }) => state === 'stale').length, lost: updates.reduce((total, { lost }) => total + lost, 0), cpuMs: (user + system) / 1000 },
  };
}

function planOf({ updates, groups, groupSize, seed }: Load, { name, staleness }: Schedule): RoundPlan {
  return RoundPlan.fromPartial({
    ...{ seed, number: 1, demonstrations: 0, coldStartEpochs: 0, updates, groupsPerUpdate: groups, groupSize, staleness, schedule: name },
    ...{ temperature: 1, learningRate: 0.01, controllerInterval: 0, objective: 'care', sampling: 'uniform', devTasks: 1, approve: 'auto', reviseHarness: false },
    phi: { lambdaProg: 0.2, lambdaEff: 0.1, pLow: 0.25, pHigh: 0.75 },
  });
}
