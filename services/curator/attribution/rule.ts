import { type Attribution, FailureCause } from '#protos/core/v1/record.ts';
import type { Facts } from './facts.ts';

/** A rule gives the cause if the failure is of its kind; rules are tried in order and the first that fits decides. */
export type Rule = (facts: Facts) => Attribution | undefined;

/** The tools that a finding is about. */
export interface Tools {
  /** The tool that was called, or the kind of reply that was given. */
  readonly tool?: string;
  /** The one that should have been. */
  readonly expectedTool?: string;
}

/** An attribution by rule. `step` is the first step at fault, -1 if none. */
export function because(cause: FailureCause, step: number, confidence: number, reason: string, { tool = '', expectedTool = '' }: Tools = {}): Attribution {
  return { cause, step, reason, confidence, method: 'rule', tool, expectedTool };
}
