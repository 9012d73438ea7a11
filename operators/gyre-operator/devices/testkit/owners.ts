import type { DeviceLeaseObject, DeviceObject } from '../resources.ts';

/** A change as a watch tells it, of a device or of a lease. */
export interface Change<T> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: T;
}

/**
 * Judges the whole history of devices and leases, in the order of their versions: a device passes from one lease to the next only by
 * being free between, each time under a greater token; a lease is told of one device and one token, which the device had for it; and no
 * device is with two leases at a time. What is not so is in `faults`.
 */
export class Owners {
  readonly faults: string[] = [];
  /** How often a device was taken, by its name. */
  readonly taken = new Map<string, number>();
  /** What each lease was told of, by its name. */
  readonly told = new Map<string, string>();
  readonly #devices = new Map<string, { readonly token: number; readonly owner: string | undefined }>();
  /** Whose each token of a device is. */
  readonly #tokens = new Map<string, string>();
  readonly #holders = new Map<string, string>();

  device({ type, object: { metadata, status } }: Change<DeviceObject>): void {
    const { name, uid = '' } = metadata;
    if (type === 'DELETED') return void this.#devices.delete(uid);
    const [before, now] = [this.#devices.get(uid) ?? { token: 0, owner: undefined }, { token: status?.fencingToken ?? 0, owner: status?.leaseRef?.uid }];
    this.#devices.set(uid, now);
    if (now.token < before.token) this.faults.push(`the token of device ${name} went from ${before.token} to ${now.token}`);
    if (now.owner === before.owner || now.owner === undefined) return;
    this.taken.set(name, (this.taken.get(name) ?? 0) + 1);
    if (before.owner !== undefined) this.faults.push(`device ${name} went from one lease to another and was never free`);
    if (now.token <= before.token) this.faults.push(`device ${name} was taken under token ${now.token}, which it had before`);
    this.#tokens.set(`${name} ${now.token}`, now.owner);
  }

  lease({ type, object: { metadata, status } }: Change<DeviceLeaseObject>): void {
    const [uid, device] = [metadata.uid ?? '', status?.deviceName];
    if (device === undefined) return;
    const token = `${device} ${status?.fencingToken}`;
    if (this.#tokens.get(token) !== uid) this.faults.push(`lease ${metadata.name} was told ${token}, which the device never had for it`);
    if ((this.told.get(metadata.name) ?? token) !== token) this.faults.push(`lease ${metadata.name} was told ${this.told.get(metadata.name)} and then ${token}`);
    this.told.set(metadata.name, token);
    const held = status?.release === undefined && type !== 'DELETED';
    if (held && (this.#holders.get(device) ?? uid) !== uid) this.faults.push(`device ${device} is with ${metadata.name} and another`);
    if (held) this.#holders.set(device, uid);
    else if (this.#holders.get(device) === uid) this.#holders.delete(device);
  }
}
