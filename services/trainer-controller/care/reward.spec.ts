import { describe, expect, it } from 'vitest';
import type { Member } from './reward.ts';
import { CARE_DEFAULTS, regimeOf, rewardsOf, successRateOf } from './reward.ts';

const config = { ...CARE_DEFAULTS, pLow: 0.3, pHigh: 0.7, lambdaProg: 0.5, lambdaEff: 0.2 };
const member = (success: 0 | 1, progress = 0, cost = 0): Member => ({ success, progress, cost });

describe('regimes', () => {
  it.each([
    [0, 'progress'],
    [0.299, 'progress'],
    [3 / 10, 'outcome'],
    [0.699, 'outcome'],
    [7 / 10, 'efficiency'],
    [1, 'efficiency'],
  ])('a success rate of %d is the %s regime', (rate, regime) => {
    expect(regimeOf(rate, config)).toBe(regime);
  });

  it('knows no progress regime when p_low is 0', () => {
    expect(regimeOf(0, { pLow: 0, pHigh: 0.5 })).toBe('outcome');
  });
});

describe('rewards', () => {
  it('adds weighted progress where few succeed', () => {
    expect(rewardsOf([member(1, 1, 9), member(0, 0.5, 9), member(0), member(0)], config)).toEqual([1.5, 0.25, 0, 0]);
  });

  it('is the outcome alone in between', () => {
    expect(rewardsOf([member(1, 0.4, 9), member(0, 0.5, 9)], config)).toEqual([1, 0]);
  });

  it('subtracts weighted cost where most succeed, from failures too', () => {
    expect(rewardsOf([member(1, 1, 1), member(1, 1, 0.5), member(1), member(0, 0, 1)], config)).toEqual([0.8, 0.9, 1, -0.2]);
  });

  it('takes the rate over the scorable members and leaves null null', () => {
    const group = [member(1, 0, 1), null, null];
    expect(successRateOf(group)).toBe(1);
    expect(rewardsOf(group, config)).toEqual([0.8, null, null]);
    expect(successRateOf([null])).toBeNull();
    expect(rewardsOf([null, null], config)).toEqual([null, null]);
  });

  it('is the success in every regime when outcomes alone count', () => {
    expect(rewardsOf([member(1, 1, 1), member(1, 1, 0.5)], config, 'outcome-only')).toEqual([1, 1]);
  });
});
