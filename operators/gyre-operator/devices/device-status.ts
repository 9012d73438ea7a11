import type { Fault, Health, TaintKey } from '#kit/leases/health.ts';
import { isFit, KEPT_FAULTS, retryMs } from '#kit/leases/health.ts';
import type { ChoreResult, DeviceAddress } from '#kit/leases/driver.ts';
import { DEVICE_REASONS, deviceSummary, type Statement, statusOf, withStatements } from '../api/mod.ts';
import { secondTime } from '../runtime/micro-time.ts';
import type { DeviceObject, DevicePoolObject, DeviceStatusObject } from './resources.ts';

/** What a Device's status says. Pure: status in, status out. */

const OWN: readonly string[] = ['Offline', 'NeedsReset', 'Quarantined'] satisfies readonly TaintKey[];
const isOwn = (key: string): key is TaintKey => OWN.includes(key);

export const statusOfDevice = ({ status }: DeviceObject): DeviceStatusObject => status ?? { fencingToken: 0 };

/** Its health as the status keeps it. */
export function healthOf(device: DeviceObject): Health {
  const { conditions, taints = [], faults = [], recentFaults = 0 } = statusOfDevice(device);
  const healthy = statusOf(conditions, 'Healthy');
  return {
    clean: statusOf(conditions, 'Clean') === 'True',
    healthy: healthy === 'Unknown' ? undefined : healthy === 'True',
    taints: taints.flatMap(({ key, reason, timeAdded }) => (isOwn(key) ? [{ key, reason, sinceMs: timeAdded === undefined ? 0 : Date.parse(timeAdded) }] : [])),
    faults: faults.map(({ time, reason, message, leaseName }) => ({ atMs: Date.parse(time), reason, message, lease: leaseName })),
    recentFaults,
  };
}

/** Whether a lease may be bound to it now. */
export function isOffered(device: DeviceObject): boolean {
  const { leaseRef, taints = [] } = statusOfDevice(device);
  return leaseRef === undefined && !device.metadata.deletionTimestamp && (device.spec.taints ?? []).length === 0 && taints.length === 0 && isFit(healthOf(device));
}

/** A taint, of people or of the operator, that ends the lease it has. */
export function endsLease(device: DeviceObject): boolean {
  return [...(device.spec.taints ?? []), ...(statusOfDevice(device).taints ?? [])].some(({ effect }) => effect === 'EndLease');
}

export function addressOf(device: DeviceObject): DeviceAddress {
  return { name: device.metadata.name, serial: device.spec.serial, endpoint: device.spec.endpoint, fencingToken: statusOfDevice(device).fencingToken };
}

/** Since when it has been clean, milliseconds. */
export function restingSince(device: DeviceObject): number {
  const time = statusOfDevice(device).conditions?.find(({ type }) => type === 'Clean')?.lastTransitionTime;
  return time === undefined ? 0 : Date.parse(time);
}

function told(device: DeviceObject, said: readonly Statement<'Device'>[], nowMs: number, more: Partial<DeviceStatusObject>): DeviceStatusObject {
  const generation = device.metadata.generation ?? 0;
  const before = statusOfDevice(device);
  const status = { ...before, ...more, observedGeneration: generation, conditions: withStatements('Device', before.conditions ?? [], said, { generation, now: secondTime(nowMs) }) };
  const taints = [...(device.spec.taints ?? []), ...(status.taints ?? [])].map(({ key }) => key);
  return { ...status, summary: deviceSummary(status, taints) };
}

/** Bound: lease and token in one write. */
export function takenStatus(device: DeviceObject, lease: { readonly name: string; readonly uid: string }, nowMs: number): DeviceStatusObject {
  return told(device, [DEVICE_REASONS.leased(lease.name)], nowMs, { leaseRef: lease, fencingToken: statusOfDevice(device).fencingToken + 1 });
}

/** How a device is let go of. */
export interface Freeing {
  /** Its lease was never told of it, so nobody can have used it: it is as clean as it was. */
  readonly untouched: boolean;
  /** What its holder saw go wrong with it; of no account where nobody was told of the device. */
  readonly fault?: Pick<Fault, 'reason' | 'message'> | undefined;
}

