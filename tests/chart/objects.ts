import { z } from 'zod';

/** Rendered objects, as far as specs look into them. */

const labels = z.record(z.string(), z.string());
const keyRef = z.object({ name: z.string(), key: z.string() });
const variable = z.object({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z.object({ secretKeyRef: keyRef.optional(), fieldRef: z.object({ fieldPath: z.string() }).optional() }).optional(),
});
export type Variable = z.infer<typeof variable>;
const probe = z.looseObject({
  grpc: z.object({ port: z.number() }).optional(),
  httpGet: z.object({ path: z.string(), port: z.union([z.string(), z.number()]) }).optional(),
  tcpSocket: z.object({ port: z.union([z.string(), z.number()]) }).optional(),
  exec: z.object({ command: z.array(z.string()) }).optional(),
});
const container = z.looseObject({
  name: z.string(),
  image: z.string(),
  args: z.array(z.string()).default([]),
  command: z.array(z.string()).default([]),
  env: z.array(variable).default([]),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  resources: z.looseObject({ requests: z.record(z.string(), z.unknown()).default({}), limits: z.record(z.string(), z.unknown()).default({}) }),
  securityContext: z.looseObject({ allowPrivilegeEscalation: z.boolean(), readOnlyRootFilesystem: z.boolean(), capabilities: z.looseObject({ drop: z.array(z.string()) }) }),
  startupProbe: probe.optional(),
  readinessProbe: probe.optional(),
  livenessProbe: probe.optional(),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })).default([]),
});
export type Container = z.infer<typeof container>;
const volume = z.looseObject({
  name: z.string(),
  emptyDir: z.looseObject({}).optional(),
  secret: z.looseObject({ secretName: z.string(), items: z.array(z.object({ key: z.string(), path: z.string() })).optional() }).optional(),
  configMap: z.looseObject({ name: z.string() }).optional(),
  persistentVolumeClaim: z.looseObject({ claimName: z.string() }).optional(),
});
const podSpec = z.looseObject({
  serviceAccountName: z.string(),
  automountServiceAccountToken: z.boolean(),
  enableServiceLinks: z.boolean(),
  terminationGracePeriodSeconds: z.number(),
  securityContext: z.looseObject({ runAsNonRoot: z.boolean(), runAsUser: z.number(), seccompProfile: z.object({ type: z.string() }) }),
  containers: z.array(container),
  initContainers: z.array(container).default([]),
  volumes: z.array(volume).default([]),
  topologySpreadConstraints: z.array(z.looseObject({ topologyKey: z.string(), whenUnsatisfiable: z.string(), nodeTaintsPolicy: z.string().optional(), matchLabelKeys: z.array(z.string()).optional() })).default([]),
});
export type PodSpec = z.infer<typeof podSpec>;

export const kubeObject = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.string().optional(), labels: labels.default({}), annotations: labels.default({}) }),
});
export type KubeObject = z.infer<typeof kubeObject>;

const workload = kubeObject.extend({
  spec: z.looseObject({
    replicas: z.number().optional(),
    selector: z.object({ matchLabels: labels }).optional(),
    serviceName: z.string().optional(),
    template: z.looseObject({ metadata: z.looseObject({ labels, annotations: labels.default({}) }), spec: podSpec }),
    volumeClaimTemplates: z.array(z.looseObject({ metadata: z.object({ name: z.string() }) })).default([]),
  }),
});
const pod = kubeObject.extend({ spec: podSpec });

/** Pods, wherever they come from. */
export interface Pods {
  readonly kind: string;
  readonly name: string;
  readonly component: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly selector: Readonly<Record<string, string>> | undefined;
  readonly replicas: number | undefined;
  readonly spec: PodSpec;
  /** Volumes that come with the pods. */
  readonly claims: readonly string[];
}

const WORKLOADS = ['Deployment', 'StatefulSet', 'Job'];

export function podsOf(objects: readonly KubeObject[]): Pods[] {
  return objects.flatMap((object) => {
    const component = object.metadata.labels['app.kubernetes.io/component'] ?? '';
    const { kind, metadata } = object;
    if (kind === 'Pod') {
      const { spec } = pod.parse(object);
      return [{ kind, name: metadata.name, component, labels: metadata.labels, selector: undefined, replicas: undefined, spec, claims: [] }];
    }
    if (!WORKLOADS.includes(kind)) return [];
    const { spec } = workload.parse(object);
    const { labels: own } = spec.template.metadata;
    return [{ kind, name: metadata.name, component, labels: own, selector: spec.selector?.matchLabels, replicas: spec.replicas, spec: spec.template.spec, claims: spec.volumeClaimTemplates.map(({ metadata: { name } }) => name) }];
  });
}

export function of(objects: readonly KubeObject[], kind: string): KubeObject[] {
  return objects.filter((object) => object.kind === kind);
}

/** Whether everything that is selected by is there. */
export function selects(selector: Readonly<Record<string, string>>, labelled: Readonly<Record<string, string>>): boolean {
  return Object.entries(selector).every(([name, value]) => labelled[name] === value);
}
