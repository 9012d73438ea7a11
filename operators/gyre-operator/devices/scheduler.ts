import type { Clock } from '#kit/clock.ts';
import { overLimit } from '#kit/leases/request.ts';
import { assign, explain, type PoolDevice, type PoolState, type WaitingLease, type Waiting } from '#kit/leases/schedule.ts';
import { Turns } from '#kit/leases/turns.ts';
import { record } from '#kit/metrics.ts';
import { METRICS } from '#kit/telemetry-names.ts';
import { keyOf } from '../runtime/objects.ts';
import { bind, type BindingTools } from './binding.ts';
import { type Caches, deviceKeyOf } from './caches.ts';
import { isOffered, restingSince, statusOfDevice } from './device-status.ts';
import { poolKeyOf, stateOf, wantsDevice } from './lease-status.ts';
import { queueRules } from './pool-rules.ts';
import type { DeviceLeaseObject, DeviceObject, DevicePoolObject } from './resources.ts';
import { Newer } from './newer.ts';

/** What a pass over a pool has decided of a lease that gets no device now. */
export type Verdict =
  | Waiting
  | { readonly why: 'QueueFull' | 'PoolDraining' | 'PoolMissing' }
  | { readonly why: 'OverLimit'; readonly field: string; readonly asked: number; readonly allowed: number };

interface Intent {
  readonly leaseKey: string;
  readonly deviceKey: string;
  readonly poolKey: string;
  readonly tenant: string;
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

/** Newer states come later, whatever version numbers say. */
const rank = (lease: DeviceLeaseObject) => ['waiting', 'held', 'ended'].indexOf(stateOf(lease));
const tokenOf = (device: DeviceObject) => statusOfDevice(device).fencingToken;

/**
 * Decides which leases get which devices, from the caches alone, and remembers what it has decided until they show it. A pass costs no
 * call; each binding is made by itself, so that a slow one holds up no other.
 */
export class Scheduler {
  readonly leases = new Newer<DeviceLeaseObject>((cached, live) => rank(cached) >= rank(live));
  readonly devices = new Newer<DeviceObject>((cached, live) => tokenOf(cached) >= tokenOf(live));
  readonly #options: SchedulerOptions;
  readonly #turns = new Map<string, Turns>();
  readonly #intents = new Map<string, Intent>();
  readonly #reserved = new Set<string>();
  readonly #verdicts = new Map<string, Verdict>();
  /** Uids of what the API server no longer has and the caches still show. */
  readonly #gone = new Set<string>();

  constructor(options: SchedulerOptions) {
    this.#options = options;
    options.caches.leases.handle({
      deleted: (lease) => {
        this.leases.forget(lease);
        this.#verdicts.delete(keyOf(lease));
        this.#gone.delete(lease.metadata.uid ?? '');
      },
    });
    options.caches.devices.handle({
      deleted: (device) => {
        this.devices.forget(device);
        this.#gone.delete(device.metadata.uid ?? '');
      },
    });
  }

  /** What there is to tell a lease that waits. */
  verdictOf(leaseKey: string): Verdict | undefined {
    return this.#verdicts.get(leaseKey);
  }

  /** Whether a device is being bound to it. */
  isBinding(leaseKey: string): boolean {
    return this.#intents.has(leaseKey);
  }

  /** One pass over a pool. */
  pass(poolKey: string): void {
    const { caches, onVerdict } = this.#options;
    const waiting = this.#waiting(poolKey);
    if (waiting.length === 0) return;
    const pool = caches.pools.cache.get(poolKey);
    const judge = (lease: DeviceLeaseObject, verdict: Verdict) => {
      const key = keyOf(lease);
      const news = !this.#verdicts.has(key) || this.#verdicts.get(key)?.why !== verdict.why;
      this.#verdicts.set(key, verdict);
      if (news) onVerdict(key);
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
      else within.push(waitingLease(key, lease));
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
      if (lease) judge(lease, wait);
    }
  }

  /** Makes the binding that was decided on for a lease. Rejects where it is not known what became of it, to be tried again. */
  async bind(leaseKey: string, signal: AbortSignal): Promise<void> {
    const { client, writer, clock, caches, onPool } = this.#options;
    const intent = this.#intents.get(leaseKey);
    const lease = caches.leases.cache.get(leaseKey);
    if (!intent) return;
    const cached = caches.devices.cache.get(intent.deviceKey);
    if (!lease || !cached) {
      this.#settle(intent);
      return onPool(intent.poolKey);
    }
    const result = await bind({ client, writer, clock }, lease, this.devices.of(cached), signal);
    if (result.device) this.devices.note(result.device, cached);
    if (result.outcome === 'device lost' && result.missing) this.#gone.add(cached.metadata.uid ?? '');
    if (result.outcome !== 'device lost' && result.lease && result.lease.metadata.uid === lease.metadata.uid) this.leases.note(result.lease, lease);
    else if (result.outcome === 'lease over') this.#gone.add(lease.metadata.uid ?? '');
    this.#settle(intent);
    // Else a watch is about to show what was new, and the pool is gone over then.
    if (result.outcome !== 'bound') onPool(intent.poolKey);
    else record(METRICS.deviceLeaseWait, Math.max(0, clock.now() - Date.parse(lease.metadata.creationTimestamp ?? '')) / 1000, {});
  }

  #settle(intent: Intent): void {
    this.#intents.delete(intent.leaseKey);
    this.#reserved.delete(intent.deviceKey);
  }

  #intend(lease: DeviceLeaseObject, deviceKey: string): void {
    const leaseKey = keyOf(lease);
    if (this.#intents.has(leaseKey)) return;
    this.#verdicts.delete(leaseKey);
    this.#intents.set(leaseKey, { leaseKey, deviceKey, poolKey: poolKeyOf(lease), tenant: lease.spec.tenant });
    this.#reserved.add(deviceKey);
    this.#options.onIntent(leaseKey);
  }

  /** Leases of the pool that want a device and have none in sight. */
  #waiting(poolKey: string): readonly DeviceLeaseObject[] {
    const { leases } = this.#options.caches;
    return leases.cache
      .byIndex('waiting', poolKey)
      .map((lease) => this.leases.of(lease))
      .filter((lease) => wantsDevice(lease) && !this.#intents.has(keyOf(lease)) && !this.#gone.has(lease.metadata.uid ?? ''));
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
    const free = isOffered(device) && !this.#reserved.has(key) && !this.#gone.has(device.metadata.uid ?? '');
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

function waitingLease(id: string, { metadata, spec, status }: DeviceLeaseObject): WaitingLease {
  return { id, tenant: spec.tenant, priority: spec.priority, sinceMs: Date.parse(metadata.creationTimestamp ?? '') || 0, selector: spec.selector, admitted: status?.queue !== undefined };
}
