import { z } from 'zod';
import { GyreError } from '#kit/errors.ts';

/** What the container contract (operators/gyre-operator/training/CONTRACT.md) tells a trainer, as far as this one reads it. */
export interface ContainerSettings {
  readonly objective: string;
  /** Passes that the run is to make. */
  readonly updates: number;
  readonly checkpointUri: string;
  readonly progressUrl: string;
  readonly tokenFile: string;
  /** Digest of the job in the blobs. */
  readonly job: string;
  readonly blobsUrl: string;
}

const plan = z.looseObject({ batch: z.looseObject({ updates: z.int().min(1) }) });
const json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: 'custom', message: 'is no JSON' });
    return z.NEVER;
  }
});
const set = z.string({ error: 'is not set' }).min(1, 'is empty');
const variables = z.object({
  TRAINING_RUN: set,
  TRAINING_ROLE: z.literal('trainer', 'must be trainer: this container serves no policy'),
  TRAINING_OBJECTIVE: z.enum(['ColdStart', 'Care', 'CareUncalibrated', 'OutcomeOnly'], 'names no objective'),
  TRAINING_PLAN: json.pipe(plan),
  TRAINING_CHECKPOINT_URI: z.string({ error: 'is not set' }).regex(/^(file:\/\/\/|s3:\/\/)./, 'must be file:///FOLDER or s3://BUCKET/PREFIX'),
  TRAINING_NODES: z.literal('1', 'must be 1: this trainer computes on one node'),
  TRAINING_NODE: z.literal('0', 'must be 0'),
  TRAINING_PROGRESS_URL: z.url('is no URL'),
  TRAINING_TOKEN_FILE: set,
  GYRE_TRAINING_JOB: z.string({ error: 'is not set' }).regex(/^sha256:[0-9a-f]{64}$/, 'must be the digest of a job, sha256: and 64 hex digits'),
  GYRE_BLOBS_URL: set,
});

/** INVALID_ARGUMENT naming every variable that is wrong. */
export function containerSettings(env: Readonly<Record<string, string | undefined>>): ContainerSettings {
  const parsed = variables.safeParse({ ...env, GYRE_TRAINING_JOB: env['GYRE_TRAINING_JOB'] });
  if (!parsed.success) {
    const named = parsed.error.issues.map(({ path, message }) => ({ variable: String(path[0]), message: path.length > 1 ? `${path.slice(1).join('.')} ${message}` : message }));
    throw new GyreError('INVALID_ARGUMENT', `the environment is not as the container contract has it: ${named.map(({ variable, message }) => `${variable} ${message}`).join('; ')}`, {
      boundary: 'caller',
      field: named.map(({ variable }) => variable).join(', '),
      remedy: 'create the TrainingRun as CONTRACT.md describes',
    });
  }
  const read = parsed.data;
  return {
    objective: read.TRAINING_OBJECTIVE,
    updates: read.TRAINING_PLAN.batch.updates,
    checkpointUri: read.TRAINING_CHECKPOINT_URI,
    progressUrl: read.TRAINING_PROGRESS_URL,
    tokenFile: read.TRAINING_TOKEN_FILE,
    job: read.GYRE_TRAINING_JOB,
    blobsUrl: read.GYRE_BLOBS_URL,
  };
}
