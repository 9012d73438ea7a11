import { CONDITIONS, RUN_REASONS, runSummary, type TrainingRunStatus, withStatements } from '../../api/mod.ts';
import type { Statement } from '../../api/conditions.ts';
import { secondTime } from '../../runtime/micro-time.ts';
import { inOrder, lastGood } from '../checkpoints.ts';
import { idOf, selectorOf } from '../names.ts';
import type { Run } from '../run.ts';
import type { Observation } from './observation.ts';
import { isOver, isReady } from './pods.ts';

/** The fields of a run's status that the operator writes; progress and checkpoints are the progress endpoint's. */
export type OwnStatus = Omit<TrainingRunStatus, 'progress' | 'checkpoints'>;

const TYPES: readonly string[] = CONDITIONS.TrainingRun;
const MOST_REASONS = 16;

/** What of the status is the operator's, as it was read. */
export function ownStatus({ status = {} }: Run): OwnStatus {
  const { progress: _, checkpoints: __, ...own } = status;
  return { ...own, ...(own.conditions ? { conditions: own.conditions.filter(({ type }) => TYPES.includes(type)) } : {}) };
}

export interface Changes {
  /** Whether time counts towards activeDeadlineSeconds from now on. */
  readonly active: boolean;
  readonly attempt?: number;
  readonly restarts?: number;
  /** Why the run has just lost its pods without fault of its own. */
  readonly evicted?: string | undefined;
}

/** The status after what was said and seen. */
export function statusAfter({ run, workload, trainers, rollouts }: Observation, said: readonly Statement<'TrainingRun'>[], nowMs: number, { active, attempt, restarts, evicted }: Changes): OwnStatus {
  const before = ownStatus(run);
  const now = secondTime(nowMs);
  const generation = run.metadata.generation ?? 0;
  const conditions = withStatements('TrainingRun', before.conditions ?? [], said, { generation, now });
  const good = lastGood(run.status?.checkpoints);
  const there = { trainers: trainers.filter((pod) => !isOver(pod)), rollouts: rollouts.filter((pod) => !isOver(pod)) };
  const { activeSeconds: _, activeStartTime: __, ...kept } = before;
  const { apiVersion, metadata } = workload?.object ?? {};
  return {
    ...kept,
    observedGeneration: generation,
    summary: runSummary(conditions),
    conditions,
    attempt: attempt ?? before.attempt ?? 0,
    restarts: restarts ?? before.restarts ?? 0,
    ...(there.trainers.length > 0 && !before.startTime ? { startTime: now } : {}),
    ...activity(before, active, nowMs),
    ...(evicted === undefined ? {} : { evictions: counted(before.evictions, evicted) }),
    trainer: { nodes: there.trainers.length, readyNodes: there.trainers.filter(isReady).length },
    rollout: { replicas: there.rollouts.length, readyReplicas: there.rollouts.filter(isReady).length, selector: selectorOf(idOf(run), 'rollout') },
    ...(workload && apiVersion && metadata?.uid ? { workload: { apiVersion, kind: workload.kind, name: metadata.name, uid: metadata.uid } } : {}),
    ...(good ? { latestCheckpoint: good.name } : {}),
  };
}

/** The condition CheckpointReady. */
export function checkpointStatement({ spec, status }: Run): Statement<'TrainingRun'> {
  const good = lastGood(status?.checkpoints);
  const newest = inOrder(status?.checkpoints ?? []).at(-1);
  if (newest?.state === 'Bad') return RUN_REASONS.checkpointBad(newest.name, 'It was read back and did not answer.', good?.name);
  return good ? RUN_REASONS.checkpointGood(good.name, good.update) : RUN_REASONS.noCheckpoint(spec.checkpoint.everyUpdates);
}

function activity({ activeSeconds = 0, activeStartTime }: OwnStatus, active: boolean, nowMs: number): Pick<OwnStatus, 'activeSeconds' | 'activeStartTime'> {
  if (active) return { activeSeconds, activeStartTime: activeStartTime ?? secondTime(nowMs) };
  const since = activeStartTime === undefined ? 0 : Math.max(0, Math.floor((nowMs - Date.parse(activeStartTime)) / 1000));
  return { activeSeconds: activeSeconds + since };
}

/** One more of a reason; beyond the list's bound, reasons are counted under Other. */
function counted(evictions: NonNullable<OwnStatus['evictions']> = [], reason: string): NonNullable<OwnStatus['evictions']> {
  const name = evictions.some((each) => each.reason === reason) || evictions.length < MOST_REASONS - 1 ? reason : 'Other';
  const known = evictions.find((each) => each.reason === name);
  return known ? evictions.map((each) => (each === known ? { ...known, count: known.count + 1 } : each)) : [...evictions, { reason: name, count: 1 }];
}
