import type { Doc } from '../../store/types.ts';
import type { Release, ReleaseWish } from '../endings.ts';
import type { Health, HealthRules } from '../health.ts';
import type { ResetRules } from '../driver.ts';
import type { TenantLimit } from '../schedule.ts';
import type { FullRequest, LeaseBounds } from '../request.ts';
import type { LeasedDevice } from '../types.ts';

/** What the store side keeps. Each change is one atomic change of one document; the device is what a lease is decided by. */

/** The rules of a pool, as a DevicePool has them. */
export interface PoolRules {
  readonly open: boolean;
  readonly lease: LeaseBounds;
  readonly queue: { readonly maxWaiting: number; readonly maxWaitSeconds: number; readonly defaultLimit: TenantLimit; readonly tenants: Readonly<Record<string, TenantLimit>> };
  readonly reset: ResetRules;
  readonly check: HealthRules['check'] & { readonly timeoutSeconds: number };
  readonly quarantine: HealthRules['quarantine'];
}

export const POOL_DEFAULTS: PoolRules = {
  open: true,
  lease: { maxTtlSeconds: 300, maxDurationSeconds: 86_400, maxPriority: 100 },
  queue: { maxWaiting: 1000, maxWaitSeconds: 86_400, defaultLimit: { maxLeases: 10, weight: 1 }, tenants: {} },
  reset: { steps: ['CloseApps', 'ClearAppData', 'RestoreSettings'], timeoutSeconds: 300 },
  check: { intervalSeconds: 60, timeoutSeconds: 15, failureThreshold: 3 },
  quarantine: { faults: 3, windowSeconds: 3600 },
};

export interface PoolDoc extends Doc {
  readonly rules: PoolRules;
}

/** `_id` is `pool/name`. */
export interface DeviceDoc extends Doc, LeasedDevice {
  readonly pool: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Taints of people; while there is one it takes no lease, and with `EndLease` it ends the one it has. */
  readonly tainted: readonly { readonly key: string; readonly effect: 'NoLease' | 'EndLease'; readonly reason: string }[];
  /** How often it was leased. */
  readonly token: number;
  /** The lease that holds it, null: none. */
  readonly lease: string | null;
  /** Grows with each change of `health`, which is compared and swapped by it. */
  readonly revision: number;
  readonly health: Health;
  /** The latest lease was cut off, so the reset cuts off what is under way. */
  readonly forced: boolean;
  /** Since when it has been clean, milliseconds. */
  readonly cleanMs: number;
}

export interface LeaseDoc extends Doc {
  readonly pool: string;
  readonly request: FullRequest;
  readonly state: 'waiting' | 'held' | 'ended';
  readonly createdMs: number;
  /** Its place in the queue was told, so a full queue no longer turns it away. */
  readonly position?: number;
  readonly why?: string;
  readonly device?: string;
  readonly token?: number;
  readonly acquiredMs?: number;
  readonly renewals: number;
  /** The wish to end it, given once. */
  readonly wish?: ReleaseWish;
  readonly release?: Release & { readonly atMs: number; readonly field?: string };
}

export const POOLS = { name: 'lease_pools' };
export const DEVICES = { name: 'lease_devices', indexes: [{ fields: ['pool'] }, { fields: ['lease'] }] };
export const LEASES = { name: 'leases', indexes: [{ fields: ['pool', 'state'] }, { fields: ['state', 'release.atMs'] }] };
