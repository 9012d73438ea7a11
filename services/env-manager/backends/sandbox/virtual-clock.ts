import { Temporal } from 'temporal-polyfill';
import { invalid } from '#kit/errors.ts';

/** How far the phone's clock moves with each step. Small against the minutes that tasks speak of, so that a plan does not race it. */
export const STEP_MS = 1000;

/** The phone's clock: starts where the task says and moves by {@link STEP_MS} each step, never with the real time. */
export interface VirtualClock {
  /** Milliseconds since the Unix epoch at step 0. */
  readonly startMs: number;
  /** IANA name. */
  readonly timeZone: string;
}

/** INVALID_ARGUMENT naming the task's field if `now` is not an ISO 8601 instant or the zone is not an IANA name. */
export function openVirtualClock(now: string, timeZone: string): VirtualClock {
  const startMs = parsed('task.now', now, 'give an instant such as 2026-03-02T07:30:00Z', () => Temporal.Instant.from(now).epochMilliseconds);
  parsed('task.time_zone', timeZone, 'give an IANA name such as Europe/Berlin', () => zoned(startMs, timeZone));
  return { startMs, timeZone };
}

/** The instant of a step, ISO 8601 in UTC. */
export function instantAt(clock: VirtualClock, step: number): string {
  return Temporal.Instant.fromEpochMilliseconds(clock.startMs + step * STEP_MS).toString();
}

/** The phone's local time at a step, `YYYY-MM-DDTHH:MM:SS`. */
export function localAt(clock: VirtualClock, step: number): string {
  return zoned(clock.startMs + step * STEP_MS, clock.timeZone).toPlainDateTime().toString({ smallestUnit: 'second' });
}

/**
 * The instant that a local text means, ISO 8601 in UTC. A time that daylight saving skips means the one as far after the change; a
 * time that happens twice means its first occurrence.
 */
export function instantOf(local: string, timeZone: string): string {
  return parsed('local time', local, 'write YYYY-MM-DDTHH:MM:SS', () => {
    return Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone, { disambiguation: 'compatible' }).toInstant().toString();
  });
}

function zoned(instantMs: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(timeZone);
}

function parsed<R>(field: string, text: string, remedy: string, parse: () => R): R {
  try {
    return parse();
  } catch {
    throw invalid(field, `${JSON.stringify(text)} cannot be read`, remedy);
  }
}
