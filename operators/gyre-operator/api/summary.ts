import { statusOf, type Condition } from './conditions.ts';
import type { DeviceLeaseStatus } from './gen/device-lease.ts';
import type { DevicePoolStatus } from './gen/device-pool.ts';
import type { DeviceStatus } from './gen/device.ts';
import type { TrainingRunStatus } from './gen/training-run.ts';

/** The one word that `kubectl get` shows, computed from conditions. Code decides by the conditions; this is for people. */
export type Summary<S extends { summary?: string }> = NonNullable<S['summary']>;

const holds = (conditions: readonly Condition[] | undefined, type: string) => statusOf(conditions, type) === 'True';
const fails = (conditions: readonly Condition[] | undefined, type: string) => statusOf(conditions, type) === 'False';

/** Ends come first, then what keeps the run from running, in the order in which it passes through them. */
export function runSummary(conditions: readonly Condition[] | undefined): Summary<TrainingRunStatus> {
  if (holds(conditions, 'Succeeded')) return 'Succeeded';
  if (holds(conditions, 'Failed')) return 'Failed';
  if (fails(conditions, 'Accepted')) return 'Refused';
  if (holds(conditions, 'Suspended')) return 'Suspended';
  if (!holds(conditions, 'Accepted')) return 'Pending';
  if (fails(conditions, 'QuotaReserved')) return 'Queued';
  return holds(conditions, 'PodsReady') ? 'Running' : 'Starting';
}

/** The end, then whether a device is bound and ready. */
export function leaseSummary({ conditions, release }: Pick<DeviceLeaseStatus, 'conditions' | 'release'>): Summary<DeviceLeaseStatus> {
  if (release !== undefined) {
    if (release.reason === 'Refused') return 'Refused';
    return release.reason === 'Expired' || release.reason === 'DurationReached' ? 'Expired' : 'Released';
  }
  if (fails(conditions, 'Accepted')) return 'Refused';
  if (!holds(conditions, 'Accepted')) return 'Pending';
  if (!holds(conditions, 'Bound')) return 'Waiting';
  return holds(conditions, 'Ready') ? 'Active' : 'Preparing';
}

type TaintKey = NonNullable<DeviceStatus['taints']>[number]['key'];
/** The gravest taint first. */
const TAINTS: readonly TaintKey[] = ['Quarantined', 'Offline', 'NeedsReset', 'Draining'];

/** Who holds it, else the gravest of its taints (those of people and those of the operator), else whether it is clean. */
export function deviceSummary({ leaseRef, conditions }: DeviceStatus, taints: readonly TaintKey[]): Summary<DeviceStatus> {
  if (leaseRef !== undefined) return 'Leased';
  return TAINTS.find((key) => taints.includes(key)) ?? (holds(conditions, 'Clean') && holds(conditions, 'Healthy') ? 'Free' : 'Resetting');
}

/** Draining comes first, then whether there is anything to lease. */
export function poolSummary({ conditions, devices }: DevicePoolStatus, draining: boolean): Summary<DevicePoolStatus> {
  if (draining) return holds(conditions, 'Drained') ? 'Drained' : 'Draining';
  if ((devices?.total ?? 0) === 0) return 'Empty';
  if (fails(conditions, 'Healthy')) return 'Degraded';
  return (devices?.free ?? 0) > 0 ? 'Open' : 'Full';
}
