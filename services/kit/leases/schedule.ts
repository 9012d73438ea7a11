import { type Labels, selects, type Selector, selectorKey } from './selector.ts';
import type { Turns } from './turns.ts';

/** Who gets which device. Pure: a pool as it is goes in, decisions come out; the same state and turns give the same ones. */

export interface TenantLimit {
  /** Devices that the tenant may hold at a time. */
  readonly maxLeases: number;
  /** Its share of turns, at least 1. */
  readonly weight: number;
}

export interface QueueRules {
  /** False: the pool drains; nothing is bound, and what waits is turned away. */
  readonly open: boolean;
  readonly maxWaiting: number;
  readonly limitOf: (tenant: string) => TenantLimit;
}

export interface WaitingLease {
  readonly id: string;
  readonly tenant: string;
  readonly priority: number;
  /** Since when it waits; the order within a tenant. Milliseconds. */
  readonly sinceMs: number;
  readonly selector?: Selector | undefined;
  /** It was told that it waits, so a full queue no longer turns it away. */
  readonly admitted: boolean;
}

export interface PoolDevice {
  readonly name: string;
  readonly labels: Labels;
  /** Clean, healthy, without taints and held by nobody. */
  readonly free: boolean;
  /** Since when it has been free, milliseconds; the one that rested longest goes first. */
  readonly sinceMs: number;
}

export interface PoolState {
  readonly rules: QueueRules;
  readonly waiting: readonly WaitingLease[];
  readonly devices: readonly PoolDevice[];
  /** Devices that each tenant holds, those being bound included. */
  readonly held: ReadonlyMap<string, number>;
}

export interface Assignment {
  readonly bound: readonly { readonly lease: WaitingLease; readonly device: PoolDevice }[];
  readonly refused: readonly { readonly lease: WaitingLease; readonly why: 'QueueFull' | 'PoolDraining' }[];
}

/** Why a lease waits, with the numbers that its message needs. */
export type Waiting = { readonly id: string; readonly position: number } & (
  | { readonly why: 'NoFreeDevice'; readonly matching: number }
  | { readonly why: 'TenantAtLimit'; readonly held: number; readonly limit: number }
  | { readonly why: 'NothingMatches'; readonly total: number }
);

const byAge = (a: WaitingLease, b: WaitingLease) => a.sinceMs - b.sinceMs || (a.id < b.id ? -1 : 1);

/**
 * Leases to devices: the highest priority first, within it tenants by turns, within a tenant the oldest. A lease that no free device suits,
 * or whose tenant is at its limit, holds nobody up. `turns` moves on with each binding. Of devices that suit, the one that the fewest
 * other selectors ask for is given.
 */
export function assign({ rules, waiting, devices, held }: PoolState, turns: Turns): Assignment {
  if (!rules.open) return { bound: [], refused: waiting.map((lease) => ({ lease, why: 'PoolDraining' as const })) };
  const offers = new Offers(devices.filter(({ free }) => free), waiting);
  const holds = new Map(held);
  const bound: { lease: WaitingLease; device: PoolDevice }[] = [];
  for (const [priority, tenants] of levels(waiting)) {
    if (offers.left === 0) break;
    for (;;) {
      const tenant = next(priority, tenants, turns);
      const lease = tenant === undefined ? undefined : tenants.get(tenant)?.at(-1);
      if (tenant === undefined || lease === undefined || offers.left === 0) break;
      const limit = rules.limitOf(tenant);
      const count = holds.get(tenant) ?? 0;
      if (count >= limit.maxLeases) {
        tenants.delete(tenant);
        continue;
      }
      drop(tenants, tenant);
      const device = offers.take(lease.selector);
      if (!device) continue;
      bound.push({ lease, device });
      holds.set(tenant, count + 1);
      turns.serve({ priority, tenant, weight: limit.weight });
    }
  }
  const taken = new Set(bound.map(({ lease }) => lease.id));
  const left = waiting.filter(({ id }) => !taken.has(id));
  const tooMany = left.length - rules.maxWaiting;
  const latest = tooMany > 0 ? left.filter(({ admitted }) => !admitted).sort(byAge).slice(-tooMany) : [];
  return { bound, refused: latest.map((lease) => ({ lease, why: 'QueueFull' as const })) };
}

