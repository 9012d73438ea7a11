import { selects } from '#kit/leases/selector.ts';
import type { Explanation, Said } from './explanation.ts';
import { conditionOf, counted, explanation, NOTHING_TO_DO, spanOf } from './explanation.ts';
import { poolKeyOf, stateOf } from '../devices/lease-status.ts';
import { isOffered, statusOfDevice } from '../devices/device-status.ts';
import { DEVICE_LEASES, DEVICE_POOLS, type DeviceLeaseObject, type DeviceObject, DEVICES } from '../devices/resources.ts';
import type { Reader } from './lookup.ts';
import { operatorState, START_OPERATOR } from './operator-state.ts';
import { wordsOf } from './words.ts';

/** Why a DeviceLease is as it is. */
export async function explainLease(lease: DeviceLeaseObject, reader: Reader, nowMs: number): Promise<Explanation> {
  return explanation(lease, await saidOf(lease, reader, nowMs));
}

async function saidOf(lease: DeviceLeaseObject, reader: Reader, nowMs: number): Promise<Said> {
  const { metadata, spec, status } = lease;
  const state = status?.summary ?? 'Pending';
  const condition = (type: string) => conditionOf(status?.conditions, type);
  const release = status?.release;
  if (release) return { state, waits: false, since: release.time, cause: `has ended (${release.reason}): ${release.message}`, remedy: release.reason === 'Completed' ? NOTHING_TO_DO : 'Take another lease, if a device is still wanted' };
  if (!status?.conditions) {
    const operator = await operatorState(reader, nowMs);
    return { state, waits: true, since: metadata.creationTimestamp ?? undefined, cause: `has not been looked at: ${operator.said}`, remedy: operator.state === 'leads' ? 'Wait a few seconds; if that does not help, look whether the operator looks after this namespace (operator.namespace of the chart)' : START_OPERATOR };
  }
  const accepted = condition('Accepted');
  if (accepted?.status === 'False') return { state, waits: true, since: status.queue?.sinceTime ?? accepted.lastTransitionTime, cause: `is refused: ${wordsOf(accepted).problem}`, remedy: wordsOf(accepted).remedy };
  if (stateOf(lease) === 'waiting') return waiting(lease, reader, nowMs);
  const ready = condition('Ready');
  const until = status.expiresTime ? `; it ends at ${status.expiresTime} unless it is renewed` : '';
  if (ready?.status === 'True') return { state, waits: false, since: status.acquireTime, cause: `holds device ${status.deviceName} for ${spec.holder}${until}`, remedy: NOTHING_TO_DO };
  return { state, waits: true, since: ready?.lastTransitionTime, cause: `holds device ${status.deviceName}, which is not ready: ${wordsOf(ready ?? { reason: 'Preparing', message: '' }).problem}`, remedy: wordsOf(ready ?? { reason: 'Preparing', message: '' }).remedy };
}

async function waiting(lease: DeviceLeaseObject, reader: Reader, nowMs: number): Promise<Said> {
  const { metadata, spec, status } = lease;
  const namespace = metadata.namespace ?? '';
  const bound = conditionOf(status?.conditions, 'Bound');
  const words = wordsOf(bound ?? { reason: 'NoFreeDevice', message: '' });
  const [pool] = ((await reader.others(DEVICE_POOLS, { namespace })) ?? []).filter((each) => each.metadata.name === spec.poolRef.name);
  const devices = ((await reader.others(DEVICES, { namespace })) ?? []).filter((each) => each.spec.poolRef.name === spec.poolRef.name && selects(spec.selector, each.metadata.labels ?? {}));
  const others = ((await reader.others(DEVICE_LEASES, { namespace })) ?? []).filter((each) => poolKeyOf(each) === poolKeyOf(lease) && stateOf(each) === 'waiting').length;
  const position = status?.queue?.position;
  const since = status?.queue?.sinceTime;
  const endsMs = since === undefined ? undefined : Date.parse(since) + Math.min(spec.maxWaitSeconds, pool?.spec.queue.maxWaitSeconds ?? spec.maxWaitSeconds) * 1000 - nowMs;
  const details = [
    ...(position === undefined ? [] : [`it has place ${position} in the queue of pool ${spec.poolRef.name}, in which ${counted(others, 'lease')} wait${others === 1 ? 's' : ''}`]),
    ...(endsMs === undefined ? [] : [`it gives up in ${spanOf(endsMs)} (maxWaitSeconds)`]),
  ];
  const said = { state: status?.summary ?? 'Waiting', waits: true, since, details };
  if (bound?.reason !== 'NoFreeDevice') return { ...said, cause: `waits: ${words.problem}`, remedy: words.remedy };
  const kept = keptBy(devices);
  return { ...said, cause: `waits for a device: ${words.problem}${kept.said === '' ? '' : ` (${kept.said})`}`, remedy: kept.remedy ?? words.remedy };
}

/** What keeps devices from being leased, by how many; and what helps where none of them will come free by itself. */
function keptBy(devices: readonly DeviceObject[]): { readonly said: string; readonly remedy: string | undefined } {
  const places = new Map<string, number>();
  for (const device of devices) places.set(placeOf(device), (places.get(placeOf(device)) ?? 0) + 1);
  const said = [...places].sort(([a], [b]) => (a < b ? -1 : 1)).map(([place, count]) => `${count} ${place}`).join(', ');
  const byItself = devices.some((device) => ['leased', 'being reset', 'free'].includes(placeOf(device)));
  if (byItself || devices.length === 0) return { said, remedy: undefined };
  const [first] = devices.map(({ metadata }) => metadata.name).sort();
  if (places.size === 1 && places.has('without a driver')) return { said, remedy: wordsOf({ reason: 'NoDriver', message: '' }).remedy };
  return { said, remedy: `None comes free by itself; gyre cluster why device/${first} says what it needs` };
}

function placeOf(device: DeviceObject): string {
  const { leaseRef, taints = [], conditions } = statusOfDevice(device);
  if (leaseRef) return 'leased';
  const keys = [...(device.spec.taints ?? []), ...taints].map(({ key }) => key);
  const words = { Quarantined: 'in quarantine', Offline: 'offline', NeedsReset: 'in need of a reset', Draining: 'draining' } as const;
  const [key] = (['Quarantined', 'Offline', 'NeedsReset', 'Draining'] as const).filter((each) => keys.includes(each));
  if (key) return words[key];
  if (conditionOf(conditions, 'Healthy')?.reason === 'NoDriver') return 'without a driver';
  return isOffered(device) ? 'free' : 'being reset';
}
