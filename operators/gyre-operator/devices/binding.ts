import type { Clock } from '#kit/clock.ts';
import type { Client } from '../runtime/client.ts';
import { isConflict, isMissing } from '../runtime/failure.ts';
import { keyOf, placeOf } from '../runtime/objects.ts';
import type { Writer } from '../runtime/writer.ts';
import { freedStatus, type Freeing, isOffered, statusOfDevice, takenStatus } from './device-status.ts';
import { boundStatus, wantsDevice } from './lease-status.ts';
import { DEVICE_LEASES, type DeviceLeaseObject, type DeviceObject, DEVICES } from './resources.ts';

export interface BindingTools {
  readonly client: Client;
  readonly writer: Writer;
  /** Stamps times for people. */
  readonly clock: Clock;
}

export type BindingResult =
  | { readonly outcome: 'bound'; readonly device: DeviceObject; readonly lease: DeviceLeaseObject }
  /** The device is not to be had: gone, held, tainted, or changed in the very moment. As it was found, where it was. */
  | { readonly outcome: 'device lost'; readonly device: DeviceObject | undefined; readonly missing: boolean }
  /** The lease no longer wants it: ended, deleted, or bound to another. The device is free again. */
  | { readonly outcome: 'lease over'; readonly device: DeviceObject; readonly lease: DeviceLeaseObject | undefined };

const STATUS = { subresource: 'status' } as const;

/**
 * Binds a device to a lease: the device is taken by compare-and-swap, with a new fencing token; then the lease is told. `seen` is the
 * device as it is known here: where it has changed since, or is not what was believed, it is read from the API server and tried once more.
 * Whoever has the device by then has it alone, whatever caches say. What a crash leaves between both is finished, or undone, by doing
 * this again. Rejects where it is not known what the API server did.
 */
export async function bind(tools: BindingTools, lease: DeviceLeaseObject, seen: DeviceObject, signal: AbortSignal): Promise<BindingResult> {
  const at = isOffered(seen) ? await take(tools, lease, seen, signal) : undefined;
  if (at) return tell(tools, lease, at, signal);
  const live = await tools.client.find(DEVICES, placeOf(keyOf(seen)), { signal });
  if (live && live.status?.leaseRef?.uid === lease.metadata.uid) return tell(tools, lease, live, signal);
  if (!live || !isOffered(live)) return { outcome: 'device lost', device: live, missing: !live };
  const taken = await take(tools, lease, live, signal);
  return taken ? tell(tools, lease, taken, signal) : { outcome: 'device lost', device: undefined, missing: false };
}

/** Takes a device that is free; undefined if it is not as it was read any more. */
async function take({ writer, clock }: BindingTools, { metadata: { name, uid = '' } }: DeviceLeaseObject, device: DeviceObject, signal: AbortSignal): Promise<DeviceObject | undefined> {
  try {
    return await writer.update(DEVICES, { ...device, status: takenStatus(device, { name, uid }, clock.now()) }, { ...STATUS, signal });
  } catch (error) {
    if (!isConflict(error) && !isMissing(error)) throw error;
    return undefined;
  }
}

/** The device is the lease's: its status says so, or, where it no longer wants it, the device is freed. */
async function tell(tools: BindingTools, seen: DeviceLeaseObject, device: DeviceObject, signal: AbortSignal): Promise<BindingResult> {
  const { client, writer, clock } = tools;
  const { uid, name } = seen.metadata;
  const fencingToken = statusOfDevice(device).fencingToken;
  for (let lease: DeviceLeaseObject | undefined = seen; ; ) {
    const live = lease?.metadata.uid === uid ? lease : undefined;
    if (live && live.status?.deviceName === device.metadata.name && live.status.fencingToken === fencingToken && !live.status.release) return { outcome: 'bound', device, lease: live };
    if (!live || !wantsDevice(live)) {
      const untouched = live?.status?.deviceName !== device.metadata.name;
      return { outcome: 'lease over', device: await free(tools, device, { untouched, fault: live?.spec.release?.fault }, signal), lease: live };
    }
    try {
      const told = await writer.update(DEVICE_LEASES, { ...live, status: boundStatus(live, { name: device.metadata.name, fencingToken }, clock.now()) }, { ...STATUS, signal });
      return { outcome: 'bound', device, lease: told };
    } catch (error) {
      if (!isConflict(error) && !isMissing(error)) throw error;
      lease = await client.find(DEVICE_LEASES, { namespace: seen.metadata.namespace, name }, { signal });
    }
  }
}

/** Takes the lease off the device. */
export async function free({ writer, clock }: BindingTools, device: DeviceObject, freeing: Freeing, signal: AbortSignal): Promise<DeviceObject> {
  return writer.update(DEVICES, { ...device, status: freedStatus(device, freeing, clock.now()) }, { ...STATUS, signal });
}
