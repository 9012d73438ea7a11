import { invalid } from '#kit/errors.ts';
import type { SlotDoc } from '#rollout-worker/mod.ts';
import { advantagesOf, CARE_DEFAULTS, groupById, type CareConfig, type Member, type Phi } from '../care/mod.ts';
import { normalisedCost } from './cost.ts';

/** `care`, `care_uncalibrated` (the report's ablation) or `outcome_only` (plain GRPO). */
export type Objective = 'care' | 'care_uncalibrated' | 'outcome_only';

/** INVALID_ARGUMENT for a name that is none. */
export function objectiveOf(name: string): Objective {
  if (name === 'care' || name === 'care_uncalibrated' || name === 'outcome_only') return name;
  throw invalid('objective', `is ${JSON.stringify(name)}`, 'write care, care_uncalibrated or outcome_only');
}

export interface ScoredSlot {
  readonly slot: SlotDoc;
  readonly advantage: number;
}

/** A batch after eqs. 5 and 9. */
export interface ScoredBatch {
  /** Members with an advantage, of groups that hold a signal, in the order of the batch. */
  readonly scored: readonly ScoredSlot[];
  /** All groups as the controller's statistics read them, in the order of the batch. */
  readonly members: readonly (readonly Member[])[];
  readonly withoutSignal: number;
  readonly unscored: number;
}

export function careConfig(phi: Phi): CareConfig {
  return { ...CARE_DEFAULTS, ...phi };
}

/**
 * Advantages of a batch, by group id. A member without a verdict leaves the statistics; a group whose rewards are all equal teaches
 * nothing and is left out before it costs an update.
 */
export function scoreBatch(slots: readonly SlotDoc[], phi: Phi, objective: Objective, budgetedCost: number): ScoredBatch {
  const groups = groupById(slots.map((slot) => ({ group: slot.groupId, slot: slot.index, doc: slot })));
  const scored: ScoredSlot[] = [];
  const members: (readonly Member[])[] = [];
  let withoutSignal = 0;
  let unscored = 0;
  const options = { mode: objective === 'outcome_only' ? 'outcome-only' : 'care', calibrated: objective !== 'care_uncalibrated' } as const;
  const inOrder = [...groups.values()].sort((a, b) => (a[0]?.doc.position ?? 0) - (b[0]?.doc.position ?? 0));
  for (const rows of inOrder) {
    const group = rows.map((row) => memberOf(row.doc, budgetedCost));
    members.push(group);
    unscored += group.filter((member) => member === null).length;
    const { advantages } = advantagesOf(group, careConfig(phi), options);
    if (advantages.every((advantage) => advantage === null || advantage === 0)) {
      withoutSignal += 1;
      continue;
    }
    for (const [i, { doc }] of rows.entries()) {
      const advantage = advantages[i] ?? null;
      if (advantage !== null) scored.push({ slot: doc, advantage });
    }
  }
  return { scored, members, withoutSignal, unscored };
}

function memberOf({ summary }: SlotDoc, budgetedCost: number): Member {
  if (!summary?.valid || summary.success === null) return null;
  return { success: summary.success ? 1 : 0, progress: summary.progress, cost: normalisedCost(summary, budgetedCost) };
}
