import type { TrainingRunStatusCheckpoint } from '../api/mod.ts';
import type { Run } from './run.ts';

/** Which checkpoints of a run there are, and where it goes on from. */

export type Checkpoint = TrainingRunStatusCheckpoint;

/** By update, then by when they were recorded: the newest last. */
export function inOrder(checkpoints: readonly Checkpoint[]): Checkpoint[] {
  return checkpoints.toSorted((a, b) => a.update - b.update || Date.parse(a.recordedTime) - Date.parse(b.recordedTime));
}

/** The newest that was read back and answered. */
export function lastGood(checkpoints: readonly Checkpoint[] = []): Checkpoint | undefined {
  return inOrder(checkpoints).findLast(({ state }) => state === 'Good');
}

export interface ResumePoint {
  readonly name: string;
  /** Where it lies, where this run recorded it. */
  readonly uri?: string;
  readonly update?: number;
}

/**
 * The checkpoint that a trainer begun now starts from; undefined: from the policy version. It is `resumeFrom` where that is given, until
 * this run has recorded a good one since it was resumed; then, and else, it is the last good one.
 */
export function resumePoint({ spec, status = {} }: Pick<Run, 'spec' | 'status'>): ResumePoint | undefined {
  const { checkpoints = [], conditions = [] } = status;
  const { resumeFrom } = spec.checkpoint;
  const resumed = Date.parse(conditions.find(({ type, status: holds }) => type === 'Suspended' && holds === 'False')?.lastTransitionTime ?? '');
  const since = resumeFrom === undefined ? checkpoints : checkpoints.filter(({ recordedTime }) => Date.parse(recordedTime) > resumed);
  const good = lastGood(since);
  if (good) return { name: good.name, uri: good.uri, update: good.update };
  if (resumeFrom === undefined) return undefined;
  const known = checkpoints.find(({ name, state }) => name === resumeFrom && state !== 'Bad');
  return known ? { name: known.name, uri: known.uri, update: known.update } : { name: resumeFrom };
}
