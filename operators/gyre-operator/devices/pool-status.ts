import { POOL_REASONS, poolSummary, type Statement, withStatements } from '../api/mod.ts';
import { secondTime } from '../runtime/micro-time.ts';
import { healthOf, isOffered, isUndriven, statusOfDevice } from './device-status.ts';
import type { DeviceLeaseObject, DeviceObject, DevicePoolObject } from './resources.ts';

/** What a DevicePool's status says of its devices, and of the leases that wait (`waiting`) and hold (`held`). */

/** As many tenants as the status has room for. */
const TENANTS = 256;

export function poolStatus(pool: DevicePoolObject, devices: readonly DeviceObject[], waiting: readonly DeviceLeaseObject[], held: readonly DeviceLeaseObject[], nowMs: number) {
  const places = devices.map((device) => ({ name: device.metadata.name, place: placeOf(device) }));
  const count = (place: Place) => places.filter((each) => each.place === place).length;
  const counts = { total: devices.length, free: count('free'), leased: count('leased'), resetting: count('resetting'), tainted: count('tainted'), quarantined: count('quarantined') };
  const down = places.filter(({ place }) => place === 'tainted' || place === 'quarantined').map(({ name }) => name).sort();
  const usable = counts.free + counts.leased + counts.resetting;
  const draining = pool.spec.admission === 'Draining';
  const said: Statement<'DevicePool'>[] = [
    counts.total === 0 ? POOL_REASONS.noDevices(pool.metadata.name) : usable === 0 ? (devices.every(isUndriven) ? POOL_REASONS.undriven : POOL_REASONS.noneUsable)(counts.total) : POOL_REASONS.ready(usable, counts.total),
    down.length === 0 ? POOL_REASONS.healthy() : POOL_REASONS.degraded(down, counts.total),
    !draining ? POOL_REASONS.open() : counts.leased > 0 || held.length > 0 ? POOL_REASONS.draining(Math.max(counts.leased, held.length)) : POOL_REASONS.drained(),
  ];
  const generation = pool.metadata.generation ?? 0;
  const oldest = waiting.map(({ metadata }) => metadata.creationTimestamp ?? '').filter((time) => time !== '').sort()[0];
  const { oldestWaitTime: _, ...before } = pool.status ?? {};
  const status = {
    ...before,
    observedGeneration: generation,
    conditions: withStatements('DevicePool', pool.status?.conditions ?? [], said, { generation, now: secondTime(nowMs) }),
    devices: counts,
    waiting: waiting.length,
    ...(oldest === undefined ? {} : { oldestWaitTime: oldest }),
    tenants: tenantsOf(waiting, held),
  };
  return { ...status, summary: poolSummary(status, draining) };
}

type Place = 'free' | 'leased' | 'resetting' | 'tainted' | 'quarantined';

/** Each device is in one place. */
function placeOf(device: DeviceObject): Place {
  const { leaseRef, taints = [] } = statusOfDevice(device);
  if (leaseRef !== undefined) return 'leased';
  const keys = [...(device.spec.taints ?? []), ...taints].map(({ key }) => key);
  if (keys.includes('Quarantined')) return 'quarantined';
  if (isUndriven(device)) return 'tainted';
  if (keys.length > 0 || device.metadata.deletionTimestamp || (healthOf(device).healthy === false && healthOf(device).clean)) return 'tainted';
  return isOffered(device) ? 'free' : 'resetting';
}

function tenantsOf(waiting: readonly DeviceLeaseObject[], held: readonly DeviceLeaseObject[]) {
  const tenants = new Map<string, { tenant: string; leased: number; waiting: number }>();
  const of = ({ spec: { tenant } }: DeviceLeaseObject) => {
    const known = tenants.get(tenant) ?? { tenant, leased: 0, waiting: 0 };
    tenants.set(tenant, known);
    return known;
  };
  for (const lease of held) of(lease).leased++;
  for (const lease of waiting) of(lease).waiting++;
  const busiest = [...tenants.values()].sort((a, b) => b.leased + b.waiting - a.leased - a.waiting || (a.tenant < b.tenant ? -1 : 1)).slice(0, TENANTS);
  return busiest.sort((a, b) => (a.tenant < b.tenant ? -1 : 1));
}
