import { randomInt } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { systemClock } from '#kit/clock.ts';
import { ROOT } from '../../architecture/sources.ts';
import type { Client } from '#operator/runtime/client.ts';
import { Informer } from '#operator/runtime/informer.ts';
import { LEASES } from '#operator/runtime/lease.ts';
import { microTime } from '#operator/runtime/micro-time.ts';
import { pathOf, type Resource } from '#operator/runtime/objects.ts';
import { chance, silent } from '#operator/runtime/testkit/world.ts';
import { NODE_PODS, type NodePod } from './pod-spec.ts';
import { PodWorker, type Surroundings } from './pod-worker.ts';
import { resource } from '../cluster.testkit.ts';

export const NODES: Resource = resource('v1', 'Node', 'nodes', false);

export interface KubeletOptions extends Partial<Surroundings> {
  /** May do everything that a node's kubelet may, and requests tokens; it is not closed. */
  readonly client: Client;
  /** Of the node. */
  readonly name: string;
  /** Takes a folder for each pod, with its logs; it is not removed. */
  readonly folder: string;
  /** Capacity of `nvidia.com/gpu`. Default: none. */
  readonly gpus?: number;
  readonly labels?: Readonly<Record<string, string>>;
}

export interface Kubelet extends AsyncDisposable {
  /** Pids of a pod's containers that have been started, by the pod's name. */
  pids(pod: string): readonly number[];
  /** Kills the processes of a pod, as when its memory runs out. */
  kill(pod: string): void;
  /** Switches the node off: every process is killed, and nothing is said of it. What went wrong with the kubelet itself is thrown. */
  stop(): Promise<void>;
}

const BEAT_MS = 5_000;
const LEASE = { namespace: 'kube-node-lease' };

/**
 * A node of this machine, for tests: commands of the pods that the scheduler puts on it are run as processes, with the pod's variables and
 * tokens; statuses, exit codes, graceful ends and deletions are as a kubelet has them. There is no image, no isolation, no limit and no
 * probe but gRPC's for readiness: else a container that runs is ready. Each pod has a loopback address of its own. What a pod asks for that is not played is refused by name. Resolves when the node is registered.
 */
export async function startKubelet({ client, name, folder, gpus, labels = {}, images = {}, services = {}, claims = {}, workdir = ROOT }: KubeletOptions): Promise<Kubelet> {
  const around: Surroundings = { client, folder, images, services, claims, workdir };
  const off = new AbortController();
  const workers = new Map<string, PodWorker>();
  // Another node of this machine has another network, unless chance is against it; then a pod cannot listen, and says so.
  const network = `127.${randomInt(64, 255)}.${randomInt(256)}`;
  let pods = 0;
  const running = new Set<Promise<void>>();
  const faults: unknown[] = [];
  const keep = (work: Promise<void>) => {
    const kept = work.catch((error: unknown) => void faults.push(error)).finally(() => running.delete(kept));
    running.add(kept);
  };

  const take = (pod: NodePod) => {
    const { uid = '', deletionTimestamp, deletionGracePeriodSeconds } = pod.metadata;
    let worker = workers.get(uid);
    // One that is over by its status was run by this node before.
    if (!worker && pod.status?.phase !== 'Succeeded' && pod.status?.phase !== 'Failed') {
      worker = new PodWorker(pod, around, `${network}.${(pods++ % 254) + 1}`, off.signal);
      workers.set(uid, worker);
      keep(worker.run());
    }
    if (deletionTimestamp) worker?.tell(deletionGracePeriodSeconds ?? pod.spec.terminationGracePeriodSeconds);
  };
  const informer = new Informer({ client, resource: NODE_PODS, selection: { fields: `spec.nodeName=${name}` }, clock: systemClock, random: chance(), log: silent });
  informer.handle({ added: take, updated: take, deleted: (pod) => {
    // By force: nobody waits for it.
    workers.get(pod.metadata.uid ?? '')?.tell(0);
    workers.get(pod.metadata.uid ?? '')?.kill();
    workers.delete(pod.metadata.uid ?? '');
  } });

  await mkdir(folder, { recursive: true });
  const size = { cpu: '32', memory: '64Gi', pods: '110', ...(gpus === undefined ? {} : { 'nvidia.com/gpu': String(gpus) }) };
  await client.call('create', NODES, { method: 'POST', path: pathOf(NODES, {}), body: { apiVersion: 'v1', kind: 'Node', metadata: { name, labels: { 'kubernetes.io/hostname': name, 'kubernetes.io/os': 'linux', ...labels } }, status: { capacity: size, allocatable: size } } });
  await client.call('create', LEASES, { method: 'POST', path: pathOf(LEASES, LEASE), body: { apiVersion: LEASES.apiVersion, kind: LEASES.kind, metadata: { ...LEASE, name }, spec: { holderIdentity: name, leaseDurationSeconds: 40, renewTime: microTime(systemClock.now()) } } });
  const since = new Date().toISOString();
  const beat = async () => {
    const ready = { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'the test kubelet is there', lastHeartbeatTime: new Date().toISOString(), lastTransitionTime: since };
    await client.call('patch', NODES, { method: 'PATCH', path: pathOf(NODES, { name, subresource: 'status' }), contentType: 'application/strategic-merge-patch+json', body: { status: { conditions: [ready] } } });
    await client.call('patch', LEASES, { method: 'PATCH', path: pathOf(LEASES, { ...LEASE, name }), contentType: 'application/merge-patch+json', body: { spec: { renewTime: microTime(systemClock.now()) } } });
  };
  await beat();
  const beating = async () => {
    while (!off.signal.aborted) {
      await systemClock.sleep(BEAT_MS, off.signal).catch(() => undefined);
      // The API server may be away; the next beat comes.
      if (!off.signal.aborted) await beat().catch(() => undefined);
    }
  };
  keep(beating());
  keep(informer.run(off.signal));

  const named = (pod: string) => [...workers.values()].filter((worker) => worker.name === pod);
  const stop = async () => {
    off.abort();
    await Promise.all(running);
    if (faults.length > 0) throw new AggregateError(faults.splice(0), 'the test kubelet could not do its work');
  };
  return { pids: (pod) => named(pod).flatMap((worker) => worker.pids), kill: (pod) => named(pod).forEach((worker) => worker.kill()), stop, [Symbol.asyncDispose]: stop };
}
