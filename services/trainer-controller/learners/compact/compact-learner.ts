import { decodeCheckpoint, encodeCheckpoint } from '#harness-gateway/policy/compact/mod.ts';
import type { ScorerShape } from '#harness-gateway/policy/compact/network/mod.ts';
import { DEFAULT_SHAPE, initialise, Optimiser } from '#harness-gateway/policy/compact/network/mod.ts';
import type { Blobs } from '#kit/blobs/types.ts';
import { random } from '#kit/random.ts';
import { decodeTensors, encodeTensors } from '#kit/safetensors.ts';
import { Opening } from '#protos/core/v1/context.ts';
import { Trajectory } from '#protos/core/v1/trajectory.ts';
import type { ColdStartJob, Example, InitialiseJob, Learner, LearnerResult, LearnerStart, UpdateJob } from '../../learner.ts';
import { coldStart } from './cold-start.ts';
import type { Episode } from './episode.ts';
import { updatePolicy } from './policy-update.ts';
import { Trainee } from './trainee.ts';

/** Trajectories per gradient step of a policy update. */
const MINIBATCH = 48;

/** Hashed features left out at each visit of a demonstration. */
const DROPOUT = 0.3;

/** The learner of the compact policy: decodes jobs, trains, and stores checkpoints. Runs where it is called; see `threaded.ts`. */
export class CompactLearner implements Learner {
  readonly kind = 'compact';
  readonly #blobs: Blobs;
  readonly #shape: ScorerShape;
  /** The weights of the last result, which the next job usually starts from. */
  #latest: { readonly checkpoint: string; readonly optimiser: string; readonly trainee: Trainee } | undefined;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(blobs: Blobs, shape: ScorerShape = DEFAULT_SHAPE) {
    this.#blobs = blobs;
    this.#shape = shape;
  }

  initialise(job: InitialiseJob): Promise<LearnerResult> {
    return this.#inTurn(async () => {
      const parameters = initialise(this.#shape, random('initialise', job.seed));
      return { checkpoint: await this.#blobs.put(encodeCheckpoint(parameters)), optimiser: '', statistics: {} };
    });
  }

  coldStart(job: ColdStartJob): Promise<LearnerResult> {
    return this.#inTurn(async () => {
      const trainee = await this.#trainee(job.start);
      const { epochs, batchSize: batch, learningRate, seed } = job;
      const statistics = coldStart(trainee, job.examples.map(episodeOf), { epochs, batch, learningRate, dropout: DROPOUT, seed });
      return this.#result(trainee, { ...statistics });
    });
  }

  update(job: UpdateJob): Promise<LearnerResult> {
    return this.#inTurn(async () => {
      const trainee = await this.#trainee(job.start);
      const episodes = job.examples.map((e) => ({ ...episodeOf(e), advantage: e.advantage, temperature: job.temperature }));
      let statistics = {};
      for (let epoch = 0; epoch < job.epochs; epoch++) {
        const done = updatePolicy(trainee, episodes, {
          learningRate: job.learningRate,
          clip: { low: job.epsLow, high: job.epsHigh },
          entropy: job.entropy,
          minibatches: Math.max(1, Math.round(episodes.length / MINIBATCH)),
          seed: job.seed + epoch,
        });
        statistics = { ...done };
      }
      return this.#result(trainee, statistics);
    });
  }

  async close(): Promise<void> {
    await this.#tail;
    this.#latest = undefined;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#tail.then(work, work);
    this.#tail = next.catch(() => undefined);
    return next;
  }

  /** The trainee of a start: the one in hand if nothing came between, else read from blobs. It is changed in place, so it is let go of. */
  async #trainee(start: LearnerStart): Promise<Trainee> {
    const latest = this.#latest;
    this.#latest = undefined;
    if (latest !== undefined && latest.checkpoint === start.checkpoint && latest.optimiser === start.optimiser) return latest.trainee;
    const parameters = decodeCheckpoint(await this.#blobs.get(start.checkpoint));
    if (start.optimiser === '') return new Trainee(parameters);
    const { tensors } = decodeTensors(await this.#blobs.get(start.optimiser));
    return new Trainee(parameters, Optimiser.fromTensors(tensors, parameters.shape));
  }

  async #result(trainee: Trainee, statistics: LearnerResult['statistics']): Promise<LearnerResult> {
    const [checkpoint, optimiser] = await Promise.all([
      this.#blobs.put(encodeCheckpoint(trainee.parameters)),
      this.#blobs.put(encodeTensors(trainee.optimiser.toTensors(), { format: 'gyre-optimiser', version: '1' })),
    ]);
    this.#latest = { checkpoint, optimiser, trainee };
    return { checkpoint, optimiser, statistics };
  }
}

function episodeOf(example: Example): Episode {
  const { id, steps } = Trajectory.decode(example.trajectory);
  return { id, steps, opening: Opening.decode(example.opening) };
}
