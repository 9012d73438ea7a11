import { PolicyVersion } from '#protos/core/v1/policy_version.ts';
import { Record as GyreRecord } from '#protos/core/v1/record.ts';
import { Release } from '#protos/core/v1/release.ts';
import { Round } from '#protos/core/v1/round.ts';
import { Task } from '#protos/core/v1/task.ts';
import type { EvaluateResponse } from '#protos/trainer/v1/trainer_controller_service.ts';

/**
 * What `--json` prints of messages. Protobuf's JSON leaves out fields at their default; here a failure says `false` and a score of
 * nothing says `0`, because whoever reads it should not have to know the schema.
 */

/** Scores and outcomes, with every field. */
export function evaluationDocument({ evaluationId, scores, outcomes }: EvaluateResponse) {
  return { evaluationId, scores, outcomes };
}

export function roundDocument(round: Round): object {
  return { ...members(Round.toJSON(round)), ...{ plan: round.plan, update: round.update, scores: round.scores, approvals: round.approvals, ...(round.phi ? { phi: round.phi } : {}) } };
}

export function policyDocument(policy: PolicyVersion): object {
  return { ...members(PolicyVersion.toJSON(policy)), update: policy.update };
}

export function releaseDocument(release: Release): object {
  const { tasks, indicators, approval } = release;
  return { ...members(Release.toJSON(release)), tasks, indicators, approval: approval ?? null };
}

/** A record; its verdict is null where none could be given. */
export function recordDocument(record: GyreRecord): object {
  const { verdict, attribution } = record;
  const document = members(GyreRecord.toJSON(record));
  return { ...document, verdict: verdict ?? null, ...(attribution ? { attribution } : {}) };
}

/** A task with its difficulty, 0 too. */
export function taskDocument(task: Task): object {
  return { ...members(Task.toJSON(task)), difficulty: task.difficulty };
}

function members(json: unknown): object {
  return typeof json === 'object' && json !== null ? json : {};
}
