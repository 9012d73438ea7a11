import type { Release } from '#kit/leases/endings.ts';
import type { Waiting } from '#kit/leases/schedule.ts';
import { LEASE_REASONS, leaseSummary, RELEASES, type Statement, withStatements } from '../api/mod.ts';
import { secondTime } from '../runtime/micro-time.ts';
import { keyOf } from '../runtime/objects.ts';
import type { DeviceLeaseObject, LeaseStatus } from './resources.ts';

/** What a DeviceLease's status says. Pure: status in, status out; each writer puts the result in with one compare-and-swap. */

export type LeaseState = 'waiting' | 'held' | 'ended';

export function stateOf({ status }: DeviceLeaseObject): LeaseState {
  if (status?.release !== undefined) return 'ended';
  return status?.deviceName === undefined ? 'waiting' : 'held';
}

/** Waits, and is neither deleted nor taken back. */
export function wantsDevice(lease: DeviceLeaseObject): boolean {
  return stateOf(lease) === 'waiting' && !lease.metadata.deletionTimestamp && lease.spec.release === undefined;
}

/** Key of the pool that the lease asks. */
export const poolKeyOf = ({ metadata, spec }: { readonly metadata: DeviceLeaseObject['metadata']; readonly spec: { readonly poolRef: { readonly name: string } } }) => keyOf({ metadata: { namespace: metadata.namespace, name: spec.poolRef.name } });

type Said = readonly Statement<'DeviceLease'>[];

function told(lease: DeviceLeaseObject, said: Said, nowMs: number, more: Partial<LeaseStatus>): LeaseStatus {
  const generation = lease.metadata.generation ?? 0;
  const conditions = withStatements('DeviceLease', lease.status?.conditions ?? [], said, { generation, now: secondTime(nowMs) });
  const status = { ...lease.status, ...more, observedGeneration: generation, conditions };
  return { ...status, summary: leaseSummary(status) };
}

const expiry = ({ spec }: DeviceLeaseObject, idleMs: number, nowMs: number) => ({ renewTime: secondTime(nowMs - idleMs), expiresTime: secondTime(nowMs - idleMs + spec.ttlSeconds * 1000) });

/** Bound to a device, which was bound to it before: the device is clean and was checked, so it is ready at once. */
export function boundStatus(lease: DeviceLeaseObject, device: { readonly name: string; readonly fencingToken: number }, nowMs: number): LeaseStatus {
  const said = [LEASE_REASONS.accepted(), LEASE_REASONS.bound(device.name, device.fencingToken), LEASE_REASONS.ready(device.name), LEASE_REASONS.held()];
  const { queue: _, ...status } = lease.status ?? {};
  return told({ ...lease, status }, said, nowMs, { deviceName: device.name, fencingToken: device.fencingToken, acquireTime: secondTime(nowMs), ...expiry(lease, 0, nowMs) });
}

/** The API server lets nobody make the binding. `said`: in its words. */
export interface BindingRefused {
  readonly why: 'BindingRefused';
  readonly position: number;
  readonly said: string;
}

/** Where it stands, and why it waits; `sinceMs`: since when, where it was not told before. */
export function waitingStatus(lease: DeviceLeaseObject, wait: Waiting | BindingRefused, nowMs: number, sinceMs: number): LeaseStatus {
  const pool = lease.spec.poolRef.name;
  const why =
    wait.why === 'NothingMatches'
      ? LEASE_REASONS.nothingMatches(pool, wait.total)
      : wait.why === 'TenantAtLimit'
        ? LEASE_REASONS.tenantAtLimit(lease.spec.tenant, wait.held, wait.limit)
        : wait.why === 'BindingRefused'
          ? LEASE_REASONS.bindingRefused(wait.said)
          : LEASE_REASONS.noFreeDevice(pool, wait.matching, wait.position);
  const sinceTime = lease.status?.queue?.sinceTime ?? secondTime(sinceMs);
  return told(lease, [LEASE_REASONS.accepted(), why, LEASE_REASONS.notBound(), LEASE_REASONS.held()], nowMs, { queue: { position: wait.position, sinceTime } });
}

/** Its pool is not there; it waits for it as for a device. */
export function poolMissingStatus(lease: DeviceLeaseObject, nowMs: number): LeaseStatus {
  return told(lease, [LEASE_REASONS.poolMissing(lease.spec.poolRef.name), LEASE_REASONS.notBound(), LEASE_REASONS.held()], nowMs, { queue: { position: 1, sinceTime: lease.status?.queue?.sinceTime ?? secondTime(nowMs) } });
}

/** For people: until when it lasts unless it is renewed. */
export function renewedStatus(lease: DeviceLeaseObject, idleMs: number, nowMs: number): LeaseStatus {
  return told(lease, [], nowMs, expiry(lease, idleMs, nowMs));
}

/** Ended, for the reason that came first. What its device is still in for the device says. */
export function endedStatus(lease: DeviceLeaseObject, release: Release, nowMs: number, refusal?: Statement<'DeviceLease'>): LeaseStatus {
  const { queue: _, ...status } = lease.status ?? {};
  const full = { ...release, message: release.message.slice(0, 1024), time: secondTime(nowMs) };
  return told({ ...lease, status }, [...(refusal ? [refusal] : []), LEASE_REASONS.unbound(), LEASE_REASONS.notBound(), LEASE_REASONS.released(full)], nowMs, { release: full });
}

/** How a lease ends that a wish was given for. A fault that its holder tells, or that was seen under it, is the reason before any words. */
export function wishedEnd({ metadata, spec }: DeviceLeaseObject, device: { readonly name: string; readonly faults: readonly { readonly leaseName?: string | undefined; readonly message: string }[] } | undefined): Release | undefined {
  if (spec.release === undefined) return metadata.deletionTimestamp ? RELEASES.holderDeleted() : undefined;
  if (spec.release.mode === 'Force') return RELEASES.forceReleased(spec.release.reason);
  const fault = spec.release.fault ?? device?.faults.find(({ leaseName }) => leaseName === metadata.name);
  return device && fault ? RELEASES.deviceFault(device.name, fault.message) : RELEASES.completed(spec.release.reason);
}
