import { describe, expect, it } from 'vitest';
import type { SlotDoc, SlotSummary } from '#rollout-worker/mod.ts';
import { normalisedCost } from './cost.ts';
import { scoreBatch } from './groups.ts';

const phi = { lambdaProg: 0.2, lambdaEff: 0.1, pLow: 0.25, pHigh: 0.75 };

function slot(group: number, index: number, summary: Partial<SlotSummary>): SlotDoc {
  return {
    ...{ _id: `b/${group}.0/${index}`, batchId: 'b', groupId: `b/${group}.0`, position: group, replacement: 0, index, purpose: 'training', taskId: 't', policy: 'p' },
    ...{ harnessVersion: 'h', temperature: 1, seed: 0, guidanceSeed: '', state: 'accepted', attempt: 1, faults: 0, workerId: 'w', leaseUntilMs: 0, fault: '' },
    ...{ trajectoryId: 'x', settled: true, record: 'r' },
    summary: { success: false, progress: 0, valid: true, steps: 1, tokens: 4, toolCalls: 2, ...summary },
  };
}

const group = (number: number, outcomes: readonly Partial<SlotSummary>[]) => outcomes.map((outcome, i) => slot(number, i, outcome));

describe('cost', () => {
  it.each([
    [{ tokens: 0, toolCalls: 0 }, 0],
    [{ tokens: 12, toolCalls: 4 }, 0.5],
    [{ tokens: 40, toolCalls: 4 }, 1],
  ])('of %j is %f of the budget', (usage, expected) => expect(normalisedCost(usage, 32)).toBe(expected));
});

describe('a batch', () => {
  it('has the advantages of the report, by group id and not by position', () => {
    const slots = group(0, [{ success: true, progress: 1 }, {}, {}, {}]);
    const { scored } = scoreBatch(slots.toReversed(), { ...phi, pLow: 0.2 }, 'outcome_only', 32);
    expect(scored.map(({ slot: { index }, advantage }) => [index, Number(advantage.toFixed(6))])).toEqual([
      [0, 1.732047],
      [1, -0.577349],
      [2, -0.577349],
      [3, -0.577349],
    ]);
  });

  it('leaves out groups without a signal and counts them', () => {
    const same = group(0, [{}, {}, {}]);
    const mixed = group(1, [{ success: true, progress: 1 }, {}]);
    const { scored, withoutSignal, members } = scoreBatch([...same, ...mixed], phi, 'care', 32);
    expect(withoutSignal).toBe(1);
    expect(members).toHaveLength(2);
    expect(new Set(scored.map(({ slot: { groupId } }) => groupId))).toEqual(new Set(['b/1.0']));
  });

  it('finds a signal in cost where all succeed, only under care', () => {
    const slots = group(0, [{ success: true, tokens: 4 }, { success: true, tokens: 20 }]);
    expect(scoreBatch(slots, phi, 'outcome_only', 32).withoutSignal).toBe(1);
    const calibrated = scoreBatch(slots, phi, 'care', 32).scored[0]?.advantage ?? 0;
    const uncalibrated = scoreBatch(slots, phi, 'care_uncalibrated', 32).scored[0]?.advantage ?? 0;
    expect(calibrated).toBeGreaterThan(0);
    expect(uncalibrated).toBeCloseTo(1, 3);
    expect(calibrated).toBeLessThan(0.1);
  });

  it('lets a member without a verdict leave the statistics instead of scoring it zero', () => {
    const slots = group(0, [{ success: true, progress: 1 }, { success: null }, { success: false }]);
    const { scored, unscored } = scoreBatch(slots, { ...phi, pLow: 0.2 }, 'care', 32);
    expect(unscored).toBe(1);
    expect(scored.map(({ slot: { index } }) => index)).toEqual([0, 2]);
    expect(scored[0]?.advantage).toBeCloseTo(1, 4);
  });

  it('keeps the order of the plan when group ids sort otherwise', () => {
    const slots = [...group(10, [{ success: true }, {}]), ...group(9, [{ success: true }, {}])];
    expect(scoreBatch(slots, phi, 'outcome_only', 32).scored.map(({ slot: { position } }) => position)).toEqual([9, 9, 10, 10]);
  });
});
