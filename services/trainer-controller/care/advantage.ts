import { invalid } from '#kit/errors.ts';
import type { CareConfig, Member, Regime, RewardMode } from './reward.ts';
import { regimeOf, rewardsOf, successRateOf } from './reward.ts';
import { deviation, mean } from './statistics.ts';

export interface AdvantageOptions {
  /** `care` (default) or plain outcome-only GRPO. */
  readonly mode?: RewardMode;
  /** False normalises the efficiency regime by its own spread, as plain GRPO would; the ablation of the report. Default true. */
  readonly calibrated?: boolean;
}

/** One group after eqs. 5 and 9; lists are in the order of the group, null where the member was null. */
export interface GroupAdvantages {
  /** Null, as the regime, when no member of the group could be scored. */
  readonly successRate: number | null;
  readonly regime: Regime | null;
  readonly rewards: readonly (number | null)[];
  readonly advantages: readonly (number | null)[];
}

/**
 * Rewards that differ by less than this, relative to the largest, are equal: two roads to the same number differ in the last
 * bits, and division by a spread of that size would make a lesson out of them.
 */
const EQUAL_WITHIN = 1e-12;

/** The spread below which no efficiency group is normalised, eq. 9: the deviation of outcomes at the regime's border. */
export function anchorOf(pHigh: number): number {
  return Math.sqrt(pHigh * (1 - pHigh));
}

/**
 * Group-relative advantages, eq. 9, with population statistics over the scorable members. Equal rewards give exactly 0.
 * INVALID_ARGUMENT when costs or weights are so large that rewards overflow: `lambdaProg` in the progress regime, where progress is
 * at most 1, `cost` in the efficiency regime.
 */
export function advantagesOf(group: readonly Member[], config: CareConfig, options: AdvantageOptions = {}): GroupAdvantages {
  const { mode = 'care', calibrated = true } = options;
  const successRate = successRateOf(group);
  const rewards = rewardsOf(group, config, mode);
  const regime = successRate === null ? null : regimeOf(successRate, config);
  const scored = rewards.filter((reward) => reward !== null);
  if (!scored.every(Number.isFinite)) throw overflow(regime);
  if (areEqual(scored)) {
    return { successRate, regime, rewards, advantages: rewards.map((reward) => (reward === null ? null : 0)) };
  }
  const centre = mean(scored);
  const spread = deviation(scored);
  if (!Number.isFinite(spread)) throw overflow(regime);
  const anchored = mode === 'care' && calibrated && regime === 'efficiency';
  const divisor = (anchored ? Math.max(spread, anchorOf(config.pHigh)) : spread) + config.eps;
  const advantages = rewards.map((reward) => (reward === null ? null : (reward - centre) / divisor));
  return { successRate, regime, rewards, advantages };
}

function overflow(regime: Regime | null) {
  const field = regime === 'progress' ? 'lambdaProg' : 'cost';
  return invalid(field, 'the rewards of the group overflow', 'normalise costs to the order of 1 and lower the weights');
}

function areEqual(values: readonly number[]): boolean {
  if (values.length < 2) return true;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return high - low <= EQUAL_WITHIN * Math.max(1, Math.abs(low), Math.abs(high));
}
