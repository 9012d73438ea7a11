import { z } from 'zod';
import type { Client } from '#operator/runtime/client.ts';
import { type KubeObject, kubeObject, type Resource } from '#operator/runtime/objects.ts';
import { DEFINITIONS } from './cluster.testkit.ts';

/** What an API server has: every resource that it serves, and what lies there. */

const groups = z.object({ groups: z.array(z.object({ versions: z.array(z.object({ groupVersion: z.string() })) })) });
const resources = z.object({ resources: z.array(z.object({ name: z.string(), kind: z.string(), namespaced: z.boolean(), verbs: z.array(z.string()) })) });

/** Resources whose objects are kept: those that can be listed and deleted, by every version that they are served in. */
export async function servedResources(client: Client): Promise<Resource[]> {
  const ask = (path: string) => client.call('get', DEFINITIONS, { method: 'GET', path });
  const versions = ['v1', ...groups.parse(await ask('/apis')).groups.flatMap((group) => group.versions.map(({ groupVersion }) => groupVersion))];
  const found: Resource[] = [];
  for (const apiVersion of versions) {
    for (const { name, kind, namespaced, verbs } of resources.parse(await ask(`/${apiVersion.includes('/') ? 'apis' : 'api'}/${apiVersion}`)).resources) {
      if (!name.includes('/') && ['list', 'delete'].every((verb) => verbs.includes(verb))) found.push({ apiVersion, kind, plural: name, namespaced, schema: kubeObject });
    }
  }
  return found;
}

/** Kinds that a cluster writes into each namespace, or that only tell of others. */
const OF_THE_CLUSTER: ReadonlySet<string> = new Set(['Event', 'EndpointSlice', 'Endpoints', 'ControllerRevision']);
const isOfTheCluster = ({ kind, metadata: { name } }: KubeObject) => OF_THE_CLUSTER.has(kind) || (kind === 'ConfigMap' && name === 'kube-root-ca.crt') || (kind === 'ServiceAccount' && name === 'default');

/** Every object in the namespaces, and those without one that have the label; one each, whatever versions it is served in. */
export async function objectsIn(client: Client, served: readonly Resource[], namespaces: readonly string[], label: string): Promise<KubeObject[]> {
  const found = new Map<string, KubeObject>();
  for (const resource of served) {
    const places = resource.namespaced ? namespaces.map((namespace) => ({ namespace })) : [{ labels: label }];
    for (const place of places) {
      for (const object of (await client.list(resource, place)).items) if (!isOfTheCluster(object)) found.set(object.metadata.uid ?? '', object);
    }
  }
  return [...found.values()];
}

export const nameOf = ({ kind, metadata: { namespace, name } }: KubeObject) => `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
