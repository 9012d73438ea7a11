import { EndReason, type Trajectory } from '#protos/core/v1/trajectory.ts';
import type { Verdict } from '#protos/core/v1/verdict.ts';

/** How a verdict contradicts itself or the trajectory it is of, one sentence each; empty if the evidence supports the outcome. */
export function contradictions(trajectory: Trajectory, verdict: Verdict): string[] {
  const problems: string[] = [];
  const failing = verdict.checks.filter(({ passed }) => !passed);
  if (!(verdict.progress >= 0 && verdict.progress <= 1)) problems.push(`progress is ${verdict.progress}`);
  if (!(verdict.confidence >= 0 && verdict.confidence <= 1)) problems.push(`confidence is ${verdict.confidence}`);
  if (verdict.checks.length === 0) problems.push('no check supports the verdict');
  else if (verdict.success && failing.length > 0) problems.push(`it claims success although ${failing.map(({ checkId }) => checkId).join(', ')} failed`);
  else if (!verdict.success && failing.length === 0) problems.push('it claims failure although every check passed');
  if (verdict.success && (trajectory.endReason === EndReason.BUDGET || trajectory.endReason === EndReason.FAULT)) {
    problems.push(`it claims success of an episode that ended as ${trajectory.endReason}`);
  }
  const deviating = verdict.checks.find(({ passed, missing, unexpected, collateral }) => passed && missing.length + unexpected.length + collateral.length > 0);
  if (deviating !== undefined) problems.push(`${deviating.checkId} passed although it names deviations`);
  return problems;
}

/** Why a consistent verdict rests on little; empty if it is well supported. */
export function weakSupport(verdict: Verdict, inStore: boolean, threshold: number): string[] {
  const reasons: string[] = [];
  if (!inStore) reasons.push('the verifier has not stored this verdict');
  if (verdict.confidence < threshold) reasons.push(`the verdict has confidence ${verdict.confidence}`);
  return reasons;
}
