import type { Condition } from '../../api/conditions.ts';
import type { Happening } from '../../runtime/events.ts';

/** Which transitions of a run's conditions are told as events. Each is told by the write of the status that made it, and so once. */

/** Reasons worth an event, and what was being done. */
const TOLD: Readonly<Record<string, readonly [type: Happening['type'], action: string]>> = {
  PreflightFailed: ['Warning', 'Preflight'],
  ReferenceMissing: ['Warning', 'Preflight'],
  NameTaken: ['Warning', 'Preflight'],
  KueueMissing: ['Warning', 'Queue'],
  QuotaReserved: ['Normal', 'Queue'],
  InsufficientGpus: ['Normal', 'Queue'],
  Evicted: ['Warning', 'Queue'],
  PodsReady: ['Normal', 'Start'],
  Unschedulable: ['Warning', 'Start'],
  ImageUnavailable: ['Warning', 'Start'],
  PodsRefused: ['Warning', 'Start'],
  Restarting: ['Warning', 'Restart'],
  Disrupted: ['Warning', 'Restart'],
  ProgressStalled: ['Warning', 'Restart'],
  CheckpointGood: ['Normal', 'Checkpoint'],
  CheckpointBad: ['Warning', 'Checkpoint'],
  SuspendRequested: ['Normal', 'Suspend'],
  UpdatesFinished: ['Normal', 'End'],
  DeadlineReached: ['Warning', 'End'],
  RestartsUsedUp: ['Warning', 'End'],
  PodFailurePolicy: ['Warning', 'End'],
  EndedEarly: ['Warning', 'End'],
  EndedWithoutCheckpoint: ['Warning', 'End'],
};
/** Of these another message is another happening: another attempt, another checkpoint. */
const EACH: ReadonlySet<string> = new Set(['Restarting', 'Disrupted', 'ProgressStalled', 'CheckpointGood', 'CheckpointBad']);

export function happeningsOf(before: readonly Condition[] = [], after: readonly Condition[] = []): Happening[] {
  const known = new Map(before.map((condition) => [condition.type, condition]));
  return after.flatMap(({ type, reason, status, message }) => {
    const old = known.get(type);
    const told = TOLD[reason];
    // Of Succeeded and Failed the one that is False repeats the other's reason.
    const same = old?.reason === reason && old.status === status && (old.message === message || !EACH.has(reason));
    return told === undefined || same ? [] : [{ type: told[0], reason, action: told[1], note: message }];
  });
}
