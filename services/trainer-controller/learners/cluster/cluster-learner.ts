import { statusOf, violations } from '#operator/api/mod.ts';
import type { ClusterRuns, Run } from '#operator/training/mod.ts';
import type { Blobs } from '#kit/blobs/types.ts';
import type { Clock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import type { Logger } from '#kit/logs.ts';
import type { ColdStartJob, InitialiseJob, JobOrigin, Learner, LearnerResult, UpdateJob } from '../../learner.ts';
import { type Checkpoint, readCheckpoint } from '../checkpoints.ts';
import type { TrainingJob } from '../compact/training.ts';
import { encodeJob } from '../job-blob.ts';
import type { RunTemplate } from './template.ts';
import { wantedRun } from './wanted-run.ts';

export interface ClusterLearnerOptions {
  readonly runs: Pick<ClusterRuns, 'ensure' | 'find' | 'suspend' | 'namespace'>;
  readonly blobs: Blobs;
  readonly template: RunTemplate;
  /** Whose policy the containers train, and who makes its first weights. */
  readonly origin: Pick<Learner, 'kind' | 'initialise'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Pause between two looks at a run, milliseconds. Default 2,000. */
  readonly pollMs?: number;
}

/**
 * The learner whose jobs are TrainingRuns. A run is named by its job, so that one who died while it was computed finds it under way or done,
 * and its container comes to the same bytes wherever it was interrupted. What the run's last good checkpoint holds goes into the blobs.
 */
export class ClusterLearner implements Learner {
  readonly kind: string;
  readonly #options: ClusterLearnerOptions;
  readonly #closing = new AbortController();
  #tail: Promise<unknown> = Promise.resolve();

  constructor(options: ClusterLearnerOptions) {
    this.kind = options.origin.kind;
    this.#options = options;
  }

  initialise(job: InitialiseJob): Promise<LearnerResult> {
    return this.#options.origin.initialise(job);
  }

  coldStart({ origin, ...job }: ColdStartJob): Promise<LearnerResult> {
    return this.#inTurn(() => this.#train(origin, { kind: 'coldStart', ...job }));
  }

  update({ origin, ...job }: UpdateJob): Promise<LearnerResult> {
    return this.#inTurn(() => this.#train(origin, { kind: 'update', ...job }));
  }

  /** Ends what is waited for (CANCELLED), and suspends its run: what nobody waits for holds nothing. Asked for again, it goes on. */
  async close(): Promise<void> {
    this.#closing.abort(new GyreError('CANCELLED', 'the learner is closed', { boundary: 'caller' }));
    await this.#tail;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#tail.then(work, work);
    this.#tail = next.catch(() => undefined);
    return next;
  }

  async #train(origin: JobOrigin, job: TrainingJob): Promise<LearnerResult> {
    const { runs, blobs, template, log } = this.#options;
    const { signal } = this.#closing;
    signal.throwIfAborted();
    const digest = await blobs.put(encodeJob(job));
    const wanted = wantedRun(origin, job, digest, template);
    const { name } = wanted;
    const where = `TrainingRun ${runs.namespace}/${name}`;
    try {
      const run = await runs.ensure(wanted, signal);
      if (!run.spec.trainer.pods.env?.some((each) => each.name === 'GYRE_TRAINING_JOB' && each.value === digest)) {
        throw new GyreError('FAILED_PRECONDITION', `${where} is there, and of another job`, { boundary: 'cluster', remedy: 'delete it, and resume the round' });
      }
      await runs.suspend(name, false, signal);
      log.info({ run: name, namespace: runs.namespace }, 'a training run is followed');
      const ended = await this.#ended(name, where);
      const { checkpoint, optimiser, statistics } = await resultOf(ended, where, digest);
      return { checkpoint: await blobs.put(checkpoint), optimiser: await blobs.put(optimiser), statistics };
    } finally {
      if (signal.aborted) await runs.suspend(name, true).catch((err: unknown) => log.warn({ err, run: name }, 'a run that nobody waits for could not be suspended'));
    }
  }

  /** The run once it has succeeded. FAILED_PRECONDITION with the run's own words where it will not. */
  async #ended(name: string, where: string): Promise<Run> {
    const { runs, clock, log, pollMs = 2_000 } = this.#options;
    const { signal } = this.#closing;
    for (;;) {
      const run = await runs.find(name, signal).catch((thrown: unknown) => {
        const error = GyreError.from(thrown, 'cluster');
        signal.throwIfAborted();
        // The run goes on whether or not it is seen.
        if (!error.retryable) throw error;
        log.warn({ err: error, run: name }, 'the run could not be looked at');
        return 'unseen' as const;
      });
      if (run === undefined) throw new GyreError('UNAVAILABLE', `${where} was deleted before it had ended`, { boundary: 'cluster', remedy: 'resume the round, which creates it again' });
      if (run !== 'unseen') {
        const condition = (type: string) => run.status?.conditions?.find((each) => each.type === type);
        if (statusOf(run.status?.conditions, 'Succeeded') === 'True') return run;
        const failed = condition('Failed');
        if (failed?.status === 'True') throw failure(where, failed);
        // Nothing but another run would be accepted; what is missing or taken can be put right meanwhile.
        const accepted = condition('Accepted');
        if (accepted?.status === 'False' && violations(run.spec).length > 0) throw failure(where, accepted);
      }
      await clock.sleep(pollMs, signal);
    }
  }
}

function failure(where: string, { reason, message }: { readonly reason: string; readonly message: string }): GyreError {
  return new GyreError('FAILED_PRECONDITION', `${where} has failed: ${reason}: ${message}`, { boundary: 'cluster', remedy: 'put right what it names, delete the run, and resume the round', details: { reason } });
}

/** What the run's last checkpoint holds. INTERNAL where it is not that of the job. */
async function resultOf({ spec, status }: Run, where: string, job: string): Promise<Checkpoint> {
  const last = status?.checkpoints?.findLast(({ state, update }) => state === 'Good' && update === spec.batch.updates);
  if (!last) throw new GyreError('FAILED_PRECONDITION', `${where} has succeeded, but its last update left no good checkpoint`, { boundary: 'cluster', remedy: 'see the logs of its pods, delete it, and resume the round' });
  const read = await readCheckpoint(last);
  if (read.job !== job || read.update !== last.update) throw new GyreError('INTERNAL', `${where}: checkpoint ${last.name} is one of another job`, { boundary: 'cluster', remedy: 'delete the run and its checkpoints, and resume the round' });
  return read;
}
