import { systemClock } from '#kit/clock.ts';
import { createLogger } from '#kit/logs.ts';
import { random } from '#kit/random.ts';
import { DEVICE_LEASES, DEVICE_POOLS, type DeviceLeaseObject, type DeviceObject, DEVICES } from '#operator/devices/resources.ts';
import { LEASE_FINALIZER } from '#operator/devices/lease-reconciler.ts';
import type { Client } from '#operator/runtime/client.ts';
import { isConflict } from '#operator/runtime/failure.ts';
import { Informer } from '#operator/runtime/informer.ts';
import type { KubeObject, Resource } from '#operator/runtime/objects.ts';
import { Writer } from '#operator/runtime/writer.ts';
import { eventually, NAMESPACES, sent } from '../cluster/requests.ts';

const POOL = 'phones';

export interface Load {
  /** How many there are. */
  readonly count: number;
  /** Arrivals a second, whatever has become of those before. */
  readonly rate: number;
}

/** Milliseconds from when each was due. */
export interface Latencies {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
}

export function latenciesOf(ms: readonly number[]): Latencies {
  const sorted = ms.toSorted((a, b) => a - b);
  const at = (part: number) => Number((sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN).toFixed(1));
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
}

/** Begins `arrive` at its time for each of the load, and resolves when all are through. */
export async function openLoop({ count, rate }: Load, arrive: (i: number, dueMs: number) => Promise<void>): Promise<void> {
  const began = performance.now();
  const all: Promise<void>[] = [];
  for (let i = 0; i < count; i++) {
    const due = began + (i * 1000) / rate;
    const wait = due - performance.now();
    if (wait > 0) await systemClock.sleep(wait);
    all.push(arrive(i, due));
  }
  await Promise.all(all);
}

/** Objects of a namespace, and who waits for what is said of one by a watch. */
class Watched<T extends KubeObject> {
  readonly informer: Informer<T>;
  readonly #waiting = new Map<string, { readonly holds: (object: T) => boolean; readonly resolve: (atMs: number) => void }>();

  constructor(client: Client, resource: Resource<T>, namespace: string) {
    this.informer = new Informer({ client, resource, selection: { namespace }, clock: systemClock, random: random('bench'), log: createLogger('bench', 'warn') });
    const see = (object: T) => {
      const waiting = this.#waiting.get(object.metadata.name);
      if (!waiting?.holds(object)) return;
      this.#waiting.delete(object.metadata.name);
      waiting.resolve(performance.now());
    };
    this.informer.handle({ added: see, updated: see });
  }

  /** The time at which a watch shows it so. */
  shows(name: string, holds: (object: T) => boolean): Promise<number> {
    return new Promise((resolve) => this.#waiting.set(name, { holds, resolve }));
  }
}

/** A namespace with a pool and devices, and what is done with them. */
export async function openDevices(client: Client, namespace: string, devices: number) {
  const writer = new Writer({ client, manager: 'bench' });
  const place = (name: string) => ({ namespace, name });
  await sent(client, NAMESPACES, 'POST', {}, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  await writer.create(DEVICE_POOLS, { metadata: place(POOL), spec: { platform: 'Simulated', queue: { defaultLimit: { maxLeases: 10_000 }, maxWaiting: 10_000 } } });
  const made: DeviceObject[] = [];
  for (let i = 0; i < devices; i++) made.push(await writer.create(DEVICES, { metadata: place(`d${i}`), spec: { poolRef: { name: POOL }, serial: `serial-${i}`, endpoint: `http://d${i}.lab:4723` } }));
  // As the client library creates them.
  const lease = (i: number) => writer.create(DEVICE_LEASES, { metadata: { ...place(`l${i}`), finalizers: [LEASE_FINALIZER] }, spec: { poolRef: { name: POOL }, tenant: `tenant-${i % 4}`, holder: 'bench' } });

  const watching = async <T extends KubeObject, R>(resource: Resource<T>, body: (watched: Watched<T>) => Promise<R>): Promise<R> => {
    const over = new AbortController();
    const watched = new Watched(client, resource, namespace);
    const running = watched.informer.run(over.signal);
    await watched.informer.synced(over.signal);
    return body(watched).finally(async () => {
      over.abort();
      await running;
    });
  };

  return {
    /** All devices have been reset and checked. */
    ready: () => eventually('the devices are free', async () => (await client.list(DEVICES, { namespace })).items.every(({ status }) => status?.summary === 'Free')),

    /** From when a lease is due until a watch shows that it is bound; it is released after `holdMs`. */
    leases: (load: Load, holdMs: number): Promise<number[]> =>
      watching(DEVICE_LEASES, async (watched) => {
        const taken: number[] = [];
        await openLoop(load, async (i, due) => {
          const bound = watched.shows(`l${i}`, ({ status }) => status?.deviceName !== undefined);
          await lease(i);
          taken.push((await bound) - due);
          await systemClock.sleep(holdMs);
          const released = watched.shows(`l${i}`, ({ status }) => status?.release !== undefined);
          await release(`l${i}`, watched);
          await released;
        });
        return taken;
      }),

    /** The floor: from when it is due, a lease is created that nobody looks at, and a device taken by one compare-and-swap, until a watch shows the device so. */
    bare: (load: Load): Promise<number[]> =>
      watching(DEVICES, async (watched) => {
        const taken: number[] = [];
        await openLoop(load, async (i, due) => {
          await lease(i);
          const [device] = made.splice(0, 1);
          if (!device) throw new Error('the floor has too few devices for its rate');
          const fencingToken = (device.status?.fencingToken ?? 0) + 1;
          const shown = watched.shows(device.metadata.name, ({ status }) => status?.fencingToken === fencingToken);
          made.push(await writer.update(DEVICES, { ...device, status: { fencingToken } }, { subresource: 'status' }));
          taken.push((await shown) - due);
        });
        return taken;
      }),
  };

  /** The operator writes the lease too. */
  async function release(name: string, { informer }: Watched<DeviceLeaseObject>): Promise<void> {
    for (;;) {
      const seen = informer.cache.get(`${namespace}/${name}`) ?? (await client.get(DEVICE_LEASES, place(name)));
      try {
        return void (await writer.patch(DEVICE_LEASES, seen, { spec: { release: { reason: 'the bench is through' } } }));
      } catch (error) {
        if (!isConflict(error)) throw error;
        await systemClock.sleep(20);
      }
    }
  }
}
