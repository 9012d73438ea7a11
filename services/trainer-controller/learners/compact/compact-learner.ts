import { encodeCheckpoint } from '#harness-gateway/policy/compact/mod.ts';
import type { ScorerShape } from '#harness-gateway/policy/compact/network/mod.ts';
import { DEFAULT_SHAPE, initialise } from '#harness-gateway/policy/compact/network/mod.ts';
import type { Blobs } from '#kit/blobs/types.ts';
import { random } from '#kit/random.ts';
import type { ColdStartJob, InitialiseJob, Learner, LearnerResult, LearnerStart, UpdateJob } from '../../learner.ts';
import type { Trainee } from './trainee.ts';
import { openTraining, type TrainingJob } from './training.ts';
import { decodeTrainee, encodeTrainee } from './weights.ts';

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

  coldStart({ origin: _, ...job }: ColdStartJob): Promise<LearnerResult> {
    return this.#inTurn(() => this.#train({ kind: 'coldStart', ...job }));
  }

  update({ origin: _, ...job }: UpdateJob): Promise<LearnerResult> {
    return this.#inTurn(() => this.#train({ kind: 'update', ...job }));
  }

  async close(): Promise<void> {
    await this.#tail;
    this.#latest = undefined;
  }

  async #train(job: TrainingJob): Promise<LearnerResult> {
    const trainee = await this.#trainee(job.start);
    const training = openTraining(trainee, job);
    for (let epoch = 0; epoch < job.epochs; epoch++) for (const _ of training.pass());
    return this.#result(trainee, training.statistics);
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
    const optimiser = start.optimiser === '' ? undefined : await this.#blobs.get(start.optimiser);
    return decodeTrainee(await this.#blobs.get(start.checkpoint), optimiser);
  }

  async #result(trainee: Trainee, statistics: LearnerResult['statistics']): Promise<LearnerResult> {
    const weights = encodeTrainee(trainee);
    const [checkpoint, optimiser] = await Promise.all([this.#blobs.put(weights.checkpoint), this.#blobs.put(weights.optimiser)]);
    this.#latest = { checkpoint, optimiser, trainee };
    return { checkpoint, optimiser, statistics };
  }
}
