import { join } from 'node:path';
import { z } from 'zod';
import { kubeObject, objectMeta, type Resource } from '#operator/runtime/objects.ts';

/** Pods as far as the kubelet reads them, and what it makes of a container without asking anybody. Pure. */

const variable = z.looseObject({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z.looseObject({ fieldRef: z.looseObject({ fieldPath: z.string() }).optional(), secretKeyRef: z.looseObject({ name: z.string(), key: z.string() }).optional() }).optional(),
});
const container = z.looseObject({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).default([]),
  args: z.array(z.string()).default([]),
  env: z.array(variable).default([]),
  ports: z.array(z.looseObject({ name: z.string().optional(), containerPort: z.number() })).default([]),
  readinessProbe: z.looseObject({ grpc: z.looseObject({ port: z.number() }).optional() }).optional(),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string(), subPath: z.string().optional() })).default([]),
  terminationMessagePolicy: z.string().optional(),
});
export type Container = z.infer<typeof container>;
const token = z.looseObject({ audience: z.string().optional(), expirationSeconds: z.number().optional(), path: z.string() });
const items = z.array(z.looseObject({ key: z.string(), path: z.string() })).optional();
const volume = z.looseObject({
  name: z.string(),
  emptyDir: z.looseObject({}).optional(),
  persistentVolumeClaim: z.looseObject({ claimName: z.string() }).optional(),
  secret: z.looseObject({ secretName: z.string(), items }).optional(),
  configMap: z.looseObject({ name: z.string(), items }).optional(),
  projected: z.looseObject({ sources: z.array(z.looseObject({ serviceAccountToken: token.optional() })) }).optional(),
});
export type Volume = z.infer<typeof volume>;

const pod = kubeObject.extend({
  metadata: objectMeta.extend({ deletionGracePeriodSeconds: z.number().nullish() }),
  spec: z.looseObject({
    nodeName: z.string().optional(),
    serviceAccountName: z.string().default('default'),
    restartPolicy: z.string().default('Always'),
    terminationGracePeriodSeconds: z.number().default(30),
    containers: z.array(container),
    initContainers: z.array(z.unknown()).default([]),
    volumes: z.array(volume).default([]),
  }),
  status: z.looseObject({ phase: z.string().optional(), podIP: z.string().optional() }).optional(),
});
export type NodePod = z.infer<typeof pod>;
export const NODE_PODS: Resource<NodePod> = { apiVersion: 'v1', kind: 'Pod', plural: 'pods', namespaced: true, schema: pod };

/** What this kubelet cannot do for a pod; undefined if it can run it. */
export function unable({ spec }: NodePod): string | undefined {
  if (spec.initContainers.length > 0) return 'initContainers are not played';
  if (spec.containers.some(({ volumeMounts }) => volumeMounts.some(({ subPath }) => subPath !== undefined))) return 'subPath is not played';
  const odd = spec.volumes.find(({ emptyDir, persistentVolumeClaim, secret, configMap, projected }) => !emptyDir && !persistentVolumeClaim && !secret && !configMap && !projected?.sources.every((source) => source.serviceAccountToken));
  return odd && `volume ${odd.name} is none of emptyDir, persistentVolumeClaim, secret, configMap and a projected token`;
}

/** The value of a `fieldRef`; undefined for fields that are not played. */
export function fieldOf({ metadata, spec }: NodePod, path: string, address: string): string | undefined {
  const [, map, key = ''] = /^metadata\.(labels|annotations)\['(.+)'\]$/.exec(path) ?? [];
  if (map !== undefined) return (map === 'labels' ? metadata.labels : metadata.annotations)?.[key] ?? '';
  return {
    ...{ 'metadata.name': metadata.name, 'metadata.namespace': metadata.namespace, 'metadata.uid': metadata.uid },
    ...{ 'spec.nodeName': spec.nodeName, 'spec.serviceAccountName': spec.serviceAccountName, 'status.podIP': address, 'status.hostIP': '127.0.0.1' },
  }[path];
}

/** Folders of this machine that a container's mounts are. `claims`: the folder of each claim. Error naming a claim that has none. */
export function mountsOf({ spec }: NodePod, { volumeMounts }: Container, folder: string, claims: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    volumeMounts.map(({ name, mountPath }) => {
      const claim = spec.volumes.find((each) => each.name === name)?.persistentVolumeClaim?.claimName;
      const place = claim === undefined ? join(folder, 'volumes', name) : claims[claim];
      if (place === undefined) throw new Error(`claim ${claim} has no folder on this node`);
      return [mountPath, place];
    }),
  );
}

/** Where a container that listens at every address of its pod listens here, by `0.0.0.0:PORT`. */
export function ownPorts({ ports }: Container, address: string): Record<string, string> {
  return Object.fromEntries(ports.map(({ containerPort }) => [`0.0.0.0:${containerPort}`, `${address}:${containerPort}`]));
}

/**
 * A value as the process must see it, which has neither mounts nor names of its own: a mount's path, as a whole path or the beginning of one,
 * becomes its folder, and `HOST:PORT` of a Service the loopback address that stands for it.
 */
export function translated(value: string, mounts: ReadonlyMap<string, string>, services: Readonly<Record<string, string>>): string {
  let text = value;
  for (const [host, address] of Object.entries(services)) text = text.replaceAll(new RegExp(`(?<![\\w.-])${literally(host)}(?![\\w.-])`, 'g'), address);
  if (mounts.size === 0) return text;
  const longestFirst = [...mounts.keys()].sort((a, b) => b.length - a.length).map((path) => literally(path));
  return text.replaceAll(new RegExp(`(?<=^|[^\\w./-]|://)(${longestFirst.join('|')})(?=$|[^\\w.-])`, 'g'), (path) => mounts.get(path) ?? path);
}

const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
