import { mkdir, open, readFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Kubernetes } from '#deploy/servers/mod.ts';
import { guarded, signalGroup } from '#deploy/servers/guard.ts';
import { freePort } from '#deploy/servers/probes.ts';
import type { Client } from '#operator/runtime/client.ts';
import { readPolicies } from '#operator/testkit/policies.ts';
import { rendered } from '../chart/helm.testkit.ts';
import { applied, define, eventually, NAMESPACES, resource } from './cluster.testkit.ts';
import { definitions } from './gyre-resources.ts';

/** The operator as the chart installs it, its replicas as processes. */

const MAIN = fileURLToPath(new URL('../../operators/gyre-operator/main.ts', import.meta.url));
const RBAC = ['Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding'] as const;
const PLURALS = { Role: 'roles', ClusterRole: 'clusterroles', RoleBinding: 'rolebindings', ClusterRoleBinding: 'clusterrolebindings', ServiceAccount: 'serviceaccounts' } as const;
const ADMISSION = 'admissionregistration.k8s.io/v1';

/** Namespace of the runs, which the operator looks after and nothing else. */
export const RUNS = 'ml';
/** Namespace of the operator, as specs of the chart have it. */
export const HOME = 'gyre';
/** Where pods are told that the progress endpoint is: the chart's Service. */
export const PROGRESS_SERVICE = 'gyre-operator.gyre.svc:8080';

/** Resources, policies, and the operator's service account with the roles of the chart; the path of its kubeconfig. */
export async function installOperator(cluster: Kubernetes, admin: Client): Promise<string> {
  await define(admin, ...definitions);
  const { policies, bindings } = readPolicies();
  for (const policy of policies) await applied(admin, resource(ADMISSION, policy.kind, 'validatingadmissionpolicies', false), policy);
  for (const binding of bindings) await applied(admin, resource(ADMISSION, binding.kind, 'validatingadmissionpolicybindings', false), binding);
  for (const name of [HOME, RUNS]) {
    const metadata = { name, labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } };
    await applied(admin, NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata });
  }
  const chart = await rendered({ values: 'team', set: ['operator.enabled=true', `operator.namespace=${RUNS}`, 'networkPolicy.enabled=false'] });
  for (const kind of ['ServiceAccount', ...RBAC] as const) {
    const own = chart.filter((each) => each.kind === kind && each.metadata.labels['app.kubernetes.io/component'] === 'operator');
    for (const object of own) await applied(admin, resource(object.apiVersion, kind, PLURALS[kind], !kind.startsWith('Cluster')), object);
  }
  return cluster.kubeconfigOfAccount(HOME, 'gyre-operator');
}

export interface ReplicaOptions {
  readonly kubeconfig: string;
  /** Takes its log. */
  readonly folder: string;
  readonly name: string;
  /** Further variables. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A replica as a process, which cannot outlive the test. */
export interface Replica {
  readonly pid: number;
  /** `HOST:PORT` of its progress endpoint. */
  readonly progress: string;
  readonly ended: Promise<number | NodeJS.Signals>;
  /** What it is not ready for, by check; undefined while nobody answers. */
  problems(): Promise<Readonly<Record<string, string>> | undefined>;
  log(): Promise<string>;
  kill(signal?: NodeJS.Signals): void;
  /** Told to end, and waited for. */
  stop(): Promise<void>;
}

/** Starts a replica; resolves when it is ready. */
export async function startReplica({ kubeconfig, folder, name, env = {} }: ReplicaOptions): Promise<Replica> {
  const [progress, health] = [`127.0.0.1:${await freePort(new Set())}`, `127.0.0.1:${await freePort(new Set())}`];
  const log = join(folder, `${name}.log`);
  await mkdir(dirname(log), { recursive: true });
  const file = await open(log, 'a');
  const process_ = await guarded(process.execPath, [MAIN], {
    output: file.fd,
    env: {
      ...{ PATH: process.env['PATH'] ?? '', KUBECONFIG: kubeconfig, HOSTNAME: name, GYRE_LOG_LEVEL: 'info', GYRE_OPERATOR_NAMESPACE: RUNS, GYRE_OPERATOR_LEASE_NAMESPACE: HOME },
      ...{ GYRE_OPERATOR_PROGRESS_LISTEN: progress, GYRE_OPERATOR_PROGRESS_URL: `http://${PROGRESS_SERVICE}`, GYRE_OPERATOR_HEALTH_LISTEN: health },
      ...env,
    },
  });
  await file.close();
  const { pid, child, ended } = process_;
  const replica: Replica = {
    ...{ pid, progress, ended },
    async problems() {
      const answer = await fetch(`http://${health}/readyz`).then((response) => response.json(), () => undefined);
      return (answer as { problems?: Record<string, string> } | undefined)?.problems;
    },
    log: () => readFile(log, 'utf8'),
    kill: (signal = 'SIGKILL') => signalGroup(pid, signal),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
  await eventually(`replica ${name} is ready`, async () => Object.keys((await replica.problems()) ?? { all: '' }).length === 0);
  return replica;
}

/** An address on loopback that stands for a Service: each connection goes to the first of the targets that takes it. */
export async function openService(targets: () => readonly string[]): Promise<{ readonly address: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const join = (near: Socket, [target, ...others]: readonly string[]): void => {
    if (target === undefined) return void near.destroy();
    const [host = '', port] = target.split(':');
    const far = connect(Number(port), host);
    const refused = () => join(near, others);
    far.once('error', refused);
    far.once('connect', () => {
      far.off('error', refused);
      for (const [from, to] of [[near, far], [far, near]] as const) {
        sockets.add(from);
        from.on('error', () => undefined);
        from.once('close', () => {
          sockets.delete(from);
          to.destroy();
        });
        from.pipe(to);
      }
    });
  };
  const server: Server = createServer((near) => {
    near.on('error', () => undefined);
    join(near, targets());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    address: `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
