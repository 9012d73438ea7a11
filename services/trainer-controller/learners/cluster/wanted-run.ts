import type { TrainingRunSpecInput } from '#operator/api/mod.ts';
import type { WantedRun } from '#operator/training/mod.ts';
import { invalid } from '#kit/errors.ts';
import type { JobOrigin } from '../../learner.ts';
import { below } from '../checkpoints.ts';
import type { TrainingJob } from '../compact/training.ts';
import type { RunTemplate } from './template.ts';

/** The TrainingRun of a job. Pure: the same job for the same round is the same run, so whoever asks again finds it. */

const OBJECTIVES = { care: 'Care', care_uncalibrated: 'CareUncalibrated', outcome_only: 'OutcomeOnly' } as const;
const isObjective = (name: string): name is keyof typeof OBJECTIVES => name in OBJECTIVES;

/** Kubernetes' bound of a run's name is 52. */
const LONGEST_ROUND = 30;

/** `ROUND-u3-1a2b3c4d`: by round and update for people, by the job's digest for certain. */
export function runName({ round, update }: Pick<JobOrigin, 'round' | 'update'>, digest: string): string {
  const slug = round.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-').slice(0, LONGEST_ROUND).replaceAll(/^[-0-9]+|-+$/g, '');
  return `${slug === '' ? 'round' : slug}-${update === 0 ? 'cold' : `u${update}`}-${digest.slice('sha256:'.length, 'sha256:'.length + 8)}`;
}

/** `digest`: of the job in the blobs. INVALID_ARGUMENT for an objective that is none. */
export function wantedRun(origin: JobOrigin, job: TrainingJob, digest: string, { checkpoints, queue, pods, namespace: _, ...limits }: RunTemplate): WantedRun {
  const name = runName(origin, digest);
  const { round, policyVersion, release, harnessVersion } = origin;
  const given = <T extends object>(fields: T): Partial<T> => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as Partial<T>;
  const spec: TrainingRunSpecInput = {
    roundId: round.replaceAll(/[^-\w.]+/g, '-').slice(0, 63).replaceAll(/^[-_.]+|[-_.]+$/g, '') || 'round',
    policyVersion,
    release,
    ...(job.kind === 'coldStart' ? {} : given({ harnessVersion })),
    objective: objectiveOf(origin, job),
    // Trajectories are there when the run begins: it plays none, and none can be stale.
    schedule: { mode: 'Asynchronous', stalenessUpdates: 0 },
    batch: { updates: job.epochs, microBatchSize: 1, ...sizesOf(origin, job) },
    trainer: { nodes: 1, gpusPerNode: 0, pods: { ...given(pods), image: pods.image, env: [...pods.env, { name: 'GYRE_TRAINING_JOB', value: digest }] } },
    checkpoint: { uri: below(checkpoints, name), everyUpdates: 1, keep: 2 },
    ...given(limits),
  };
  return { name, labels: queue === undefined ? {} : { 'kueue.x-k8s.io/queue-name': queue }, spec };
}

function objectiveOf({ objective }: JobOrigin, { kind }: TrainingJob): NonNullable<TrainingRunSpecInput['objective']> {
  if (kind === 'coldStart') return 'ColdStart';
  if (isObjective(objective)) return OBJECTIVES[objective];
  throw invalid('objective', `is ${JSON.stringify(objective)}`, 'write care, care_uncalibrated or outcome_only');
}

/** As planned: what a job holds may be less, where demonstrations do not fill the last step or members of groups are lost. */
function sizesOf({ groups, groupSize }: JobOrigin, job: TrainingJob): Pick<TrainingRunSpecInput['batch'], 'groupsPerUpdate' | 'groupSize' | 'globalBatchSize'> {
  if (job.kind === 'update') return { groupsPerUpdate: groups, groupSize, globalBatchSize: groups * groupSize };
  const steps = Math.max(1, Math.ceil(job.examples.length / job.batchSize));
  return { groupsPerUpdate: steps * job.batchSize, groupSize: 1, globalBatchSize: job.batchSize };
}
