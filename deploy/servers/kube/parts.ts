import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answersOk } from '../probes.ts';
import type { Launcher } from '../running.ts';
import type { Papers } from './papers.ts';

/** The processes of a control plane, each of them a part of one program; `cluster.ts` starts them in their order. */

export interface ApiServerOptions {
  /** Where etcd is. */
  readonly etcd: string;
  readonly papers: Papers;
  /** More of kube-apiserver's own flags. */
  readonly flags?: readonly string[];
}

export interface ControllersOptions {
  readonly kubeconfig: string;
  readonly papers: Papers;
}

export type SchedulerOptions = ControllersOptions;

/**
 * Controllers that run; what needs a cloud, real nodes or volumes is left out. The one of admission policies checks their types and
 * writes what it finds into their status.
 */
const CONTROLLERS = [
  'namespace', 'serviceaccount', 'serviceaccount-token', 'root-ca-certificate-publisher', 'clusterrole-aggregation', 'garbage-collector', 'resourcequota',
  'job', 'cronjob', 'deployment', 'replicaset', 'statefulset', 'daemonset', 'ttl-after-finished', 'disruption', 'endpointslice',
  'node-lifecycle', 'taint-eviction', 'pod-garbage-collector', 'persistentvolumeclaim-protection', 'validatingadmissionpolicy-status',
].map((name) => `${name}-controller`);

const url = ({ https }: { readonly https: number }) => `https://127.0.0.1:${https}`;

/** Its data is not synced to the disk: it outlives the process, not the machine. */
export const etcdLauncher: Launcher<'etcd'> = {
  name: 'etcd',
  program: 'kube',
  ports: ['client', 'peer'],
  boundary: 'cluster',
  url: ({ client }) => `http://127.0.0.1:${client}`,
  files: () => ({}),
  prepare({ folder, ports }) {
    const [client, peer] = [`http://127.0.0.1:${ports.client}`, `http://127.0.0.1:${ports.peer}`];
    return Promise.resolve({
      args: [
        'etcd', `--data-dir=${join(folder, 'data')}`, '--unsafe-no-fsync', '--log-level=warn',
        `--listen-client-urls=${client}`, `--advertise-client-urls=${client}`, `--listen-peer-urls=${peer}`, `--initial-advertise-peer-urls=${peer}`, `--initial-cluster=default=${peer}`,
      ],
    });
  },
  isReady: ({ ports }) => answersOk(ports.client, '/readyz'),
};

/** A restart keeps everything but what clients were told by watches. */
export const apiServerLauncher: Launcher<'kube-apiserver'> = {
  name: 'kube-apiserver',
  program: 'kube',
  ports: ['https'],
  boundary: 'cluster',
  url,
  files: () => ({}),
  prepare({ folder, ports }, { etcd, papers, flags = [] }) {
    return Promise.resolve({
      args: [
        'kube-apiserver', `--etcd-servers=${etcd}`, '--bind-address=127.0.0.1', '--advertise-address=127.0.0.1', `--secure-port=${ports.https}`,
        `--tls-cert-file=${papers.cert}`, `--tls-private-key-file=${papers.key}`, `--client-ca-file=${papers.ca}`, `--cert-dir=${folder}`,
        '--service-account-issuer=https://kubernetes.default.svc', `--service-account-key-file=${papers.accountsKey}`, `--service-account-signing-key-file=${papers.accountsKey}`,
        `--token-auth-file=${papers.tokens}`, '--authorization-mode=RBAC', '--allow-privileged=true', '--service-cluster-ip-range=10.96.0.0/16', '--endpoint-reconciler-type=none', '--profiling=false',
        ...flags,
      ],
    });
  },
  isReady: async ({ ports }, { papers }) => answersOk(ports.https, '/readyz', await readFile(papers.ca)),
};

export const controllersLauncher: Launcher<'kube-controller-manager'> = {
  name: 'kube-controller-manager',
  program: 'kube',
  ports: ['https'],
  boundary: 'cluster',
  url,
  files: () => ({}),
  prepare({ ports }, { kubeconfig, papers }) {
    return Promise.resolve({
      args: [
        'kube-controller-manager', `--kubeconfig=${kubeconfig}`, `--controllers=${CONTROLLERS.join(',')}`, '--use-service-account-credentials=true', '--leader-elect=false',
        `--service-account-private-key-file=${papers.accountsKey}`, `--root-ca-file=${papers.ca}`, ...served(ports.https, papers),
      ],
    });
  },
  isReady: async ({ ports }, { papers }) => answersOk(ports.https, '/healthz', await readFile(papers.ca)),
};

export const schedulerLauncher: Launcher<'kube-scheduler'> = {
  name: 'kube-scheduler',
  program: 'kube',
  ports: ['https'],
  boundary: 'cluster',
  url,
  files: () => ({}),
  prepare: ({ ports }, { kubeconfig, papers }) => Promise.resolve({ args: ['kube-scheduler', `--kubeconfig=${kubeconfig}`, '--leader-elect=false', ...served(ports.https, papers)] }),
  isReady: async ({ ports }, { papers }) => answersOk(ports.https, '/readyz', await readFile(papers.ca)),
};

const served = (port: number, { cert, key }: Papers) => ['--bind-address=127.0.0.1', `--secure-port=${port}`, `--tls-cert-file=${cert}`, `--tls-private-key-file=${key}`, '--profiling=false'];
