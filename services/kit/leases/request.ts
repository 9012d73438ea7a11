import { z } from 'zod';
import { invalid } from '../errors.ts';
import type { LeaseRequest } from './types.ts';

const name = z.string().regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, 'write lower-case letters, digits and dashes').max(63);
const text = (longest: number) => z.string().min(1).max(longest);
const seconds = (from: number, to: number) => z.int().min(from).max(to);

/** Bounds and defaults as DeviceLease has them, so that both sides of the port take and refuse the same. */
const request = z.strictObject({
  pool: name,
  tenant: name,
  holder: text(253),
  episodeId: text(128).optional(),
  selector: z
    .strictObject({
      matchLabels: z.record(text(317), z.string().max(63)).optional(),
      matchExpressions: z
        .array(
          z
            .strictObject({ key: text(317), operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist']), values: z.array(z.string().max(63)).max(32).optional() })
            .refine(({ operator, values = [] }) => (operator === 'In' || operator === 'NotIn') === values.length > 0, { path: ['values'], message: 'give values with In and NotIn, and none with Exists and DoesNotExist' }),
        )
        .max(16)
        .optional(),
    })
    .optional(),
  priority: z.int().min(-1000).max(1000).default(0),
  ttlSeconds: seconds(10, 3600).default(60),
  maxDurationSeconds: seconds(10, 604_800).default(3600),
  maxWaitSeconds: seconds(0, 604_800).default(600),
});

/** A request with everything that it leaves out. */
export type FullRequest = LeaseRequest & Required<Pick<LeaseRequest, 'priority' | 'ttlSeconds' | 'maxDurationSeconds' | 'maxWaitSeconds'>>;

/** The request with its defaults. INVALID_ARGUMENT naming the field. */
export function fullRequest(given: LeaseRequest): FullRequest {
  const parsed = request.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalid(issue?.path.join('.') || 'request', issue?.message ?? 'unreadable', 'correct it and ask again', 'device');
  }
  const full = parsed.data;
  if (full.ttlSeconds > full.maxDurationSeconds) throw invalid('ttlSeconds', `is ${full.ttlSeconds}, above maxDurationSeconds (${full.maxDurationSeconds}), so the lease would end before it had to be renewed`, 'give at most maxDurationSeconds', 'device');
  return full;
}

/** What a pool allows a single lease. */
export interface LeaseBounds {
  readonly maxTtlSeconds: number;
  readonly maxDurationSeconds: number;
  readonly maxPriority: number;
}

/** The first field that is beyond the pool's bounds. */
export function overLimit(asked: Pick<FullRequest, 'ttlSeconds' | 'maxDurationSeconds' | 'priority'>, { maxTtlSeconds, maxDurationSeconds, maxPriority }: LeaseBounds) {
  const bounds = [
    { field: 'ttlSeconds', asked: asked.ttlSeconds, allowed: maxTtlSeconds },
    { field: 'maxDurationSeconds', asked: asked.maxDurationSeconds, allowed: maxDurationSeconds },
    { field: 'priority', asked: asked.priority, allowed: maxPriority },
  ] as const;
  return bounds.find((each) => each.asked > each.allowed);
}

/** The words a lease is released with. INVALID_ARGUMENT if there are none, or too many. */
export function checkReason(reason: string): void {
  if (reason.length < 1 || reason.length > 256) throw invalid('reason', `has ${reason.length} characters`, 'give 1 to 256', 'device');
}
