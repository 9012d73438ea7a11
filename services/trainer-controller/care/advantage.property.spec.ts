import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advantagesOf, anchorOf } from './advantage.ts';
import type { CareConfig, Member, ScoredMember } from './reward.ts';
import { CARE_DEFAULTS, regimeOf, successRateOf } from './reward.ts';
import { deviation, mean } from './statistics.ts';

/** Population covariance of two lists of equal length. */
function covariance(a: readonly number[], b: readonly number[]): number {
  const [centreA, centreB] = [mean(a), mean(b)];
  return mean(a.map((value, i) => (value - centreA) * ((b[i] ?? 0) - centreB)));
}

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const scored: fc.Arbitrary<ScoredMember> = fc.record({
  success: fc.constantFrom(0 as const, 1 as const),
  progress: unit,
  cost: fc.double({ min: 0, max: 3, noNaN: true }),
});
const solved = scored.map((member): ScoredMember => ({ ...member, success: 1 }));
const groupOf = (member: fc.Arbitrary<Member>) => fc.array(member, { minLength: 1, maxLength: 16 });
const anyGroup = groupOf(fc.oneof({ weight: 5, arbitrary: scored }, { weight: 1, arbitrary: fc.constant(null) }));
const config: fc.Arbitrary<CareConfig> = fc
  .tuple(fc.double({ min: 0, max: 0.45, noNaN: true }), fc.double({ min: 0.5, max: 0.95, noNaN: true }), unit, unit)
  .map(([pLow, pHigh, lambdaProg, lambdaEff]) => ({ ...CARE_DEFAULTS, pLow, pHigh, lambdaProg, lambdaEff }));

const present = (values: readonly (number | null)[]) => values.filter((value) => value !== null);

describe('advantages over generated groups', () => {
  it('sum to zero over the scorable members, and null stays where it was', () => {
    fc.assert(
      fc.property(anyGroup, config, (group, care) => {
        const { advantages } = advantagesOf(group, care);
        expect(advantages.map((a) => a === null)).toEqual(group.map((m) => m === null));
        const sum = present(advantages).reduce((total, a) => total + a, 0);
        expect(Math.abs(sum)).toBeLessThan(1e-8);
      }),
    );
  });

  it('stay within sqrt(n - 1), the bound of any standardised sample', () => {
    fc.assert(
      fc.property(anyGroup, config, (group, care) => {
        const values = present(advantagesOf(group, care).advantages);
        const bound = Math.sqrt(Math.max(values.length - 1, 0)) + 1e-9;
        for (const value of values) expect(Math.abs(value)).toBeLessThanOrEqual(bound);
      }),
    );
  });

  it('follow the member, not its position, to the last bit', () => {
    fc.assert(
      fc.property(anyGroup, config, fc.infiniteStream(fc.nat()), (group, care, keys) => {
        const order = group.map((_, i) => ({ i, key: keys.next().value ?? 0 })).sort((a, b) => a.key - b.key);
        const before = advantagesOf(group, care).advantages;
        const after = advantagesOf(order.map(({ i }) => group[i]!), care).advantages;
        expect(after).toEqual(order.map(({ i }) => before[i]));
      }),
    );
  });

  it('never rank a success below a failure in the outcome regime', () => {
    fc.assert(
      fc.property(anyGroup, config, (group, care) => {
        const { regime, advantages } = advantagesOf(group, care);
        fc.pre(regime === 'outcome');
        const of = (success: 0 | 1) => advantages.filter((_, i) => group[i]?.success === success).map((a) => a ?? 0);
        expect(Math.min(...of(1))).toBeGreaterThanOrEqual(Math.max(...of(0)));
      }),
    );
  });

  it('order the members as their rewards do', () => {
    fc.assert(
      fc.property(anyGroup, config, (group, care) => {
        const { rewards, advantages } = advantagesOf(group, care);
        const pairs = rewards.flatMap((r, i) => (r === null ? [] : [[r, advantages[i] ?? 0] as const]));
        pairs.sort((a, b) => a[0] - b[0]);
        for (const [i, pair] of pairs.slice(1).entries()) expect(pair[1]).toBeGreaterThanOrEqual(pairs[i]![1]);
      }),
    );
  });
});

describe('the calibrated spread', () => {
  it('of a solved group is lambda_eff * sigma_e / (anchor + eps), as long as the anchor is the larger', () => {
    fc.assert(
      fc.property(groupOf(solved), config, (group, care) => {
        const costs = group.map((member) => member?.cost ?? 0);
        const spread = care.lambdaEff * deviation(costs);
        fc.pre(spread <= anchorOf(care.pHigh) && spread > 1e-9);
        const measured = deviation(present(advantagesOf(group, care).advantages));
        expect(measured).toBeCloseTo(spread / (anchorOf(care.pHigh) + care.eps), 9);
      }),
    );
  });

  it('bounds each advantage of a solved group by the weighted range of costs over the anchor', () => {
    fc.assert(
      fc.property(groupOf(solved), config, (group, care) => {
        const costs = group.map((member) => member?.cost ?? 0);
        const bound = (care.lambdaEff * (Math.max(...costs) - Math.min(...costs))) / anchorOf(care.pHigh);
        for (const value of present(advantagesOf(group, care).advantages)) {
          expect(Math.abs(value)).toBeLessThanOrEqual(bound + 1e-9);
        }
      }),
    );
  });

  it('never exceeds the uncalibrated one', () => {
    fc.assert(
      fc.property(anyGroup, config, (group, care) => {
        const calibrated = present(advantagesOf(group, care).advantages);
        const plain = present(advantagesOf(group, care, { calibrated: false }).advantages);
        for (const [i, value] of calibrated.entries()) expect(Math.abs(value)).toBeLessThanOrEqual(Math.abs(plain[i]!));
      }),
    );
  });

  it('agrees with the closed form of the reward variance in the efficiency regime', () => {
    fc.assert(
      fc.property(groupOf(scored), config, (group, care) => {
        const rate = successRateOf(group) ?? 0;
        fc.pre(regimeOf(rate, care) === 'efficiency');
        const successes = group.map((member): number => member?.success ?? 0);
        const costs = group.map((member) => member?.cost ?? 0);
        const { lambdaEff } = care;
        const closed =
          rate * (1 - rate) + lambdaEff ** 2 * deviation(costs) ** 2 - 2 * lambdaEff * covariance(successes, costs);
        const rewards = present(advantagesOf(group, care).rewards);
        expect(deviation(rewards) ** 2).toBeCloseTo(closed, 10);
      }),
    );
  });
});
