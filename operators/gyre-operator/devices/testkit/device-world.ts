import { ManualClock } from '#kit/clock.ts';
import { countedIds } from '#kit/ids.ts';
import { FakeDriver } from '#kit/leases/testkit/fake-driver.ts';
import { createLogger } from '#kit/logs.ts';
import { random } from '#kit/random.ts';
import { EventRecorder, EVENTS } from '../../runtime/events.ts';
import { secondTime } from '../../runtime/micro-time.ts';
import { parseObject, type Resource } from '../../runtime/objects.ts';
import { type Json, Refusal } from '../../runtime/testkit/object-store.ts';
import { openServer } from '../../runtime/testkit/world.ts';
import { Writer } from '../../runtime/writer.ts';
import { refusals, stored } from '../../testkit/samples.ts';
import { openCaches } from '../caches.ts';
import { DeviceControllers, type DeviceControllersOptions } from '../controllers.ts';
import { DEVICE_LEASES, DEVICE_POOLS, type DeviceLeaseObject, type DeviceObject, DEVICES } from '../resources.ts';
import { Owners } from './owners.ts';

export const NAMESPACE = 'lab';
export const POOL = 'phones';
export const log = createLogger('spec', 'silent');
const KINDS = ['DeviceLease', 'DevicePool', 'Device'] as const;

/** An API server that holds to the definitions of `crds/`, an installation of pool and devices, and operators to be started and killed. */
export async function openDeviceWorld({ clock = new ManualClock(Date.UTC(2026, 0, 31, 12)), pool = {} as Json, cel = true } = {}) {
  const { server, signal: over, open, run } = await openServer([DEVICE_LEASES, DEVICES, DEVICE_POOLS, EVENTS], clock, 'devices');
  server.store.defined = (resource, after, before) => {
    const kind = KINDS.find((each) => each === resource.kind);
    if (kind === undefined) return after;
    const said = cel ? refusals(kind, after, before) : [];
    if (said.length > 0) throw new Refusal(422, 'Invalid', said.join('; '));
    return stored(kind, after);
  };
  const driver = new FakeDriver();
  let operators = 0;
  const put = (resource: Resource, name: string, spec: Json, more: Json = {}) => server.store.create(resource, NAMESPACE, { metadata: { name, ...more }, spec });
  const status = (resource: Resource, name: string, body: Json) => server.store.write(resource, NAMESPACE, name, { kind: 'merge', body: { status: body } }, 'status');
  put(DEVICE_POOLS, POOL, { platform: 'Simulated', ...pool });

  /** One operator: its caches run at once, its controllers when told to. */
  const operator = (options: Partial<DeviceControllersOptions> = {}) => {
    const client = open();
    const stop = new AbortController();
    const signal = AbortSignal.any([over, stop.signal]);
    const [freeze, shared] = [new AbortController(), { clock, random: random('devices'), log }];
    const caches = openCaches({ client, namespace: NAMESPACE, ...shared });
    const writer = new Writer({ client, manager: 'gyre-operator', fence: () => 1 });
    const recorder = new EventRecorder({ writer, ids: countedIds('events', ++operators), ...shared, controller: 'gyre.dev/operator', instance: 'spec' });
    const work = new DeviceControllers({ client, writer, recorder, caches, driver, ...shared, ...options });
    const watching = AbortSignal.any([signal, freeze.signal]);
    for (const informer of [caches.leases, caches.devices, caches.pools]) void run(informer.run(watching));
    void run(recorder.run(signal));
    return {
      caches,
      work,
      client,
      writer,
      synced: () => Promise.all([caches.leases, caches.devices, caches.pools].map((informer) => informer.synced(signal))),
      /** Its caches stay as they are from now on. */
      freeze: () => freeze.abort(),
      start: () => void run(work.run(signal)),
      /** As a process that is killed: what is under way breaks off. */
      kill: () => {
        stop.abort();
        client.close();
      },
    };
  };

  return {
    clock,
    server,
    driver,
    open,
    operator,
    signal: over,
    run,
    put,
    status,
    /** A device, clean and checked if `ready`. */
    device: (name: string, { ready = true, labels = {} }: { ready?: boolean; labels?: Record<string, string> } = {}) => {
      put(DEVICES, name, { poolRef: { name: POOL }, serial: `serial-${name}`, endpoint: `http://${name}.lab:4723` }, { labels });
      const condition = (type: string) => ({ type, status: 'True', reason: 'Spec', message: 'As the spec has it.', lastTransitionTime: secondTime(clock.now()), observedGeneration: 1 });
      if (ready) status(DEVICES, name, { fencingToken: 0, conditions: ['Online', 'Healthy', 'Clean'].map(condition), lastCheckTime: secondTime(clock.now()) });
    },
    lease: (name: string, spec: Json = {}, more: Json = {}) => put(DEVICE_LEASES, name, { poolRef: { name: POOL }, tenant: 'training', holder: 'spec', ...spec }, more),
    change: (resource: Resource, name: string, body: Json) => server.store.write(resource, NAMESPACE, name, { kind: 'merge', body }, undefined),
    remove: (resource: Resource, name: string) => server.store.delete(resource, NAMESPACE, name),
    leases: (): readonly DeviceLeaseObject[] => server.store.list(DEVICE_LEASES, NAMESPACE).map((each) => parseObject(DEVICE_LEASES, each)),
    devices: (): readonly DeviceObject[] => server.store.list(DEVICES, NAMESPACE).map((each) => parseObject(DEVICES, each)),
    leaseOf: (name: string) => parseObject(DEVICE_LEASES, server.store.get(DEVICE_LEASES, NAMESPACE, name)),
    deviceOf: (name: string) => parseObject(DEVICES, server.store.get(DEVICES, NAMESPACE, name)),
    eventReasons: () => server.store.list(EVENTS, NAMESPACE).map((event) => String(event['reason'])),
    /** Lets time pass in small steps until it is so. */
    async until(what: string, condition: () => boolean, stepMs = 5): Promise<void> {
      for (let tries = 0; tries < 20_000; tries++) {
        if (condition()) return;
        await new Promise((resolve) => setTimeout(resolve, 1));
        if (tries % 3 === 2) clock.advance(stepMs);
      }
      throw new Error(`it never came to be that ${what}`);
    },
  };
}

export type DeviceWorld = Awaited<ReturnType<typeof openDeviceWorld>>;

/** Has every change from now on judged by {@link Owners}; the list of faults it returns stays empty. */
export function watchOwners({ server }: Pick<DeviceWorld, 'server'>): readonly string[] {
  const owners = new Owners();
  server.store.listen(({ type, plural, object }) => {
    if (plural === DEVICES.plural) owners.device({ type, object: parseObject(DEVICES, object) });
    if (plural === DEVICE_LEASES.plural) owners.lease({ type, object: parseObject(DEVICE_LEASES, object) });
  });
  return owners.faults;
}
