import type { DevicePoolObject } from '../devices/resources.ts';
import { conditionOf, counted, type Explanation, explanation, NOTHING_TO_DO, type Said, spanOf } from './explanation.ts';
import type { Reader } from './lookup.ts';
import { operatorState, START_OPERATOR } from './operator-state.ts';
import { wordsOf } from './words.ts';

/** Why a DevicePool is as it is. */
export async function explainPool(pool: DevicePoolObject, reader: Reader, nowMs: number): Promise<Explanation> {
  return explanation(pool, await saidOf(pool, reader, nowMs));
}

async function saidOf(pool: DevicePoolObject, reader: Reader, nowMs: number): Promise<Said> {
  const { metadata, status } = pool;
  const state = status?.summary ?? 'Pending';
  const condition = (type: string) => conditionOf(status?.conditions, type);
  if (!status?.conditions) {
    const operator = await operatorState(reader, nowMs);
    return { state, waits: true, since: metadata.creationTimestamp ?? undefined, cause: `has not been looked at: ${operator.said}`, remedy: operator.state === 'leads' ? 'Wait a few seconds; if that does not help, look whether the operator looks after this namespace (operator.namespace of the chart)' : START_OPERATOR };
  }
  const { total = 0, free = 0, leased = 0, resetting = 0, tainted = 0, quarantined = 0 } = status.devices ?? {};
  const { waiting = 0, oldestWaitTime, tenants = [] } = status;
  const counts = `${free} free, ${leased} leased, ${resetting} being reset, ${tainted} tainted and ${quarantined} in quarantine of ${counted(total, 'device')}`;
  const oldest = oldestWaitTime === undefined ? '' : `, the oldest for ${spanOf(nowMs - Date.parse(oldestWaitTime))}`;
  const queue = waiting === 0 ? 'no lease waits' : `${counted(waiting, 'lease')} wait${waiting === 1 ? 's' : ''}${oldest}`;
  const details = tenants.map(({ tenant, leased: held, waiting: wanted }) => `tenant ${tenant} holds ${held}, and ${wanted} of its leases wait (limit ${limitOf(pool, tenant)})`);
  const drained = condition('Drained');
  if (pool.spec.admission === 'Draining' && drained) return { state, waits: true, since: drained.lastTransitionTime, cause: `takes no new lease: ${wordsOf(drained).problem}; ${counts}`, remedy: wordsOf(drained).remedy, details };
  const ready = condition('Ready');
  if (ready?.status === 'False') return { state, waits: true, since: ready.lastTransitionTime, cause: `can serve nobody: ${wordsOf(ready).problem}; ${queue}`, remedy: wordsOf(ready).remedy, details };
  const healthy = condition('Healthy');
  const down = healthy?.status === 'False' ? healthy : undefined;
  if (waiting > 0 && free === 0) return { state, waits: true, since: oldestWaitTime, cause: `is used up: ${queue}, with ${counts}`, remedy: down ? `Repair what is down (${wordsOf(down).problem}), or add devices` : 'Add devices, or wait until leases end', details };
  if (waiting > 0) return { state, waits: true, since: oldestWaitTime, cause: `has devices that nobody who waits may have: ${queue}, with ${counts}`, remedy: 'Ask of one of the leases, gyre cluster why devicelease/NAME: its selector matches no free device, or its tenant is at its limit', details };
  if (down) return { state, waits: true, since: down.lastTransitionTime, cause: `is not whole: ${wordsOf(down).problem}; ${queue}`, remedy: wordsOf(down).remedy, details };
  return { state, waits: false, cause: `serves: ${counts}; ${queue}`, remedy: NOTHING_TO_DO, details };
}

function limitOf({ spec: { queue } }: DevicePoolObject, tenant: string): number {
  return (queue.tenants?.find((each) => each.tenant === tenant) ?? queue.defaultLimit).maxLeases;
}
