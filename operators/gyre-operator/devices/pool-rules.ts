import type { ResetRules } from '#kit/leases/driver.ts';
import type { HealthRules } from '#kit/leases/health.ts';
import type { QueueRules } from '#kit/leases/schedule.ts';
import type { DevicePoolObject } from './resources.ts';

/** A pool's spec in the words of the rules that all sides of the port share. */

export function queueRules({ spec: { admission, queue } }: DevicePoolObject): QueueRules {
  const tenants = new Map((queue.tenants ?? []).map(({ tenant, maxLeases, weight }) => [tenant, { maxLeases, weight }]));
  return { open: admission === 'Open', maxWaiting: queue.maxWaiting, limitOf: (tenant) => tenants.get(tenant) ?? queue.defaultLimit };
}

export function healthRules({ spec }: DevicePoolObject): HealthRules {
  return { check: spec.healthCheck, quarantine: spec.quarantine };
}

export function resetRules({ spec }: DevicePoolObject): ResetRules {
  return spec.reset;
}
