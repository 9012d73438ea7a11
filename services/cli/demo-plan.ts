import { digestOf } from '#kit/digest.ts';
import { RoundPlan } from '#protos/core/v1/round.ts';
import { ROUND_DEFAULTS } from './plan-options.ts';

/** The sizes of `make demo`: three rounds that fit into some minutes on two cores. */
export const DEMO = { rounds: 3, seed: 1 } as const;

/**
 * The first round starts from few demonstrations, so that what reinforcement learning adds can be seen; the later ones are shown
 * what the policy still fails at.
 */
const FIRST = { demonstrations: 150, coldStartEpochs: 20 } as const;
const LATER = { demonstrations: 3000, coldStartEpochs: 5, updates: 15, groupsPerUpdate: 24 } as const;

/** Plans of the rounds of a demonstration, first to last; each goes on from the one before. The same sizes give the same ids. */
export function demoPlans(rounds: number, seed: number): { readonly id: string; readonly plan: RoundPlan }[] {
  const mark = digestOf({ rounds, seed, first: FIRST, later: LATER, defaults: RoundPlan.toJSON(ROUND_DEFAULTS) }).slice('sha256:'.length, 'sha256:'.length + 8);
  const idOf = (number: number) => `demo-${mark}-${number}`;
  return Array.from({ length: rounds }, (_, i) => {
    const number = i + 1;
    const first = number === 1;
    const own = { seed, number, parentRound: first ? '' : idOf(number - 1), ...(first ? FIRST : LATER) };
    return { id: idOf(number), plan: RoundPlan.fromPartial({ ...ROUND_DEFAULTS, ...own }) };
  });
}
