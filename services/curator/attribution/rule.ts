import { type Attribution, FailureCause } from '#protos/core/v1/record.ts';
import type { Facts } from './facts.ts';

/** A rule gives the cause if the failure is of its kind; rules are tried in order and the first that fits decides. */
export type Rule = (facts: Facts) => Attribution | undefined;

export interface Finding {
  /** First step at fault; -1 if none. */
  readonly step: number;
  readonly reason: string;
  readonly confidence: number;
  readonly tool?: string;
  readonly expectedTool?: string;
}

/** An attribution by rule. */
export function because(cause: FailureCause, { step, reason, confidence, tool = '', expectedTool = '' }: Finding): Attribution {
  return { cause, step, reason, confidence, method: 'rule', tool, expectedTool };
}
