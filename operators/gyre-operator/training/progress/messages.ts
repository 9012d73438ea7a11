import { z } from 'zod';
import { GyreError } from '#kit/errors.ts';

/** What a trainer pushes, with the bounds of the status it goes into. Unknown fields are refused: they would be lost. */

const text = (longest: number) => z.string().min(1).max(longest, `must not be longer than ${longest} characters`);
const update = z.int().min(0).max(1_000_000);

const progressPush = z.strictObject({
  /** Policy updates finished. */
  update,
  /** Id of the policy version that the last update made. */
  policyVersion: text(128).optional(),
  /** What the trainer is doing. */
  message: text(256).optional(),
  /** Figures of the last update by name. */
  metrics: z
    .record(z.string().regex(/^[a-z][a-z0-9_.]{0,62}$/, 'write a name like loss or tokens_per_second'), z.number())
    .refine((metrics) => Object.keys(metrics).length <= 32, 'must not have more than 32 figures')
    .optional(),
});
export type ProgressPush = z.infer<typeof progressPush>;

const checkpointPush = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9]([-A-Za-z0-9_.]{0,126}[A-Za-z0-9])?$/, 'write letters, digits and - _ . within, 128 at most'),
  /** The policy update after which it was written. */
  update,
  /** Where it lies; absent: `<TRAINING_CHECKPOINT_URI>/<name>`. */
  uri: text(1_280).optional(),
  /** Digest of its manifest. */
  digest: z.string().regex(/^sha256:[0-9a-f]{64}$/, 'write sha256: and 64 hex digits').optional(),
  policyVersion: text(128).optional(),
  /** Recorded: written; Good: read back and answered a canary; Bad: it did not. */
  state: z.enum(['Recorded', 'Good', 'Bad'], 'write Recorded, Good or Bad').default('Recorded'),
});
export type CheckpointPush = z.infer<typeof checkpointPush>;

export const parseProgress = (body: unknown): ProgressPush => parsed(progressPush, body);
export const parseCheckpoint = (body: unknown): CheckpointPush => parsed(checkpointPush, body);

/** INVALID_ARGUMENT naming the first field that is wrong. */
function parsed<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.') || 'body';
  throw new GyreError('INVALID_ARGUMENT', `${field}: ${issue?.message ?? 'is not as the contract says'}`, { boundary: 'caller', field, remedy: 'send what the container contract describes' });
}
