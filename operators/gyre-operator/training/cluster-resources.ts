import { z } from 'zod';
import { timeText } from '../runtime/micro-time.ts';
import { type KubeObject, kubeObject, type Resource } from '../runtime/objects.ts';

/** The resources of Kubernetes, JobSet and Kueue that a run is made of, as far as they are read. */

const condition = z.looseObject({ type: z.string(), status: z.string(), reason: z.string().optional(), message: z.string().optional(), lastTransitionTime: timeText.nullish() });
export type SeenCondition = z.infer<typeof condition>;
const conditions = z.array(condition).nullish();

const job = kubeObject.extend({
  spec: z.looseObject({ suspend: z.boolean().nullish() }),
  status: z.looseObject({ conditions, startTime: timeText.nullish() }).optional(),
});
/** A Job, or a JobSet: what is read of both is the same. */
export type Job = z.infer<typeof job>;

const terminated = z.looseObject({ exitCode: z.int(), reason: z.string().optional(), message: z.string().optional() });
const containerStatus = z.looseObject({
  name: z.string(),
  state: z.looseObject({ waiting: z.looseObject({ reason: z.string().optional(), message: z.string().optional() }).nullish(), terminated: terminated.nullish() }).nullish(),
});
const pod = kubeObject.extend({
  spec: z.looseObject({ containers: z.array(z.looseObject({ name: z.string(), image: z.string().optional() })) }),
  status: z.looseObject({ phase: z.string().optional(), conditions, containerStatuses: z.array(containerStatus).nullish() }).optional(),
});
export type Pod = z.infer<typeof pod>;

const deployment = kubeObject.extend({ spec: z.looseObject({ replicas: z.int().optional() }), status: z.looseObject({ conditions }).optional() });
export type Deployment = z.infer<typeof deployment>;

/** Kueue's request for quota, which Kueue makes for a Job or a JobSet and owns. */
const workload = kubeObject.extend({ status: z.looseObject({ conditions }).optional() });
export type Workload = z.infer<typeof workload>;

const namespaced = <T extends KubeObject>(apiVersion: string, kind: string, plural: string, schema: z.ZodType<T>): Resource<T> => ({ apiVersion, kind, plural, namespaced: true, schema });

export const JOBS = namespaced('batch/v1', 'Job', 'jobs', job);
export const JOB_SETS = namespaced('jobset.x-k8s.io/v1alpha2', 'JobSet', 'jobsets', job);
export const PODS = namespaced('v1', 'Pod', 'pods', pod);
export const DEPLOYMENTS = namespaced('apps/v1', 'Deployment', 'deployments', deployment);
export const SERVICES = namespaced('v1', 'Service', 'services', kubeObject);
export const SERVICE_ACCOUNTS = namespaced('v1', 'ServiceAccount', 'serviceaccounts', kubeObject);
export const CLAIMS = namespaced('v1', 'PersistentVolumeClaim', 'persistentvolumeclaims', kubeObject);
export const WORKLOADS = namespaced('kueue.x-k8s.io/v1beta1', 'Workload', 'workloads', workload);

/** What the cluster has beside Kubernetes. */
export interface Installed {
  readonly jobSet: boolean;
  readonly kueue: boolean;
}

/** The condition of a type where it is True. */
export function held(conditions: readonly SeenCondition[] | null | undefined, type: string): SeenCondition | undefined {
  return conditions?.find((each) => each.type === type && each.status === 'True');
}
