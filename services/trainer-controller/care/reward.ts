/** The numbers of CARE, eqs. 5, 9 and 10 of the report. `phi` of eq. 6 is the first four. */
export interface CareConfig {
  /** Below this group success rate progress is shaped. */
  readonly pLow: number;
  /** From this group success rate on cost is refined; also fixes the calibrated spread. */
  readonly pHigh: number;
  readonly lambdaProg: number;
  readonly lambdaEff: number;
  /** Keeps the division by the spread finite. */
  readonly eps: number;
  /** The clip of eq. 10: ratios are held to [1 - epsLow, 1 + epsHigh]. */
  readonly epsLow: number;
  readonly epsHigh: number;
}

export const CARE_DEFAULTS: CareConfig = {
  pLow: 0.25,
  pHigh: 0.75,
  lambdaProg: 0.2,
  lambdaEff: 0.1,
  eps: 1e-6,
  epsLow: 0.2,
  epsHigh: 0.28,
};

/** What the verifier and the trace say of one trajectory. */
export interface ScoredMember {
  readonly success: 0 | 1;
  /** Verified progress by milestones, in [0, 1]. */
  readonly progress: number;
  /** Normalised execution cost (reasoning tokens and tool calls), finite and >= 0. */
  readonly cost: number;
}

/** A trajectory of a group; null when no verdict could be given, and then it leaves the statistics and gets null back. */
export type Member = ScoredMember | null;

export type Regime = 'progress' | 'outcome' | 'efficiency';

/** Group success rate over the scorable members; null when there is none. */
export function successRateOf(group: readonly Member[]): number | null {
  const scored = group.filter((member) => member !== null);
  if (scored.length === 0) return null;
  return scored.filter((member) => member.success === 1).length / scored.length;
}

/** The regime of a group, eq. 5: [0, pLow) progress, [pLow, pHigh) outcome, [pHigh, 1] efficiency. */
export function regimeOf(successRate: number, config: Pick<CareConfig, 'pLow' | 'pHigh'>): Regime {
  if (successRate < config.pLow) return 'progress';
  return successRate < config.pHigh ? 'outcome' : 'efficiency';
}

/** `care` is eq. 5; `outcome-only` is plain GRPO, whose reward is the success alone whatever the regime. */
export type RewardMode = 'care' | 'outcome-only';

/** Rewards of eq. 5, in the order of the group; null stays null. */
export function rewardsOf(group: readonly Member[], config: CareConfig, mode: RewardMode = 'care'): (number | null)[] {
  const rate = successRateOf(group);
  if (rate === null) return group.map(() => null);
  const regime = mode === 'care' ? regimeOf(rate, config) : 'outcome';
  return group.map((member) => (member === null ? null : rewardOf(member, regime, config)));
}

function rewardOf(member: ScoredMember, regime: Regime, config: CareConfig): number {
  switch (regime) {
    case 'progress':
      return member.success + config.lambdaProg * member.progress;
    case 'outcome':
      return member.success;
    case 'efficiency':
      return member.success - config.lambdaEff * member.cost;
  }
}
