import type { DevicePoolObject } from '../devices/resources.ts';
import { conditionOf, counted, type Explanation, explanation, NOTHING_TO_DO, type Said, spanOf } from './explanation.ts';
import type { Reader } from './lookup.ts';
import { attended, operatorState, unseen } from './operator-state.ts';
import { devicesOf, keptBy } from './pool-devices.ts';
import { wordsOf } from './words.ts';

/** Why a DevicePool is as it is. */
export async function explainPool(pool: DevicePoolObject, reader: Reader, nowMs: number): Promise<Explanation> {
  return explanation(pool, await saidOf(pool, reader, nowMs));
}

async function saidOf(pool: DevicePoolObject, reader: Reader, nowMs: number): Promise<Said> {
  const operator = await operatorState(reader, nowMs, pool.metadata.namespace ?? '');
  return pool.status?.conditions ? attended(await asItStands(pool, reader, nowMs), operator) : unseen(pool, operator);
}

async function asItStands(pool: DevicePoolObject, reader: Reader, nowMs: number): Promise<Said> {
  const { metadata, status = {} } = pool;
  const state = status.summary ?? 'Pending';
  const condition = (type: string) => conditionOf(status.conditions, type);
  const { total = 0, free = 0, leased = 0, resetting = 0, tainted = 0, quarantined = 0 } = status.devices ?? {};
  const { waiting = 0, oldestWaitTime, tenants = [] } = status;
  const counts = `${free} free, ${leased} leased, ${resetting} being reset, ${tainted} tainted and ${quarantined} in quarantine of ${counted(total, 'device')}`;
  const oldest = oldestWaitTime === undefined ? '' : `, the oldest for ${spanOf(nowMs - Date.parse(oldestWaitTime))}`;
  const queue = waiting === 0 ? 'no lease waits' : `${counted(waiting, 'lease')} wait${waiting === 1 ? 's' : ''}${oldest}`;
  const details = tenants.map(({ tenant, leased: held, waiting: wanted }) => `tenant ${tenant} holds ${held}, and ${wanted} of its leases wait (limit ${limitOf(pool, tenant)})`);
  const drained = condition('Drained');
  if (pool.spec.admission === 'Draining' && drained) return { state, waits: true, since: drained.lastTransitionTime, cause: `takes no new lease: ${wordsOf(drained).problem}; ${counts}`, remedy: wordsOf(drained).remedy, details };
  const devices = (await devicesOf(reader, metadata.namespace ?? '', metadata.name)) ?? [];
  const kept = keptBy(devices);
  const ready = condition('Ready');
  const [first, ...more] = kept.stuck;
  const then = more.length === 0 ? '' : `, then of ${more.slice(0, 7).join(', ')}${more.length > 7 ? ' and others' : ''}`;
  const help = (otherwise: string) => (first === undefined ? otherwise : (kept.driver ?? `Ask what ${first} needs, gyre cluster why device/${first}${then}`));
  if (ready?.status === 'False') return { state, waits: true, since: ready.lastTransitionTime, cause: `can serve nobody: ${wordsOf(ready).problem}; ${queue}`, remedy: ready.reason === 'NoDevices' ? wordsOf(ready).remedy : help(wordsOf(ready).remedy), details };
  if (devices.length > 0 && kept.stuck.length === devices.length) return { state, waits: true, since: oldestWaitTime, cause: `can serve nobody: none of its ${counted(devices.length, 'device')} comes free by itself (${kept.said}); ${queue}`, remedy: help(''), details };
  const healthy = condition('Healthy');
  const down = healthy?.status === 'False' ? healthy : undefined;
  const atLimit = tenants.filter((each) => each.waiting > 0 && each.leased >= limitOf(pool, each.tenant));
  const limited = waiting > 0 && atLimit.length > 0 && atLimit.reduce((sum, each) => sum + each.waiting, 0) >= waiting;
  if (limited) return { state, waits: true, since: oldestWaitTime, cause: `serves, but who waits is at its limit: ${queue}, with ${counts}`, remedy: `Wait until ${atLimit.map(({ tenant }) => `tenant ${tenant}`).join(' or ')} gives a device back, or raise its limit (spec.queue.tenants, maxLeases)${free > 0 ? '' : '; more devices alone help none of them'}`, details };
  if (waiting > 0 && free === 0) return { state, waits: true, since: oldestWaitTime, cause: `is used up: ${queue}, with ${counts}`, remedy: down ? `Repair what is down (${wordsOf(down).problem}), or add devices` : 'Add devices, or wait until leases end', details };
  if (waiting > 0) return { state, waits: true, since: oldestWaitTime, cause: `has devices that nobody who waits may have: ${queue}, with ${counts}`, remedy: 'Ask of one of the leases, gyre cluster why devicelease/NAME: its selector matches no free device, or its tenant is at its limit', details };
  if (down) return { state, waits: true, since: down.lastTransitionTime, cause: `is not whole: ${wordsOf(down).problem}; ${queue}`, remedy: help(wordsOf(down).remedy), details };
  return { state, waits: false, cause: `serves: ${counts}; ${queue}`, remedy: NOTHING_TO_DO, details };
}

function limitOf({ spec: { queue } }: DevicePoolObject, tenant: string): number {
  return (queue.tenants?.find((each) => each.tenant === tenant) ?? queue.defaultLimit).maxLeases;
}
