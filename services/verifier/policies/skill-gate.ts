import type { SkillGate } from '#protos/core/v1/criteria.ts';
import { type Operation, OperationSource } from '#protos/core/v1/evidence.ts';
import { unverifiable } from '../parsing.ts';
import { failed, type Outcome, passed } from './outcome.ts';
import { succeeded } from './tool-call.ts';

/** Skills that were loaded before the first call that changed anything. */
export function skillsLoadedInTime(operations: readonly Operation[]): Set<string> {
  const loaded = new Set<string>();
  for (const operation of operations) {
    if (!succeeded(operation)) continue;
    if (operation.skill !== '' && operation.source === OperationSource.HARNESS) loaded.add(operation.skill);
    else if (operation.sideEffect) break;
  }
  return loaded;
}

/** These skills were loaded before the first side effect: guidance that comes after the deed guided nothing. */
export function skillGatePolicy(gate: SkillGate, operations: readonly Operation[]): Outcome {
  if (gate.skills.length === 0) throw unverifiable('a skill gate names no skill');
  const loaded = skillsLoadedInTime(operations);
  const missing = gate.skills.filter((skill) => !loaded.has(skill));
  return missing.length === 0
    ? passed(`${gate.skills.join(', ')} loaded before the first side effect`)
    : failed(`${missing.join(', ')} not loaded before the first side effect`, { missing });
}
