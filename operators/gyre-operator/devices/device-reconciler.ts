import type { Clock } from '#kit/clock.ts';
import { checkDevice, type DeviceDriver, resetDevice } from '#kit/leases/driver.ts';
import { afterFailure, afterPass, type Health, needOf, withFault } from '#kit/leases/health.ts';
import type { Client } from '../runtime/client.ts';
import type { ReconcileContext, ReconcileResult } from '../runtime/controller.ts';
import type { EventRecorder } from '../runtime/events.ts';
import { keyOf, placeOf } from '../runtime/objects.ts';
import type { Writer } from '../runtime/writer.ts';
import { free } from './binding.ts';
import type { Caches } from './caches.ts';
import type { Chores } from '#kit/leases/chores.ts';
import { addressOf, healthOf, healthStatus, isUndriven, statusOfDevice, undrivenStatus } from './device-status.ts';
import { poolKeyOf, stateOf } from './lease-status.ts';
import { healthRules, resetRules } from './pool-rules.ts';
import { DEVICE_LEASES, type DeviceObject, type DevicePoolObject, DEVICES } from './resources.ts';
import type { Scheduler } from './scheduler.ts';

export interface DeviceReconcilerOptions {
  readonly client: Client;
  readonly writer: Writer;
  readonly recorder: EventRecorder;
  readonly caches: Caches;
  readonly scheduler: Scheduler;
  /** Undefined: this process reaches no device, and so has none leased that is not leased already. */
  readonly driver: DeviceDriver | undefined;
  readonly chores: Chores;
  readonly clock: Clock;
}

interface Checks {
  atMs: number;
  failedInARow: number;
}

/** Keeps devices free of leases that are over, clean, checked, and out of use where they fail too often. */
export class DeviceReconciler {
  readonly #options: DeviceReconcilerOptions;
  readonly #checks = new Map<string, Checks>();
  /** Devices whose lease was cut off, until they are reset. */
  readonly #forced = new Set<string>();

  constructor(options: DeviceReconcilerOptions) {
    this.#options = options;
    options.caches.devices.handle({
      deleted: (device) => {
        const key = keyOf(device);
        this.#checks.delete(key);
        this.#forced.delete(key);
        options.chores.drop(key);
      },
    });
  }

  async reconcile(key: string, { signal, failures }: ReconcileContext): Promise<ReconcileResult | void> {
    const { caches, scheduler, client } = this.#options;
    const cached = caches.devices.cache.get(key);
    if (!cached) return;
    // Every write is a compare-and-swap on what is known here. Only where that has failed is the API server asked: the cache may stay behind.
    const device = failures === 0 ? scheduler.devices.of(cached) : await client.find(DEVICES, placeOf(key), { signal });
    if (!device) return;
    if (statusOfDevice(device).leaseRef !== undefined) return this.#leased(key, device, signal);
    const pool = caches.pools.cache.get(poolKeyOf(device));
    // Without a pool nobody says how it is reset; it is looked at again when there is one.
    if (!pool || device.metadata.deletionTimestamp) return;
    return this.#unleased(key, device, pool, signal);
  }

  async #leased(key: string, device: DeviceObject, signal: AbortSignal): Promise<void> {
    const { chores, caches } = this.#options;
    chores.drop(key);
    if (await this.#isOver(device, signal)) return this.#free(key, device, signal);
    const pool = caches.pools.cache.get(poolKeyOf(device));
    if (!pool) return;
    const health = withReported(healthOf(device), pool);
    if (health) await this.#write(device, health, pool, signal);
  }

