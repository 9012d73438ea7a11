import { z } from 'zod';
import { GyreError, invalid } from '#kit/errors.ts';
import { advantagesOf } from './advantage.ts';
import type { CareConfig, Member, Regime } from './reward.ts';
import { CARE_DEFAULTS } from './reward.ts';

const weight = z.number().min(0);
const member = z.strictObject({
  success: z.union([z.literal(0), z.literal(1), z.boolean()]),
  progress: z.number().min(0).max(1),
  cost: z.number().min(0),
});
const input = z.strictObject({
  config: z
    .strictObject({
      p_low: z.number().min(0).lt(1),
      p_high: z.number().gt(0).lt(1),
      lambda_prog: weight,
      lambda_eff: weight,
      eps: weight.default(CARE_DEFAULTS.eps),
    })
    .refine((config) => config.p_low < config.p_high, { path: ['p_low'], message: 'is not below p_high' }),
  groups: z.array(z.strictObject({ id: z.string().min(1), members: z.array(member.nullable()).min(1) })),
});

/** What to write instead, by the name of the field that is wrong. */
const REMEDIES: ReadonlyMap<string, string> = new Map([
  ['config', 'give an object with p_low, p_high, lambda_prog, lambda_eff and, if wanted, eps'],
  ['p_low', 'give a number with 0 <= p_low < p_high'],
  ['p_high', 'give a number with p_low < p_high < 1'],
  ['lambda_prog', 'give a finite number >= 0'],
  ['lambda_eff', 'give a finite number >= 0'],
  ['eps', 'give a finite number >= 0, or leave it out for 1e-6'],
  ['groups', 'give a list of groups, each with id and members'],
  ['id', 'give a non-empty text that no other group has'],
  ['members', 'give at least one member; null stands for a verdict that could not be given'],
  ['success', 'give 0, 1, true or false'],
  ['progress', 'give a number in [0, 1]'],
  ['cost', 'give a finite number >= 0'],
]);

export interface CareExplanation {
  readonly groups: readonly {
    readonly id: string;
    /** Null, as the regime, when every member of the group is null: nothing could be scored. */
    readonly success_rate: number | null;
    readonly regime: Regime | null;
    readonly members: readonly ({ readonly reward: number; readonly advantage: number } | null)[];
  }[];
}

/**
 * Rewards and advantages of given groups, as `gyre care explain` prints them. Takes
 * `{"config": {p_low, p_high, lambda_prog, lambda_eff, eps?}, "groups": [{id, members: [{success, progress, cost} | null]}]}`.
 * INVALID_ARGUMENT whose `field` is the path of the first wrong or unknown field, as `groups[0].members[2].cost`.
 */
export function careExplain(value: unknown): CareExplanation {
  const parsed = input.safeParse(value);
  if (!parsed.success) throw firstFault(parsed.error);
  const { config: given, groups } = parsed.data;
  const config: CareConfig = {
    ...CARE_DEFAULTS,
    pLow: given.p_low,
    pHigh: given.p_high,
    lambdaProg: given.lambda_prog,
    lambdaEff: given.lambda_eff,
    eps: given.eps,
  };
  const seen = new Set<string>();
  return {
    groups: groups.map((group, g) => {
      if (seen.has(group.id)) throw fault(['groups', g, 'id'], `"${group.id}" is the id of an earlier group`);
      seen.add(group.id);
      return explainGroup(group, config, g);
    }),
  };
}

function explainGroup(group: z.infer<typeof input>['groups'][number], config: CareConfig, index: number) {
  const members = group.members.map((m) => (m === null ? null : { ...m, success: m.success ? (1 as const) : (0 as const) }));
  try {
    const { successRate, regime, rewards, advantages } = advantagesOf(members, config);
    return {
      id: group.id,
      success_rate: successRate,
      regime,
      members: rewards.map((reward, i) => {
        const advantage = advantages[i];
        return reward === null || advantage == null ? null : { reward, advantage };
      }),
    };
  } catch (thrown) {
    const { code, field, remedy } = GyreError.from(thrown, 'caller');
    const path = field === 'lambdaProg' ? 'config.lambda_prog' : costliest(members, config, index);
    throw new GyreError(code, `${path}: the rewards of groups[${index}] overflow`, { boundary: 'caller', field: path, remedy, cause: thrown });
  }
}

/** What to lower when costs overflow: the weight if it is the larger factor, else the largest cost of the group. */
function costliest(members: readonly Member[], { lambdaEff }: CareConfig, index: number): string {
  const costs = members.map((member) => member?.cost ?? 0);
  const largest = Math.max(...costs);
  return lambdaEff > largest ? 'config.lambda_eff' : `groups[${index}].members[${costs.indexOf(largest)}].cost`;
}

function firstFault(error: z.ZodError): GyreError {
  const issue = error.issues[0]!;
  if (issue.code === 'unrecognized_keys') {
    const field = pathOf([...issue.path, issue.keys[0]!]);
    return invalid(field, 'is not a known field', 'remove it or correct its spelling');
  }
  return fault(issue.path, issue.message);
}

function fault(path: readonly PropertyKey[], problem: string): GyreError {
  const name = path.findLast((key) => typeof key === 'string');
  const last = path.at(-1);
  const inList = typeof last === 'number' && name === 'members';
  const remedy = inList ? 'give null or an object with success, progress and cost' : REMEDIES.get(String(name));
  return invalid(pathOf(path), problem, remedy ?? 'give an object with config and groups');
}

function pathOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'input';
  return path.map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i === 0 ? '' : '.'}${String(key)}`)).join('');
}
