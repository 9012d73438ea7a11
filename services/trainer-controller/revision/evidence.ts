import { Opening } from '#protos/core/v1/context.ts';
import { type FailureCause, FailureCause as Cause, type Record } from '#protos/core/v1/record.ts';
import { Split } from '#protos/core/v1/task.ts';

/** A call and how it went. */
export interface CallSeen {
  readonly tool: string;
  readonly status: number;
}

/** What the harness editor knows of one episode of a train task. */
export interface TrainEpisode {
  readonly record: string;
  readonly taskId: string;
  readonly family: string;
  readonly request: string;
  readonly capabilities: readonly string[];
  readonly success: boolean;
  readonly cause: FailureCause;
  /** The tool that should have been called, where attribution knows it. */
  readonly expectedTool: string;
  /** Calls by turn, in order. */
  readonly turns: readonly (readonly CallSeen[])[];
}

/** Where train episodes of a round come from. */
export type TrainSource = (roundId: string, updates: number) => Promise<readonly TrainEpisode[]>;

/** The record as the editor may see it; undefined for anything but a judged record of a train task. */
export function trainEpisode(record: Record, opening: Uint8Array): TrainEpisode | undefined {
  if (record.split !== Split.TRAIN || !record.verdict || !record.trajectory) return undefined;
  const { digest, family, capabilities, attribution, trajectory, verdict } = record;
  return {
    record: digest,
    taskId: trajectory.taskId,
    family,
    request: Opening.decode(opening).request,
    capabilities,
    success: verdict.success,
    cause: attribution?.cause ?? Cause.UNSPECIFIED,
    expectedTool: attribution?.expectedTool ?? '',
    turns: trajectory.steps.map((step) => (step.turn?.results ?? []).map(({ tool, status }) => ({ tool, status }))),
  };
}
