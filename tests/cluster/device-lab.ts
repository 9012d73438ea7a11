import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Kubernetes } from '#deploy/servers/mod.ts';
import { systemClock } from '#kit/clock.ts';
import { randomIds } from '#kit/ids.ts';
import type { Lease, LeaseRequest } from '#kit/leases/types.ts';
import { ClusterLeases } from '#operator/devices/mod.ts';
import { DEVICE_LEASES, DEVICE_POOLS, DEVICES } from '#operator/devices/resources.ts';
import { Owners } from '#operator/devices/testkit/owners.ts';
import type { Client } from '#operator/runtime/client.ts';
import { isConflict } from '#operator/runtime/failure.ts';
import { secondTime } from '#operator/runtime/micro-time.ts';
import { kubeObject, parseObject, type Resource } from '#operator/runtime/objects.ts';
import { chance, silent } from '#operator/runtime/testkit/world.ts';
import { Writer } from '#operator/runtime/writer.ts';
import { applied, clientOf, eventually, NAMESPACES, resource, sent } from './cluster.testkit.ts';
import type { DeviceOperatorOptions } from './device-operator-options.ts';
import { historyOfGyre, revision } from './etcd.ts';
import { installGyre } from './gyre-resources.ts';

export const POOL = 'phones';
/** Users of the cluster that a lab needs. */
export const LAB_USERS = { operator: [], holder: [] } as const;

const gyre = (resources: readonly string[], verbs: readonly string[]) => ({ apiGroups: ['gyre.dev'], resources, verbs });
/** What the chart lets the operator do with devices, and what a holder needs. */
const RULES = {
  operator: [
    gyre(['devicepools', 'devices', 'deviceleases'], ['get', 'list', 'watch', 'patch', 'update']),
    gyre(['deviceleases'], ['delete']),
    gyre(['devicepools/status', 'devices/status', 'deviceleases/status'], ['get', 'patch', 'update']),
    gyre(['devices'], ['fence']),
    { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['create', 'patch'] },
    { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['create', 'get', 'update'] },
  ],
  holder: [gyre(['deviceleases'], ['create', 'get', 'list', 'watch', 'patch', 'delete']), gyre(['deviceleases/status', 'devices/status'], ['patch']), gyre(['devices'], ['get'])],
} as const;

/** Definitions, roles, and policies that are in force, once for each cluster. */
export async function prepareLab(cluster: Kubernetes, admin: Client): Promise<void> {
  const rbac = (kind: string, plural: string) => resource('rbac.authorization.k8s.io/v1', kind, plural, false);
  await installGyre(admin);
  for (const [name, rules] of Object.entries(RULES)) {
    const metadata = { name: `lab-${name}` };
    await applied(admin, rbac('ClusterRole', 'clusterroles'), { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata, rules });
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: metadata.name };
    await applied(admin, rbac('ClusterRoleBinding', 'clusterrolebindings'), { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata, roleRef, subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name }] });
  }
  const place = { namespace: 'default', name: 'probe' };
  const probe = await new Writer({ client: admin, manager: 'lab' }).create(DEVICES, { metadata: place, spec: { poolRef: { name: POOL }, serial: 'probe', endpoint: 'http://probe.lab:4723' } });
  const holder = await clientOf(await cluster.kubeconfigOf('holder'));
  const writer = new Writer({ client: holder, manager: 'holder' });
  await eventually('the policies are in force', async () => {
    const live = await admin.get(DEVICES, place);
    return writer.patch(DEVICES, live, { status: { fencingToken: (live.status?.fencingToken ?? 0) + 1 } }, { subresource: 'status' }).then(() => false, (error: unknown) => String(error).includes('only the operator binds devices'));
  });
  holder.close();
  await new Writer({ client: admin, manager: 'lab' }).delete(DEVICES, await admin.get(DEVICES, probe.metadata));
}

