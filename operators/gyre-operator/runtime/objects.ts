import { z } from 'zod';
import { GyreError } from '#kit/errors.ts';

/** Objects of the API server: what all of them have, where they lie, and how they are read. */

const ownerReference = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  name: z.string(),
  uid: z.string(),
  controller: z.boolean().optional(),
  blockOwnerDeletion: z.boolean().optional(),
});
export type OwnerReference = z.infer<typeof ownerReference>;

/** What is read of `metadata`; fields that are not listed are kept. Times are strings in RFC 3339. */
export const objectMeta = z.looseObject({
  name: z.string().min(1),
  namespace: z.string().optional(),
  uid: z.string().optional(),
  resourceVersion: z.string().optional(),
  generation: z.number().optional(),
  creationTimestamp: z.string().nullish(),
  deletionTimestamp: z.string().nullish(),
  labels: z.record(z.string(), z.string()).optional(),
  annotations: z.record(z.string(), z.string()).optional(),
  finalizers: z.array(z.string()).optional(),
  ownerReferences: z.array(ownerReference).optional(),
});
export type ObjectMeta = z.infer<typeof objectMeta>;

/** What every schema of an object extends. */
export const kubeObject = z.looseObject({ apiVersion: z.string(), kind: z.string(), metadata: objectMeta });
export type KubeObject = z.infer<typeof kubeObject>;

/** One resource of the API server. */
export interface Resource<T extends KubeObject = KubeObject> {
  /** `apps/v1`, or `v1` for the core group. */
  readonly apiVersion: string;
  readonly kind: string;
  /** As it stands in paths, for example `trainingruns`. */
  readonly plural: string;
  readonly namespaced: boolean;
  readonly schema: z.ZodType<T>;
}

/** Where an object, or a collection, lies. Without a namespace a namespaced collection is that of all namespaces. */
export interface Place {
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly subresource?: string | undefined;
}

/** Path of a collection or an object on the API server. INVALID_ARGUMENT if a part is missing. */
export function pathOf(resource: Resource, { namespace, name, subresource }: Place): string {
  const root = resource.apiVersion.includes('/') ? `/apis/${resource.apiVersion}` : `/api/${resource.apiVersion}`;
  if (resource.namespaced && name !== undefined && !namespace) {
    throw new GyreError('INVALID_ARGUMENT', `namespace: ${resource.plural} lie in namespaces; say which one ${name} is in`, { boundary: 'caller', field: 'namespace' });
  }
  const parts = [root];
  if (resource.namespaced && namespace) parts.push('namespaces', encodeURIComponent(namespace));
  parts.push(resource.plural);
  if (name !== undefined) parts.push(encodeURIComponent(name));
  if (subresource !== undefined) parts.push(subresource);
  return parts.join('/');
}

/** `namespace/name`, or `name` where there are no namespaces: the key of caches and queues. */
export function keyOf({ metadata: { namespace, name } }: { readonly metadata: Pick<ObjectMeta, 'name' | 'namespace'> }): string {
  return namespace ? `${namespace}/${name}` : name;
}

/** The place that a key stands for. */
export function placeOf(key: string): { readonly namespace: string | undefined; readonly name: string } {
  const cut = key.indexOf('/');
  return cut < 0 ? { namespace: undefined, name: key } : { namespace: key.slice(0, cut), name: key.slice(cut + 1) };
}

/**
 * Reads one object as the resource has it; `kind` and `apiVersion`, which items of lists lack, are filled in. INTERNAL of the boundary
 * `cluster`, naming object and field, if it is not as the schema says.
 */
export function parseObject<T extends KubeObject>(resource: Resource<T>, value: unknown): T {
  const filled = isRecord(value) ? { apiVersion: resource.apiVersion, kind: resource.kind, ...value } : value;
  const parsed = resource.schema.safeParse(filled);
  if (parsed.success) return parsed.data;
  const meta = kubeObject.safeParse(filled);
  const which = meta.success ? `${resource.kind} ${keyOf(meta.data)}` : `a ${resource.kind}`;
  const [issue] = parsed.error.issues;
  throw new GyreError('INTERNAL', `${which}: ${issue?.path.join('.') || 'the object'}: ${issue?.message ?? 'unreadable'}`, {
    boundary: 'cluster',
    ...(meta.success ? { details: { object: keyOf(meta.data) } } : {}),
    cause: parsed.error,
  });
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