  /**
   * Whether the lease that the device points at holds it no more. One that has ended, or is bound to another device, stays so: whatever
   * state of it is known says it for good. One that is not known here is asked for.
   */
  async #isOver(device: DeviceObject, signal: AbortSignal): Promise<boolean> {
    const { caches, scheduler, client } = this.#options;
    const { leaseRef } = statusOfDevice(device);
    if (!leaseRef) return false;
    const [cached] = caches.leases.cache.byIndex('uid', leaseRef.uid);
    const lease = cached ? scheduler.leases.of(cached) : await client.find(DEVICE_LEASES, { namespace: device.metadata.namespace, name: leaseRef.name }, { signal });
    // One that is not told yet and no longer wants a device is ended by its own reconcile, or finished by the scheduler.
    return lease?.metadata.uid !== leaseRef.uid || stateOf(lease) === 'ended' || (lease.status?.deviceName ?? device.metadata.name) !== device.metadata.name;
  }

  async #free(key: string, device: DeviceObject, signal: AbortSignal): Promise<void> {
    const { client, writer, clock, scheduler, caches } = this.#options;
    const { leaseRef } = statusOfDevice(device);
    const [known] = leaseRef ? caches.leases.cache.byIndex('uid', leaseRef.uid) : [];
    const lease = known && scheduler.leases.of(known);
    if (lease?.spec.release?.mode === 'Force') this.#forced.add(key);
    // A lease that is bound to another device was never told of this one.
    const untouched = lease?.status?.deviceName !== undefined && lease.status.deviceName !== device.metadata.name;
    const cached = caches.devices.cache.get(key);
    const freed = await free({ client, writer, clock }, device, { untouched, fault: lease?.spec.release?.fault }, signal);
    if (cached) scheduler.devices.note(freed, cached, device);
  }

  async #unleased(key: string, device: DeviceObject, pool: DevicePoolObject, signal: AbortSignal): Promise<ReconcileResult | void> {
    const { chores, clock, driver, writer } = this.#options;
    if (!driver) {
      if (!isUndriven(device)) await writer.update(DEVICES, { ...device, status: undrivenStatus(device, clock.now()) }, { subresource: 'status', signal });
      return;
    }
    const rules = healthRules(pool);
    const result = chores.resultOf(key);
    if (result) {
      const now = clock.now();
      const failedInARow = result.fault ? (this.#checks.get(key)?.failedInARow ?? 0) + 1 : 0;
      const before = healthOf(device);
      const health = result.fault ? afterFailure(before, result.kind, { ...result.fault, atMs: now }, failedInARow, rules) : afterPass(before, result.kind, now, rules);
      const passedAgain = result.kind === 'check' && !result.fault && before.healthy === true && health.taints.length === before.taints.length;
      // A check that finds all as it was is no news worth a write.
      if (!passedAgain) await this.#write(device, health, pool, signal, result);
      this.#checks.set(key, { atMs: now, failedInARow });
      chores.settle(key);
      if (result.kind === 'reset') this.#forced.delete(key);
      return { requeueAfterMs: 1 };
    }
    if (chores.runs(key)) return;
    const reported = withReported(healthOf(device), pool);
    if (reported) return this.#write(device, reported, pool, signal);
    if ((device.spec.taints ?? []).some(({ key: taint }) => taint === 'Offline' || taint === 'Quarantined')) return;
    const lastCheck = statusOfDevice(device).lastCheckTime;
    const checkedMs = this.#checks.get(key)?.atMs ?? (lastCheck === undefined ? undefined : Date.parse(lastCheck));
    const need = needOf(healthOf(device), checkedMs, clock.now(), rules);
    if (need.need === 'nothing') return need.againMs === undefined ? undefined : { requeueAfterMs: need.againMs };
    const mode = this.#forced.has(key) ? 'Force' : 'Graceful';
    chores.start(key, need.need, (ending) => (need.need === 'reset' ? resetDevice(driver, addressOf(device), resetRules(pool), mode, clock, ending) : checkDevice(driver, addressOf(device), pool.spec.healthCheck.timeoutSeconds, clock, ending)));
  }

  async #write(device: DeviceObject, health: Health, pool: DevicePoolObject, signal: AbortSignal, seen?: Parameters<typeof healthStatus>[4]): Promise<void> {
    const { writer, clock, scheduler, caches, recorder } = this.#options;
    const before = new Set(healthOf(device).taints.map(({ key }) => key));
    const cached = caches.devices.cache.get(keyOf(device));
    const written = await writer.update(DEVICES, { ...device, status: healthStatus(device, health, pool, clock.now(), seen) }, { subresource: 'status', signal });
    if (cached) scheduler.devices.note(written, cached, device);
    for (const taint of health.taints) if (!before.has(taint.key)) recorder.tell(device, { type: 'Warning', reason: taint.key, action: 'Taint', note: taint.reason });
  }
}

/** The health with faults that somebody else has written down, where there are some that were not counted. */
function withReported(health: Health, pool: DevicePoolObject): Health | undefined {
  const rules = healthRules(pool);
  const [newest] = health.faults;
  if (!newest) return undefined;
  const within = health.faults.filter(({ atMs }) => newest.atMs - atMs < rules.quarantine.windowSeconds * 1000).length;
  if (within <= health.recentFaults) return undefined;
  return withFault({ ...health, faults: health.faults.slice(1) }, newest, rules);
}