/** Why each lease waits that is left after {@link assign}, in the order in which they would be served if devices came free that suit them. */
export function explain({ rules, waiting, devices, held }: PoolState, turns: Turns): readonly Waiting[] {
  const ahead = turns.copy();
  const matching = new Map<string, number>();
  const result: Waiting[] = [];
  for (const [priority, tenants] of levels(waiting)) {
    for (let tenant = next(priority, tenants, ahead); tenant !== undefined; tenant = next(priority, tenants, ahead)) {
      const lease = tenants.get(tenant)?.at(-1);
      if (!lease) break;
      drop(tenants, tenant);
      const { maxLeases, weight } = rules.limitOf(tenant);
      ahead.serve({ priority, tenant, weight });
      const key = selectorKey(lease.selector);
      const suiting = matching.get(key) ?? devices.filter(({ labels }) => selects(lease.selector, labels)).length;
      matching.set(key, suiting);
      const place = { id: lease.id, position: result.length + 1 };
      const holds = held.get(tenant) ?? 0;
      if (suiting === 0 && key !== '') result.push({ ...place, why: 'NothingMatches', total: devices.length });
      else if (holds >= maxLeases) result.push({ ...place, why: 'TenantAtLimit', held: holds, limit: maxLeases });
      else result.push({ ...place, why: 'NoFreeDevice', matching: suiting });
    }
  }
  return result;
}

type Tenants = Map<string, WaitingLease[]>;

/** Priorities from the highest; in each the leases by tenant, the oldest last, where it is taken from. */
function levels(waiting: readonly WaitingLease[]): readonly (readonly [number, Tenants])[] {
  const result = new Map<number, Tenants>();
  for (const lease of [...waiting].sort((a, b) => byAge(b, a))) {
    const tenants = result.get(lease.priority) ?? new Map<string, WaitingLease[]>();
    result.set(lease.priority, tenants);
    const leases = tenants.get(lease.tenant);
    if (leases) leases.push(lease);
    else tenants.set(lease.tenant, [lease]);
  }
  return [...result].sort(([a], [b]) => b - a);
}

/** The tenant whose turn it is: the lowest tag, then whose oldest lease is older. */
function next(priority: number, tenants: Tenants, turns: Turns): string | undefined {
  let best: { readonly tenant: string; readonly tag: number; readonly lease: WaitingLease } | undefined;
  for (const [tenant, leases] of tenants) {
    const lease = leases.at(-1);
    if (!lease) continue;
    const tag = turns.tag(priority, tenant);
    if (!best || tag < best.tag || (tag === best.tag && byAge(lease, best.lease) < 0)) best = { tenant, tag, lease };
  }
  return best?.tenant;
}

function drop(tenants: Tenants, tenant: string): void {
  const leases = tenants.get(tenant);
  leases?.pop();
  if (leases?.length === 0) tenants.delete(tenant);
}

/** Free devices, each given once; every selector is compared with them once. */
class Offers {
  readonly #order: readonly PoolDevice[];
  readonly #taken = new Set<string>();
  readonly #suiting = new Map<string, PoolDevice[]>();

  constructor(free: readonly PoolDevice[], waiting: readonly WaitingLease[]) {
    const selectors = new Map(waiting.map(({ selector }) => [selectorKey(selector), selector]));
    selectors.delete('');
    const wanted = new Map(free.map((device) => [device, [...selectors.values()].filter((selector) => selects(selector, device.labels)).length]));
    this.#order = [...free].sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0) || a.sinceMs - b.sinceMs || (a.name < b.name ? -1 : 1));
  }

  get left(): number {
    return this.#order.length - this.#taken.size;
  }

  take(selector: Selector | undefined): PoolDevice | undefined {
    const key = selectorKey(selector);
    const suiting = this.#suiting.get(key) ?? this.#order.filter(({ labels }) => selects(selector, labels)).reverse();
    this.#suiting.set(key, suiting);
    for (let device = suiting.pop(); device; device = suiting.pop()) {
      if (this.#taken.has(device.name)) continue;
      this.#taken.add(device.name);
      return device;
    }
    return undefined;
  }
}
