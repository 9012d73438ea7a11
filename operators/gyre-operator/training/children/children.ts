import { digestOf } from '#kit/digest.ts';
import type { KubeObject, Resource } from '../../runtime/objects.ts';
import { ownedBy } from '../../runtime/owners.ts';
import type { Intent } from '../../runtime/writer.ts';
import { DEPLOYMENTS, SERVICE_ACCOUNTS, SERVICES } from '../cluster-resources.ts';
import { DIGEST_ANNOTATION, groupName, idOf, labelsOf, type Role, selectorOf } from '../names.ts';
import type { Run } from '../run.ts';
import { COORDINATOR_PORT, POLICY_PORT } from './environment.ts';
import { rolloutDeployment } from './rollout.ts';

/** A child that is applied, as opposed to the trainer's Job, which is made once and replaced as a whole. */
export interface Child {
  readonly resource: Resource<KubeObject>;
  /** What the operator wants to own of it; carries its own digest, so that it is applied only when it changes. */
  readonly intent: Intent;
}

/** What the trainer needs before its Job: a service account without any permission, and names for its pods. */
export function trainerSurroundings(run: Run): Child[] {
  return surroundings(run, 'trainer', COORDINATOR_PORT, run.spec.trainer.pods.serviceAccountName);
}

/** The rollout pods with what they need, in the order in which they are made; none for a run without. */
export function rolloutChildren(run: Run): Child[] {
  const deployment = rolloutDeployment(run);
  if (deployment === undefined) return [];
  return [...surroundings(run, 'rollout', POLICY_PORT, run.spec.rollout.pods?.serviceAccountName), stamped(DEPLOYMENTS, deployment)];
}

function surroundings(run: Run, role: Role, port: number, serviceAccountName: string | undefined): Child[] {
  const id = idOf(run);
  const metadata = { namespace: id.namespace, name: groupName(id, role), labels: labelsOf(id, role), ownerReferences: [ownedBy(run)] };
  const selector = Object.fromEntries(selectorOf(id, role).split(',').map((each) => each.split('=')));
  // Trainers find each other before they are ready; rollout pods are found once they are.
  const service = { clusterIP: 'None', publishNotReadyAddresses: role === 'trainer', selector, ports: [{ name: role === 'trainer' ? 'coordinator' : 'policy', port, protocol: 'TCP', targetPort: port }] };
  const account = serviceAccountName === undefined ? [stamped(SERVICE_ACCOUNTS, { metadata, automountServiceAccountToken: false })] : [];
  return [...account, stamped(SERVICES, { metadata, spec: service })];
}

function stamped(resource: Resource<KubeObject>, intent: Intent): Child {
  return { resource, intent: { ...intent, metadata: { ...intent.metadata, annotations: { [DIGEST_ANNOTATION]: digestOf(intent) } } } };
}
