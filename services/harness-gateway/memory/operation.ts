import { type Operation, OperationSource } from '#protos/core/v1/evidence.ts';
import { canonicalJson } from '#kit/digest.ts';
import type { Args } from '../executor/arguments.ts';

export interface ExecutedCall {
  readonly step: number;
  readonly callId: string;
  readonly tool: string;
  readonly args: Args;
  readonly status: number;
  readonly sideEffect: boolean;
  readonly memoryIds?: readonly string[];
  readonly skill?: string;
  /** Virtual time, ISO 8601. */
  readonly at: string;
}

/** The log entry of a call that the harness executed: part of an episode's evidence, appended in order. */
export function harnessOperation(call: ExecutedCall): Operation {
  return {
    step: call.step,
    callId: call.callId,
    tool: call.tool,
    argumentsJson: canonicalJson(call.args),
    status: call.status,
    sideEffect: call.sideEffect,
    source: OperationSource.HARNESS,
    memoryIds: [...(call.memoryIds ?? [])],
    skill: call.skill ?? '',
    at: call.at,
  };
}
