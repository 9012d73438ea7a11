import { RUN_REASONS, statusOf, violations } from '../../api/mod.ts';
import type { Statement } from '../../api/conditions.ts';
import { secondTime } from '../../runtime/micro-time.ts';
import { lastGood } from '../checkpoints.ts';
import { MANAGED_BY, QUEUE_LABEL } from '../names.ts';
import type { Run } from '../run.ts';
import type { Observation } from './observation.ts';
import { childRefused, disruptionOf, failureOf, heardOf, isOver, ofAttempt, podsStatement } from './pods.ts';
import { quotaOf } from './quota.ts';
import { LOOK_AGAIN_MS, missingMs, PATIENCE_MS } from './refused.ts';
import { checkpointStatement, type OwnStatus, ownStatus, statusAfter } from './status.ts';

/** What is to be there: nothing; a trainer, with or without rollout pods; or what is kept of a run that ended. */
export type Wanted = { readonly kind: 'nothing' } | { readonly kind: 'trainer'; readonly rollouts: boolean } | { readonly kind: 'remains' };

export interface Decision {
  /** All fields of the status that the operator owns. */
  readonly status: OwnStatus;
  readonly wanted: Wanted;
  /** When to look again although nothing changes; absent: never. */
  readonly requeueAfterMs?: number;
  /** The run has been over for as long as it was to be kept. */
  readonly expired?: boolean;
}

type Said = Statement<'TrainingRun'>;
const NOTHING: Wanted = { kind: 'nothing' };
/** Reasons that stay while the next attempt has no pods. */
const BETWEEN_ATTEMPTS: ReadonlySet<string> = new Set(['Restarting', 'Disrupted', 'ProgressStalled']);

/** Whether the run is this operator's to look after, now. */
export function isOurs({ spec, metadata }: Run): boolean {
  return spec.managedBy === MANAGED_BY && !metadata.deletionTimestamp;
}

export function hasEnded({ status }: Run): boolean {
  return statusOf(status?.conditions, 'Succeeded') === 'True' || statusOf(status?.conditions, 'Failed') === 'True';
}

/** Whether there are to be pods, as far as the run itself says: it has not ended, may start, and is not suspended. */
export function wantsTrainer(run: Run): boolean {
  return !hasEnded(run) && !run.spec.suspend && violations(run.spec).length === 0;
}

/**
 * Decides from what is there now and nothing else. What must happen once (a restart that counts, an eviction, an end) is in the status
 * that is returned: it is written to the run as it was read, before anything is done about it. `obstacle`: why nothing can be made.
 */
export function decide(seen: Observation, nowMs: number, obstacle?: Said): Decision {
  const { run } = seen;
  const left = [...seen.trainers, ...seen.rollouts].filter((pod) => !isOver(pod)).length;
  if (hasEnded(run)) return afterEnd(seen, nowMs);
  const common = [checkpointStatement(run), RUN_REASONS.underWay(), RUN_REASONS.notFailed()];
  const idle = (...said: readonly Said[]) => {
    const none = left === 0 ? [RUN_REASONS.noPods(), RUN_REASONS.quotaReleased()] : [];
    return { status: statusAfter(seen, [...common, ...none, ...said], nowMs, { active: false }), wanted: NOTHING };
  };

  const broken = violations(run.spec);
  if (broken.length > 0) return idle(RUN_REASONS.preflightFailed(broken), RUN_REASONS.notSuspended());
  if (run.spec.suspend) return idle(RUN_REASONS.accepted(), seen.children.length === 0 && left === 0 ? RUN_REASONS.suspended() : RUN_REASONS.suspending(left));
  if (obstacle) return { ...idle(obstacle, RUN_REASONS.notSuspended()), requeueAfterMs: 30_000 };
  const queue = run.metadata.labels?.[QUEUE_LABEL];
  // Without Kueue nobody would say when the GPUs of the queue are free. The process begins anew when Kueue comes.
  if (queue && !seen.installed.kueue) return idle(RUN_REASONS.accepted(), RUN_REASONS.notSuspended(), RUN_REASONS.noKueue(queue));
  return whileRunning(seen, nowMs, [...common, RUN_REASONS.accepted(), RUN_REASONS.notSuspended()]);
}

