import { RELEASES as WORDS } from '#kit/leases/endings.ts';
import type { Statement } from './conditions.ts';
import type { DeviceLeaseStatus } from './gen/device-lease.ts';
import type { DeviceStatus } from './gen/device.ts';

type LeaseStatement = Statement<'DeviceLease'>;
type DeviceStatement = Statement<'Device'>;
type PoolStatement = Statement<'DevicePool'>;

const lease = (type: LeaseStatement['type'], status: LeaseStatement['status'], reason: string, message: string): LeaseStatement => ({ type, status, reason, message });
const device = (type: DeviceStatement['type'], status: DeviceStatement['status'], reason: string, message: string): DeviceStatement => ({ type, status, reason, message });
const pool = (type: PoolStatement['type'], status: PoolStatement['status'], reason: string, message: string): PoolStatement => ({ type, status, reason, message });
const devices = (count: number) => `${count} device${count === 1 ? '' : 's'}`;

/** What a DeviceLease's conditions say. */
export const LEASE_REASONS = {
  accepted: () => lease('Accepted', 'True', 'WithinLimits', 'The pool exists and the lease keeps to its limits.'),
  poolMissing: (name: string) => lease('Accepted', 'False', 'PoolMissing', `pool ${name} is not in the namespace; create it, or name another.`),
  overLimit: (field: string, asked: number, poolName: string, allowed: number) => lease('Accepted', 'False', 'OverLimit', `spec.${field} is ${asked}, pool ${poolName} allows ${allowed}; ask for at most that.`),
  queueFull: (poolName: string, maxWaiting: number) => lease('Accepted', 'False', 'QueueFull', `pool ${poolName} has ${maxWaiting} leases waiting, which is its limit; ask again later.`),
  nothingMatches: (poolName: string, total: number) => lease('Bound', 'False', 'NothingMatches', `none of the ${devices(total)} of pool ${poolName} has the labels of spec.selector; change the selector or label a device.`),

  bound: (name: string, token: number) => lease('Bound', 'True', 'DeviceBound', `device ${name} with fencing token ${token}.`),
  noFreeDevice: (poolName: string, matching: number, position: number) => lease('Bound', 'False', 'NoFreeDevice', `needs 1 device; pool ${poolName} has 0 free of ${matching} that match. Place ${position} in the queue.`),
  bindingRefused: (said: string) => lease('Bound', 'False', 'BindingRefused', `the API server refuses the binding: ${said.slice(0, 1_000).replace(/\.$/, '')}. It is tried again by itself.`),
  tenantAtLimit: (tenant: string, held: number, limit: number) => lease('Bound', 'False', 'TenantAtLimit', `tenant ${tenant} holds ${devices(held)}, its limit is ${limit}; it goes on when one is released.`),

  unbound: () => lease('Bound', 'False', 'Ended', 'The lease has ended.'),

  ready: (name: string) => lease('Ready', 'True', 'DeviceReady', `device ${name} is clean and answers.`),
  preparing: (name: string) => lease('Ready', 'False', 'Preparing', `device ${name} is being checked.`),
  deviceLost: (name: string, said: string) => lease('Ready', 'False', 'DeviceLost', `device ${name} failed: ${said}`),
  notBound: () => lease('Ready', 'False', 'NotBound', 'The lease holds no device.'),

  held: () => lease('Released', 'False', 'NotReleased', 'The lease has not ended.'),
  released: (release: NonNullable<DeviceLeaseStatus['release']>) => lease('Released', 'True', release.reason, release.message),
} as const;

type ReleaseReason = NonNullable<DeviceLeaseStatus['release']>['reason'];

/** Why a lease ended, as its status keeps it; `time` is added by who writes it. The words are those of every side of the port. */
export const RELEASES = WORDS satisfies Record<string, (...named: never[]) => { reason: ReleaseReason; message: string }>;

/** What a Device's conditions say. */
export const DEVICE_REASONS = {
  online: () => device('Online', 'True', 'Answers', 'The WebDriver server answers for the device.'),
  offline: (endpoint: string, failures: number, said: string) => device('Online', 'False', 'DoesNotAnswer', `${endpoint} failed ${failures} checks in a row: ${said}`),
  healthy: () => device('Healthy', 'True', 'CheckPassed', 'The last check passed.'),
  unhealthy: (said: string) => device('Healthy', 'False', 'CheckFailed', said),
  noDriver: () => device('Healthy', 'False', 'NoDriver', 'The operator has no driver for devices, so it can neither reset nor check this one, and leases it to nobody.'),
  quarantined: (faults: number, windowSeconds: number, last: NonNullable<DeviceStatus['faults']>[number]) =>
    device('Healthy', 'False', 'Quarantined', `${faults} faults within ${windowSeconds} s, last ${last.reason}: ${last.message} Remove the taint Quarantined once it is repaired.`),
  clean: () => device('Clean', 'True', 'ResetPassed', 'Reset and checked since its last lease.'),
  leased: (name: string) => device('Clean', 'False', 'Leased', `lease ${name} holds it.`),
  resetting: (name: string) => device('Clean', 'False', 'Resetting', `is being reset after lease ${name}.`),
  /** Of a device that comes new, or that leaves quarantine. */
  cleaning: () => device('Clean', 'False', 'Resetting', 'is being reset before its first lease.'),
  resetFailed: (step: string, said: string, retrySeconds: number) => device('Clean', 'False', 'ResetFailed', `${step} failed: ${said} Tried again after ${retrySeconds} s, until quarantine.faults is reached; repair it.`),
} as const;

/** What a DevicePool's conditions say. */
export const POOL_REASONS = {
  ready: (usable: number, total: number) => pool('Ready', 'True', 'DevicesUsable', `${usable} of ${devices(total)} can serve.`),
  noDevices: (name: string) => pool('Ready', 'False', 'NoDevices', `no Device names pool ${name} in spec.poolRef; create one.`),
  noneUsable: (total: number) => pool('Ready', 'False', 'NoneUsable', `none of ${devices(total)} can serve; see their taints.`),
  undriven: (total: number) => pool('Ready', 'False', 'NoDriver', `none of ${devices(total)} can serve: no operator has a driver that reaches them; run one that has.`),
  healthy: () => pool('Healthy', 'True', 'AllHealthy', 'No device is offline, needs a reset or is in quarantine.'),
  degraded: (names: readonly string[], total: number) => pool('Healthy', 'False', 'DevicesDown', `${names.length} of ${devices(total)} cannot serve: ${names.slice(0, 8).join(', ')}${names.length > 8 ? ' and more' : ''}.`),
  open: () => pool('Drained', 'False', 'Open', 'spec.admission is Open.'),
  draining: (leased: number) => pool('Drained', 'False', 'Draining', `${devices(leased)} still leased.`),
  drained: () => pool('Drained', 'True', 'Drained', 'No device is leased and none will be; set spec.admission to Open to go on.'),
} as const;
