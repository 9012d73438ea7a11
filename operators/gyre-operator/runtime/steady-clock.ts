import { type Clock, systemClock } from '#kit/clock.ts';

/**
 * The time of day when the process started, and the seconds since. Unlike the clock of the machine it is never set back or forward,
 * which must not lengthen or end anyone's lease.
 */
export const steadyClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: (ms, signal) => systemClock.sleep(ms, signal),
};
