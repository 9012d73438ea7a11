import { selects } from '#kit/leases/selector.ts';
import type { Explanation, Said } from './explanation.ts';
import { conditionOf, counted, explanation, NOTHING_TO_DO, spanOf } from './explanation.ts';
import { poolKeyOf, stateOf } from '../devices/lease-status.ts';
import { DEVICE_LEASES, DEVICE_POOLS, type DeviceLeaseObject } from '../devices/resources.ts';
import type { Reader } from './lookup.ts';
import { attended, operatorState, unseen } from './operator-state.ts';
import { devicesOf, keptBy } from './pool-devices.ts';
import { wordsOf } from './words.ts';

/** Why a DeviceLease is as it is. */
export async function explainLease(lease: DeviceLeaseObject, reader: Reader, nowMs: number): Promise<Explanation> {
  return explanation(lease, await saidOf(lease, reader, nowMs));
}

async function saidOf(lease: DeviceLeaseObject, reader: Reader, nowMs: number): Promise<Said> {
  const { metadata, status } = lease;
  const release = status?.release;
  if (release) return { state: status.summary ?? 'Released', waits: false, since: release.time, cause: `has ended (${release.reason}): ${release.message}`, remedy: release.reason === 'Completed' ? NOTHING_TO_DO : 'Take another lease, if a device is still wanted' };
  const operator = await operatorState(reader, nowMs, metadata.namespace ?? '');
  return status?.conditions ? attended(await asItStands(lease, reader, nowMs), operator) : unseen(lease, operator);
}

async function asItStands(lease: DeviceLeaseObject, reader: Reader, nowMs: number): Promise<Said> {
  const { spec, status = {} } = lease;
  const state = status.summary ?? 'Pending';
  const condition = (type: string) => conditionOf(status.conditions, type);
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
  const pool = (await reader.others(DEVICE_POOLS, { namespace }))?.find((each) => each.metadata.name === spec.poolRef.name);
  const all = await devicesOf(reader, namespace, spec.poolRef.name);
  const devices = (all ?? []).filter(({ metadata: { labels = {} } }) => selects(spec.selector, labels));
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
  if (all?.length === 0) return { ...said, cause: `waits for a device, and pool ${spec.poolRef.name} has none`, remedy: `Create a Device with spec.poolRef.name: ${spec.poolRef.name}` };
  const kept = keptBy(devices);
  const [first] = kept.stuck;
  const none = kept.byItself || first === undefined ? words.remedy : (kept.driver ?? `None comes free by itself; gyre cluster why device/${first} says what it needs`);
  return { ...said, cause: `waits for a device: ${words.problem}${kept.said === '' ? '' : ` (${kept.said})`}`, remedy: none };
}
