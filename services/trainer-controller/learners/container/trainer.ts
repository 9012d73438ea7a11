import type { Blobs } from '#kit/blobs/types.ts';
import { GyreError, invalid } from '#kit/errors.ts';
import { CompactPolicy, decodeCheckpoint } from '#harness-gateway/policy/compact/mod.ts';
import { digestOfBytes } from '#kit/digest.ts';
import { Opening } from '#protos/core/v1/context.ts';
import { below, type Checkpoint, deleteCheckpoint, readCheckpoint, type WrittenCheckpoint, writeCheckpoint } from '../checkpoints.ts';
import { openTraining, type TrainingJob } from '../compact/training.ts';
import { decodeTrainee, encodeTrainee } from '../compact/weights.ts';
import { decodeJob } from '../job-blob.ts';
import type { ContainerSettings } from './environment.ts';
import type { Order, Progress } from './progress.ts';

export interface TrainerOptions {
  readonly settings: ContainerSettings;
  readonly progress: Pick<Progress, 'order' | 'update' | 'checkpoint' | 'bad'>;
  readonly blobs: Pick<Blobs, 'get'>;
  /** Lets everything else have its turn, so that a signal is heard. */
  readonly rest: () => Promise<void>;
  /** Aborted when the pod is told to end. */
  readonly told: AbortSignal;
}

/**
 * Trains a job of the compact policy to its end, pass by pass, by the container contract; one pass over the examples is one update. Told to
 * end, it records the last whole pass first. Where it was interrupted changes nothing of the result: each pass depends on the job, the
 * checkpoint before it and its number alone.
 */
export async function train({ settings, progress, blobs, rest, told }: TrainerOptions): Promise<'finished' | 'cancelled'> {
  let order = await progress.order();
  const job = decodeJob(await blobs.get(settings.job));
  if (job.epochs !== settings.updates) throw invalid('spec.batch.updates', `is ${settings.updates}, the job makes ${job.epochs} passes`, 'create the run for the job');
  if ((job.kind === 'coldStart') !== (settings.objective === 'ColdStart')) throw invalid('spec.objective', `is ${settings.objective}, the job is one of kind ${job.kind}`, 'create the run for the job');
  const from = await startOf(job, order, { settings, progress, blobs });
  const trainee = decodeTrainee(from.checkpoint, from.optimiser);
  const training = openTraining(trainee, job, from.update);
  const keeper = new Keeper(settings.checkpointUri, job, progress);
  let latest: Checkpoint | undefined;
  let saved = from.update;
  const save = async (checkpoint: Checkpoint): Promise<void> => {
    order = await keeper.save(checkpoint);
    saved = checkpoint.update;
  };
  const end = async (): Promise<'cancelled'> => {
    if (latest && latest.update > saved) await save(latest);
    return 'cancelled';
  };
  if (from.update > 0) order = await progress.update(from.update, from.statistics);
  for (let update = from.update + 1; update <= job.epochs; update++) {
    if (order.suspend || told.aborted) return end();
    for (const _ of training.pass()) {
      await rest();
      if (told.aborted) return end();
    }
    latest = { update, job: settings.job, statistics: training.statistics, ...encodeTrainee(trainee) };
    order = await progress.update(update, latest.statistics);
    if (update === job.epochs || update - saved >= order.checkpoint.everyUpdates) await save(latest);
  }
  return 'finished';
}

interface Start {
  readonly update: number;
  readonly checkpoint: Uint8Array;
  readonly optimiser: Uint8Array | undefined;
  readonly statistics: Readonly<Record<string, number>>;
}

/** The checkpoint that the order names, or the weights that the job begins with. */
async function startOf(job: TrainingJob, { resume }: Order, { settings, progress, blobs }: Pick<TrainerOptions, 'settings' | 'progress' | 'blobs'>): Promise<Start> {
  if (resume === null) {
    const optimiser = job.start.optimiser === '' ? undefined : await blobs.get(job.start.optimiser);
    return { update: 0, checkpoint: await blobs.get(job.start.checkpoint), optimiser, statistics: {} };
  }
  const uri = resume.uri ?? below(settings.checkpointUri, resume.name);
  let read: Checkpoint;
  try {
    read = await readCheckpoint({ name: resume.name, uri });
  } catch (thrown) {
    const error = GyreError.from(thrown, 'store');
    // A store that is away says nothing of what it holds.
    if (error.retryable || error.code === 'INVALID_ARGUMENT') throw error;
    await progress.bad(resume.name, uri, resume.update ?? 0);
    throw unusable(resume.name, error);
  }
  if (read.job !== settings.job) throw invalid('spec.checkpoint.resumeFrom', `${resume.name} is a checkpoint of another job`, 'leave it out, or name one of this job');
  return read;
}

/** Of a checkpoint that has been reported as bad, or will be looked at again: another attempt may do better. */
function unusable(name: string, cause: GyreError): GyreError {
  return new GyreError('INTERNAL', `checkpoint ${name} cannot be used: ${cause.message}`, { boundary: 'store', cause });
}

/** Writes checkpoints, and keeps those that are on record. */
class Keeper {
  readonly #root: string;
  readonly #opening: Opening | undefined;
  readonly #progress: TrainerOptions['progress'];
  readonly #written = new Map<string, { readonly at: WrittenCheckpoint; readonly files: readonly string[] }>();

  constructor(root: string, job: TrainingJob, progress: TrainerOptions['progress']) {
    this.#root = root;
    const [first] = job.examples;
    this.#opening = first && Opening.decode(first.opening);
    this.#progress = progress;
  }

  /** Written, recorded, read back, asked, and reported as good; then those that went off the record are deleted. */
  async save(checkpoint: Checkpoint): Promise<Order> {
    const at = await writeCheckpoint(this.#root, checkpoint);
    this.#written.set(at.name, { at, files: [checkpoint.checkpoint, checkpoint.optimiser].map(digestOfBytes) });
    await this.#progress.checkpoint(at, 'Recorded');
    try {
      this.#ask((await readCheckpoint(at)).checkpoint);
    } catch (thrown) {
      const error = GyreError.from(thrown, 'store');
      if (!error.retryable) await this.#progress.checkpoint(at, 'Bad');
      throw unusable(at.name, error);
    }
    const order = await this.#progress.checkpoint(at, 'Good');
    const kept = new Set(order.checkpoints.map(({ name }) => name));
    for (const [name, { at: gone, files }] of this.#written) {
      if (kept.has(name)) continue;
      await deleteCheckpoint(gone, files);
      this.#written.delete(name);
    }
    return order;
  }

  /** The canary: the policy that was read back acts on what the first example began with. */
  #ask(weights: Uint8Array): void {
    if (this.#opening === undefined) return;
    const policy = new CompactPolicy('canary', decodeCheckpoint(weights));
    const { tokens } = policy.decide({ context: { opening: this.#opening, turns: [] }, sampling: { temperature: 0, seed: 0 } });
    if (tokens.some(({ logProb }) => !Number.isFinite(logProb))) throw new GyreError('INTERNAL', 'the policy that was read back gives no probabilities', { boundary: 'policy', retryable: false });
  }
}
