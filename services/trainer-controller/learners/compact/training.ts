import { Opening } from '#protos/core/v1/context.ts';
import { Trajectory } from '#protos/core/v1/trajectory.ts';
import type { ColdStartJob, Example, UpdateJob } from '../../learner.ts';
import { ColdStart } from './cold-start.ts';
import type { Episode } from './episode.ts';
import { updatePolicy } from './policy-update.ts';
import type { Trainee } from './trainee.ts';

/** Trajectories per gradient step of a policy update. */
const MINIBATCH = 48;

/** Hashed features left out at each visit of a demonstration. */
const DROPOUT = 0.3;

/** A job that trains, without what it was made for. */
export type TrainingJob = ({ readonly kind: 'coldStart' } & Omit<ColdStartJob, 'origin'>) | ({ readonly kind: 'update' } & Omit<UpdateJob, 'origin'>);

/** A job under way. It may be interrupted between passes, and begun again with as many behind it, with the same result. */
export interface Training {
  /** One pass over the examples, in place; yields wherever it may rest for a moment. */
  pass(): Iterable<undefined>;
  /** Of the last pass. */
  readonly statistics: Readonly<Record<string, number>>;
}

/** Goes on with a job whose first `passed` of its `epochs` passes the trainee has behind it. */
export function openTraining(trainee: Trainee, job: TrainingJob, passed = 0): Training {
  if (job.kind === 'coldStart') {
    const { epochs, batchSize: batch, learningRate, seed } = job;
    const work = new ColdStart(trainee, job.examples.map(episodeOf), { epochs, batch, learningRate, dropout: DROPOUT, seed }, passed);
    return {
      pass: () => work.pass(),
      get statistics() {
        return { ...work.statistics };
      },
    };
  }
  const episodes = job.examples.map((e) => ({ ...episodeOf(e), advantage: e.advantage, temperature: job.temperature }));
  let [next, statistics] = [passed, {}];
  return {
    *pass() {
      statistics = {
        ...updatePolicy(trainee, episodes, {
          learningRate: job.learningRate,
          clip: { low: job.epsLow, high: job.epsHigh },
          entropy: job.entropy,
          minibatches: Math.max(1, Math.round(episodes.length / MINIBATCH)),
          seed: job.seed + next++,
        }),
      };
      yield;
    },
    get statistics() {
      return statistics;
    },
  };
}

function episodeOf(example: Example): Episode {
  const { id, steps } = Trajectory.decode(example.trajectory);
  return { id, steps, opening: Opening.decode(example.opening) };
}
