import type { Clock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import { overLimit } from '#kit/leases/request.ts';
import { assign, explain, type PoolDevice, type PoolState, type WaitingLease, type Waiting } from '#kit/leases/schedule.ts';
import { selects } from '#kit/leases/selector.ts';
import { Turns } from '#kit/leases/turns.ts';
import { record } from '#kit/metrics.ts';
import { METRICS } from '#kit/telemetry-names.ts';
import type { ReconcileContext, ReconcileResult } from '../runtime/controller.ts';
import { isRefused } from '../runtime/failure.ts';
import { keyOf, placeOf } from '../runtime/objects.ts';
import { bind, free, type BindingTools } from './binding.ts';
import { type Caches, deviceKeyOf } from './caches.ts';
import { isOffered, restingSince, statusOfDevice } from './device-status.ts';
import { type BindingRefused, poolKeyOf, stateOf, wantsDevice } from './lease-status.ts';
import { queueRules } from './pool-rules.ts';
import { DEVICE_LEASES, type DeviceLeaseObject, type DeviceObject, type DevicePoolObject, DEVICES } from './resources.ts';
import { Newer } from './newer.ts';

/** What a pass over a pool has decided of a lease that gets no device now. */
export type Verdict =
  | Waiting
  | BindingRefused
  | { readonly why: 'QueueFull' | 'PoolDraining' | 'PoolMissing' }
  | { readonly why: 'OverLimit'; readonly field: string; readonly asked: number; readonly allowed: number };

interface Intent {
  readonly leaseKey: string;
  readonly deviceKey: string;
  readonly poolKey: string;
  readonly tenant: string;
  readonly sinceMs: number;
}

export interface SchedulerOptions extends Omit<BindingTools, 'clock'> {
  readonly caches: Caches;
  readonly clock: Clock;
  /** A device was decided on for this lease. */
  readonly onIntent: (leaseKey: string) => void;
  /** There is something to tell this lease. */
  readonly onVerdict: (leaseKey: string) => void;
  /** The pool has to be gone over again. */
  readonly onPool: (poolKey: string) => void;
}

/** A binding that the API server refuses so often in a row is given up, and what it refused is left alone for a while. */
const MOST_REFUSALS = 3;
const ASIDE_MS = 30_000;

/** Newer states come later, whatever version numbers say. */
const rank = (lease: DeviceLeaseObject) => ['waiting', 'held', 'ended'].indexOf(stateOf(lease));
const tokenOf = (device: DeviceObject) => statusOfDevice(device).fencingToken;

/**
 * Decides which leases get which devices, from the caches alone, and remembers what it has decided until they show it. A pass costs no
 * call; each binding is made by itself, so that a slow one holds up no other.
 */
export class Scheduler {
  readonly leases: Newer<DeviceLeaseObject>;
  readonly devices: Newer<DeviceObject>;
  readonly #options: SchedulerOptions;
  readonly #turns = new Map<string, Turns>();
  readonly #intents = new Map<string, Intent>();
  readonly #reserved = new Set<string>();
  readonly #verdicts = new Map<string, { readonly verdict: Verdict; readonly sinceMs: number }>();
  /** Uids of what the API server no longer has and the caches still show. */
  readonly #gone = new Set<string>();
  /** By uid what the API server lets nobody bind, with its words, until when it is left alone. */
  readonly #aside = new Map<string, { readonly untilMs: number; readonly said: string }>();

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.leases = new Newer(options.caches.leases.cache, (cached, live) => rank(cached) >= rank(live));
    this.devices = new Newer(options.caches.devices.cache, (cached, live) => tokenOf(cached) >= tokenOf(live));
    options.caches.pools.handle({ deleted: (pool) => void this.#turns.delete(keyOf(pool)) });
    options.caches.leases.handle({
      deleted: (lease) => {
        this.leases.forget(lease);
        this.#verdicts.delete(keyOf(lease));
        this.#gone.delete(lease.metadata.uid ?? '');
        this.#aside.delete(lease.metadata.uid ?? '');
      },
    });
    options.caches.devices.handle({
      deleted: (device) => {
        this.devices.forget(device);
        this.#gone.delete(device.metadata.uid ?? '');
        this.#aside.delete(device.metadata.uid ?? '');
      },
    });
  }

  /** What is remembered beside the caches, of leases, devices and pools: nothing once they are gone. */
  get remembered(): number {
    return [this.leases, this.devices, this.#turns, this.#intents, this.#reserved, this.#verdicts, this.#gone, this.#aside].reduce((sum, { size }) => sum + size, 0);
  }

  /** What there is to tell a lease that waits. */
  verdictOf(leaseKey: string): Verdict | undefined {
    return this.#verdicts.get(leaseKey)?.verdict;
  }

  /** For how long passes have had something to tell a lease, milliseconds. */
  toldForMs(leaseKey: string): number {
    const known = this.#verdicts.get(leaseKey);
    return known === undefined ? 0 : this.#options.clock.now() - known.sinceMs;
  }

  /** For how long a device has been being bound to it, milliseconds; undefined if none is. */
  bindingMs(leaseKey: string): number | undefined {
    const intent = this.#intents.get(leaseKey);
    return intent && this.#options.clock.now() - intent.sinceMs;
  }

  /** One pass over a pool; again when what was left alone is to be tried again. */
  pass(poolKey: string): ReconcileResult {
    const { caches, clock } = this.#options;
    this.#decide(poolKey);
    if (this.#aside.size === 0) return {};
    const there = [...caches.leases.cache.byIndex('waiting', poolKey), ...caches.devices.cache.byIndex('pool', poolKey)];
    const ends = there.flatMap(({ metadata }) => this.#asideOf(metadata.uid)?.untilMs ?? []);
    return ends.length === 0 ? {} : { requeueAfterMs: Math.min(...ends) - clock.now() };
  }

  #decide(poolKey: string): void {
    const { caches, clock, onVerdict } = this.#options;
    const waiting = this.#waiting(poolKey);
    if (waiting.length === 0) return;
    const pool = caches.pools.cache.get(poolKey);
    const judge = (lease: DeviceLeaseObject, verdict: Verdict) => {
      const key = keyOf(lease);
      const known = this.#verdicts.get(key);
      this.#verdicts.set(key, { verdict, sinceMs: known?.sinceMs ?? clock.now() });
      if (known?.verdict.why !== verdict.why) onVerdict(key);
    };
    if (!pool) {
      for (const lease of waiting) judge(lease, { why: 'PoolMissing' });
      return;
    }
    const [within, byKey] = [[] as WaitingLease[], new Map(waiting.map((lease) => [keyOf(lease), lease]))];
    const owned = new Map(caches.devices.cache.byIndex('pool', poolKey).map((device) => this.devices.of(device)).flatMap((device) => (device.status?.leaseRef ? [[device.status.leaseRef.uid, device] as const] : [])));
    for (const [key, lease] of byKey) {
      const beyond = overLimit(lease.spec, pool.spec.lease);
      const device = owned.get(lease.metadata.uid ?? '');
      // A device points at it already: a crash came between both writes.
      if (device) this.#intend(lease, keyOf(device));
      else if (beyond) judge(lease, { why: 'OverLimit', ...beyond });
      else within.push(waitingLease(key, lease, this.#isWaiting(key)));
    }
    const turns = this.#turnsOf(poolKey, pool);
    const before = this.#state(poolKey, pool, within);
    const { bound, refused } = assign(before, turns);
    for (const { lease, device } of bound) {
      const chosen = byKey.get(lease.id);
      if (chosen) this.#intend(chosen, device.name);
    }
    for (const { lease, why } of refused) {
      const chosen = byKey.get(lease.id);
      if (chosen) judge(chosen, { why });
    }
    const gone = new Set([...bound, ...refused].map(({ lease }) => lease.id));
    const left = within.filter(({ id }) => !gone.has(id));
    if (left.length === 0) return;
    for (const wait of explain(this.#state(poolKey, pool, left), turns)) {
      const lease = byKey.get(wait.id);
      if (lease) judge(lease, wait.why === 'NoFreeDevice' ? (this.#refusalFor(lease, wait.position) ?? wait) : wait);
    }
  }

  /** Makes the binding that was decided on for a lease. Rejects where it is not known what became of it, to be tried again. */
  async bind(leaseKey: string, { signal, failures }: ReconcileContext): Promise<void> {
    const { client, writer, clock, caches, onPool } = this.#options;
    const intent = this.#intents.get(leaseKey);
    const lease = caches.leases.cache.get(leaseKey);
    if (!intent) return;
    const cached = caches.devices.cache.get(intent.deviceKey);
    // Where it is over, or gone, the device is freed of it by its own reconcile.
    if (!lease || !cached || !wantsDevice(this.leases.of(lease))) {
      this.#settle(intent);
      return onPool(intent.poolKey);
    }
    const result = await bind({ client, writer, clock }, this.leases.of(lease), this.devices.of(cached), signal).catch((error: unknown) => {
      if (!isRefused(error) || failures + 1 < MOST_REFUSALS) throw error;
      return GyreError.from(error, 'cluster');
    });
    if (result instanceof GyreError) {
      await this.#giveUp(lease, cached, result.message, signal);
      this.#settle(intent);
      return onPool(intent.poolKey);
    }
    if (result.device) this.devices.note(result.device, cached);
    if (result.outcome === 'device lost' && result.missing && this.#shows(cached)) this.#gone.add(cached.metadata.uid ?? '');
    if (result.outcome !== 'device lost' && result.lease && result.lease.metadata.uid === lease.metadata.uid) this.leases.note(result.lease, lease);
    else if (result.outcome === 'lease over' && this.#shows(lease)) this.#gone.add(lease.metadata.uid ?? '');
    this.#settle(intent);
    // Else a watch is about to show what was new, and the pool is gone over then.
    if (result.outcome !== 'bound') onPool(intent.poolKey);
    else record(METRICS.deviceLeaseWait, Math.max(0, clock.now() - Date.parse(lease.metadata.creationTimestamp ?? '')) / 1000, {});
  }

  /** Of a binding that is refused: the device may go to another lease, or the lease to another device, whichever of both it is not that cannot be written. */
  async #giveUp(lease: DeviceLeaseObject, cached: DeviceObject, said: string, signal: AbortSignal): Promise<void> {
    const { client, writer, clock, onVerdict } = this.#options;
    const aside = ({ metadata }: DeviceLeaseObject | DeviceObject) => void this.#aside.set(metadata.uid ?? '', { untilMs: clock.now() + ASIDE_MS, said });
    const leaseKey = keyOf(lease);
    const device = await client.find(DEVICES, placeOf(keyOf(cached)), { signal });
    if (!device || device.status?.leaseRef?.uid !== lease.metadata.uid) return this.#shows(cached) ? aside(cached) : undefined;
    const live = await client.find(DEVICE_LEASES, placeOf(leaseKey), { signal });
    // An earlier try that nobody heard the answer of may have told it.
    if (live && live.metadata.uid === lease.metadata.uid && !wantsDevice(live)) return this.leases.note(live, lease);
    this.devices.note(await free({ client, writer, clock }, device, { untouched: true }, signal), cached, device);
    if (!this.#shows(lease)) return;
    aside(lease);
    this.#verdicts.set(leaseKey, { verdict: { why: 'BindingRefused', position: lease.status?.queue?.position ?? 1, said }, sinceMs: clock.now() });
    onVerdict(leaseKey);
  }

  /** Whether the caches still have it: of what they have lost nothing is remembered, since nobody would tell of its end again. */
  #shows(object: DeviceLeaseObject | DeviceObject): boolean {
    const { leases, devices } = this.#options.caches;
    return [leases, devices].some(({ cache }) => cache.get(keyOf(object))?.metadata.uid === object.metadata.uid);
  }

  #asideOf(uid = ''): { readonly untilMs: number; readonly said: string } | undefined {
    const aside = this.#aside.get(uid);
    if (!aside || aside.untilMs > this.#options.clock.now()) return aside;
    this.#aside.delete(uid);
    return undefined;
  }

  /** What is in the way of a lease that a device would suit, but for its being refused. */
  #refusalFor(lease: DeviceLeaseObject, position: number): BindingRefused | undefined {
    if (this.#aside.size === 0) return undefined;
    const devices = this.#options.caches.devices.cache.byIndex('pool', poolKeyOf(lease));
    const [refused] = devices.filter(({ metadata: { labels = {} } }) => selects(lease.spec.selector, labels)).flatMap(({ metadata: { uid } }) => this.#asideOf(uid) ?? []);
    return refused && { why: 'BindingRefused', position, said: refused.said };
  }

  /** Whether a pass has let it wait: one that is let in is not turned away for others that come later. */
  #isWaiting(leaseKey: string): boolean {
    const verdict = this.#verdicts.get(leaseKey)?.verdict;
    return verdict !== undefined && 'position' in verdict;
  }

  #settle(intent: Intent): void {
    this.#intents.delete(intent.leaseKey);
    this.#reserved.delete(intent.deviceKey);
  }

  #intend(lease: DeviceLeaseObject, deviceKey: string): void {
    const leaseKey = keyOf(lease);
    if (this.#intents.has(leaseKey)) return;
    this.#verdicts.delete(leaseKey);
    this.#intents.set(leaseKey, { leaseKey, deviceKey, poolKey: poolKeyOf(lease), tenant: lease.spec.tenant, sinceMs: this.#options.clock.now() });
    this.#reserved.add(deviceKey);
    this.#options.onIntent(leaseKey);
  }

  /** Leases of the pool that want a device and have none in sight. */
  #waiting(poolKey: string): readonly DeviceLeaseObject[] {
    const { leases } = this.#options.caches;
    return leases.cache
      .byIndex('waiting', poolKey)
      .map((lease) => this.leases.of(lease))
      .filter((lease) => wantsDevice(lease) && !this.#intents.has(keyOf(lease)) && !this.#gone.has(lease.metadata.uid ?? '') && !this.#asideOf(lease.metadata.uid));
  }

  #state(poolKey: string, pool: DevicePoolObject, waiting: readonly WaitingLease[]): PoolState {
    const { caches } = this.#options;
    const devices = caches.devices.cache.byIndex('pool', poolKey).map((device) => this.#offer(device));
    const holders = new Map<string, string>();
    for (const lease of caches.leases.cache.byIndex('held', poolKey)) if (stateOf(this.leases.of(lease)) === 'held') holders.set(keyOf(lease), lease.spec.tenant);
    for (const lease of caches.leases.cache.byIndex('waiting', poolKey)) if (stateOf(this.leases.of(lease)) === 'held') holders.set(keyOf(lease), lease.spec.tenant);
    for (const intent of this.#intents.values()) if (intent.poolKey === poolKey) holders.set(intent.leaseKey, intent.tenant);
    const held = new Map<string, number>();
    for (const tenant of holders.values()) held.set(tenant, (held.get(tenant) ?? 0) + 1);
    return { rules: queueRules(pool), waiting, devices, held };
  }

  #offer(cached: DeviceObject): PoolDevice {
    const device = this.devices.of(cached);
    const key = keyOf(device);
    const free = isOffered(device) && !this.#reserved.has(key) && !this.#gone.has(device.metadata.uid ?? '') && !this.#asideOf(device.metadata.uid);
    // Only among those that are free does it matter who has rested longest, and times are costly to read.
    return { name: key, labels: device.metadata.labels ?? {}, free, sinceMs: free ? restingSince(device) : 0 };
  }

  /** Turns of a pool that is gone over for the first time follow from the leases that there are. */
  #turnsOf(poolKey: string, pool: DevicePoolObject): Turns {
    const known = this.#turns.get(poolKey);
    if (known) return known;
    const { limitOf } = queueRules(pool);
    const past = this.#options.caches.leases.cache.byIndex('pool', poolKey).filter((lease) => deviceKeyOf(lease) !== undefined);
    const sorted = past.map((lease) => ({ lease, at: Date.parse(lease.status?.acquireTime ?? '') })).sort((a, b) => a.at - b.at || (keyOf(a.lease) < keyOf(b.lease) ? -1 : 1));
    const turns = Turns.after(sorted.map(({ lease: { spec } }) => ({ priority: spec.priority, tenant: spec.tenant, weight: limitOf(spec.tenant).weight })));
    this.#turns.set(poolKey, turns);
    return turns;
  }
}

function waitingLease(id: string, { metadata, spec, status }: DeviceLeaseObject, waits: boolean): WaitingLease {
  return { id, tenant: spec.tenant, priority: spec.priority, sinceMs: Date.parse(metadata.creationTimestamp ?? '') || 0, selector: spec.selector, admitted: waits || status?.queue !== undefined };
}
