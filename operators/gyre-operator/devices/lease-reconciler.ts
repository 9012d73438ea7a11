import type { Clock } from '#kit/clock.ts';
import { record } from '#kit/metrics.ts';
import { METRICS } from '#kit/telemetry-names.ts';
import { endOfHeld, endOfWait, type Release } from '#kit/leases/endings.ts';
import { RenewalWatch } from '#kit/leases/renewals.ts';
import { LEASE_REASONS, RELEASES, type Statement } from '../api/mod.ts';
import type { Client } from '../runtime/client.ts';
import type { ReconcileContext, ReconcileResult } from '../runtime/controller.ts';
import type { EventRecorder } from '../runtime/events.ts';
import { isMissing } from '../runtime/failure.ts';
import { finalize } from '../runtime/finalizers.ts';
import { placeOf } from '../runtime/objects.ts';
import type { Writer } from '../runtime/writer.ts';
import { type Caches, deviceKeyOf } from './caches.ts';
import { endsLease, healthOf, statusOfDevice } from './device-status.ts';
import { endedStatus, poolKeyOf, poolMissingStatus, renewedStatus, stateOf, waitingStatus, wishedEnd } from './lease-status.ts';
import { DEVICE_LEASES, type DeviceLeaseObject, type DeviceObject, DEVICES, type LeaseStatus } from './resources.ts';
import type { Scheduler, Verdict } from './scheduler.ts';

/** Put on leases, by whoever creates them or by the operator, so that one that is deleted goes only when its device obeys nobody. */
export const LEASE_FINALIZER = 'gyre.dev/device-lease';

export interface LeaseReconcilerOptions {
  readonly client: Client;
  readonly writer: Writer;
  readonly recorder: EventRecorder;
  readonly caches: Caches;
  readonly scheduler: Scheduler;
  /** Judges renewals; never set back or forward. */
  readonly clock: Clock;
  /** A lease that is deleted goes after so long whatever becomes of its device, milliseconds. Default 10 minutes. */
  readonly finalizerMs?: number;
  /** Leases that ended are kept for so long, for people to read why. Default 1 hour. */
  readonly keepEndedMs?: number;
}

/** Positions in the queue are written again after so long, and later where many wait: at most so many a second. */
const POSITION_MS = 10_000;
const POSITIONS_PER_SECOND = 20;
/** One that waits is told so once it has waited for so long, milliseconds: most have a device before, and the write would be in its way. */
const TELL_MS = 1_000;
/** A binding that takes longer no longer keeps its lease from ending. */
export const BINDING_MS = 10_000;
/** What people read of renewals is written no more often. */
const SHOWN_MS = 30_000;
/** Endings that nobody asked for are told as events; the others are ordinary. */
const WARNED: ReadonlySet<Release['reason']> = new Set(['Expired', 'DurationReached', 'ForceReleased', 'DeviceFault', 'DeviceRemoved']);

/** The life of a lease but for its binding: waiting, renewals, endings, and that nothing is left of it. */
export class LeaseReconciler {
  readonly #options: Required<LeaseReconcilerOptions>;
  readonly #renewals: RenewalWatch;

