import type { Kind } from '#operator/api/conditions.ts';
import { readDefinitions } from '#operator/api/schema.ts';
import type { Resource } from '#operator/runtime/objects.ts';
import { isObject } from '#operator/testkit/validate.ts';
import type { Client } from '#operator/runtime/client.ts';
import { readPolicies } from '#operator/testkit/policies.ts';
import { applied, define, resource } from './requests.ts';

export type Json = Record<string, unknown>;

/** The resources of the operator, as `crds/` has them. */
export const definitions = readDefinitions();

export const POLICIES = resource('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicy', 'validatingadmissionpolicies', false);
export const POLICY_BINDINGS = resource('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicyBinding', 'validatingadmissionpolicybindings', false);

/** Applies `crds/`, which are served then, and `policies/`, which are in force a moment later. */
export async function installGyre(admin: Client): Promise<void> {
  await define(admin, ...definitions);
  const { policies, bindings } = readPolicies();
  for (const policy of policies) await applied(admin, POLICIES, policy);
  for (const binding of bindings) await applied(admin, POLICY_BINDINGS, binding);
}

export function resourceOf(kind: Kind): Resource {
  const spec = definitions.find(({ spec }) => spec.names.kind === kind)?.spec;
  if (spec === undefined) throw new Error(`crds/ has no ${kind}`);
  return resource(`${spec.group}/${spec.versions[0]?.name}`, kind, spec.names.plural);
}

/** Where an object lies. */
export function placeOf(object: Json): { readonly namespace: string; readonly name: string } {
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  return { namespace: String(metadata['namespace']), name: String(metadata['name']) };
}

export function objectOf(value: unknown): Json {
  if (!isObject(value)) throw new Error('the API server answered with no object');
  return value;
}
