import type { Statement } from './conditions.ts';
import type { Violation } from './preflight.ts';

type RunStatement = Statement<'TrainingRun'>;

const say = (type: RunStatement['type'], status: RunStatement['status'], reason: string, message: string): RunStatement => ({ type, status, reason, message });
const pods = (count: number) => `${count} pod${count === 1 ? '' : 's'}`;
const gpus = (count: number, type: string | undefined) => `${count} GPU${count === 1 ? '' : 's'}${type === undefined ? '' : ` of type ${type}`}`;

/** GPUs that something needs and what there is of them. */
export interface Shortfall {
  readonly needed: number;
  /** As in `gpuType`; undefined: any. */
  readonly gpuType: string | undefined;
  /** Who has them: `queue training`, `the cluster`. */
  readonly owner: string;
  readonly free: number;
}

/** Pods of one group that find no node. */
export interface Waiting {
  /** GPUs of one of them; 0 where it is not GPUs that it needs. */
  readonly needed: number;
  /** As in `gpuType`; undefined: any. */
  readonly gpuType: string | undefined;
  readonly waiting: number;
}

/** Everything that a TrainingRun's conditions say; each entry is a reason, its status, and its message from what has to be named. */
export const RUN_REASONS = {
  accepted: () => say('Accepted', 'True', 'PreflightPassed', 'Parallel, batch and group sizes fit.'),
  preflightFailed: (broken: readonly Violation[]) =>
    say('Accepted', 'False', 'PreflightFailed', broken.map(({ rule, field, problem, remedy }) => `[${rule}] spec.${field}: ${problem}; ${remedy}`).join('. ')),
  nameTaken: (kind: string, name: string) => say('Accepted', 'False', 'NameTaken', `${kind} ${name} is there and belongs to another; remove it, or create the run under another name.`),
  missing: (kind: string, name: string) => say('Accepted', 'False', 'ReferenceMissing', `${kind} ${name} is not in the namespace; create it, and the run is looked at again.`),

  quotaReserved: (queue: string) => say('QuotaReserved', 'True', 'QuotaReserved', `Queue ${queue} has reserved what the run needs.`),
  noQueue: () => say('QuotaReserved', 'True', 'NoQueue', 'The run names no queue (label kueue.x-k8s.io/queue-name), so pods are scheduled as they come.'),
  noKueue: (queue: string) => say('QuotaReserved', 'False', 'KueueMissing', `names queue ${queue}, and the cluster has no Kueue (group kueue.x-k8s.io); install it, or create the run without the label kueue.x-k8s.io/queue-name.`),
  insufficientGpus: ({ needed, gpuType, owner, free }: Shortfall) =>
    say('QuotaReserved', 'False', 'InsufficientGpus', `needs ${gpus(needed, gpuType)}; ${owner} has ${free} free. It starts when ${needed - free} more are; or use fewer nodes.`),
  waitingInQueue: (queue: string, said: string) => say('QuotaReserved', 'False', 'WaitingInQueue', `waits in queue ${queue}: ${said}`),
  quotaReleased: () => say('QuotaReserved', 'False', 'Released', 'The run holds no quota.'),
  evicted: (queue: string, reason: string, said: string) => say('QuotaReserved', 'False', 'Evicted', `was evicted from queue ${queue} (${reason}): ${said} It goes on from the last good checkpoint, if there is one, once admitted again.`),

  podsReady: (count: number) => say('PodsReady', 'True', 'PodsReady', `${pods(count)} ready.`),
  podsStarting: (ready: number, wanted: number) => say('PodsReady', 'False', 'PodsStarting', `${ready} of ${pods(wanted)} ready.`),
  unschedulable: (pod: string, said: string, { needed, gpuType, waiting }: Waiting) =>
    say('PodsReady', 'False', 'Unschedulable', `pod ${pod} finds no node${needed === 0 ? '' : `; it needs ${gpus(needed, gpuType)}, and ${pods(waiting)} wait${waiting === 1 ? 's' : ''} for ${gpus(needed * waiting, gpuType)} altogether`}. The scheduler says: ${said}`),
  childRefused: (child: string, said: string) => say('PodsReady', 'False', 'ChildRefused', `${child} cannot be made: ${said} It is tried again by itself.`),
  podsRefused: (by: string, said: string) => say('PodsReady', 'False', 'PodsRefused', `pods of ${by} cannot be made: ${said} It is tried again by itself.`),
  imageUnavailable: (pod: string, image: string, said: string) => say('PodsReady', 'False', 'ImageUnavailable', `pod ${pod} cannot have image ${image}: ${said} Correct the image or imagePullSecrets in another run.`),
  restarting: (restart: number, limit: number, said: string) => say('PodsReady', 'False', 'Restarting', `restart ${restart} of ${limit}: ${said}`),
  disrupted: (pod: string, said: string) => say('PodsReady', 'False', 'Disrupted', `pod ${pod} was lost without fault of its own: ${said} The trainer is begun anew from the last good checkpoint, if there is one, and no restart is counted.`),
  progressStalled: (seconds: number, deadlineSeconds: number) => say('PodsReady', 'False', 'ProgressStalled', `no progress for ${seconds} s, progressDeadlineSeconds is ${deadlineSeconds}; raise it if updates take longer.`),
  noPods: () => say('PodsReady', 'False', 'NoPods', 'The run holds no pods.'),

  checkpointGood: (name: string, update: number) => say('CheckpointReady', 'True', 'CheckpointGood', `checkpoint ${name} of update ${update} was read back and answers.`),
  noCheckpoint: (everyUpdates: number) => say('CheckpointReady', 'False', 'NoCheckpoint', `no checkpoint yet; one is written every ${everyUpdates} updates.`),
  checkpointBad: (name: string, said: string, good: string | undefined) =>
    say('CheckpointReady', 'False', 'CheckpointBad', `checkpoint ${name} cannot be used: ${said} ${good === undefined ? 'There is no good one to go on from.' : `The last good one is ${good}.`}`),

  suspended: () => say('Suspended', 'True', 'SuspendRequested', 'spec.suspend is true and no pod is left; set it to false to go on.'),
  suspending: (count: number) => say('Suspended', 'False', 'Suspending', `spec.suspend is true; ${pods(count)} left to end.`),
  notSuspended: () => say('Suspended', 'False', 'NotSuspended', 'spec.suspend is false.'),

  succeeded: (updates: number, checkpoint: string) => say('Succeeded', 'True', 'UpdatesFinished', `${updates} updates finished; the last good checkpoint is ${checkpoint}.`),
  underWay: () => say('Succeeded', 'False', 'UnderWay', 'The run has not ended.'),
  notFailed: () => say('Failed', 'False', 'NotFailed', 'The run has not failed.'),
  deadlineReached: (seconds: number) => say('Failed', 'True', 'DeadlineReached', `the run was active for activeDeadlineSeconds (${seconds}); raise it and create another run.`),
  restartsUsedUp: (limit: number, said: string) => say('Failed', 'True', 'RestartsUsedUp', `the trainer failed more than maxRestarts (${limit}) times; last: ${said}`),
  podFailurePolicy: (pod: string, said: string) => say('Failed', 'True', 'PodFailurePolicy', `pod ${pod} failed in a way that podFailurePolicy ends the run for: ${said}`),
  endedEarly: (updates: number, wanted: number) => say('Failed', 'True', 'EndedEarly', `the trainer ended as if it had finished, after ${updates} of ${wanted} updates; look at the pods' logs, and create another run.`),
  endedWithoutCheckpoint: (updates: number) => say('Failed', 'True', 'EndedWithoutCheckpoint', `the trainer ended after ${updates} updates, but no good checkpoint exists; look at the pods' logs.`),
} as const;
