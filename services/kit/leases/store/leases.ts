import type { Clock } from '../../clock.ts';
import { GyreError } from '../../errors.ts';
import type { Ids } from '../../ids.ts';
import type { Logger } from '../../logs.ts';
import { openScope, orAborted } from '../../rpc/call-scope.ts';
import type { Store } from '../../store/types.ts';
import type { DeviceDriver } from '../driver.ts';
import { RELEASES } from '../endings.ts';
import { fenced, leaseEnded, notTaken } from '../failures.ts';
import { type Health, NEW_DEVICE, withFault } from '../health.ts';
import { checkReason, fullRequest } from '../request.ts';
import type { Command, Lease, LeasedDevice, LeaseRequest, Leases, ReportedFault } from '../types.ts';
import { json, Keeper } from './keeper.ts';
import { type DeviceDoc, type LeaseDoc, POOL_DEFAULTS, type PoolRules } from './records.ts';

export interface StoreLeasesOptions {
  readonly store: Store;
  readonly driver: DeviceDriver;
  /** Never set back or forward. */
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Pick<Logger, 'warn'>;
  /** What other processes change is seen after so long, milliseconds. Default 1,000. */
  readonly pollMs?: number;
  /** Leases that ended are kept for so long. Default 1 hour. */
  readonly keepEndedMs?: number;
}

/** A pool's rules where they differ from {@link POOL_DEFAULTS}. */
export type PoolChoices = { readonly [P in keyof PoolRules]?: PoolRules[P] extends boolean ? boolean : Partial<PoolRules[P]> };

/** The devices port on the store, for an installation without a cluster. Nothing happens unless {@link run} runs. */
export class StoreLeases implements Leases {
  readonly #options: Required<StoreLeasesOptions>;
  readonly #keeper: Keeper;
  /** Those who want to know of a lease, by its id. */
  readonly #watchers = new Map<string, (lease: LeaseDoc) => void>();
  #wake = Promise.withResolvers<void>();

  constructor(options: StoreLeasesOptions) {
    this.#options = { pollMs: 1_000, keepEndedMs: 3_600_000, ...options };
    this.#keeper = new Keeper({ ...this.#options, onWork: () => this.#wake.resolve() });
  }

  /** Binds, expires and keeps devices fit until the signal ends it. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, log, pollMs } = this.#options;
    try {
      while (!signal.aborted) {
        this.#wake = Promise.withResolvers<void>();
        let due = pollMs;
        try {
          due = Math.min(pollMs, await this.#keeper.pass());
          await this.#tellWatchers();
        } catch (error) {
          log.warn({ err: GyreError.from(error, 'store') }, 'a pass over the device pools failed');
        }
        const timer = new AbortController();
        await Promise.race([this.#wake.promise, clock.sleep(Math.max(1, due), AbortSignal.any([signal, timer.signal])).catch(() => undefined)]);
        timer.abort(DONE);
      }
    } finally {
      this.#keeper.close();
    }
  }

  /** Makes or changes a pool. */
  async putPool(name: string, choices: PoolChoices = {}): Promise<void> {
    const { open = POOL_DEFAULTS.open, lease, queue, reset, check, quarantine } = choices;
    const rules: PoolRules = {
      open,
      lease: { ...POOL_DEFAULTS.lease, ...lease },
      queue: { ...POOL_DEFAULTS.queue, ...queue },
      reset: { ...POOL_DEFAULTS.reset, ...reset },
      check: { ...POOL_DEFAULTS.check, ...check },
      quarantine: { ...POOL_DEFAULTS.quarantine, ...quarantine },
    };
    await this.#keeper.pools.put({ _id: name, rules });
    this.#wake.resolve();
  }

  /** Adds a device, which is reset before its first lease; one of that name stays as it is but for its address and labels. */
  async putDevice(pool: string, device: LeasedDevice, labels: DeviceDoc['labels'] = {}): Promise<void> {
    const _id = `${pool}/${device.name}`;
    const { name, serial, endpoint } = device;
    const { healthy: _, ...health } = NEW_DEVICE;
    const added = await this.#keeper.devices.insert({ _id, pool, name, serial, endpoint, labels, tainted: [], token: 0, lease: null, revision: 0, health: { ...health, healthy: undefined }, forced: false, cleanMs: 0 });
    if (!added) await this.#keeper.devices.update(_id, {}, { set: { serial, endpoint, labels } });
    this.#wake.resolve();
  }

  /** Takes a device away; its lease ends. */
  async removeDevice(pool: string, name: string): Promise<void> {
    await this.#keeper.devices.delete(`${pool}/${name}`);
    this.#wake.resolve();
  }

