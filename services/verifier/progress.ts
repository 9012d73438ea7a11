import type { BehaviourCheck, ExpectedCall, ExpectedChange, Milestone } from '#protos/core/v1/criteria.ts';
import type { Evidence } from '#protos/core/v1/evidence.ts';
import { unverifiable } from './parsing.ts';
import { behaviourPolicy, type Ending } from './policies/behaviour.ts';
import { retrievedMemories } from './policies/memory-gate.ts';
import { skillsLoadedInTime } from './policies/skill-gate.ts';
import { matchChanges, rowChanges } from './policies/state-change.ts';
import { matchCalls } from './policies/tool-call.ts';

export interface Progress {
  /** Weighted share of the milestones met, in [0, 1]. */
  readonly value: number;
  /** Ids of those met, in the order of the criteria. */
  readonly met: readonly string[];
}

/**
 * Verified progress (R_prog of eq. 5). Milestones that ask for the same thing twice need it twice: calls and changes are
 * matched one to one. A skill counts only if it was loaded in time. To declare completion counts only once all else is done: where
 * a whole group fails, advantages come from progress alone, and would teach to give up early. Without milestones, progress is success.
 */
export function progressOf(milestones: readonly Milestone[], evidence: Evidence, ending: Ending, success: boolean): Progress {
  const total = milestones.reduce((sum, { weight }) => sum + weight, 0);
  if (milestones.some(({ weight }) => !Number.isFinite(weight) || weight < 0)) throw unverifiable('a milestone has a weight that is negative or no number');
  if (total === 0) return { value: success ? 1 : 0, met: [] };
  const met = new Set([...metCalls(milestones, evidence), ...metChanges(milestones, evidence)]);
  const retrieved = retrievedMemories(evidence.operations);
  const loaded = skillsLoadedInTime(evidence.operations);
  for (const { id, kind } of milestones) {
    if (kind === undefined) throw unverifiable(`milestone ${id} asks for nothing`);
    if (kind.$case === 'memoryId' && retrieved.has(kind.value)) met.add(id);
    if (kind.$case === 'skill' && loaded.has(kind.value)) met.add(id);
    if (kind.$case === 'reply' && !declaresCompletion(kind.value) && behaviourPolicy(kind.value, ending, evidence.operations).passed) met.add(id);
  }
  const last = milestones.filter(({ kind }) => kind?.$case === 'reply' && declaresCompletion(kind.value));
  if (met.size === milestones.length - last.length) {
    for (const { id, kind } of last) if (kind?.$case === 'reply' && behaviourPolicy(kind.value, ending, evidence.operations).passed) met.add(id);
  }
  const reached = milestones.filter(({ id }) => met.has(id));
  return { value: Math.min(1, reached.reduce((sum, { weight }) => sum + weight, 0) / total), met: reached.map(({ id }) => id) };
}

function declaresCompletion({ expected }: BehaviourCheck): boolean {
  return expected?.$case === 'finish';
}

function metCalls(milestones: readonly Milestone[], evidence: Evidence): string[] {
  const asked = milestones.flatMap(({ id, kind }): { id: string; call: ExpectedCall }[] => (kind?.$case === 'call' ? [{ id, call: kind.value }] : []));
  const partners = matchCalls(asked.map(({ call }) => call), evidence.operations, false);
  return asked.filter((_, at) => partners[at] !== -1).map(({ id }) => id);
}

function metChanges(milestones: readonly Milestone[], evidence: Evidence): string[] {
  const asked = milestones.flatMap(({ id, kind }): { id: string; change: ExpectedChange }[] => (kind?.$case === 'change' ? [{ id, change: kind.value }] : []));
  if (asked.length === 0) return [];
  const partners = matchChanges(asked.map(({ change }) => change), rowChanges(evidence.changes));
  return asked.filter((_, at) => partners[at] !== -1).map(({ id }) => id);
}
