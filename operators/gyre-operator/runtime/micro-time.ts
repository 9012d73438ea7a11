import { z } from 'zod';

/**
 * Times with six digits of a second, as Leases and events have them; the API server refuses three. Clocks here tell milliseconds, so
 * the last three digits are zeros.
 */
export function microTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z');
}

/** Times to the second, as metadata and conditions have them. */
export function secondTime(ms: number): string {
  return new Date(Math.floor(ms / 1000) * 1000).toISOString().replace('.000Z', 'Z');
}

/** A time as the API server writes one, in RFC 3339. */
export const timeText = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/, 'write a time like 2026-01-31T12:00:00Z');
