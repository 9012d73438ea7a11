import { describe, expect, it } from 'vitest';
import type { Member } from './reward.ts';
import { CARE_DEFAULTS } from './reward.ts';
import { deviation, mean, onPolicyStatistics } from './statistics.ts';

const member = (success: 0 | 1, cost = 0): Member => ({ success, progress: success, cost });

describe('population statistics', () => {
  it('divide by n', () => {
    expect(mean([1, 2, 6])).toBe(3);
    expect(deviation([1, 3])).toBe(1);
  });

  it('do not depend on order, to the last bit', () => {
    const values = [0.1, 1e16, 0.7, -1e16, 0.3, 1e-9];
    expect(mean(values.toReversed())).toBe(mean(values));
  });
});

describe('on-policy statistics', () => {
  it('summarise regimes, success and cost over the scorable', () => {
    const groups = [
      [member(0, 9), member(0), member(0), member(0)],
      [member(1, 0.2), member(0, 5), null, null],
      [member(1, 0.2), member(1, 0.4), member(1, 0.6), member(1, 0.8)],
      [null, null],
    ];
    const statistics = onPolicyStatistics(groups, CARE_DEFAULTS);
    expect(statistics.groups).toBe(4);
    expect(statistics.meanSuccess).toBe(0.5);
    expect(statistics.regimeShare).toEqual({ progress: 1 / 3, outcome: 1 / 3, efficiency: 1 / 3 });
    expect(statistics.meanCostOfSuccess).toBeCloseTo(0.44, 12);
    expect(statistics.avoidableCost).toBeCloseTo(0.15, 12);
  });

  it('say nothing where nothing is known', () => {
    expect(onPolicyStatistics([[null]], CARE_DEFAULTS)).toEqual({
      groups: 1,
      meanSuccess: null,
      regimeShare: { progress: 0, outcome: 0, efficiency: 0 },
      meanCostOfSuccess: null,
      avoidableCost: null,
    });
    expect(onPolicyStatistics([[member(0)]], CARE_DEFAULTS).meanCostOfSuccess).toBeNull();
  });
});
