import type { Hindrance } from './explanation.ts';
import { placement } from './placement.ts';

/** Problem and remedy of what conditions say; `api/*-reasons.ts` has the messages, and the spec beside this file holds both together. */

interface Words {
  readonly problem: string;
  readonly remedy: string;
}

/** Where the remedy begins in the message, if it is in it, and what it is otherwise. */
interface Rule {
  /** What of the message is no part of the problem; its first group, if there is one, is the remedy. */
  readonly tail?: RegExp;
  readonly remedy?: string;
  /** The remedy where it depends on what others said; undefined where that is nothing special. */
  readonly told?: (message: string) => string | undefined;
}

/** "problem; remedy." */
const AFTER_SEMICOLON: Rule = { tail: /; ([^;]*)$/s };
const RESUMED = 'Nothing is to be done: it goes on from the last good checkpoint by itself.';

const EACH_DEVICE = 'See what each of them needs: gyre cluster why device/NAME';

/** A queue that is not there or not in use admits nobody, whatever is free. */
function queueRemedy(message: string): string | undefined {
  const [, kind, name, lacks] = /(LocalQueue|ClusterQueue) (\S+) (doesn't exist|is inactive)/.exec(message) ?? [];
  if (kind === undefined || name === undefined) return undefined;
  if (lacks === 'is inactive') return `See what keeps ${kind} ${name} inactive: kubectl describe ${kind.toLowerCase()} ${name}`;
  return kind === 'LocalQueue' ? `Create LocalQueue ${name} in the namespace, or name one that is there in the label kueue.x-k8s.io/queue-name of another run` : `Create ClusterQueue ${name}, or have the LocalQueue name one that is there`;
}

const RULES: Readonly<Record<string, Rule>> = {
  // TrainingRun
  PreflightFailed: AFTER_SEMICOLON,
  NameTaken: AFTER_SEMICOLON,
  ReferenceMissing: AFTER_SEMICOLON,
  KueueMissing: AFTER_SEMICOLON,
  InsufficientGpus: { tail: /\. (It starts when .*)$/s },
  WaitingInQueue: { told: queueRemedy, remedy: 'It starts by itself when the queue admits it; raise the quota of the ClusterQueue behind the queue, or end other workloads' },
  Evicted: { tail: / It goes on from the last good checkpoint.*$/s, remedy: 'Nothing is to be done: it goes on from the last good checkpoint once the queue admits it again' },
  PodsStarting: { remedy: 'Wait until they are; gyre cluster why pod/NAME says what one of them waits for' },
  Unschedulable: { told: (message) => placement(message).remedy },
  PodsRefused: { tail: / It is tried again by itself\.$/s, remedy: 'Correct what the refusal names, for example the policy or the quota of the namespace; it is tried again by itself' },
  ChildRefused: { tail: / It is tried again by itself\.$/s, remedy: 'Correct what the refusal names, for example a policy or the role of the operator; it is tried again by itself' },
  ImageUnavailable: { tail: / Correct the image.*$/s, remedy: 'Correct the image or imagePullSecrets in another run' },
  Restarting: { remedy: 'Look at the logs of its pods; it begins anew by itself until maxRestarts is used up' },
  Disrupted: { tail: / The trainer is begun anew.*$/s, remedy: RESUMED },
  ProgressStalled: { tail: /; raise it if updates take longer\.?$/, remedy: 'It is restarted by itself; raise progressDeadlineSeconds if updates take longer than that' },
  SuspendRequested: AFTER_SEMICOLON,
  Suspending: { remedy: 'Wait until they have written their checkpoints; then set spec.suspend to false to go on' },
  DeadlineReached: AFTER_SEMICOLON,
  RestartsUsedUp: { remedy: 'Correct what it names, and create another run' },
  PodFailurePolicy: { remedy: 'Correct what it names, and create another run' },
  EndedEarly: AFTER_SEMICOLON,
  EndedWithoutCheckpoint: AFTER_SEMICOLON,
  // DeviceLease
  PoolMissing: AFTER_SEMICOLON,
  OverLimit: AFTER_SEMICOLON,
  QueueFull: AFTER_SEMICOLON,
  NothingMatches: AFTER_SEMICOLON,
  TenantAtLimit: AFTER_SEMICOLON,
  NoFreeDevice: { tail: / Place \d+ in the queue\.?$/, remedy: 'It goes on by itself when a device is free; add devices to the pool to wait less' },
  BindingRefused: { tail: / It is tried again by itself\.$/s, remedy: 'Correct what the refusal names, for example an admission policy or the role of the operator; it is tried again by itself' },
  Preparing: { remedy: 'Wait until the check has passed' },
  DeviceLost: { remedy: 'Take another lease; the device is checked and reset by itself' },
  // Device
  DoesNotAnswer: { remedy: 'Start its WebDriver server, or correct spec.endpoint; it is used again once a check has passed' },
  CheckFailed: { remedy: 'Repair what the check names; it is used again once a check has passed' },
  NoDriver: { tail: /, so it can neither.*$|; run one that has\.$/s, remedy: 'Run an operator that has a driver for its devices; until then it leases them to nobody' },
  Quarantined: { tail: / Remove the taint Quarantined.*$/s, remedy: 'Repair it, then remove the taint Quarantined from status.taints' },
  Leased: { remedy: 'It is free again when the lease ends; an administrator can end it with spec.release.mode: Force' },
  Resetting: { remedy: 'Wait until the reset and the check after it have passed' },
  ResetFailed: { tail: / Tried again after .*$/s, remedy: 'It is tried again by itself until quarantine.faults is reached; repair what the step names' },
  // DevicePool
  NoDevices: AFTER_SEMICOLON,
  NoneUsable: { tail: /; see their taints\.?$/, remedy: EACH_DEVICE },
  DevicesDown: { remedy: EACH_DEVICE },
  Draining: { remedy: 'Wait until they are released; set spec.admission to Open to lease again' },
  Drained: AFTER_SEMICOLON,
};

/** Reasons that somebody may ask about; all others say that something is as it should be, or that it has not come to it yet. */
export const HINDERS: ReadonlySet<string> = new Set(Object.keys(RULES));

/** What hinders and what helps, as texts without a full stop. A reason that is not known is told as it is. */
export function wordsOf({ reason, message }: Hindrance): Words {
  const rule = RULES[reason] ?? {};
  const [tail = '', said] = rule.tail?.exec(message) ?? [];
  const problem = (tail === '' ? message : message.slice(0, -tail.length)).trim().replace(/\.$/, '');
  const remedy = rule.told?.(message) ?? rule.remedy ?? said ?? `See the condition with the reason ${reason}`;
  return { problem: problem === '' ? reason : problem, remedy: remedy.trim().replace(/\.$/, '') };
}
