import type { TrainingRunSpecRolloutPods, TrainingRunSpecTrainerPods } from '../../api/mod.ts';
import { audienceOf, groupName, idOf, labelsOf, type Role } from '../names.ts';
import type { Run } from '../run.ts';
import { TOKEN_FOLDER, type Variable } from './environment.ts';

export interface PodNeeds {
  readonly pods: TrainingRunSpecTrainerPods | TrainingRunSpecRolloutPods;
  readonly role: Role;
  readonly gpus: number;
  readonly gpuResource: string;
  readonly gpuType: string | undefined;
  readonly variables: readonly Variable[];
  readonly labels?: Readonly<Record<string, string>>;
  /** What the container has beyond that of every role: ports, probes. */
  readonly container?: Readonly<Record<string, unknown>>;
  readonly spec?: Readonly<Record<string, unknown>>;
}

/** Group of files that pods may write; images bring their own user, which must not be root. */
const FILES_GROUP = 65_532;
/** The token is renewed by the kubelet well before. */
const TOKEN_SECONDS = 3_600;

/**
 * The pod template of a role. Pods run under Pod Security `restricted` with a root file system that cannot be written to but for /tmp,
 * and without a token of the API server: trainers have one for the progress endpoint instead.
 */
export function podTemplate(run: Run, needs: PodNeeds): Record<string, unknown> {
  const { pods, role, gpus, gpuResource, gpuType } = needs;
  const id = idOf(run);
  const quantities = given({ cpu: pods.cpu?.toString(), memory: pods.memory?.toString(), ...(gpus > 0 ? { [gpuResource]: String(gpus) } : {}) });
  const claims = (pods.volumeClaims ?? []).map(({ claimName, mountPath, readOnly }, i) => ({ name: `claim-${i}`, claimName, mountPath, readOnly }));
  const nodeSelector = { ...pods.nodeSelector, ...(gpuType === undefined ? {} : { [`${gpuResource.split('/')[0]}/gpu.product`]: gpuType }) };
  return {
    metadata: { labels: { ...labelsOf(id, role), ...needs.labels } },
    spec: given({
      serviceAccountName: pods.serviceAccountName ?? groupName(id, role),
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, fsGroup: FILES_GROUP, fsGroupChangePolicy: 'OnRootMismatch', seccompProfile: { type: 'RuntimeDefault' } },
      terminationGracePeriodSeconds: pods.terminationGracePeriodSeconds,
      imagePullSecrets: pods.imagePullSecrets,
      nodeSelector: Object.keys(nodeSelector).length > 0 ? nodeSelector : undefined,
      tolerations: pods.tolerations,
      priorityClassName: pods.priorityClassName,
      containers: [
        given({
          name: role,
          image: pods.image,
          command: pods.command,
          args: pods.args,
          env: [{ name: 'HOME', value: '/tmp' }, ...userVariables(pods), ...needs.variables].filter(({ name }, i, all) => all.findLastIndex((each) => each.name === name) === i),
          resources: { requests: quantities, limits: quantities },
          securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
          terminationMessagePolicy: 'FallbackToLogsOnError',
          volumeMounts: [
            { name: 'tmp', mountPath: '/tmp' },
            ...(role === 'trainer' ? [{ name: 'gyre-token', mountPath: TOKEN_FOLDER, readOnly: true }] : []),
            ...(pods.sharedMemory === undefined ? [] : [{ name: 'shared-memory', mountPath: '/dev/shm' }]),
            ...claims.map(({ name, mountPath, readOnly }) => ({ name, mountPath, readOnly })),
          ],
          ...needs.container,
        }),
      ],
      volumes: [
        { name: 'tmp', emptyDir: {} },
        ...(role === 'trainer' ? [{ name: 'gyre-token', projected: { sources: [{ serviceAccountToken: { audience: audienceOf(id), expirationSeconds: TOKEN_SECONDS, path: 'token' } }] } }] : []),
        ...(pods.sharedMemory === undefined ? [] : [{ name: 'shared-memory', emptyDir: { medium: 'Memory', sizeLimit: pods.sharedMemory.toString() } }]),
        ...claims.map(({ name, claimName, readOnly }) => ({ name, persistentVolumeClaim: { claimName, readOnly } })),
      ],
      ...needs.spec,
    }),
  };
}

function userVariables({ env = [] }: PodNeeds['pods']): Variable[] {
  return env.map(({ name, value, secretKeyRef }) => (secretKeyRef ? { name, valueFrom: { secretKeyRef } } : { name, value: value ?? '' }));
}

/** Without what is undefined, which an intent must not hold. */
export function given(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
