import { z } from 'zod';
import { timeText } from './micro-time.ts';

/** A condition as it is read. What reconcilers say of their own is put together in `api/conditions.ts`. */
export const condition = z.looseObject({
  type: z.string(),
  status: z.enum(['True', 'False', 'Unknown']),
  observedGeneration: z.number().optional(),
  lastTransitionTime: timeText,
  /** CamelCase. */
  reason: z.string(),
  message: z.string(),
});
