import type { Check, CompletionCriteria } from '#protos/core/v1/criteria.ts';
import type { Evidence, Operation } from '#protos/core/v1/evidence.ts';
import { type CheckResult, type Verdict, VerdictMethod } from '#protos/core/v1/verdict.ts';
import { unverifiable } from './parsing.ts';
import { behaviourPolicy, type Ending, handOffOperations } from './policies/behaviour.ts';
import { memoryGatePolicy } from './policies/memory-gate.ts';
import { failed, type Outcome, passed } from './policies/outcome.ts';
import { skillGatePolicy } from './policies/skill-gate.ts';
import { stateChangePolicy } from './policies/state-change.ts';
import { toolCallPolicy } from './policies/tool-call.ts';
import { progressOf } from './progress.ts';

/** Changes whenever a policy may judge differently; part of every verdict. */
export const VERIFIER_VERSION = 'rule-1';

export interface VerifyOptions {
  readonly trajectoryId: string;
  /** Revision that the trajectory was made against; the criteria must be of the same. */
  readonly taskRevision?: number;
  /** Episode that the evidence must belong to. */
  readonly episodeId?: string;
}

/**
 * The verdict of an episode from its evidence: success if every check holds, and progress by milestones (report section 2.1,
 * nu = V(x, xi, tau)). Criteria that say nothing about the ending ask for a finish: an episode that never declared completion
 * has not completed. FAILED_PRECONDITION at boundary `verifier` where no verdict can be given; that is never a failure.
 */
export function verify(criteria: CompletionCriteria, evidence: Evidence, options: VerifyOptions): Verdict {
  checkBelonging(criteria, evidence, options);
  checkConsistency(evidence);
  const ending = endingOf(evidence);
  const results = criteria.checks.map((check) => judge(check, criteria, evidence, ending));
  if (!criteria.checks.some(saysHowToEnd)) results.push(named('reply', 'behaviour', finished(ending)));
  const success = results.every((result) => result.passed);
  const progress = progressOf(criteria.milestones, evidence, ending, success);
  return {
    trajectoryId: options.trajectoryId,
    success,
    progress: progress.value,
    checks: results,
    method: VerdictMethod.RULE,
    confidence: 1,
    verifierVersion: VERIFIER_VERSION,
    milestonesMet: [...progress.met],
  };
}

function judge(check: Check, criteria: CompletionCriteria, evidence: Evidence, ending: Ending): CheckResult {
  const { kind } = check;
  const { operations } = evidence;
  switch (kind?.$case) {
    case 'toolCall':
      return named(check.id, 'tool_call', toolCallPolicy(kind.value, operations, handedOff(criteria, operations)));
    case 'state':
      return named(check.id, 'state', stateChangePolicy(kind.value, evidence.changes));
    case 'behaviour':
      return named(check.id, 'behaviour', behaviourPolicy(kind.value, ending, operations));
    case 'memory':
      return named(check.id, 'memory', memoryGatePolicy(kind.value, operations));
    case 'skill':
      return named(check.id, 'skill', skillGatePolicy(kind.value, operations));
    case undefined:
      throw unverifiable(`check ${check.id} has no kind`, { task: criteria.taskId });
  }
}

function checkBelonging(criteria: CompletionCriteria, evidence: Evidence, options: VerifyOptions): void {
  const details = { task: criteria.taskId, trajectory: options.trajectoryId, episode: evidence.episodeId };
  if (criteria.taskId === '' || criteria.checks.length === 0) throw unverifiable('the criteria check nothing', details);
  if (evidence.taskId !== criteria.taskId) throw unverifiable(`the evidence is of task ${evidence.taskId || '(none)'}, not of ${criteria.taskId}`, details);
  if (options.taskRevision !== undefined && options.taskRevision !== criteria.taskRevision) {
    throw unverifiable(`the criteria are of revision ${criteria.taskRevision}, the trajectory of ${options.taskRevision}`, details);
  }
  if (options.episodeId !== undefined && options.episodeId !== evidence.episodeId) {
    throw unverifiable(`the evidence is of episode ${evidence.episodeId || '(none)'}, not of ${options.episodeId}`, details);
  }
}

function checkConsistency(evidence: Evidence): void {
  const details = { task: evidence.taskId, episode: evidence.episodeId };
  const rows = evidence.changes.map((change) => JSON.stringify([change.table, change.rowId]));
  if (new Set(rows).size < rows.length) throw unverifiable('the evidence reports a row twice', details);
  const inWorld = evidence.changes.filter((change) => change.table !== MEMORY_TABLE);
  const { initialStateDigest, finalStateDigest } = evidence;
  if (inWorld.length > 0 && initialStateDigest !== '' && initialStateDigest === finalStateDigest) {
    throw unverifiable('the evidence reports changes between two equal states', details);
  }
}

/** Table under which changes of the harness's memory stand in the evidence; they are no part of the world's state. */
export const MEMORY_TABLE = 'memory';

function endingOf(evidence: Evidence): Ending {
  const action = evidence.finalAction;
  if (action === undefined) return undefined;
  const { turn } = action;
  if (turn === undefined || turn.$case === 'calls') throw unverifiable('the final action is no reply', { episode: evidence.episodeId });
  return turn;
}

function saysHowToEnd(check: Check): boolean {
  return check.kind?.$case === 'behaviour' && check.kind.value.expected?.$case !== 'handOff';
}

function finished(ending: Ending): Outcome {
  if (ending?.$case === 'finish') return passed('completion was declared');
  return failed(ending === undefined ? 'the budget was spent without a finish' : `the episode ended with a ${ending.$case} instead of a finish`);
}

function handedOff(criteria: CompletionCriteria, operations: readonly Operation[]): ReadonlySet<Operation> {
  return new Set(
    criteria.checks.flatMap(({ kind }) =>
      kind?.$case === 'behaviour' && kind.value.expected?.$case === 'handOff' ? handOffOperations(kind.value.expected.value, operations) : [],
    ),
  );
}

function named(checkId: string, kind: string, outcome: Outcome): CheckResult {
  return { checkId, kind, ...outcome };
}
