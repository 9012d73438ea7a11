import type { Clock } from '#kit/clock.ts';
import type { DeviceDriver } from '#kit/leases/driver.ts';
import type { Logger } from '#kit/logs.ts';
import { observe } from '#kit/metrics.ts';
import type { Random } from '#kit/random.ts';
import { METRICS } from '#kit/telemetry-names.ts';
import type { Client } from '../runtime/client.ts';
import { Controller, type Reconcile, type ReconcileResult } from '../runtime/controller.ts';
import type { EventRecorder } from '../runtime/events.ts';
import { keyOf } from '../runtime/objects.ts';
import type { Writer } from '../runtime/writer.ts';
import { type Caches, deviceKeyOf } from './caches.ts';
import { Chores } from '#kit/leases/chores.ts';
import { DeviceReconciler } from './device-reconciler.ts';
import { BINDING_MS, LeaseReconciler, type LeaseReconcilerOptions } from './lease-reconciler.ts';
import { poolKeyOf, stateOf, wantsDevice } from './lease-status.ts';
import { poolStatus } from './pool-status.ts';
import { DEVICE_POOLS } from './resources.ts';
import { Scheduler } from './scheduler.ts';

export interface DeviceControllersOptions extends Pick<LeaseReconcilerOptions, 'finalizerMs' | 'keepEndedMs'> {
  readonly client: Client;
  readonly writer: Writer;
  readonly recorder: EventRecorder;
  readonly caches: Caches;
  /** Undefined where the process reaches no device: leases are still kept and ended, devices are neither reset, checked nor leased. */
  readonly driver: DeviceDriver | undefined;
  /** Never set back or forward. */
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Resets and checks at once. Default 64. */
  readonly chores?: number;
}

/** A pool's counts are written no more often. */
const POOL_STATUS_MS = 2_000;
/** A binding that lost to another writer looks again soon: holders wait for it. */
const SOON = { firstMs: 20, longestMs: 30_000 };

/**
 * What leases devices: passes over pools, bindings, lives of leases, upkeep of devices, counts of pools. Each is a controller of its own,
 * so that none waits for another. To be run by the leader alone; two at once are slower, and still give no device to two leases.
 */
export class DeviceControllers {
  readonly controllers: readonly Controller[];
  readonly #chores: Chores;
  readonly #options: Pick<DeviceControllersOptions, 'caches' | 'clock'>;

  constructor({ chores = 64, ...options }: DeviceControllersOptions) {
    const { client, writer, caches, clock, random, log } = options;
    this.#options = options;
    const shared = { clock, random, log };
    const controller = (name: string, reconcile: Reconcile, more: { workers: number; backoff?: typeof SOON }) => new Controller({ name, reconcile, ...shared, ...more });
    const scheduler = new Scheduler({
      client,
      writer,
      caches,
      clock,
      onIntent: (key) => {
        bindings.queue.add(key);
        leases.queue.addAfter(key, BINDING_MS);
      },
      onVerdict: (key) => void leases.queue.add(key),
      onPool: (key) => void pools.queue.add(key),
    });
    this.#chores = new Chores(chores, (key) => void devices.queue.add(key));
    const leaseReconciler = new LeaseReconciler({ ...options, scheduler });
    const deviceReconciler = new DeviceReconciler({ ...options, scheduler, chores: this.#chores });
    const pools = controller('device-pools', (key) => Promise.resolve(scheduler.pass(key)), { workers: 1 });
    const bindings = controller('device-bindings', (key, context) => scheduler.bind(key, context), { workers: 32, backoff: SOON });
    const leases = controller('device-leases', (key, context) => leaseReconciler.reconcile(key, context), { workers: 32 });
    const devices = controller('devices', (key, context) => deviceReconciler.reconcile(key, context), { workers: 32, backoff: SOON });
    const counts = controller('device-pool-status', counting({ writer, caches, clock }), { workers: 2 });
    this.controllers = [pools, bindings, leases, devices, counts];

    pools.watches(caches.leases, (lease) => [poolKeyOf(lease)]);
    pools.watches(caches.devices, (device) => [poolKeyOf(device)]);
    pools.watches(caches.pools, (pool) => [keyOf(pool)]);
    leases.watches(caches.leases, (lease) => [keyOf(lease)]);
    leases.watches(caches.devices, (device) => caches.leases.cache.byIndex('device', keyOf(device)).map(keyOf));
    leases.watches(caches.pools, (pool) => caches.leases.cache.byIndex('waiting', keyOf(pool)).map(keyOf));
    devices.watches(caches.devices, (device) => [keyOf(device)]);
    devices.watches(caches.leases, (lease) => [...[deviceKeyOf(lease) ?? []].flat(), ...caches.devices.cache.byIndex('lease', lease.metadata.uid ?? '').map(keyOf)]);
    devices.watches(caches.pools, (pool) => caches.devices.cache.byIndex('pool', keyOf(pool)).map(keyOf));
    counts.watches(caches.leases, (lease) => [poolKeyOf(lease)]);
    counts.watches(caches.devices, (device) => [poolKeyOf(device)]);
    counts.watches(caches.pools, (pool) => [keyOf(pool)]);
    // Bindings come from passes alone, and begin when the caches are there.
    bindings.watches(caches.leases, () => []);
  }

  /** Works until the signal ends it; the informers are run by whoever opened them. */
  async run(signal: AbortSignal): Promise<void> {
    const unobserve = observe(METRICS.deviceLeaseOldestWait, () => [[this.#oldestWaitMs() / 1000, {}]]);
    try {
      await Promise.all(this.controllers.map((each) => each.run(signal)));
    } finally {
      unobserve();
      this.#chores.close();
    }
  }

  #oldestWaitMs(): number {
    const { caches, clock } = this.#options;
    const now = clock.now();
    const waiting = caches.leases.cache.list().filter(wantsDevice);
    return now - waiting.reduce((first, { metadata }) => Math.min(first, Date.parse(metadata.creationTimestamp ?? '') || first), now);
  }
}

/** Writes a pool's status when it has changed, and not more often than {@link POOL_STATUS_MS}. */
function counting({ writer, caches, clock }: { readonly writer: Writer; readonly caches: Caches; readonly clock: Clock }): Reconcile {
  const written = new Map<string, number>();
  caches.pools.handle({ deleted: (pool) => void written.delete(keyOf(pool)) });
  return async (key, { signal }): Promise<ReconcileResult | void> => {
    const pool = caches.pools.cache.get(key);
    if (!pool) return;
    const wait = (written.get(key) ?? Number.NEGATIVE_INFINITY) + POOL_STATUS_MS - clock.now();
    if (wait > 0) return { requeueAfterMs: wait };
    const waiting = caches.leases.cache.byIndex('waiting', key);
    const held = caches.leases.cache.byIndex('held', key).filter((lease) => stateOf(lease) === 'held');
    const next = poolStatus(pool, caches.devices.cache.byIndex('pool', key), waiting, held, clock.now());
    if (JSON.stringify(next, sorted) === JSON.stringify(pool.status, sorted)) return;
    await writer.update(DEVICE_POOLS, { ...pool, status: next }, { subresource: 'status', signal });
    if (caches.pools.cache.get(key)) written.set(key, clock.now());
  };
}

/** Fields in one order, so that equal objects have equal texts. */
function sorted(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
