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
import { addressOf, type Freeing, freedStatus, healthOf, healthStatus, isUndriven, statusOfDevice, undrivenStatus } from './device-status.ts';
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

/** A device that is reset after a lease is said to be free of it once that has taken so long, milliseconds; one that is clean sooner is told both in one write. */
const TELL_MS = 1_000;

/** The chore that was begun last for a device, and under which token: of what another lease did to the device since it knows nothing. */
interface Begun {
  readonly kind: 'reset' | 'check';
  readonly token: number;
  readonly sinceMs: number;
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
  readonly #begun = new Map<string, Begun>();

  constructor(options: DeviceReconcilerOptions) {
    this.#options = options;
    options.caches.devices.handle({
      deleted: (device) => {
        const key = keyOf(device);
        this.#checks.delete(key);
        this.#forced.delete(key);
        this.#callOff(key);
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
    const begun = this.#begun.get(key);
    if (begun && begun.token < statusOfDevice(device).fencingToken) this.#callOff(key);
    if (statusOfDevice(device).leaseRef !== undefined) return this.#leased(key, device, signal);
    const pool = caches.pools.cache.get(poolKeyOf(device));
    // Without a pool nobody says how it is reset; it is looked at again when there is one.
    if (!pool || device.metadata.deletionTimestamp) return;
    return this.#unleased(key, device, pool, signal);
  }

  async #leased(key: string, device: DeviceObject, signal: AbortSignal): Promise<ReconcileResult | void> {
    const { caches, driver } = this.#options;
    const pool = caches.pools.cache.get(poolKeyOf(device));
    if (!(await this.#isOver(device, signal))) {
      this.#callOff(key);
      const health = pool && withReported(healthOf(device), pool);
      if (health) await this.#write(device, health, pool, signal);
      return;
    }
    const freeing = this.#freeingOf(key, device);
    if (pool && driver && isOrdinary(device, freeing, pool)) return this.#reset(key, device, freeing, pool, driver, signal);
    this.#callOff(key);
    return this.#free(key, device, freeing, signal);
  }

  /**
   * Resets a device whose lease has ended. Nobody is obeyed under that lease any more, so the reset need not wait for the device to be
   * free of it: both become so in one write, if that is soon.
   */
  async #reset(key: string, device: DeviceObject, freeing: Freeing, pool: DevicePoolObject, driver: DeviceDriver, signal: AbortSignal): Promise<ReconcileResult | void> {
    const { chores, clock } = this.#options;
    const begun = this.#begun.get(key);
    if (begun?.kind !== 'reset') this.#callOff(key);
    else if (chores.resultOf(key)) return this.#unleased(key, { ...device, status: freedStatus(device, freeing, clock.now()) }, pool, signal);
    const sinceMs = begun?.kind === 'reset' ? begun.sinceMs : clock.now();
    const left = sinceMs + TELL_MS - clock.now();
    if (left <= 0) return this.#free(key, device, freeing, signal);
    // Again where it is under way, for there may have been no room for it.
    this.#start(key, device, 'reset', pool, driver, sinceMs);
    return { requeueAfterMs: left };
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

  /** What is known of how its lease leaves the device. */
  #freeingOf(key: string, device: DeviceObject): Freeing {
    const { leaseRef } = statusOfDevice(device);
    const lease = leaseRef && this.#options.caches.leases.cache.byIndex('uid', leaseRef.uid)[0];
    if (lease?.spec.release?.mode === 'Force') this.#forced.add(key);
    // A lease that is bound to another device was never told of this one.
    const untouched = lease?.status?.deviceName !== undefined && lease.status.deviceName !== device.metadata.name;
    return { untouched, fault: untouched ? undefined : lease?.spec.release?.fault };
  }

  async #free(key: string, device: DeviceObject, freeing: Freeing, signal: AbortSignal): Promise<void> {
    const { client, writer, clock, scheduler, caches } = this.#options;
    const cached = caches.devices.cache.get(key);
    const freed = await free({ client, writer, clock }, device, freeing, signal);
    if (cached) scheduler.devices.note(freed, cached, device);
  }

  #start(key: string, device: DeviceObject, what: 'reset' | 'check', pool: DevicePoolObject, driver: DeviceDriver, sinceMs = this.#options.clock.now()): void {
    const { chores, clock } = this.#options;
    this.#begun.set(key, { kind: what, token: statusOfDevice(device).fencingToken, sinceMs });
    const mode = this.#forced.has(key) ? 'Force' : 'Graceful';
    chores.start(key, what, (ending) => (what === 'reset' ? resetDevice(driver, addressOf(device), resetRules(pool), mode, clock, ending) : checkDevice(driver, addressOf(device), pool.spec.healthCheck.timeoutSeconds, clock, ending)));
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
      this.#begun.delete(key);
      if (result.kind === 'reset') this.#forced.delete(key);
      return { requeueAfterMs: 1 };
    }
    if (chores.runs(key)) return;
    const reported = withReported(healthOf(device), pool);
    if (reported) return this.#write(device, reported, pool, signal);
    if (isOutOfUse(device)) return;
    const lastCheck = statusOfDevice(device).lastCheckTime;
    const checkedMs = this.#checks.get(key)?.atMs ?? (lastCheck === undefined ? undefined : Date.parse(lastCheck));
    const need = needOf(healthOf(device), checkedMs, clock.now(), rules);
    if (need.need === 'nothing') return need.againMs === undefined ? undefined : { requeueAfterMs: need.againMs };
    this.#start(key, device, need.need, pool, driver);
  }

  /** Whatever is under way for the device counts no more. */
  #callOff(key: string): void {
    this.#options.chores.drop(key);
    this.#begun.delete(key);
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

/** People have taken it out of use, so it is neither reset nor checked. */
const isOutOfUse = ({ spec }: DeviceObject) => (spec.taints ?? []).some(({ key }) => key === 'Offline' || key === 'Quarantined');

/** Nothing is known of the device but that its lease is over: all that it needs is a reset. */
function isOrdinary(device: DeviceObject, { untouched, fault }: Freeing, pool: DevicePoolObject): boolean {
  const health = healthOf(device);
  return !untouched && !fault && !device.metadata.deletionTimestamp && !isOutOfUse(device) && health.taints.length === 0 && withReported(health, pool) === undefined;
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
