import { Decision, FailureCause } from '#protos/core/v1/record.ts';
import { Split } from '#protos/core/v1/task.ts';
import { Validity } from '#protos/core/v1/trajectory.ts';
import type { RecordDoc } from '../collections.ts';

/** A record as stored: accepted, of a training task, a success by the trained policy. */
export function recordDoc(id: string, parts: Partial<RecordDoc> = {}): RecordDoc {
  return {
    _id: id,
    trajectory_id: `${id}#1`,
    slot_id: id,
    task_id: 't1',
    task_revision: 1,
    family: 'f-train',
    split: Split.TRAIN,
    backend: 'BACKEND_SANDBOX',
    ability_group: 'ABILITY_GROUP_TOOL_USE',
    domains: ['time-management'],
    capabilities: ['argument_grounding'],
    source: 'template',
    policy: 'sha256:policy',
    harness_version: 'sha256:harness',
    validity: Validity.VALID,
    actions: id,
    success: true,
    progress: 1,
    cause: '',
    expected_tool: '',
    verdict: null,
    attribution: null,
    decision: Decision.ACCEPTED,
    decided_by: 'rule',
    decision_reason: '',
    history: [],
    version: 1,
    ...parts,
  };
}

export const failure = (cause: FailureCause = FailureCause.GROUNDING, expectedTool = ''): Partial<RecordDoc> => ({ success: false, progress: 0.5, cause, expected_tool: expectedTool });
