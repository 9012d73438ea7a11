import { deviceSummary } from '../api/mod.ts';
import { isOffered, statusOfDevice } from '../devices/device-status.ts';
import { DEVICE_LEASES, DEVICE_POOLS, type DeviceObject } from '../devices/resources.ts';
import { conditionOf, counted, type Explanation, explanation, NOTHING_TO_DO, type Said } from './explanation.ts';
import type { Reader } from './lookup.ts';
import { attended, operatorState, unseen } from './operator-state.ts';
import { wordsOf } from './words.ts';

/** Why a Device is as it is. */
export async function explainDevice(device: DeviceObject, reader: Reader, nowMs: number): Promise<Explanation> {
  return explanation(device, await saidOf(device, reader, nowMs));
}

async function saidOf(device: DeviceObject, reader: Reader, nowMs: number): Promise<Said> {
  const { metadata: { namespace = '' }, spec: { poolRef }, status } = device;
  const pools = await reader.others(DEVICE_POOLS, { namespace });
  if (pools && status?.leaseRef === undefined && !pools.some(({ metadata }) => metadata.name === poolRef.name)) {
    return { state: status?.summary ?? 'Pending', waits: true, since: device.metadata.creationTimestamp ?? undefined, cause: `belongs to pool ${poolRef.name}, which is not in the namespace: nobody can lease it`, remedy: `Create DevicePool ${poolRef.name}, or create the device anew with another spec.poolRef` };
  }
  const operator = await operatorState(reader, nowMs, namespace);
  return status?.conditions ? attended(await asItStands(device, reader), operator) : unseen(device, operator);
}

async function asItStands(device: DeviceObject, reader: Reader): Promise<Said> {
  const { metadata, spec } = device;
  const namespace = metadata.namespace ?? '';
  const { summary, conditions, leaseRef, taints = [], recentFaults = 0, faults = [] } = statusOfDevice(device);
  const [last] = faults;
  const details = recentFaults > 0 && last ? [`${counted(recentFaults, 'fault')} of late, the last one ${last.reason}: ${last.message}`] : [];
  const state = summary ?? deviceSummary(statusOfDevice(device), [...(spec.taints ?? []), ...taints].map(({ key }) => key));
  if (leaseRef) {
    const [lease] = ((await reader.others(DEVICE_LEASES, { namespace })) ?? []).filter((each) => each.metadata.uid === leaseRef.uid);
    const holder = lease ? ` for ${lease.spec.holder} of tenant ${lease.spec.tenant}` : '';
    const until = lease?.status?.expiresTime ? `; it ends at ${lease.status.expiresTime} unless it is renewed` : '';
    return { state, waits: false, since: lease?.status?.acquireTime, cause: `is leased: lease ${leaseRef.name} holds it${holder}${until}`, remedy: wordsOf({ reason: 'Leased', message: '' }).remedy, details };
  }
  const [taint] = spec.taints ?? [];
  if (taint) return { state, waits: true, since: taint.timeAdded, cause: `is kept from being leased by the taint ${taint.key} of its spec: ${taint.reason}`, remedy: `Remove the taint ${taint.key} from spec.taints`, details };
  if (isOffered(device)) return { state, waits: false, since: conditionOf(conditions, 'Clean')?.lastTransitionTime, ...(await free(namespace, spec.poolRef.name, reader)), details };
  // What is grave comes first: quarantine and the driver stand in Healthy, offline in Online, resets in Clean.
  const hindrance = ['Healthy', 'Online', 'Clean'].flatMap((type) => conditionOf(conditions, type) ?? []).find(({ status }) => status === 'False');
  const own = taints.map(({ key, reason }) => `it has the taint ${key}: ${reason}`);
  if (!hindrance) return { state, waits: true, cause: `is not leased yet: ${own[0] ?? 'it has not been checked'}`, remedy: wordsOf({ reason: 'Resetting', message: '' }).remedy, details };
  const { problem, remedy } = wordsOf(hindrance);
  return { state, waits: true, since: hindrance.lastTransitionTime, cause: `cannot be leased (${hindrance.reason}): ${problem}`, remedy, details: [...own, ...details] };
}

async function free(namespace: string, name: string, reader: Reader): Promise<Pick<Said, 'cause' | 'remedy'>> {
  const [pool] = ((await reader.others(DEVICE_POOLS, { namespace })) ?? []).filter((each) => each.metadata.name === name);
  if (pool?.spec.admission === 'Draining') return { cause: `is free, but pool ${name} is draining and takes no new lease`, remedy: `Set spec.admission of pool ${name} to Open to lease it again` };
  return { cause: `is free: pool ${name} may lease it now`, remedy: NOTHING_TO_DO };
}
