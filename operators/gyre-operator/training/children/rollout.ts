import { ownedBy } from '../../runtime/owners.ts';
import type { Intent } from '../../runtime/writer.ts';
import { groupName, idOf, labelsOf, ROLE_LABEL, RUN_UID_LABEL } from '../names.ts';
import type { Run } from '../run.ts';
import { HEALTH_PORT, POLICY_PORT, rolloutVariables } from './environment.ts';
import { podTemplate } from './pod.ts';
import { queueLabels } from './trainer.ts';

/**
 * The Deployment that serves the policy to rollout workers; undefined for a run without rollout pods. A Deployment and no StatefulSet:
 * any replica serves any episode, none has a name or a volume that it keeps, and a change replaces them one after the other.
 */
export function rolloutDeployment(run: Run): Intent | undefined {
  const { pods, replicas, gpusPerReplica, gpuResource, gpuType } = run.spec.rollout;
  if (pods === undefined) return undefined;
  const id = idOf(run);
  const health = { httpGet: { path: '/v2/health/ready', port: 'health' }, periodSeconds: 5, timeoutSeconds: 3 };
  return {
    metadata: { namespace: id.namespace, name: groupName(id, 'rollout'), labels: { ...labelsOf(id, 'rollout'), ...queueLabels(run) }, ownerReferences: [ownedBy(run)] },
    spec: {
      replicas,
      revisionHistoryLimit: 1,
      selector: { matchLabels: { [RUN_UID_LABEL]: id.uid, [ROLE_LABEL]: 'rollout' } },
      // GPUs for one more replica than asked for may not exist.
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } },
      template: podTemplate(run, {
        ...{ pods, role: 'rollout', gpus: gpusPerReplica, gpuResource, gpuType, variables: rolloutVariables(run) },
        container: {
          ports: [{ name: 'policy', containerPort: POLICY_PORT, protocol: 'TCP' }, { name: 'health', containerPort: HEALTH_PORT, protocol: 'TCP' }],
          readinessProbe: health,
        },
      }),
    },
  };
}
