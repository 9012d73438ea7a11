import type { Clock } from '../../clock.ts';
import type { Collection, Json, Store } from '../../store/types.ts';
import { Chores } from '../chores.ts';
import { checkDevice, type ChoreResult, type DeviceDriver, resetDevice } from '../driver.ts';
import { endOfHeld, endOfWait, type Release, RELEASES } from '../endings.ts';
import { afterFailure, afterPass, type Health, isFit, needOf } from '../health.ts';
import { RenewalWatch } from '../renewals.ts';
import { overLimit } from '../request.ts';
import { assign, explain, type PoolState, type WaitingLease } from '../schedule.ts';
import { Turns } from '../turns.ts';
import { type DeviceDoc, DEVICES, type LeaseDoc, LEASES, type PoolDoc, type PoolRules, POOLS } from './records.ts';

export interface KeeperOptions {
  readonly store: Store;
  readonly driver: DeviceDriver;
  /** Never set back or forward. */
  readonly clock: Clock;
  /** Leases that ended are kept for so long, milliseconds. */
  readonly keepEndedMs: number;
  /** There is something to do before its time. */
  readonly onWork: () => void;
}

interface Checks {
  readonly atMs: number;
  readonly failedInARow: number;
}

/**
 * What the operator does, over documents: ends leases, binds by compare-and-swap of the device first, repairs what a crash left, and keeps
 * devices fit. Several processes may do it at once; each change holds only if nobody was faster.
 */
