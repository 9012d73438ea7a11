import { z } from 'zod';
import { type Condition, DEVICE_LEASE_RESOURCE, DEVICE_POOL_RESOURCE, DEVICE_RESOURCE } from '../api/mod.ts';
import { condition } from '../runtime/conditions.ts';
import { kubeObject, type Resource } from '../runtime/objects.ts';
import { timeText } from '../runtime/micro-time.ts';

/** The three resources as they are read. Defaults are filled in by the API server; fields that are not listed are kept and written back. */

const ref = z.looseObject({ name: z.string() });
const whole = z.int();
const labels = z.record(z.string(), z.string());
const conditions: z.ZodType<Condition[]> = z.array(condition);

const selector = z.looseObject({
  matchLabels: labels.optional(),
  matchExpressions: z.array(z.looseObject({ key: z.string(), operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist']), values: z.array(z.string()).optional() })).optional(),
});

const RELEASE_REASONS = ['Completed', 'HolderDeleted', 'Expired', 'DurationReached', 'WaitTimedOut', 'ForceReleased', 'DeviceFault', 'DeviceRemoved', 'PoolDraining', 'Refused'] as const;

const leaseStatus = z.looseObject({
  observedGeneration: whole.optional(),
  // Nothing is decided by it, and other versions have other words.
  summary: z.string().optional(),
  conditions: conditions.optional(),
  deviceName: z.string().optional(),
  fencingToken: whole.optional(),
  acquireTime: timeText.optional(),
  renewals: whole.optional(),
  renewTime: timeText.optional(),
  expiresTime: timeText.optional(),
  queue: z.looseObject({ position: whole, sinceTime: timeText.optional() }).optional(),
  release: z.looseObject({ reason: z.enum(RELEASE_REASONS), message: z.string(), time: timeText, by: z.string().optional() }).optional(),
});
const deviceLease = kubeObject.extend({
  spec: z.looseObject({
    poolRef: ref,
    tenant: z.string(),
    holder: z.string(),
    episodeId: z.string().optional(),
    selector: selector.optional(),
    priority: whole,
    ttlSeconds: whole,
    maxDurationSeconds: whole,
    maxWaitSeconds: whole,
    release: z
      .looseObject({ mode: z.enum(['Graceful', 'Force']), reason: z.string(), fault: z.looseObject({ reason: z.enum(['CommandFailed', 'Disconnected']), message: z.string() }).optional() })
      .optional(),
  }),
  status: leaseStatus.optional(),
});
export type DeviceLeaseObject = z.infer<typeof deviceLease>;
export type LeaseStatus = z.infer<typeof leaseStatus>;

const taint = z.looseObject({ key: z.enum(['Offline', 'NeedsReset', 'Draining', 'Quarantined']), effect: z.enum(['NoLease', 'EndLease']).default('NoLease'), reason: z.string(), timeAdded: timeText.optional() });
const deviceStatus = z.looseObject({
  observedGeneration: whole.optional(),
  summary: z.enum(['Free', 'Leased', 'Resetting', 'Offline', 'NeedsReset', 'Draining', 'Quarantined']).optional(),
  conditions: conditions.optional(),
  fencingToken: whole.default(0),
  leaseRef: z.looseObject({ name: z.string(), uid: z.string() }).optional(),
  taints: z.array(taint).optional(),
  facts: labels.optional(),
  recentFaults: whole.optional(),
  faults: z
    .array(z.looseObject({ time: timeText, reason: z.enum(['CheckFailed', 'ResetFailed', 'ResetTimedOut', 'CommandFailed', 'Disconnected']), message: z.string(), leaseName: z.string().optional() }))
    .optional(),
  lastReset: z.looseObject({ time: timeText, passed: z.boolean(), durationSeconds: whole.optional(), message: z.string().optional() }).optional(),
  lastCheckTime: timeText.optional(),
});
const device = kubeObject.extend({
  spec: z.looseObject({ poolRef: ref, serial: z.string(), endpoint: z.string(), taints: z.array(taint).optional() }),
  status: deviceStatus.optional(),
});
export type DeviceObject = z.infer<typeof device>;
export type DeviceStatusObject = z.infer<typeof deviceStatus>;

const limit = { maxLeases: whole, weight: whole };
const poolStatus = z.looseObject({
  conditions: conditions.optional(),
  devices: z.looseObject({ total: whole, free: whole, leased: whole, resetting: whole, tainted: whole, quarantined: whole }).partial().optional(),
  waiting: whole.optional(),
  oldestWaitTime: timeText.optional(),
  tenants: z.array(z.looseObject({ tenant: z.string(), leased: whole, waiting: whole })).optional(),
  summary: z.enum(['Empty', 'Open', 'Full', 'Degraded', 'Draining', 'Drained']).optional(),
});
const devicePool = kubeObject.extend({
  spec: z.looseObject({
    platform: z.enum(['Android', 'IOS', 'Simulated']),
    admission: z.enum(['Open', 'Draining']),
    lease: z.looseObject({ maxTtlSeconds: whole, maxDurationSeconds: whole, maxPriority: whole }),
    queue: z.looseObject({
      maxWaiting: whole,
      maxWaitSeconds: whole,
      defaultLimit: z.looseObject(limit),
      tenants: z.array(z.looseObject({ tenant: z.string(), ...limit })).optional(),
    }),
    reset: z.looseObject({ steps: z.array(z.string()), timeoutSeconds: whole }),
    healthCheck: z.looseObject({ intervalSeconds: whole, timeoutSeconds: whole, failureThreshold: whole }),
    quarantine: z.looseObject({ faults: whole, windowSeconds: whole, releaseAfterSeconds: whole.optional() }),
  }),
  status: poolStatus.optional(),
});
export type DevicePoolObject = z.infer<typeof devicePool>;

const of = ({ group, version, kind, plural }: { readonly group: string; readonly version: string; readonly kind: string; readonly plural: string }) => ({ apiVersion: `${group}/${version}`, kind, plural, namespaced: true });
export const DEVICE_LEASES: Resource<DeviceLeaseObject> = { ...of(DEVICE_LEASE_RESOURCE), schema: deviceLease };
export const DEVICES: Resource<DeviceObject> = { ...of(DEVICE_RESOURCE), schema: device };
export const DEVICE_POOLS: Resource<DevicePoolObject> = { ...of(DEVICE_POOL_RESOURCE), schema: devicePool };
