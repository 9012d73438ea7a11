import { ROUND_DEFAULTS } from '#cli/plan-options.ts';
import { RoundPlan } from '#protos/core/v1/round.ts';

/** Sizes of the learning benchmark; `smoke` is for trying the script out, never for figures. `alone` are the updates of CARE and of outcome-only GRPO. */
export const SIZES = {
  full: { alone: 40, updates: 20, groupsPerUpdate: 40, demonstrations: 150, later: 4000, devTasks: 120, testTasks: 0 },
  smoke: { alone: 2, updates: 2, groupsPerUpdate: 4, demonstrations: 30, later: 40, devTasks: 20, testTasks: 30 },
} as const;
export type Size = keyof typeof SIZES;

/** One variant: a round, and the round it goes on from. */
export interface Variant {
  readonly name: string;
  readonly plan: RoundPlan;
}

/**
 * The rounds of one seed. `cold` is a cold start of limited size; `care` and `outcome` go on from it with the same budget and
 * differ in the objective alone; `flywheel` and `uniform` go on from `care` and differ in the sampling alone; `final` is one more
 * flywheel round.
 */
export function variantsOf(seed: number, size: Size): readonly Variant[] {
  const { alone, updates, groupsPerUpdate, demonstrations, later, devTasks } = SIZES[size];
  const round = (name: string, own: Partial<RoundPlan>): Variant => ({
    name,
    plan: RoundPlan.fromPartial({ ...ROUND_DEFAULTS, seed, devTasks, updates, groupsPerUpdate, demonstrations: 0, coldStartEpochs: 0, reviseHarness: false, ...own }),
  });
  const id = (name: string) => roundId(name, seed);
  const shown = { demonstrations: later, coldStartEpochs: 5 };
  return [
    round('cold', { demonstrations, coldStartEpochs: 20, updates: 0 }),
    round('care', { number: 2, parentRound: id('cold'), updates: alone, reviseHarness: true }),
    round('outcome', { number: 2, parentRound: id('cold'), updates: alone, objective: 'outcome_only' }),
    round('flywheel', { number: 3, parentRound: id('care'), ...shown, reviseHarness: true }),
    round('uniform', { number: 3, parentRound: id('care'), ...shown, sampling: 'uniform' }),
    round('final', { number: 4, parentRound: id('flywheel'), ...shown, reviseHarness: true }),
  ];
}

export function roundId(name: string, seed: number): string {
  return `learning-${name}-${seed}`;
}
