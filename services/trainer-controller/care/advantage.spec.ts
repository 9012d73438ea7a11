import { describe, expect, it } from 'vitest';
import { advantagesOf, anchorOf } from './advantage.ts';
import type { Member } from './reward.ts';
import { CARE_DEFAULTS } from './reward.ts';

const config = { ...CARE_DEFAULTS, pLow: 0.25, pHigh: 0.75, lambdaProg: 0.2, lambdaEff: 0.1 };
const member = (success: 0 | 1, progress = 0, cost = 0): Member => ({ success, progress, cost });
const rounded = (values: readonly (number | null)[]) => values.map((v) => (v === null ? null : Number(v.toFixed(6))));
const costly = Array.from({ length: 8 }, (_, i) => member(1, 1, i / 10));

describe('advantages of known groups', () => {
  it('one success in four', () => {
    const result = advantagesOf([member(1), member(0), member(0), member(0)], config);
    expect(result.regime).toBe('outcome');
    expect(rounded(result.advantages)).toEqual([1.732047, -0.577349, -0.577349, -0.577349]);
  });

  it('eight successes that differ in cost are spread by the anchor', () => {
    const result = advantagesOf(costly, config);
    expect(result).toMatchObject({ successRate: 1, regime: 'efficiency' });
    expect(rounded(result.advantages)).toEqual([
      0.080829, 0.057735, 0.034641, 0.011547, -0.011547, -0.034641, -0.057735, -0.080829,
    ]);
  });

  it('one success in eight with progress', () => {
    const progress = [0, 0.25, 0.5, 0.5, 0, 0.75, 0.25, 1];
    const result = advantagesOf(progress.map((p) => member(p === 1 ? 1 : 0, p)), config);
    expect(result).toMatchObject({ successRate: 0.125, regime: 'progress' });
    expect(rounded(result.advantages)).toEqual([
      -0.544654, -0.412617, -0.280579, -0.280579, -0.544654, -0.148542, -0.412617, 2.624241,
    ]);
  });
});

describe('the ablations', () => {
  it('without calibration cost is normalised to spread 1, whatever its weight', () => {
    const [mild, strong] = [0.01, 1].map(
      (lambdaEff) => advantagesOf(costly, { ...config, lambdaEff, eps: 0 }, { calibrated: false }).advantages,
    );
    expect(rounded(mild!)).toEqual(rounded(strong!));
    expect(mild![0]).toBeCloseTo(1.527525, 6);
  });

  it('outcome-only sees nothing in a group that solved everything', () => {
    expect(advantagesOf(costly, config, { mode: 'outcome-only' }).advantages).toEqual(costly.map(() => 0));
  });

  it('outcome-only normalises by the plain spread even where most succeed', () => {
    const group = [...costly.slice(0, 7), member(0)];
    const { advantages } = advantagesOf(group, { ...config, eps: 0 }, { mode: 'outcome-only' });
    expect(advantages[7]).toBeCloseTo(-Math.sqrt(7), 12);
  });
});

describe('degenerate groups', () => {
  it.each([
    ['all failed', [0, 0, 0], 0],
    ['all succeeded at one cost', [1, 1, 1, 1, 1, 1], 0.1],
    ['a single member', [1], 0.3],
  ] as const)('%s: exactly 0', (_name, successes, cost) => {
    const { advantages } = advantagesOf(successes.map((s) => member(s, 0.1, cost)), config);
    for (const advantage of advantages) expect(advantage).toBe(0);
  });

  it('rewards that differ only by rounding are equal', () => {
    const group = [member(0, 0.1 + 0.2), member(0, 0.3), member(0, 0.3)];
    for (const advantage of advantagesOf(group, { ...config, lambdaProg: 1 }).advantages) expect(advantage).toBe(0);
  });

  it('an unscorable member leaves the statistics', () => {
    const without = advantagesOf([member(1), member(0), member(0), member(0)], config).advantages;
    const withNull = advantagesOf([member(1), null, member(0), member(0), null, member(0)], config).advantages;
    expect(withNull).toEqual([without[0], null, without[1], without[2], null, without[3]]);
  });

  it('a group without a scorable member has no rate, regime or advantage', () => {
    expect(advantagesOf([null, null], config)).toEqual({
      successRate: null,
      regime: null,
      rewards: [null, null],
      advantages: [null, null],
    });
  });

  it('refuses costs that overflow', () => {
    const group = [member(1, 0, 1e300), member(1)];
    expect(() => advantagesOf(group, config)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', field: 'cost' }));
  });

  it('refuses rewards that overflow alike, which would pass for equal ones', () => {
    const huge = { ...config, lambdaEff: 1e308 };
    for (const group of [[member(1, 0, 1e308)], [member(1, 0, 1e308), member(1, 0, 1e308)]]) {
      expect(() => advantagesOf(group, huge)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', field: 'cost' }));
    }
    expect(() => advantagesOf([member(0, 1), member(0, 0)], { ...config, lambdaProg: 1e308 })).toThrow(expect.objectContaining({ field: 'lambdaProg' }));
  });
});

it('the anchor is the deviation of outcomes at p_high', () => {
  expect(anchorOf(0.75)).toBeCloseTo(0.4330127, 7);
});
