/**
 * The devices port: who wants a device asks for a lease, and commands the device while it holds it. Sides: the kit's store
 * (store/keeper of one installation) and DeviceLease objects that the operator binds. Both queue by {@link import('./schedule.ts')}.
 */
import type { Fault } from './health.ts';
import type { Selector } from './selector.ts';

/** What is wanted. Spans and priority have the defaults of DeviceLease: 60, 3600, 600 seconds, and 0. */
export interface LeaseRequest {
  readonly pool: string;
  /** Whose limit the lease counts against. */
  readonly tenant: string;
  /** Who commands the device; for people to read. */
  readonly holder: string;
  /** The episode that the device serves. */
  readonly episodeId?: string;
  readonly selector?: Selector;
  /** A higher one is served first; nothing that holds a device is preempted. */
  readonly priority?: number;
  /** Seconds without a renewal after which the lease has expired, at least 10. */
  readonly ttlSeconds?: number;
  /** Seconds after binding at which it ends however often it was renewed. */
  readonly maxDurationSeconds?: number;
  /** Seconds to wait for a device; 0: take one that is free now, or none. */
  readonly maxWaitSeconds?: number;
}

export interface LeasedDevice {
  readonly name: string;
  /** What its WebDriver server knows it by. */
  readonly serial: string;
  /** Address of its WebDriver server. */
  readonly endpoint: string;
}

/** A fault that a holder saw on its device; too many put the device into quarantine. */
export type ReportedFault = Pick<Fault, 'message'> & { readonly reason: 'CommandFailed' | 'Disconnected' };

export interface Lease {
  readonly id: string;
  readonly request: LeaseRequest;
  readonly device: LeasedDevice;
  /** Grows with each lease of the device. Every command carries it, and none but the latest is let through. */
  readonly fencingToken: number;
  /** Aborts when the lease has ended, with an error that {@link renew} would throw. */
  readonly ended: AbortSignal;
  /** A heartbeat. ABORTED once the lease has ended; `details.reason` says how. */
  renew(signal?: AbortSignal): Promise<void>;
  /** Ends it; a second call, and one after it has ended otherwise, changes nothing. The reason is kept, and is the device's fault where one is given. */
  release(reason: string, fault?: ReportedFault): Promise<void>;
}

/** A command on its way to a device. */
export interface Command {
  readonly pool: string;
  readonly device: string;
  readonly fencingToken: number;
}

export interface Leases {
  /**
   * Waits for a device. DEADLINE_EXCEEDED after `maxWaitSeconds`, RESOURCE_EXHAUSTED if too many wait, FAILED_PRECONDITION if the pool
   * drains or does not exist, INVALID_ARGUMENT naming the field that is beyond the pool's limits; CANCELLED when the signal aborts, and
   * then nothing is left behind that waits or holds.
   */
  take(request: LeaseRequest, options?: { readonly signal?: AbortSignal }): Promise<Lease>;
  /** Lets a command through, and counts it as a renewal. ABORTED if its token is not that of the lease that holds the device. */
  admit(command: Command, signal?: AbortSignal): Promise<void>;
}