  constructor(options: LeaseReconcilerOptions) {
    this.#options = { finalizerMs: 600_000, keepEndedMs: 3_600_000, ...options };
    this.#renewals = new RenewalWatch(options.clock);
    options.caches.leases.handle({ deleted: ({ metadata }) => this.#renewals.forget(metadata.uid ?? '') });
  }

  async reconcile(key: string, { signal }: ReconcileContext): Promise<ReconcileResult | void> {
    const { caches, scheduler } = this.#options;
    const cached = caches.leases.cache.get(key);
    if (!cached) return;
    const lease = scheduler.leases.of(cached);
    // Whatever state it is in: what should bring it to its end may be what fails.
    if (this.#isOverdue(lease)) return void (await finalize(lease, this.#finalizer(), signal));
    const state = stateOf(lease);
    if (state === 'waiting') return this.#waiting(key, lease, signal);
    if (state === 'held') return this.#held(lease, signal);
    return this.#ended(lease, signal);
  }

  async #waiting(key: string, lease: DeviceLeaseObject, signal: AbortSignal): Promise<ReconcileResult | void> {
    const { scheduler, caches, clock } = this.#options;
    // Whoever binds it finds out what has become of the lease, if that is soon.
    const bindingMs = scheduler.bindingMs(key);
    if (bindingMs !== undefined && bindingMs < BINDING_MS) return { requeueAfterMs: BINDING_MS - bindingMs };
    const wished = wishedEnd(lease, undefined);
    if (wished) return this.#end(lease, wished, signal);
    const verdict = scheduler.verdictOf(key);
    if (!verdict && bindingMs === undefined) return;
    const refused = verdict && refusalOf(lease, verdict, caches.pools.cache.get(poolKeyOf(lease))?.spec.queue.maxWaiting ?? 0);
    if (refused) return this.#end(lease, refused.release, signal, refused.said);
    const since = lease.status?.queue?.sinceTime;
    const poolLimit = caches.pools.cache.get(poolKeyOf(lease))?.spec.queue.maxWaitSeconds;
    const toldMs = scheduler.toldForMs(key);
    const end = endOfWait(since === undefined ? Math.max(bindingMs ?? 0, toldMs) : clock.now() - Date.parse(since), lease.spec.maxWaitSeconds, ...(poolLimit === undefined ? [] : [poolLimit]));
    if ('ends' in end) return this.#end(lease, end.ends, signal);
    if (!verdict) return { requeueAfterMs: end.leftMs };
    if ('position' in verdict && since === undefined && toldMs < TELL_MS) return { requeueAfterMs: Math.min(end.leftMs, TELL_MS - toldMs) };
    const next = verdict.why === 'PoolMissing' ? poolMissingStatus(lease, clock.now()) : 'position' in verdict ? waitingStatus(lease, verdict, clock.now(), clock.now() - toldMs) : undefined;
    const many = caches.leases.cache.byIndex('waiting', poolKeyOf(lease)).length;
    const requeueAfterMs = Math.min(end.leftMs, Math.max(POSITION_MS, (many / POSITIONS_PER_SECOND) * 1000));
    if (next && !alike(lease.status, next)) await this.#write(lease, next, signal);
    return { requeueAfterMs };
  }

  async #held(lease: DeviceLeaseObject, signal: AbortSignal): Promise<ReconcileResult | void> {
    const { clock, caches, scheduler, client } = this.#options;
    const uid = lease.metadata.uid ?? '';
    const cachedDevice = caches.devices.cache.get(deviceKeyOf(lease) ?? '');
    const device = cachedDevice && scheduler.devices.of(cachedDevice);
    const wished = wishedEnd(lease, { name: lease.status?.deviceName ?? '', faults: (device && statusOfDevice(device).faults) ?? [] });
    if (wished) return this.#end(lease, wished, signal);
    if (!device || endsLease(device) || this.#tookAway(lease, device)) {
      const live = await client.find(DEVICES, placeOf(deviceKeyOf(lease) ?? ''), { signal });
      if (!live || endsLease(live) || this.#tookAway(lease, live)) return this.#end(lease, RELEASES.deviceRemoved(lease.status?.deviceName ?? ''), signal);
    }
    const seen = (each: DeviceLeaseObject) => {
      // While the API server was away nobody could renew, and just after it is back nobody has had the time to.
      const idleMs = Math.min(this.#renewals.idleMs(uid, each.status?.renewals ?? 0), caches.leases.soundMs);
      return { idleMs, end: endOfHeld({ ttlSeconds: lease.spec.ttlSeconds, maxDurationSeconds: lease.spec.maxDurationSeconds, heldMs: this.#renewals.heldMs(uid, Date.parse(lease.status?.acquireTime ?? '')), idleMs }) };
    };
    let { idleMs, end } = seen(lease);
    if ('ends' in end) {
      const live = await this.#livingOf(lease, signal);
      // One that the cache has lost meanwhile is over: nothing of it is to be remembered.
      if (live?.metadata.uid !== uid || stateOf(live) !== 'held' || caches.leases.cache.byIndex('uid', uid).length === 0) return;
      ({ idleMs, end } = seen(live));
      if ('ends' in end) return this.#end(live, end.ends, signal);
      lease = live;
    }
    if (!(lease.metadata.finalizers ?? []).includes(LEASE_FINALIZER)) {
      await finalize(lease, this.#finalizer(), signal);
      // The write shows itself, and the rest follows.
      return { requeueAfterMs: end.leftMs };
    }
    const now = clock.now();
    const shown = Date.parse(lease.status?.renewTime ?? '') || 0;
    if (now - idleMs > shown + 1_000 && now > shown + Math.max(SHOWN_MS, lease.spec.ttlSeconds * 500)) await this.#write(lease, renewedStatus(lease, idleMs, now), signal);
    return { requeueAfterMs: end.leftMs };
  }

  async #ended(lease: DeviceLeaseObject, signal: AbortSignal): Promise<ReconcileResult | void> {
    const { caches, scheduler, clock, keepEndedMs, writer } = this.#options;
    this.#renewals.forget(lease.metadata.uid ?? '');
    if (lease.metadata.deletionTimestamp) {
      const cached = caches.devices.cache.get(deviceKeyOf(lease) ?? '');
      const clean = isLeft(lease, cached && scheduler.devices.of(cached));
      const result = await finalize(lease, { ...this.#finalizer(), cleanUp: () => Promise.resolve(clean) }, signal);
      return result.state === 'waiting' ? { requeueAfterMs: result.requeueAfterMs } : undefined;
    }
    const left = Date.parse(lease.status?.release?.time ?? '') + keepEndedMs - clock.now();
    if (left > 0) return { requeueAfterMs: left };
    try {
      await writer.delete(DEVICE_LEASES, lease, { signal });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  /** Deleted for so long that it goes now, cleaned up or not. */
  #isOverdue({ metadata: { deletionTimestamp, finalizers = [] } }: DeviceLeaseObject): boolean {
    const { clock, finalizerMs } = this.#options;
    return Boolean(deletionTimestamp) && finalizers.includes(LEASE_FINALIZER) && clock.now() >= Date.parse(deletionTimestamp ?? '') + finalizerMs;
  }

  /** A token of the device that is newer, or the same with another lease: only a hand in the status does that. */
  #tookAway(lease: DeviceLeaseObject, device: DeviceObject): boolean {
    const { fencingToken, leaseRef } = statusOfDevice(device);
    return fencingToken >= (lease.status?.fencingToken ?? 0) && leaseRef?.uid !== lease.metadata.uid;
  }

  /** As the API server has it. Where that does not answer, nobody could renew either, so the lease has its time again. */
  async #livingOf(lease: DeviceLeaseObject, signal: AbortSignal): Promise<DeviceLeaseObject | undefined> {
    try {
      return await this.#options.client.find(DEVICE_LEASES, { namespace: lease.metadata.namespace, name: lease.metadata.name }, { signal });
    } catch (error) {
      this.#renewals.forget(lease.metadata.uid ?? '');
      throw error;
    }
  }

  async #end(lease: DeviceLeaseObject, release: Release, signal: AbortSignal, refusal?: Statement<'DeviceLease'>): Promise<void> {
    const { clock, recorder } = this.#options;
    await this.#write(lease, endedStatus(lease, release, clock.now(), refusal), signal);
    if (lease.status?.acquireTime !== undefined) record(METRICS.deviceLeaseHold, Math.max(0, clock.now() - Date.parse(lease.status.acquireTime)) / 1000, { 'gyre.device.lease.ending': release.reason });
    if (WARNED.has(release.reason)) recorder.tell(lease, { type: 'Warning', reason: release.reason, action: 'Release', note: release.message });
  }

  /** One compare-and-swap on the lease as it was looked at. */
  async #write(lease: DeviceLeaseObject, status: LeaseStatus, signal: AbortSignal): Promise<void> {
    const { writer, scheduler, caches } = this.#options;
    const cached = caches.leases.cache.get(`${lease.metadata.namespace}/${lease.metadata.name}`);
    scheduler.leases.note(await writer.update(DEVICE_LEASES, { ...lease, status }, { subresource: 'status', signal }), cached, lease);
  }

  #finalizer() {
    const { writer, recorder, clock, finalizerMs } = this.#options;
    return { writer, recorder, clock, resource: DEVICE_LEASES, finalizer: LEASE_FINALIZER, deadlineMs: finalizerMs, cleanUp: () => Promise.resolve(false) };
  }
}

/** Nothing of the lease is on its device any more: that is gone, clean, leased to another, or out of use until it is repaired. */
function isLeft({ metadata, status }: DeviceLeaseObject, device: DeviceObject | undefined): boolean {
  if (!device || status?.deviceName === undefined) return true;
  const { leaseRef, fencingToken } = statusOfDevice(device);
  if (leaseRef?.uid === metadata.uid) return false;
  const { clean, taints } = healthOf(device);
  return fencingToken > (status.fencingToken ?? 0) || clean || taints.length > 0;
}

function refusalOf(lease: DeviceLeaseObject, verdict: Verdict, maxWaiting: number): { readonly release: Release; readonly said?: Statement<'DeviceLease'> } | undefined {
  const pool = lease.spec.poolRef.name;
  const refused = (said: Statement<'DeviceLease'>) => ({ release: RELEASES.refused(said.message), said });
  if (verdict.why === 'PoolDraining') return { release: RELEASES.poolDraining(pool) };
  if (verdict.why === 'QueueFull') return refused(LEASE_REASONS.queueFull(pool, maxWaiting));
  return verdict.why === 'OverLimit' ? refused(LEASE_REASONS.overLimit(verdict.field, verdict.asked, pool, verdict.allowed)) : undefined;
}

/** Whether people would read the same: place and reason. */
function alike(before: LeaseStatus | undefined, after: LeaseStatus): boolean {
  const words = (status: LeaseStatus | undefined) => JSON.stringify([status?.queue?.position, (status?.conditions ?? []).map(({ type, status: said, reason, message }) => [type, said, reason, message])]);
  return words(before) === words(after);
}
