import { isOffered, isUndriven, statusOfDevice } from '../devices/device-status.ts';
import { type DeviceObject, DEVICES } from '../devices/resources.ts';
import type { Reader } from './lookup.ts';
import { wordsOf } from './words.ts';

/** What keeps the devices of a pool from being leased. */

export async function devicesOf(reader: Reader, namespace: string, pool: string): Promise<readonly DeviceObject[] | undefined> {
  return (await reader.others(DEVICES, { namespace }))?.filter(({ spec }) => spec.poolRef.name === pool);
}

/** Places from which a device comes free by itself. */
const PASSING: ReadonlySet<string> = new Set(['leased', 'being reset', 'free']);

export interface Kept {
  /** How many are where; empty of no device. */
  readonly said: string;
  /** Whether one is free, or comes free by itself. */
  readonly byItself: boolean;
  /** Those that need somebody, by name. */
  readonly stuck: readonly string[];
  /** What helps those where a driver is all that they lack. */
  readonly driver: string | undefined;
}

export function keptBy(devices: readonly DeviceObject[]): Kept {
  const places = new Map<string, number>();
  for (const device of devices) places.set(placeOf(device), (places.get(placeOf(device)) ?? 0) + 1);
  const said = [...places].sort(([a], [b]) => (a < b ? -1 : 1)).map(([place, count]) => `${count} ${place}`).join(', ');
  const stuck = devices.filter((device) => !PASSING.has(placeOf(device)));
  const names = stuck.map(({ metadata }) => metadata.name).sort();
  const undriven = stuck.length > 0 && stuck.every((device) => placeOf(device) === UNDRIVEN);
  return { said, byItself: stuck.length < devices.length, stuck: names, driver: undriven ? wordsOf({ reason: 'NoDriver', message: '' }).remedy : undefined };
}

const UNDRIVEN = 'without a driver';

function placeOf(device: DeviceObject): string {
  const { leaseRef, taints = [] } = statusOfDevice(device);
  if (leaseRef) return 'leased';
  const keys = [...(device.spec.taints ?? []), ...taints].map(({ key }) => key);
  const words = { Quarantined: 'in quarantine', Offline: 'offline', NeedsReset: 'in need of a reset', Draining: 'draining' } as const;
  const [key] = (['Quarantined', 'Offline', 'NeedsReset', 'Draining'] as const).filter((each) => keys.includes(each));
  if (key) return words[key];
  if (isUndriven(device)) return UNDRIVEN;
  return isOffered(device) ? 'free' : 'being reset';
}