const entry = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const started = (file: string, args: readonly string[]): ChildProcess => {
  const child = fork(entry(file), args, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
};

/** What a process says, in order; a word that was said before it is waited for counts. */
export class Spoken {
  readonly child: ChildProcess;
  readonly words: unknown[] = [];
  ended = false;

  constructor(child: ChildProcess) {
    this.child = child;
    child.on('message', (word) => this.words.push(word));
    child.once('exit', () => (this.ended = true));
  }

  says(word: string): Promise<void> {
    return eventually(`a process says ${word}`, () => {
      if (this.words.includes(word)) return true;
      if (this.ended) throw new Error(`the process ended before it said ${word}`);
      return false;
    });
  }

  kill(): Promise<void> {
    this.child.kill('SIGKILL');
    return eventually('it is dead', () => this.ended);
  }
}

let labs = 0;

/** A namespace with a pool, the history of its devices and leases from the first on, and processes that work in it. All ends with the test. */
export async function openLab(cluster: Kubernetes, admin: Client, pool: Readonly<Record<string, unknown>> = {}) {
  const namespace = `lab${++labs}`;
  const place = (name: string) => ({ namespace, name });
  await sent(admin, NAMESPACES, 'POST', {}, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  const writer = new Writer({ client: admin, manager: 'lab' });
  const over = new AbortController();
  const running: Promise<unknown>[] = [];
  const clients: Client[] = [];
  const opened = async (user: keyof typeof RULES, server?: string) => {
    const client = await clientOf(await cluster.kubeconfigOf(user), server);
    clients.push(client);
    return client;
  };
  onTestFinished(async () => {
    over.abort();
    for (const client of clients) client.close();
    await Promise.allSettled(running);
  });
  const from = await revision(cluster.etcd);
  await writer.create(DEVICE_POOLS, { metadata: place(POOL), spec: { platform: 'Simulated', queue: { defaultLimit: { maxLeases: 100 } }, ...pool } });

  return {
    namespace,
    place,
    writer,
    opened,
    /** Its whole history judged: who had which device, and whether any of that must not be. */
    async judged(): Promise<Owners> {
      const owners = new Owners();
      for (const { type, object } of await historyOfGyre(cluster.etcd, from)) {
        const { metadata, kind } = kubeObject.parse(object);
        if (metadata.namespace !== namespace) continue;
        if (kind === DEVICES.kind) owners.device({ type, object: parseObject(DEVICES, object) });
        if (kind === DEVICE_LEASES.kind) owners.lease({ type, object: parseObject(DEVICE_LEASES, object) });
      }
      return owners;
    },
    leaseOf: (name: string) => admin.get(DEVICE_LEASES, place(name)),
    deviceOf: (name: string) => admin.get(DEVICES, place(name)),
    leases: async () => (await admin.list(DEVICE_LEASES, { namespace })).items,
    devices: async () => (await admin.list(DEVICES, { namespace })).items,
    /** A device that is clean and was checked; where an operator works already, that is for it to see to. */
    async device(name: string, { ready = true } = {}): Promise<void> {
      const made = await writer.create(DEVICES, { metadata: place(name), spec: { poolRef: { name: POOL }, serial: `serial-${name}`, endpoint: `http://${name}.lab:4723` } });
      if (!ready) return;
      const now = secondTime(Date.now());
      const condition = (type: string) => ({ type, status: 'True' as const, reason: 'Lab', message: 'As the lab has it.', lastTransitionTime: now, observedGeneration: 1 });
      await writer.update(DEVICES, { ...made, status: { fencingToken: 0, conditions: ['Online', 'Healthy', 'Clean'].map(condition), lastCheckTime: now } }, { subresource: 'status' });
    },
    lease: (name: string, spec: object = {}) => writer.create(DEVICE_LEASES, { metadata: place(name), spec: { poolRef: { name: POOL }, tenant: 'training', holder: 'lab', ...spec } }),
    /** Changes the spec of what others write too: read and sent again until nobody came between. */
    async change(kind: Resource, name: string, spec: object): Promise<void> {
      for (;;) {
        try {
          return void (await writer.patch(kind, await admin.get(kind, place(name)), { spec }));
        } catch (error) {
          if (!isConflict(error)) throw error;
        }
      }
    },
    /** A replica of the operator, as a process. */
    async operator(options: Partial<DeviceOperatorOptions> = {}): Promise<Spoken> {
      const all: DeviceOperatorOptions = { kubeconfig: await cluster.kubeconfigOf('operator'), namespace, identity: `replica-${randomIds().next('')}`, ...options };
      return new Spoken(started('device-operator.ts', [JSON.stringify(all)]));
    },
    /** A process that takes a lease and renews it; its name is the first thing it says. */
    async holderProcess(): Promise<Spoken> {
      return new Spoken(started('lease-holder.ts', [await cluster.kubeconfigOf('holder'), namespace, POOL, 'holder-process']));
    },
    /** Takes leases in this process, which is the only one of its name. */
    async holder(instance: string) {
      const client = await opened('holder');
      const leases = new ClusterLeases({ client, writer: new Writer({ client, manager: instance }), clock: systemClock, random: chance(), ids: randomIds(), log: silent, namespace, instance });
      running.push(leases.run(over.signal));
      const ask = (more: Partial<LeaseRequest> = {}): LeaseRequest => ({ pool: POOL, tenant: 'training', holder: instance, ...more });
      return { leases, take: (more?: Partial<LeaseRequest>): Promise<Lease> => leases.take(ask(more)), admit: (device: string, fencingToken: number) => leases.admit({ pool: POOL, device, fencingToken }) };
    },
  };
}