/** No longer bound. */
export function freedStatus(device: DeviceObject, { untouched, fault }: Freeing, nowMs: number): DeviceStatusObject {
  const { leaseRef: lease, faults = [] } = statusOfDevice(device);
  const clean = lease === undefined ? [] : [untouched ? DEVICE_REASONS.clean() : DEVICE_REASONS.resetting(lease.name)];
  const reported = fault && lease && !untouched ? { faults: [faultOf({ ...fault, atMs: nowMs, lease: lease.name }), ...faults].slice(0, KEPT_FAULTS) } : {};
  return told(device, clean, nowMs, { leaseRef: undefined, ...reported });
}

/** Nobody can reset or check it: it is offered to no lease, and no fault is counted. The first check by a driver ends that. */
export function undrivenStatus(device: DeviceObject, nowMs: number): DeviceStatusObject {
  return told(device, [DEVICE_REASONS.noDriver()], nowMs, {});
}

export function isUndriven(device: DeviceObject): boolean {
  return statusOfDevice(device).conditions?.some(({ type, reason }) => type === 'Healthy' && reason === DEVICE_REASONS.noDriver().reason) === true;
}

/** What its health has become; `seen` is what was done that showed it. */
export function healthStatus(device: DeviceObject, health: Health, pool: DevicePoolObject, nowMs: number, seen?: ChoreResult): DeviceStatusObject {
  const before = statusOfDevice(device);
  const last = health.faults[0];
  const has = (key: TaintKey) => health.taints.some((taint) => taint.key === key);
  const said: Statement<'Device'>[] = [];
  if (has('Offline')) said.push(DEVICE_REASONS.offline(device.spec.endpoint, pool.spec.healthCheck.failureThreshold, seen?.fault?.message ?? last?.message ?? ''));
  else if (health.healthy === true) said.push(DEVICE_REASONS.online());
  if (has('Quarantined') && last) said.push(DEVICE_REASONS.quarantined(health.recentFaults, pool.spec.quarantine.windowSeconds, faultOf(last)));
  else if (health.healthy === true) said.push(DEVICE_REASONS.healthy());
  else if (health.healthy === false) said.push(DEVICE_REASONS.unhealthy(seen?.fault?.message ?? last?.message ?? 'The last check failed.'));
  if (before.leaseRef === undefined) {
    if (health.clean) said.push(DEVICE_REASONS.clean());
    else if (has('NeedsReset')) said.push(DEVICE_REASONS.resetFailed(seen?.step === undefined ? 'the reset' : `step ${seen.step}`, last?.message ?? '', Math.round(retryMs(health.recentFaults) / 1000)));
    else if (statusOf(before.conditions, 'Clean') === 'Unknown') said.push(DEVICE_REASONS.cleaning());
  }
  const others = (before.taints ?? []).filter(({ key }) => !isOwn(key));
  const taints = [...others, ...health.taints.map(({ key, reason, sinceMs }) => ({ key, effect: before.taints?.find((taint) => taint.key === key)?.effect ?? ('NoLease' as const), reason: reason.slice(0, 256), timeAdded: secondTime(sinceMs) }))];
  const reset = seen?.kind === 'reset' ? { lastReset: { time: secondTime(nowMs), passed: seen.fault === undefined, durationSeconds: Math.round(seen.tookMs / 1000), ...(seen.fault ? { message: seen.fault.message.slice(0, 1024) } : {}) } } : {};
  const facts = seen && seen.fault === undefined ? { facts: { ...before.facts, ...seen.facts } } : {};
  return told(device, said, nowMs, { taints, faults: health.faults.map(faultOf), recentFaults: health.recentFaults, ...reset, ...facts, ...(seen ? { lastCheckTime: secondTime(nowMs) } : {}) });
}

/** A fault as the status keeps it. */
export function faultOf({ atMs, reason, message, lease }: Fault) {
  return { time: secondTime(atMs), reason, message: message.slice(0, 1024), ...(lease === undefined ? {} : { leaseName: lease }) };
}