export class Keeper {
  readonly pools: Collection<PoolDoc>;
  readonly devices: Collection<DeviceDoc>;
  readonly leases: Collection<LeaseDoc>;
  readonly #options: KeeperOptions;
  readonly #renewals: RenewalWatch;
  readonly #turns = new Map<string, Turns>();
  readonly #checks = new Map<string, Checks>();
  readonly #chores: Chores;

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.pools = options.store.collection<PoolDoc>(POOLS);
    this.devices = options.store.collection<DeviceDoc>(DEVICES);
    this.leases = options.store.collection<LeaseDoc>(LEASES);
    this.#renewals = new RenewalWatch(options.clock);
    this.#chores = new Chores(64, options.onWork);
  }

  /** One pass over every pool; in how many milliseconds the next is due at the latest. */
  async pass(): Promise<number> {
    const { clock, keepEndedMs } = this.#options;
    const waits = [];
    for (const pool of await this.pools.find({})) waits.push(...(await this.#pool(pool)));
    for (const { _id } of await this.leases.find({ state: 'ended', 'release.atMs': { lt: clock.now() - keepEndedMs } }, { limit: 100, fields: ['_id'] })) await this.leases.delete(_id, { state: 'ended' });
    return Math.min(...waits, Number.MAX_SAFE_INTEGER);
  }

  close(): void {
    this.#chores.close();
  }

  async #pool({ _id: name, rules }: PoolDoc): Promise<number[]> {
    const leases = new Map((await this.leases.find({ pool: name, state: { in: ['waiting', 'held'] } })).map((lease) => [lease._id, lease]));
    const devices = new Map((await this.devices.find({ pool: name })).map((device) => [device._id, device]));
    const dues = await this.#endings(leases, devices);
    await this.#repair(leases, devices);
    await this.#bind(name, rules, leases, devices);
    dues.push(...(await this.#waits(rules, leases)));
    for (const device of devices.values()) dues.push(...(await this.#upkeep(device, rules)));
    return dues;
  }

  /** Leases that were wished away, were not renewed, or whose device is gone. */
  async #endings(leases: Map<string, LeaseDoc>, devices: ReadonlyMap<string, DeviceDoc>): Promise<number[]> {
    const dues: number[] = [];
    for (const lease of [...leases.values()]) {
      const device = devices.get(lease.device ?? '');
      const held = lease.state === 'held';
      const fault = lease.wish?.mode === 'Graceful' ? device?.health.faults.find((each) => each.lease === lease._id) : undefined;
      const removed = held && (!device || device.tainted.some(({ effect }) => effect === 'EndLease'));
      let release: Release | undefined;
      if (lease.wish) release = lease.wish.mode === 'Force' ? RELEASES.forceReleased(lease.wish.reason) : device && fault ? RELEASES.deviceFault(device.name, fault.message) : RELEASES.completed(lease.wish.reason);
      else if (removed) release = RELEASES.deviceRemoved(device?.name ?? (lease.device ?? '').split('/')[1] ?? '');
      else if (held) {
        const { ttlSeconds, maxDurationSeconds } = lease.request;
        const end = endOfHeld({ ttlSeconds, maxDurationSeconds, heldMs: this.#renewals.heldMs(lease._id, lease.acquiredMs ?? 0), idleMs: this.#renewals.idleMs(lease._id, lease.renewals) });
        if ('ends' in end) release = end.ends;
        else dues.push(end.leftMs);
      }
      if (release && (await this.#end(lease, release))) leases.delete(lease._id);
    }
    return dues;
  }

  /** Renewals that came in the meantime keep the lease. */
  async #end(lease: LeaseDoc, release: Release, field?: string): Promise<boolean> {
    this.#renewals.forget(lease._id);
    const at = { ...release, atMs: this.#options.clock.now(), ...(field === undefined ? {} : { field }) };
    const ended = await this.leases.update(lease._id, { state: lease.state, renewals: lease.renewals }, { set: { state: 'ended', release: at }, unset: ['position', 'why'] });
    return ended !== undefined;
  }

  /** Devices that point at leases: the lease is told if it still waits, and the device is freed if it is over. */
  async #repair(leases: Map<string, LeaseDoc>, devices: Map<string, DeviceDoc>): Promise<void> {
    for (const device of devices.values()) {
      if (device.lease === null) continue;
      const lease = leases.get(device.lease) ?? (await this.leases.get(device.lease));
      if (lease?.state === 'held' && lease.device === device._id) continue;
      if (lease?.state === 'waiting') await this.#tell(lease, device, leases, devices);
      else await this.#free(device, lease?.device !== undefined && lease.device !== device._id, lease?.wish?.mode === 'Force', devices);
    }
  }

  async #bind(pool: string, rules: PoolRules, leases: Map<string, LeaseDoc>, devices: Map<string, DeviceDoc>): Promise<void> {
    const within: WaitingLease[] = [];
    for (const lease of [...leases.values()]) {
      if (lease.state !== 'waiting') continue;
      const beyond = overLimit(lease.request, rules.lease);
      if (!beyond) within.push(waitingLease(lease));
      else if (await this.#end(lease, RELEASES.refused(`${beyond.field}: is ${beyond.asked}, pool ${pool} allows ${beyond.allowed}; ask for at most that.`), beyond.field)) leases.delete(lease._id);
    }
    if (within.length === 0) return;
    const turns = await this.#turnsOf(pool, rules);
    const { bound, refused } = assign(stateOf(rules, within, leases, devices), turns);
    for (const { lease, device } of bound) {
      const [wanted, free] = [leases.get(lease.id), devices.get(device.name)];
      const taken = free && (await this.devices.update(free._id, { lease: null, token: free.token, revision: free.revision }, { set: { lease: lease.id }, inc: { token: 1, revision: 1 } }));
      if (taken && wanted) await this.#tell(wanted, taken, leases, devices);
    }
    for (const { lease, why } of refused) {
      const release = why === 'PoolDraining' ? RELEASES.poolDraining(pool) : RELEASES.refused(`pool ${pool} has ${rules.queue.maxWaiting} leases waiting, which is its limit; ask again later.`);
      const doc = leases.get(lease.id);
      if (doc && (await this.#end(doc, release))) leases.delete(lease.id);
    }
    const left = [...leases.values()].filter(({ state }) => state === 'waiting').map(waitingLease);
    for (const { id, position, why } of explain(stateOf(rules, left, leases, devices), turns)) {
      const lease = leases.get(id);
      if (lease && (lease.position !== position || lease.why !== why)) await this.leases.update(id, { state: 'waiting' }, { set: { position, why } });
    }
  }

  async #tell(lease: LeaseDoc, device: DeviceDoc, leases: Map<string, LeaseDoc>, devices: Map<string, DeviceDoc>): Promise<void> {
    devices.set(device._id, device);
    const told = await this.leases.update(lease._id, { state: 'waiting', wish: null }, { set: { state: 'held', device: device._id, token: device.token, acquiredMs: this.#options.clock.now() }, unset: ['position', 'why'] });
    if (told) leases.set(told._id, told);
    else await this.#free(device, true, false, devices);
  }

  /** `untouched`: its lease was never told of it. */
  async #free(device: DeviceDoc, untouched: boolean, forced: boolean, devices: Map<string, DeviceDoc>): Promise<void> {
    const health: Health = { ...device.health, clean: untouched && device.health.clean };
    const freed = await this.devices.update(device._id, { lease: device.lease, revision: device.revision }, { set: { lease: null, health: json(health), forced }, inc: { revision: 1 } });
    if (freed) devices.set(freed._id, freed);
  }

  /** Leases that have waited long enough. */
  async #waits(rules: PoolRules, leases: ReadonlyMap<string, LeaseDoc>): Promise<number[]> {
    const dues: number[] = [];
    for (const lease of leases.values()) {
      if (lease.state !== 'waiting') continue;
      const end = endOfWait(this.#options.clock.now() - lease.createdMs, lease.request.maxWaitSeconds, rules.queue.maxWaitSeconds);
      if ('ends' in end) await this.#end(lease, end.ends);
      else dues.push(end.leftMs);
    }
    return dues;
  }

  async #upkeep(device: DeviceDoc, rules: PoolRules): Promise<number[]> {
    const { driver, clock } = this.#options;
    const key = device._id;
    if (device.lease !== null) {
      this.#chores.drop(key);
      return [];
    }
    const result = this.#chores.resultOf(key);
    if (result) return this.#learn(device, rules, result);
    if (this.#chores.runs(key) || device.tainted.some((taint) => taint.key === 'Offline' || taint.key === 'Quarantined')) return [];
    const need = needOf(device.health, this.#checks.get(key)?.atMs, clock.now(), rules);
    if (need.need === 'nothing') return need.againMs === undefined ? [] : [need.againMs];
    const address = { name: device.name, serial: device.serial, endpoint: device.endpoint, fencingToken: device.token };
    this.#chores.start(key, need.need, (signal) => (need.need === 'reset' ? resetDevice(driver, address, rules.reset, device.forced ? 'Force' : 'Graceful', clock, signal) : checkDevice(driver, address, rules.check.timeoutSeconds, clock, signal)));
    return [];
  }

  /** Writes down what came of a chore, if nobody has changed the device since. */
  async #learn(device: DeviceDoc, rules: PoolRules, result: ChoreResult): Promise<number[]> {
    const nowMs = this.#options.clock.now();
    const failedInARow = result.fault ? (this.#checks.get(device._id)?.failedInARow ?? 0) + 1 : 0;
    const health = result.fault ? afterFailure(device.health, result.kind, { ...result.fault, atMs: nowMs }, failedInARow, rules) : afterPass(device.health, result.kind, nowMs, rules);
    const reset = result.kind === 'reset' ? { forced: false, cleanMs: nowMs } : {};
    const learnt = await this.devices.update(device._id, { lease: null, revision: device.revision }, { set: { health: json(health), ...reset }, inc: { revision: 1 } });
    if (learnt) this.#checks.set(device._id, { atMs: nowMs, failedInARow });
    if (learnt) this.#chores.settle(device._id);
    return [0];
  }

  async #turnsOf(pool: string, rules: PoolRules): Promise<Turns> {
    const known = this.#turns.get(pool);
    if (known) return known;
    const past = await this.leases.find({ pool, acquiredMs: { gt: 0 } }, { sort: [['acquiredMs', 1]] });
    const turns = Turns.after(past.map(({ request }) => ({ priority: request.priority, tenant: request.tenant, weight: limitOf(rules)(request.tenant).weight })));
    this.#turns.set(pool, turns);
    return turns;
  }
}

const limitOf = ({ queue }: PoolRules) => (tenant: string) => queue.tenants[tenant] ?? queue.defaultLimit;
const waitingLease = ({ _id, request, createdMs, position }: LeaseDoc): WaitingLease => ({ id: _id, tenant: request.tenant, priority: request.priority, sinceMs: createdMs, selector: request.selector, admitted: position !== undefined });

function stateOf(rules: PoolRules, waiting: readonly WaitingLease[], leases: ReadonlyMap<string, LeaseDoc>, devices: ReadonlyMap<string, DeviceDoc>): PoolState {
  const held = new Map<string, number>();
  for (const { state, request } of leases.values()) if (state === 'held') held.set(request.tenant, (held.get(request.tenant) ?? 0) + 1);
  return {
    rules: { open: rules.open, maxWaiting: rules.queue.maxWaiting, limitOf: limitOf(rules) },
    waiting,
    devices: [...devices.values()].map(({ _id, labels, lease, tainted, health, cleanMs }) => ({ name: _id, labels, free: lease === null && tainted.length === 0 && isFit(health), sinceMs: cleanMs })),
    held,
  };
}

/** Health as the store keeps it: without what is undefined. */
export function json({ healthy, faults, taints, ...rest }: Health): Json {
  return { ...rest, ...(healthy === undefined ? {} : { healthy }), taints: taints.map((taint) => ({ ...taint })), faults: faults.map(({ lease, ...fault }) => ({ ...fault, ...(lease === undefined ? {} : { lease }) })) };
}
