import type { CheckResult } from '#protos/core/v1/verdict.ts';
import { Split, type Task } from '#protos/core/v1/task.ts';

/** What the command line says of one check of a verdict. Of a held-out task it has no more fields than these. */
export interface ShownCheck {
  readonly kind: string;
  readonly passed: boolean;
  readonly reason: string;
  readonly checkId?: string;
  readonly missing?: readonly string[];
  readonly unexpected?: readonly string[];
  readonly collateral?: readonly string[];
}

/**
 * Checks as they may be printed. Those of train tasks are whole; of every other task only kind, outcome and counts, because reasons
 * and differences quote the criteria that the task is measured by.
 */
export function shownChecks({ split }: Pick<Task, 'split'>, checks: readonly CheckResult[]): ShownCheck[] {
  return split === Split.TRAIN ? [...checks] : checks.map((check) => ({ kind: check.kind, passed: check.passed, reason: counted(check) }));
}

function counted({ passed, missing, unexpected, collateral }: CheckResult): string {
  if (passed) return 'as it should be';
  const counts = Object.entries({ missing, unexpected, collateral }).flatMap(([name, list]) => (list.length > 0 ? [`${list.length} ${name}`] : []));
  return counts.join(', ') || 'not as it should be';
}
