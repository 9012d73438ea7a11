import type { CheckResult } from '#protos/core/v1/verdict.ts';

/** What a policy found; the check's id and kind are added by `verify`. */
export type Outcome = Pick<CheckResult, 'passed' | 'reason' | 'missing' | 'unexpected' | 'collateral'>;

export function passed(reason: string): Outcome {
  return { passed: true, reason, missing: [], unexpected: [], collateral: [] };
}

export function failed(reason: string, parts: Partial<Pick<Outcome, 'missing' | 'unexpected' | 'collateral'>> = {}): Outcome {
  return { passed: false, reason, missing: [], unexpected: [], collateral: [], ...parts };
}
