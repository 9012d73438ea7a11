import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { GyreError, invalid } from '#kit/errors.ts';

const name = z.string().regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/, 'write a name of Kubernetes: small letters, digits and -');
const variable = z.union([
  z.strictObject({ name: z.string(), value: z.string() }),
  z.strictObject({ name: z.string(), secretKeyRef: z.strictObject({ name: z.string(), key: z.string() }) }),
]);
const pods = z.strictObject({
  image: z.string().min(1),
  imagePullSecrets: z.array(z.strictObject({ name: z.string() })).optional(),
  command: z.array(z.string()).optional(),
  args: z.array(z.string()).optional(),
  env: z.array(variable).refine((all) => all.every((each) => each.name !== 'GYRE_TRAINING_JOB'), 'must not set GYRE_TRAINING_JOB, which each job has its own of').default([]),
  cpu: z.union([z.number(), z.string()]).optional(),
  memory: z.union([z.number(), z.string()]).optional(),
  volumeClaims: z.array(z.strictObject({ claimName: z.string(), mountPath: z.string(), readOnly: z.boolean().default(false) })).optional(),
  nodeSelector: z.record(z.string(), z.string()).optional(),
  priorityClassName: z.string().optional(),
  serviceAccountName: z.string().optional(),
  terminationGracePeriodSeconds: z.int().min(1).max(3600).optional(),
});

const template = z.strictObject({
  /** Namespace of the runs. */
  namespace: name,
  /** Where checkpoints lie: a folder below it for each run. */
  checkpoints: z.string().regex(/^(file:\/\/\/[^?]*[^/?]|s3:\/\/[^?]*[^/?](\?.*)?)$/, 'write file:///FOLDER or s3://BUCKET/PREFIX?endpoint=…&region=…, without a slash at the end of the path'),
  /** Kueue's queue; absent: none. */
  queue: name.optional(),
  /** What runs in the trainer's pod. Its variables must say where the blobs are. */
  pods,
  maxRestarts: z.int().min(0).max(1000).default(3),
  progressDeadlineSeconds: z.int().min(30).max(604_800).default(1800),
  activeDeadlineSeconds: z.int().min(60).optional(),
  /** How long a run that has ended is kept, for people to look at. */
  ttlSecondsAfterFinished: z.int().min(0).default(86_400),
});

/** What all runs of an installation have in common. */
export type RunTemplate = z.infer<typeof template>;

/** INVALID_ARGUMENT naming the field that is wrong. */
export function runTemplate(value: unknown): RunTemplate {
  const parsed = template.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') || 'the file';
  throw new GyreError('INVALID_ARGUMENT', `GYRE_TRAINING_FILE: ${field}: ${issue?.message ?? 'is not as it should be'}`, { boundary: 'caller', field: 'GYRE_TRAINING_FILE', remedy: 'write it as docs/configuration.md shows' });
}

/** Reads the file that GYRE_TRAINING_FILE names. */
export async function readRunTemplate(path: string | undefined): Promise<RunTemplate> {
  if (path === undefined || path === '') throw invalid('GYRE_TRAINING_FILE', 'is not set, and GYRE_LEARNER is cluster', 'name the JSON file that says what trainer pods are made of');
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, 'utf8'));
  } catch (thrown) {
    throw invalid('GYRE_TRAINING_FILE', `${path} cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}`, 'name a file of JSON');
  }
  return runTemplate(value);
}