function whileRunning(seen: Observation, nowMs: number, common: readonly Said[]): Decision {
  const { run, workload } = seen;
  const { spec } = run;
  const before = ownStatus(run);
  const { attempt = 0, restarts = 0 } = run.status ?? {};
  const current = workload && !workload.leaving && workload.attempt === attempt ? workload : undefined;
  const quota = quotaOf(run, current && seen.quota);
  const rollouts = quota.statement.status === 'True';
  const pods = ofAttempt(seen.trainers, attempt);
  const end = (said: Said): Decision => ({ status: ended(seen, [...common, said], nowMs), wanted: { kind: 'remains' } });
  const again = (said: Said, counts: { restarts?: number; evicted?: string }): Decision => ({
    status: statusAfter(seen, [...common, quota.statement, said], nowMs, { active: false, ...counts, attempt: attempt + 1 }),
    wanted: { kind: 'trainer', rollouts },
  });
  /** A failure that counts: another attempt, or the end. `failed` says it of a condition. */
  const counted = (why: string, said = (restart: number) => RUN_REASONS.restarting(restart, spec.maxRestarts, why)) =>
    restarts >= spec.maxRestarts ? end(RUN_REASONS.restartsUsedUp(spec.maxRestarts, why)) : again(said(restarts + 1), { restarts: restarts + 1 });

  const outcome = current?.outcome;
  if (outcome?.state === 'complete') return end(successOf(run));
  const why = failureOf(pods, outcome?.state === 'failed' ? outcome.message : '');
  if (outcome?.state === 'failed' && outcome.reason === 'PodFailurePolicy') return end(RUN_REASONS.podFailurePolicy(why.pod, why.said));
  const suspendedByKueue = outcome?.state === 'active' && outcome.suspended;
  // Of a group that lost one node the others fail soon after: what was first is what counts.
  const lost = suspendedByKueue ? undefined : disruptionOf(run, pods);
  if (outcome && lost) return again(RUN_REASONS.disrupted(lost.pod, lost.said), { evicted: lost.reason });
  if (outcome?.state === 'failed') return counted(why.said);

  const active = outcome !== undefined && !suspendedByKueue;
  const statement = seen.refusedChild ? childRefused(seen.refusedChild) : current && active ? podsStatement(run, pods.filter((pod) => !isOver(pod)), seen.rollouts, seen.refused) : betweenAttempts(run);
  const wasHeld = statusOf(before.conditions, 'QuotaReserved') === 'True';
  const status = statusAfter(seen, [...common, quota.statement, statement], nowMs, { active, evicted: wasHeld ? quota.evicted : undefined });

  const activeMs = (status.activeSeconds ?? 0) * 1000 + (status.activeStartTime === undefined ? 0 : nowMs - Date.parse(status.activeStartTime));
  const deadlineLeft = spec.activeDeadlineSeconds === undefined || !active ? undefined : spec.activeDeadlineSeconds * 1000 - activeMs;
  if (deadlineLeft !== undefined && deadlineLeft <= 0) return end(RUN_REASONS.deadlineReached(spec.activeDeadlineSeconds ?? 0));
  const heardMs = active ? heardOf(run, pods) : undefined;
  const progressLeft = heardMs === undefined ? undefined : heardMs + spec.progressDeadlineSeconds * 1000 - nowMs;
  if (progressLeft !== undefined && progressLeft <= 0) {
    const silent = Math.floor((nowMs - (heardMs ?? nowMs)) / 1000);
    return counted(RUN_REASONS.progressStalled(silent, spec.progressDeadlineSeconds).message, () => RUN_REASONS.progressStalled(silent, spec.progressDeadlineSeconds));
  }
  const missing = missingMs(seen, nowMs);
  const lookLeft = missing === undefined ? undefined : missing < PATIENCE_MS ? PATIENCE_MS - missing : LOOK_AGAIN_MS;
  const waits = [deadlineLeft, progressLeft, lookLeft].filter((each) => each !== undefined);
  return { status, wanted: { kind: 'trainer', rollouts }, ...(waits.length > 0 ? { requeueAfterMs: Math.min(...waits) } : {}) };
}

/** What is said of pods while there is no Job, or Kueue holds it back: why that is so, where it is known. */
function betweenAttempts({ spec, status }: Run): Said {
  const old = status?.conditions?.find(({ type }) => type === 'PodsReady');
  if (old && BETWEEN_ATTEMPTS.has(old.reason)) return { type: 'PodsReady', status: old.status, reason: old.reason, message: old.message };
  return RUN_REASONS.podsStarting(0, spec.trainer.nodes + (spec.rollout.pods === undefined ? 0 : spec.rollout.replicas));
}

/** The trainer says that it finished; whether it did is in what it reported before. */
function successOf(run: Run): Said {
  const good = lastGood(run.status?.checkpoints);
  const updates = run.status?.progress?.update ?? 0;
  if (updates < run.spec.batch.updates) return RUN_REASONS.endedEarly(updates, run.spec.batch.updates);
  return good ? RUN_REASONS.succeeded(updates, good.name) : RUN_REASONS.endedWithoutCheckpoint(updates);
}

/** Of what an ended run holds, nothing is said to be there any more. */
function ended(seen: Observation, said: readonly Said[], nowMs: number): OwnStatus {
  const status = statusAfter(seen, [...said, RUN_REASONS.noPods(), RUN_REASONS.quotaReleased()], nowMs, { active: false });
  return { ...status, completionTime: secondTime(nowMs) };
}

/** An end is final: nothing is decided anew but how long it is kept. */
function afterEnd(seen: Observation, nowMs: number): Decision {
  const { run } = seen;
  const ttl = run.spec.ttlSecondsAfterFinished;
  const { completionTime } = run.status ?? {};
  const left = ttl === undefined || completionTime === undefined ? undefined : Date.parse(completionTime) + ttl * 1000 - nowMs;
  const status = statusAfter(seen, [], nowMs, { active: false });
  return { status: { ...status, conditions: ownStatus(run).conditions }, wanted: { kind: 'remains' }, ...(left === undefined ? {} : left > 0 ? { requeueAfterMs: left } : { expired: true }) };
}
