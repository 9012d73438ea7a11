/**
 * The learner port. A job names all that its result depends on, by content, so that the same job gives the same checkpoint on every
 * run and a controller that died while one was computed may simply ask again. Implementations: the compact learner in a worker thread
 * (embedded), TrainingRuns (cluster).
 */

/** One trajectory as a learner sees it: what the policy saw and did, nothing of the verdict but its advantage. */
export interface Example {
  /** Encoded `gyre.core.v1.Trajectory`: turns, tokens with their log-probabilities under the sampling policy, `erroneous` marks. */
  readonly trajectory: Uint8Array;
  /** Encoded `gyre.core.v1.Opening` that the trajectory began with. */
  readonly opening: Uint8Array;
}

export interface ScoredExample extends Example {
  /** Group-relative advantage (eq. 9), finite. Trajectories without one are left out of the job. */
  readonly advantage: number;
}

/** The weights a job starts from. */
export interface LearnerStart {
  /** Digest of the checkpoint blob (safetensors). */
  readonly checkpoint: string;
  /** Digest of the optimiser-state blob; empty starts the optimiser anew. */
  readonly optimiser: string;
}

/** What a job was made for. Nothing of the result depends on it; a run that is made for the job says so. */
export interface JobOrigin {
  readonly round: string;
  /** Number of the update in its round; 0 for the cold start. */
  readonly update: number;
  /** Policy version of {@link LearnerStart}. */
  readonly policyVersion: string;
  /** Digest of the release. */
  readonly release: string;
  readonly harnessVersion: string;
  /** Of the round's plan: `care`, `care_uncalibrated` or `outcome_only`. */
  readonly objective: string;
  /** Groups of an update as planned, and trajectories of each. */
  readonly groups: number;
  readonly groupSize: number;
}

/** Random weights that depend on the seed alone. */
export interface InitialiseJob {
  readonly seed: number;
}

/** Masked cross-entropy over demonstrations (report section 2.4): tokens of steps marked `erroneous` carry no loss. */
export interface ColdStartJob {
  readonly origin: JobOrigin;
  readonly start: LearnerStart;
  /** In a fixed order; the learner shuffles by `seed`. */
  readonly examples: readonly Example[];
  readonly epochs: number;
  /** Trajectories per optimiser step. */
  readonly batchSize: number;
  readonly learningRate: number;
  readonly seed: number;
}

/** One policy update: the clipped surrogate (eq. 10) over one batch, ratios against the stored log-probabilities. */
export interface UpdateJob {
  readonly origin: JobOrigin;
  readonly start: LearnerStart;
  readonly examples: readonly ScoredExample[];
  /** Temperature that the trajectories were sampled with; log-probabilities are recomputed under it. */
  readonly temperature: number;
  readonly learningRate: number;
  /** Ratios are held to [1 - epsLow, 1 + epsHigh]. */
  readonly epsLow: number;
  readonly epsHigh: number;
  /** Passes over the batch. */
  readonly epochs: number;
  /** Weight of the entropy bonus, >= 0. */
  readonly entropy: number;
  readonly seed: number;
}

export interface LearnerResult {
  /** Digest of the new checkpoint, stored as a blob before the result is given. */
  readonly checkpoint: string;
  /** Digest of the new optimiser state, stored likewise; empty after {@link Learner.initialise}. */
  readonly optimiser: string;
  /** Plain numbers for progress and reports, for example `loss`, `entropy`, `clip_fraction`, `tokens`. */
  readonly statistics: Readonly<Record<string, number>>;
}

/**
 * Trains policies. Failures of the plant are thrown as retryable errors; INVALID_ARGUMENT names a job that cannot run. One job at a
 * time; a second waits for the first.
 */
export interface Learner {
  /** `compact` or `language-model`; becomes PolicyVersion.kind. */
  readonly kind: string;
  initialise(job: InitialiseJob): Promise<LearnerResult>;
  coldStart(job: ColdStartJob): Promise<LearnerResult>;
  update(job: UpdateJob): Promise<LearnerResult>;
  close(): Promise<void>;
}
