import { z } from 'zod';
import { secondTime, timeText } from './micro-time.ts';

export const condition = z.looseObject({
  type: z.string(),
  status: z.enum(['True', 'False', 'Unknown']),
  observedGeneration: z.number().optional(),
  lastTransitionTime: timeText,
  /** CamelCase. */
  reason: z.string(),
  message: z.string(),
});
export type Condition = z.infer<typeof condition>;

/** What is to be said of an object now. */
export type Finding = Pick<Condition, 'type' | 'status' | 'reason' | 'message'>;

/**
 * The conditions with what was found at this generation; the time of a condition changes only with its status. The same list, where
 * nothing is different, so that no write is needed. Order and other conditions stay.
 */
export function withConditions(before: readonly Condition[], findings: readonly Finding[], observedGeneration: number, nowMs: number): readonly Condition[] {
  let after = before;
  for (const finding of findings) {
    const known = after.find(({ type }) => type === finding.type);
    const lastTransitionTime = known?.status === finding.status ? known.lastTransitionTime : secondTime(nowMs);
    if (!known) after = [...after, { ...finding, observedGeneration, lastTransitionTime }];
    else if (known.status !== finding.status || known.reason !== finding.reason || known.message !== finding.message || known.observedGeneration !== observedGeneration) {
      after = after.map((each) => (each === known ? { ...known, ...finding, observedGeneration, lastTransitionTime } : each));
    }
  }
  return after;
}
