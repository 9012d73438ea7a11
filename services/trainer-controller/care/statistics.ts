import type { CareConfig, Member, Regime } from './reward.ts';
import { regimeOf, successRateOf } from './reward.ts';

/**
 * Population mean. Sums in ascending order, so that members of a group may arrive in any order and the last bit of the mean,
 * and with it a policy's digest, stays the same. NaN for an empty list.
 */
export function mean(values: readonly number[]): number {
  let sum = 0;
  for (const value of values.toSorted((a, b) => a - b)) sum += value;
  return sum / values.length;
}

/** Population standard deviation (divides by n, as the report's group statistics do). */
export function deviation(values: readonly number[]): number {
  const centre = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
}

/** What the CARE controller reads of the latest on-policy groups (section 2.4). Null where no group or no success says anything. */
export interface OnPolicyStatistics {
  readonly groups: number;
  /** Mean over scorable trajectories, in [0, 1]. */
  readonly meanSuccess: number | null;
  /** Share of scorable groups in each regime; the three sum to 1, or are 0 when there is no scorable group. */
  readonly regimeShare: Readonly<Record<Regime, number>>;
  /** Mean normalised cost of successful trajectories. */
  readonly meanCostOfSuccess: number | null;
  /**
   * Mean, over groups with a success, of the successes' mean cost minus the cheapest success of the same group: what sampling
   * alone shows could have been saved. A lower bound on cost minus oracle cost.
   */
  readonly avoidableCost: number | null;
}

/** Summarises groups of sampled trajectories under the regime bounds of `config`; unscorable members are left out. */
export function onPolicyStatistics(groups: readonly (readonly Member[])[], config: CareConfig): OnPolicyStatistics {
  const counts: Record<Regime, number> = { progress: 0, outcome: 0, efficiency: 0 };
  const successes: number[] = [];
  const costs: number[] = [];
  const avoidable: number[] = [];
  let scorable = 0;
  for (const group of groups) {
    const rate = successRateOf(group);
    if (rate === null) continue;
    scorable += 1;
    counts[regimeOf(rate, config)] += 1;
    const scored = group.filter((member) => member !== null);
    successes.push(...scored.map((member) => member.success));
    const paid = scored.filter((member) => member.success === 1).map((member) => member.cost);
    if (paid.length === 0) continue;
    costs.push(...paid);
    avoidable.push(mean(paid) - Math.min(...paid));
  }
  const share = (regime: Regime) => (scorable === 0 ? 0 : counts[regime] / scorable);
  return {
    groups: groups.length,
    meanSuccess: successes.length === 0 ? null : mean(successes),
    regimeShare: { progress: share('progress'), outcome: share('outcome'), efficiency: share('efficiency') },
    meanCostOfSuccess: costs.length === 0 ? null : mean(costs),
    avoidableCost: avoidable.length === 0 ? null : mean(avoidable),
  };
}
