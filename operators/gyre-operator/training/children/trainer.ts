import { ownedBy } from '../../runtime/owners.ts';
import type { Intent } from '../../runtime/writer.ts';
import { ATTEMPT_LABEL, groupName, idOf, labelsOf, PRIORITY_LABEL, QUEUE_LABEL, workloadName } from '../names.ts';
import type { Run } from '../run.ts';
import { COORDINATOR_PORT, type Endpoint, trainerVariables } from './environment.ts';
import { given, podTemplate } from './pod.ts';

/** The label that names a run's queue, and its priority there, as Kueue reads them off a Job. */
export function queueLabels({ metadata: { labels = {} } }: Run): Record<string, string> {
  return Object.fromEntries([QUEUE_LABEL, PRIORITY_LABEL].flatMap((label) => (labels[label] ? [[label, labels[label]]] : [])));
}

/**
 * The trainer's Job, or JobSet, of one attempt. All nodes begin and end together: no pod is replaced by itself beyond what
 * `podFailurePolicy` ignores, and the first failure that counts ends the Job; whether there is another attempt is the operator's to say.
 * With a queue it is made suspended, for Kueue to begin.
 */
export function trainerWorkload(run: Run, kind: 'Job' | 'JobSet', attempt: number, endpoint: Endpoint): Intent {
  const id = idOf(run);
  const { nodes, gpusPerNode, gpuResource, gpuType, pods } = run.spec.trainer;
  const queue = queueLabels(run);
  const labels = { ...labelsOf(id, 'trainer'), [ATTEMPT_LABEL]: String(attempt) };
  const suspend = QUEUE_LABEL in queue ? { suspend: true } : {};
  const metadata = { namespace: id.namespace, name: workloadName(id, kind), labels: { ...labels, ...queue }, ownerReferences: [ownedBy(run)] };
  const job = {
    completionMode: 'Indexed',
    completions: nodes,
    parallelism: nodes,
    backoffLimit: 0,
    podReplacementPolicy: 'Failed',
    podFailurePolicy: podFailurePolicy(run),
    template: podTemplate(run, {
      ...{ pods, role: 'trainer', gpus: gpusPerNode, gpuResource, gpuType, variables: trainerVariables(run, kind, attempt, endpoint) },
      labels: { [ATTEMPT_LABEL]: String(attempt) },
      container: { ports: [{ name: 'coordinator', containerPort: COORDINATOR_PORT, protocol: 'TCP' }] },
      spec: given({ restartPolicy: 'Never', subdomain: kind === 'Job' ? groupName(id, 'trainer') : undefined }),
    }),
  };
  if (kind === 'Job') return { metadata, spec: { ...suspend, ...job } };
  return {
    metadata,
    spec: {
      ...suspend,
      network: { enableDNSHostnames: true, subdomain: groupName(id, 'trainer'), publishNotReadyAddresses: true },
      failurePolicy: { maxRestarts: 0 },
      replicatedJobs: [{ name: 't', replicas: 1, template: { metadata: { labels }, spec: job } }],
    },
  };
}

/** As a Job has it: exit codes are those of the trainer's container. */
function podFailurePolicy({ spec: { podFailurePolicy: { rules } } }: Run) {
  return {
    rules: rules.map(({ action, onExitCodes, onPodConditions }) => given({ action, onExitCodes: onExitCodes && { containerName: 'trainer', ...onExitCodes }, onPodConditions })),
  };
}
