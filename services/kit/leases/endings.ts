/** Why leases end. One table for every side of the port, so that a holder reads the same words wherever its lease was kept. */
const say = <R extends string>(reason: R, message: string) => ({ reason, message });

/** How each lease ended; every lease that ended has one. */
export const RELEASES = {
  completed: (reason: string) => say('Completed', `The holder released it: ${reason}`),
  holderDeleted: () => say('HolderDeleted', 'The lease was deleted.'),
  expired: (seconds: number, ttlSeconds: number) => say('Expired', `not renewed for ${seconds} s, ttlSeconds is ${ttlSeconds}.`),
  durationReached: (seconds: number) => say('DurationReached', `held for maxDurationSeconds (${seconds}).`),
  waitTimedOut: (seconds: number) => say('WaitTimedOut', `no device within ${seconds} s; ask again, or wait longer (maxWaitSeconds).`),
  forceReleased: (reason: string) => say('ForceReleased', `An administrator cut it off: ${reason}`),
  deviceFault: (name: string, said: string) => say('DeviceFault', `device ${name} failed: ${said}`),
  deviceRemoved: (name: string) => say('DeviceRemoved', `device ${name} was deleted or tainted with EndLease.`),
  poolDraining: (name: string) => say('PoolDraining', `pool ${name} drains and takes no new lease; name another pool.`),
  refused: (message: string) => say('Refused', message),
} as const;

export type Release = ReturnType<(typeof RELEASES)[keyof typeof RELEASES]>;
export type ReleaseReason = Release['reason'];

/** The wish to end a lease. Graceful lets the command under way end, Force cuts it off. */
export interface ReleaseWish {
  readonly mode: 'Graceful' | 'Force';
  readonly reason: string;
}

/** A held lease, as it is seen here; no time in it comes from its holder's clock. */
export interface HeldLease {
  readonly ttlSeconds: number;
  readonly maxDurationSeconds: number;
  /** Time since it was bound, milliseconds. */
  readonly heldMs: number;
  /** Time since its renewals were seen to change, milliseconds. */
  readonly idleMs: number;
}

/** How a held lease ends by itself, or how long it has at least, milliseconds. */
export function endOfHeld({ ttlSeconds, maxDurationSeconds, heldMs, idleMs }: HeldLease): { readonly ends: Release } | { readonly leftMs: number } {
  if (heldMs >= maxDurationSeconds * 1000) return { ends: RELEASES.durationReached(maxDurationSeconds) };
  if (idleMs >= ttlSeconds * 1000) return { ends: RELEASES.expired(Math.round(idleMs / 1000), ttlSeconds) };
  return { leftMs: Math.min(maxDurationSeconds * 1000 - heldMs, ttlSeconds * 1000 - idleMs) };
}

/** How a lease that waits ends by itself; `limits` are the spans that the lease and its pool allow, seconds. */
export function endOfWait(waitedMs: number, ...limits: readonly number[]): { readonly ends: Release } | { readonly leftMs: number } {
  const seconds = Math.min(...limits);
  return waitedMs >= seconds * 1000 ? { ends: RELEASES.waitTimedOut(seconds) } : { leftMs: seconds * 1000 - waitedMs };
}
