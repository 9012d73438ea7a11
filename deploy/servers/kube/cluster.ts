import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { GyreError, invalid } from '#kit/errors.ts';
import { makeFolder } from '#kit/folder.ts';
import { startProcess } from '../launcher.ts';
import { KWOK_NODE } from '../kwok/launch.ts';
import { thisMachine } from '../provision.ts';
import type { OptionsOf, ProcessName, RunningServer } from '../running.ts';
import type { Machine } from '../types.ts';
import { ask, type Asker } from './api.ts';
import { makePapers, writeKubeconfig } from './papers.ts';

const READY_MS = 120_000;
const POLL_MS = 100;
const TOKEN_SECONDS = 86_400;

export interface KubernetesOptions {
  /** Keeps state, certificates and logs, and is left when the cluster stops. By default a temporary folder that is removed. */
  readonly folder?: string;
  /** More users by name, each with the groups it stands in. RBAC lets them do nothing until they are bound to a role. */
  readonly users?: Readonly<Record<string, readonly string[]>>;
  /** Whether controllers and scheduler run beside the API server. Default: true. */
  readonly control?: boolean;
  /** Nodes that kwok plays, `node-0` and so on, of 8 GPUs each. Default: 0, and no kwok. */
  readonly nodes?: number;
  /** More of kube-apiserver's own flags. */
  readonly apiServerFlags?: readonly string[];
  /** How long each process, and then all of it, may take to be ready, in milliseconds; two minutes by default. */
  readonly readyMs?: number;
}

/** A Kubernetes of processes on 127.0.0.1. All of them end at the latest with this process, however it ends. */
export interface Kubernetes extends AsyncDisposable {
  readonly version: string;
  readonly folder: string;
  /** Of the API server. */
  readonly url: string;
  /** Path of the certificate of its authority. */
  readonly ca: string;
  /** Path of a kubeconfig that may do everything. */
  readonly kubeconfig: string;
  readonly etcd: RunningServer<'etcd'>;
  /** Can be killed and restarted for itself: what it stores is etcd's. */
  readonly apiServer: RunningServer<'kube-apiserver'>;
  /** Path of a kubeconfig for one of the users named at the start. INVALID_ARGUMENT if there is none of that name. */
  kubeconfigOf(user: string): Promise<string>;
  /** Makes a service account if it is not there; path of a kubeconfig with a token of it, good for a day. */
  kubeconfigOfAccount(namespace: string, name: string): Promise<string>;
  /** Ends every process, and removes the folder if it was temporary. */
  stop(): Promise<void>;
}

/** Starts a cluster and resolves when it takes work: with `control` when there is a service account for pods, with `nodes` when they are ready. Fails as `startServer` does. */
export async function startKubernetes(options: KubernetesOptions = {}, machine: Machine = thisMachine): Promise<Kubernetes> {
  const { users = {}, control = true, nodes = 0, readyMs = READY_MS } = options;
  if (!(Number.isInteger(nodes) && nodes >= 0 && nodes <= 100)) throw invalid('nodes', `is ${nodes}`, 'write a number from 0 to 100');
  if (nodes > 0 && !control) throw invalid('nodes', 'are of no use without control', 'leave control out, or nodes');
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'gyre-kube-')));
  const parts: RunningServer[] = [];
  const stop = async () => {
    for (const part of parts.splice(0).reverse()) await part.stop();
    if (options.folder === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  const start = async <N extends ProcessName>(name: N, own: OptionsOf<N>): Promise<RunningServer<N>> => {
    const part = await startProcess(name, { ...own, folder: join(folder, name), readyMs }, machine);
    parts.push(part);
    return part;
  };
  try {
    makeFolder(folder);
    const papers = await makePapers(join(folder, 'papers'), users);
    const etcd = await start('etcd', {});
    const apiServer = await start('kube-apiserver', { etcd: etcd.url, papers, flags: options.apiServerFlags });
    const { url } = apiServer;
    const kubeconfigOf = async (user: string) => {
      const token = papers.users.get(user);
      if (token === undefined) throw invalid('user', `there is no ${JSON.stringify(user)}`, 'name it in the option `users`');
      return writeKubeconfig(join(folder, `${encodeURIComponent(user)}.kubeconfig`), url, papers.ca, token);
    };
    const admin: Asker = { url, ca: await readFile(papers.ca), token: papers.users.get('admin') ?? '' };
    if (control) {
      const starting = [
        start('kube-controller-manager', { kubeconfig: await kubeconfigOf('system:kube-controller-manager'), papers }),
        start('kube-scheduler', { kubeconfig: await kubeconfigOf('system:kube-scheduler'), papers }),
      ];
      // If one fails the other is waited for, so that it is among those that are stopped.
      await Promise.allSettled(starting);
      await Promise.all(starting);
      await until('the default service account is there', readyMs, () => isThere(admin, '/api/v1/namespaces/default/serviceaccounts/default'));
    }
    if (nodes > 0) {
      await start('kwok', { kubeconfig: await kubeconfigOf('admin'), papers });
      for (let i = 0; i < nodes; i++) await ask(admin, 'POST', '/api/v1/nodes', node(`node-${i}`));
      await until(`${nodes} nodes are ready`, readyMs, async () => (await readyNodes(admin)) === nodes);
    }
    return {
      version: apiServer.version,
      folder,
      url,
      ca: papers.ca,
      kubeconfig: await kubeconfigOf('admin'),
      etcd,
      apiServer,
      kubeconfigOf,
      async kubeconfigOfAccount(namespace, name) {
        const path = `/api/v1/namespaces/${namespace}/serviceaccounts`;
        if (!(await isThere(admin, `${path}/${name}`))) await ask(admin, 'POST', path, { metadata: { name } });
        const { status } = TokenRequest.parse(await ask(admin, 'POST', `${path}/${name}/token`, { spec: { expirationSeconds: TOKEN_SECONDS } }));
        return writeKubeconfig(join(folder, `${namespace}.${name}.kubeconfig`), url, papers.ca, status.token);
      },
      stop,
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const TokenRequest = z.object({ status: z.object({ token: z.string() }) });
const NodeList = z.object({
  items: z.array(
    z.object({
      spec: z.object({ taints: z.array(z.unknown()).optional() }),
      status: z.object({ conditions: z.array(z.object({ type: z.string(), status: z.string() })).optional() }),
    }),
  ),
});

function node(name: string): object {
  const size = { cpu: '32', memory: '256Gi', pods: '110', 'nvidia.com/gpu': '8' };
  return {
    metadata: { name, annotations: KWOK_NODE, labels: { 'kubernetes.io/hostname': name, 'kubernetes.io/os': 'linux' } },
    status: { allocatable: size, capacity: size },
  };
}

/** Nodes that pods may be put on. */
async function readyNodes(admin: Asker): Promise<number> {
  const { items } = NodeList.parse(await ask(admin, 'GET', '/api/v1/nodes'));
  return items.filter(({ spec, status }) => (spec.taints ?? []).length === 0 && status.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True')).length;
}

async function isThere(admin: Asker, path: string): Promise<boolean> {
  try {
    await ask(admin, 'GET', path);
    return true;
  } catch (error) {
    if (error instanceof GyreError && error.details['status'] === '404') return false;
    throw error;
  }
}

async function until(what: string, ms: number, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new GyreError('DEADLINE_EXCEEDED', `within ${ms} ms it was not so that ${what}`, { boundary: 'cluster', field: 'readyMs', remedy: 'allow it more time, or read the logs of its processes' });
    await sleep(POLL_MS);
  }
}
