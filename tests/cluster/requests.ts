import { systemClock } from '#kit/clock.ts';
import { random } from '#kit/random.ts';
import { kubeconfigAccess } from '#operator/runtime/access.ts';
import { Client } from '#operator/runtime/client.ts';
import { kubeObject, pathOf, type Place, type Resource } from '#operator/runtime/objects.ts';

/** A client by kubeconfig; with `server`, by another way than the one that stands in it. */
export async function clientOf(kubeconfig: string, server?: string): Promise<Client> {
  const access = await kubeconfigAccess(kubeconfig);
  return new Client({ access: server === undefined ? access : { ...access, server }, clock: systemClock, random: random('suite') });
}

type Json = Readonly<Record<string, unknown>>;

/** A resource that is only passed on, by its kind. */
export const resource = (apiVersion: string, kind: string, plural: string, namespaced = true): Resource => ({ apiVersion, kind, plural, namespaced, schema: kubeObject });
export const NAMESPACES = resource('v1', 'Namespace', 'namespaces', false);
export const DEFINITIONS = resource('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'customresourcedefinitions', false);

/** Applies an object as `kubectl apply --server-side` does, with unknown fields refused. */
export function applied(client: Pick<Client, 'call'>, kind: Resource, object: Json & { readonly metadata: Json & { readonly name: string; readonly namespace?: string | undefined } }): Promise<unknown> {
  return client.call('apply', kind, { method: 'PATCH', path: pathOf(kind, object.metadata), contentType: 'application/apply-patch+yaml', query: { fieldManager: 'suite', fieldValidation: 'Strict', force: 'true' }, body: object });
}

/** Sends a whole object, as `kubectl create` and `kubectl replace` do. */
export function sent(client: Pick<Client, 'call'>, kind: Resource, method: 'POST' | 'PUT', place: Place, body: Json): Promise<unknown> {
  return client.call(method === 'POST' ? 'create' : 'update', kind, { method, path: pathOf(kind, place), query: { fieldValidation: 'Strict' }, body });
}

/** Applies definitions of resources and waits until they are served. */
export async function define(client: Client, ...definitions: readonly (Json & { readonly metadata: { readonly name: string } })[]): Promise<void> {
  for (const definition of definitions) await applied(client, DEFINITIONS, definition);
  for (const { metadata } of definitions) {
    await eventually(`${metadata.name} is served`, async () => conditionOf(await client.get(DEFINITIONS, metadata), 'Established') === 'True');
  }
}

/** The status of a condition; undefined if the object has none of that type. */
export function conditionOf(object: Json, type: string): string | undefined {
  const status = object['status'];
  const conditions: unknown = status !== null && typeof status === 'object' && 'conditions' in status ? status.conditions : [];
  if (!Array.isArray(conditions)) return undefined;
  const found: unknown = conditions.find((each: unknown) => each !== null && typeof each === 'object' && 'type' in each && each.type === type);
  return found !== null && typeof found === 'object' && 'status' in found ? String(found.status) : undefined;
}

/** Waits for what a cluster does in its own time; 90 seconds at most, within the time that a test has. */
export async function eventually(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 90_000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`it never came to be that ${what}`);
    await systemClock.sleep(50);
  }
}
