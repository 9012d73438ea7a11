import { afterAll, beforeAll } from 'vitest';
import { type Kubernetes, type KubernetesOptions, type ProgramName, startKubernetes } from '#deploy/servers/mod.ts';
import type { Client } from '#operator/runtime/client.ts';
import { withServers } from '../servers/server.testkit.ts';
import { clientOf } from './requests.ts';

export { applied, clientOf, conditionOf, define, DEFINITIONS, eventually, NAMESPACES, resource, sent } from './requests.ts';

/** The cluster of a suite, and who asks it: everything may be done with `admin`. */
export interface Suite {
  readonly cluster: () => Kubernetes;
  readonly admin: () => Client;
}

/** A suite over one cluster, started for it; skipped, and named at the end, where it or one of `tools` cannot be had. */
export async function describeWithKubernetes(title: string, options: KubernetesOptions & { readonly tools?: readonly ProgramName[] }, body: (suite: Suite) => void): Promise<void> {
  const suite = await withServers('kube', ...((options.nodes ?? 0) > 0 ? (['kwok'] as const) : []), ...(options.tools ?? []));
  suite(title, () => {
    let running: { cluster: Kubernetes; admin: Client } | undefined;
    beforeAll(async () => {
      const cluster = await startKubernetes(options);
      running = { cluster, admin: await clientOf(cluster.kubeconfig) };
    });
    afterAll(async () => {
      running?.admin.close();
      await running?.cluster.stop();
      running = undefined;
    });
    const there = () => {
      if (running === undefined) throw new Error('the cluster runs only during the tests of its suite');
      return running;
    };
    body({ cluster: () => there().cluster, admin: () => there().admin });
  });
}
