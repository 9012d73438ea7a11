import { digestOfBytes } from '#kit/digest.ts';
import type { Run } from './run.ts';

/** Names and labels of what belongs to a run; all follow from the run, so that a second try finds what the first one made. */

export const MANAGED_BY = 'gyre.dev/gyre-operator';
export const QUEUE_LABEL = 'kueue.x-k8s.io/queue-name';
export const PRIORITY_LABEL = 'kueue.x-k8s.io/priority-class';
/** Name of the run. */
export const RUN_LABEL = 'gyre.dev/run';
/** Uid of the run: another run of the same name has another. */
export const RUN_UID_LABEL = 'gyre.dev/run-uid';
export const ROLE_LABEL = 'gyre.dev/role';
/** The `status.attempt` that a trainer Job and its pods belong to. */
export const ATTEMPT_LABEL = 'gyre.dev/attempt';
/** Set by the Job controller. */
export const INDEX_LABEL = 'batch.kubernetes.io/job-completion-index';
/** Annotation of a child: digest of what was applied last. */
export const DIGEST_ANNOTATION = 'gyre.dev/applied-digest';
/** What informers select children by. */
export const CHILDREN_SELECTOR = 'app.kubernetes.io/name=gyre-training';

export type Role = 'trainer' | 'rollout';

export interface RunId {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

export function idOf({ metadata: { namespace, name, uid } }: Run): RunId {
  if (!namespace || !uid) throw new TypeError(`TrainingRun ${name} was not read from the API server`);
  return { namespace, name, uid };
}

/** Labels of everything that belongs to a role of the run; a selector as well. */
export function labelsOf({ name, uid }: RunId, role: Role): Record<string, string> {
  return { 'app.kubernetes.io/name': 'gyre-training', 'app.kubernetes.io/component': role, 'app.kubernetes.io/managed-by': 'gyre-operator', [RUN_LABEL]: name, [RUN_UID_LABEL]: uid, [ROLE_LABEL]: role };
}

/** As a list selects by: the pods of a role. */
export function selectorOf({ uid }: RunId, role: Role): string {
  return `${RUN_UID_LABEL}=${uid},${ROLE_LABEL}=${role}`;
}

/** Longest name of a JobSet with which its pods' names (`<name>-t-0-<index>-<5 random>`) fit into a host name. */
const LONGEST_JOB_SET = 48;

/** Of the Job, the run's own name: the resource bounds it so that pod names fit. Of a JobSet, the same, shortened where it must be. */
export function workloadName({ name }: Pick<RunId, 'name'>, kind: 'Job' | 'JobSet'): string {
  if (kind === 'Job' || name.length <= LONGEST_JOB_SET) return name;
  const [, hex = ''] = digestOfBytes(name).split(':');
  return `${name.slice(0, LONGEST_JOB_SET - 8)}-${hex.slice(0, 7)}`;
}

/** Of the headless Service, the ServiceAccount and, for rollouts, the Deployment. */
export function groupName({ name }: Pick<RunId, 'name'>, role: Role): string {
  return `${name}-${role}`;
}

/** The audience of the token that a pod of the run shows to the progress endpoint, and to nobody else. */
export function audienceOf({ namespace, name, uid }: RunId): string {
  return `gyre.dev/trainingruns/${namespace}/${name}/${uid}`;
}