  /** Sets the taints of people; none: the device may be leased again. NOT_FOUND if there is no such device. */
  async taint(pool: string, name: string, taints: DeviceDoc['tainted']): Promise<void> {
    const tainted = taints.map((each) => ({ ...each }));
    if (!(await this.#keeper.devices.update(`${pool}/${name}`, {}, { set: { tainted } }))) throw missing('device', `${pool}/${name}`);
    this.#wake.resolve();
  }

  /** What an administrator takes back what somebody holds with. */
  async forceRelease(id: string, reason: string): Promise<void> {
    await this.#keeper.leases.update(id, { state: { in: ['waiting', 'held'] }, wish: null }, { set: { wish: { mode: 'Force', reason } } });
    this.#wake.resolve();
  }

  /** How devices and leases of a pool are, for people. */
  async look(pool: string): Promise<{ readonly devices: readonly DeviceDoc[]; readonly leases: readonly LeaseDoc[] }> {
    return { devices: await this.#keeper.devices.find({ pool }), leases: await this.#keeper.leases.find({ pool }) };
  }

  async take(given: LeaseRequest, { signal }: { readonly signal?: AbortSignal } = {}): Promise<Lease> {
    const request = fullRequest(given);
    signal?.throwIfAborted();
    if (!(await this.#keeper.pools.get(request.pool))) throw new GyreError('FAILED_PRECONDITION', `pool: ${request.pool} does not exist; create it, or name another`, { boundary: 'device', field: 'pool' });
    const { clock, ids } = this.#options;
    const id = ids.next('lease');
    const news = Promise.withResolvers<LeaseDoc>();
    this.#watchers.set(id, (lease) => (lease.state === 'waiting' ? undefined : news.resolve(lease)));
    const scope = openScope(`take of ${id}`, clock.now() + request.maxWaitSeconds * 1000 + GRACE_MS, clock, 'device', [signal]);
    try {
      await this.#keeper.leases.insert({ _id: id, pool: request.pool, request, state: 'waiting', createdMs: clock.now(), renewals: 0 });
      this.#wake.resolve();
      const lease = await orAborted(news.promise, scope.signal);
      if (lease.state === 'ended' && lease.release) throw notTaken(id, lease.release, lease.release.field);
      return await this.#handle(lease);
    } catch (error) {
      this.#watchers.delete(id);
      await this.#keeper.leases.update(id, { state: { in: ['waiting', 'held'] }, wish: null }, { set: { wish: { mode: 'Graceful', reason: 'nobody waits for it any more' } } });
      this.#wake.resolve();
      throw error;
    } finally {
      scope.dispose();
    }
  }

  async admit(command: Command): Promise<void> {
    const device = await this.#keeper.devices.get(`${command.pool}/${command.device}`);
    if (!device) throw missing('device', `${command.pool}/${command.device}`);
    if (device.lease === null || device.token !== command.fencingToken) throw fenced(command, device.lease === null ? undefined : device.token);
    const renewed = await this.#keeper.leases.update(device.lease, { state: 'held', device: device._id, wish: null }, { inc: { renewals: 1 } });
    if (!renewed) throw fenced(command, undefined);
  }

  async #handle({ _id: id, request, device: key = '', token = 0 }: LeaseDoc): Promise<Lease> {
    const device = await this.#keeper.devices.get(key);
    if (!device) throw missing('device', key);
    const ended = new AbortController();
    let over: GyreError | undefined;
    const end = (error: GyreError) => {
      over ??= error;
      this.#watchers.delete(id);
      ended.abort(over);
    };
    this.#watchers.set(id, (lease) => (lease.state === 'held' ? undefined : end(leaseEnded(id, lease.release ?? RELEASES.holderDeleted()))));
    return {
      id,
      request,
      device: { name: device.name, serial: device.serial, endpoint: device.endpoint },
      fencingToken: token,
      ended: ended.signal,
      renew: async () => {
        if (over) throw over;
        if (await this.#keeper.leases.update(id, { state: 'held', wish: null }, { inc: { renewals: 1 } })) return;
        const lease = await this.#keeper.leases.get(id);
        end(leaseEnded(id, lease?.release ?? RELEASES.completed('it is being released')));
        if (over) throw over;
      },
      release: async (reason, fault) => {
        if (over) return;
        checkReason(reason);
        if (fault) await this.#report(key, id, fault);
        await this.#keeper.leases.update(id, { state: 'held', wish: null }, { set: { wish: { mode: 'Graceful', reason } } });
        end(leaseEnded(id, RELEASES.completed(reason)));
        this.#wake.resolve();
      },
    };
  }

  /** Notes a fault of the device, by compare-and-swap; one that changes all the time has the fault noted by the tries that it takes. */
  async #report(key: string, lease: string, { reason, message }: ReportedFault): Promise<void> {
    for (;;) {
      const device = await this.#keeper.devices.get(key);
      const pool = device && (await this.#keeper.pools.get(device.pool));
      if (!device || !pool) return;
      const health: Health = withFault(device.health, { atMs: this.#options.clock.now(), reason, message, lease }, pool.rules);
      if (await this.#keeper.devices.update(key, { revision: device.revision }, { set: { health: json(health) }, inc: { revision: 1 } })) return;
    }
  }

  async #tellWatchers(): Promise<void> {
    const ids = [...this.#watchers.keys()];
    for (let i = 0; i < ids.length; i += 500) {
      const some = ids.slice(i, i + 500);
      const found = new Map((await this.#keeper.leases.find({ _id: { in: some } })).map((lease) => [lease._id, lease]));
      // One that is about to be inserted is not there yet, and is told with the next pass.
      for (const [id, lease] of found) this.#watchers.get(id)?.(lease);
    }
  }
}

/** Beyond the longest wait the keeper has had its time; nobody keeps the pool then. */
const GRACE_MS = 30_000;
const DONE = new GyreError('CANCELLED', 'woken', { boundary: 'store' });
const missing = (what: string, id: string) => new GyreError('NOT_FOUND', `${what} ${id} does not exist`, { boundary: 'device', field: what });
