import type { CareConfig } from './reward.ts';
import type { OnPolicyStatistics } from './statistics.ts';

/** What the controller may move, eq. 6; fixed between two of its decisions. */
export type Phi = Pick<CareConfig, 'lambdaProg' | 'lambdaEff' | 'pLow' | 'pHigh'>;

const PHI_FIELDS = ['lambdaProg', 'lambdaEff', 'pLow', 'pHigh'] as const satisfies readonly (keyof Phi)[];

/** Admissible values of each field, both ends included. */
export type Ranges = { readonly [Field in keyof Phi]: readonly [low: number, high: number] };

export const DEFAULT_RANGES: Ranges = {
  lambdaProg: [0.05, 0.6],
  lambdaEff: [0, 0.4],
  pLow: [0.05, 0.4],
  pHigh: [0.6, 0.95],
};

export interface ControllerInput {
  readonly current: Phi;
  readonly ranges: Ranges;
  /** Success on the held-out dev families: the primary signal. `previous` is null at the first decision. */
  readonly dev: { readonly success: number; readonly previous: number | null };
  /** Second to dev: the on-policy groups since the last decision. */
  readonly statistics: OnPolicyStatistics;
}

export interface Proposal {
  readonly phi: Phi;
  /** Who proposes; stored with every decision. */
  readonly method: 'rule' | 'language-model';
  readonly reason: string;
}

/** The port that a rule or a language model fills. */
export interface CareController {
  propose(input: ControllerInput): Promise<Proposal>;
}

/** The outcome of a proposal, kept as data: `phi` is what holds next, `reasons` say why a proposal was refused. */
export interface Decision {
  readonly accepted: boolean;
  readonly phi: Phi;
  readonly reasons: readonly string[];
}

/**
 * Applies a proposal whole or not at all: a value outside its admissible range, or not a number, refuses the proposal and
 * the current phi stays. Nothing is clamped, since a clamped value is one that nobody proposed.
 */
export function applyProposal(current: Phi, proposal: Pick<Proposal, 'phi'>, ranges: Ranges): Decision {
  const { phi } = proposal;
  const reasons: string[] = [];
  for (const field of PHI_FIELDS) {
    const value = phi[field];
    const [low, high] = ranges[field];
    if (!Number.isFinite(value)) reasons.push(`${field} is ${String(value)}, not a finite number`);
    else if (value < low || value > high) reasons.push(`${field} ${value} is outside [${low}, ${high}]`);
  }
  if (reasons.length === 0 && !(phi.pLow >= 0 && phi.pLow < phi.pHigh && phi.pHigh < 1)) {
    reasons.push(`0 <= pLow < pHigh < 1 does not hold for pLow ${phi.pLow}, pHigh ${phi.pHigh}`);
  }
  if (reasons.length > 0) return { accepted: false, phi: current, reasons };
  const { lambdaProg, lambdaEff, pLow, pHigh } = phi;
  return { accepted: true, phi: { lambdaProg, lambdaEff, pLow, pHigh }, reasons };
}

/** A dev difference below this is noise. */
const DEV_MARGIN = 0.02;
const STEP = 1.25;

/**
 * The default controller, without a language model. Dev success decides first: after a fall the pressure on cost is halved
 * and its regime starts later, whatever the statistics say. Otherwise the statistics decide: mostly unsolved groups get
 * more progress shaping; mostly solved ones get less, and more pressure on cost where there is something to save.
 */
export function proposeByRule(input: ControllerInput): Proposal {
  const { current, ranges, dev, statistics } = input;
  const propose = (change: Partial<Phi>, reason: string): Proposal => ({
    phi: { ...current, ...change },
    method: 'rule',
    reason,
  });
  const step = (field: keyof Phi, target: number) => {
    const [low, high] = ranges[field];
    return Math.min(Math.max(target, low), high);
  };
  if (dev.previous !== null && dev.success < dev.previous - DEV_MARGIN) {
    const change = {
      lambdaEff: step('lambdaEff', current.lambdaEff / 2),
      pHigh: step('pHigh', current.pHigh + 0.05),
    };
    return propose(change, `dev success fell from ${dev.previous} to ${dev.success}: less pressure on cost`);
  }
  const { regimeShare, avoidableCost } = statistics;
  if (regimeShare.progress > 0.5) {
    const change = { lambdaProg: step('lambdaProg', current.lambdaProg * STEP) };
    return propose(change, `${percent(regimeShare.progress)} of groups are unsolved: more progress shaping`);
  }
  if (regimeShare.efficiency > 0.25 && avoidableCost !== null && avoidableCost > 0.05) {
    const change = {
      lambdaProg: step('lambdaProg', current.lambdaProg / STEP),
      lambdaEff: step('lambdaEff', Math.max(current.lambdaEff, 0.01) * STEP),
    };
    return propose(change, `dev success holds, successes cost ${avoidableCost.toFixed(3)} more than the cheapest: more pressure on cost`);
  }
  return propose({}, 'dev success holds and nothing stands out: no change');
}

/** {@link proposeByRule} behind the port. */
export const ruleBasedController: CareController = {
  propose: (input) => Promise.resolve(proposeByRule(input)),
};

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
