import { GyreError } from '#kit/errors.ts';
import type { RoundPlan } from '#protos/core/v1/round.ts';
import type { TrainerSettings } from './settings.ts';

/** A rule that a plan breaks. */
export interface Violation {
  /** Stable name of the rule. */
  readonly rule: string;
  /** Field of the plan. */
  readonly field: string;
  readonly problem: string;
  readonly remedy: string;
}

type Rule = (plan: RoundPlan, settings: TrainerSettings) => Omit<Violation, 'rule'> | undefined;

const LARGEST_GROUP = 256;
/** Trajectories of one update that are in memory at a time. */
const LARGEST_BATCH = 16_384;

const wrong = (field: string, problem: string, remedy: string) => ({ field, problem, remedy });
const whole = (value: number, least: number) => Number.isInteger(value) && value >= least;
const wholeRule = (field: string, value: number, least: number) => (whole(value, least) ? undefined : wrong(field, `is ${value}`, `give a whole number from ${least}`));
const oneOf = (field: string, value: string, allowed: readonly string[]) =>
  allowed.includes(value) ? undefined : wrong(field, `is ${JSON.stringify(value)}`, `write ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}`);

/** Each rule by its name. They read the plan alone, so that a plan is refused before anything has started. */
const RULES: Readonly<Record<string, Rule>> = {
  number: (plan) => wholeRule('number', plan.number, 1),
  'parent-round': ({ number, parentRound }) =>
    number > 1 && parentRound === '' ? wrong('parent_round', 'is empty', 'name the round that this one follows, or make it number 1') : undefined,
  'demonstration-count': (plan) => wholeRule('demonstrations', plan.demonstrations, 0),
  'cold-start-epochs': (plan) => wholeRule('cold_start_epochs', plan.coldStartEpochs, 0),
  'cold-start-data': ({ coldStartEpochs, demonstrations }) =>
    coldStartEpochs > 0 !== demonstrations > 0
      ? wrong('cold_start_epochs', `is ${coldStartEpochs} with ${demonstrations} demonstrations`, 'give both, or neither')
      : undefined,
  updates: (plan) => wholeRule('updates', plan.updates, 0),
  'groups-per-update': (plan) => (plan.updates === 0 ? undefined : wholeRule('groups_per_update', plan.groupsPerUpdate, 1)),
  'group-baseline': ({ updates, groupSize }) =>
    updates === 0 || whole(groupSize, 2)
      ? undefined
      : wrong('group_size', `is ${groupSize}`, 'give at least 2: the baseline is the mean of the group, and a group of one has no advantage'),
  'group-limit': ({ groupSize }) => (groupSize <= LARGEST_GROUP ? undefined : wrong('group_size', `is ${groupSize}`, `give at most ${LARGEST_GROUP}`)),
  'batch-limit': ({ groupsPerUpdate, groupSize }) =>
    groupsPerUpdate * groupSize <= LARGEST_BATCH
      ? undefined
      : wrong('groups_per_update', `${groupsPerUpdate} groups of ${groupSize} are ${groupsPerUpdate * groupSize} trajectories`, `stay within ${LARGEST_BATCH} an update`),
  staleness: (plan) => wholeRule('staleness', plan.staleness, 0),
  'staleness-bound': ({ staleness, updates, schedule }) =>
    schedule !== 'deterministic' || updates === 0 || staleness < updates
      ? undefined
      : wrong('staleness', `is ${staleness} in a round of ${updates} updates`, 'give less than the number of updates, or no slot sees an updated policy'),
  'checkpoints-kept': ({ staleness }, { keptCheckpoints }) =>
    staleness + 1 <= keptCheckpoints ? undefined : wrong('staleness', `is ${staleness}, but ${keptCheckpoints} checkpoints are kept`, `give at most ${keptCheckpoints - 1}`),
  temperature: ({ temperature, updates }) =>
    updates === 0 || (Number.isFinite(temperature) && temperature > 0)
      ? undefined
      : wrong('temperature', `is ${temperature}`, 'give more than 0: a greedy policy samples groups of equals'),
  'learning-rate': ({ learningRate, updates }) =>
    updates === 0 || (Number.isFinite(learningRate) && learningRate > 0) ? undefined : wrong('learning_rate', `is ${learningRate}`, 'give a number above 0'),
  'phi-order': ({ phi }) =>
    phi === undefined || (phi.pLow >= 0 && phi.pLow < phi.pHigh && phi.pHigh < 1)
      ? undefined
      : wrong('phi', `has p_low ${phi.pLow} and p_high ${phi.pHigh}`, 'keep 0 <= p_low < p_high < 1'),
  'phi-weights': ({ phi }) =>
    phi === undefined || [phi.lambdaProg, phi.lambdaEff].every((value) => Number.isFinite(value) && value >= 0)
      ? undefined
      : wrong('phi', `has lambda_prog ${phi.lambdaProg} and lambda_eff ${phi.lambdaEff}`, 'give finite numbers from 0'),
  'controller-ranges': ({ phi, controllerInterval }, { ranges }) => {
    if (phi === undefined || controllerInterval <= 0) return undefined;
    const outside = (['lambdaProg', 'lambdaEff', 'pLow', 'pHigh'] as const).find((field) => phi[field] < ranges[field][0] || phi[field] > ranges[field][1]);
    return outside && wrong('phi', `has ${outside} ${phi[outside]}, outside the controller's range`, `stay within [${ranges[outside].join(', ')}], or turn the controller off`);
  },
  'controller-interval': (plan) => wholeRule('controller_interval', plan.controllerInterval, 0),
  'dev-tasks': (plan) => wholeRule('dev_tasks', plan.devTasks, 1),
  'dev-available': ({ devTasks }, { pool }) => (devTasks <= pool.devTasks ? undefined : wrong('dev_tasks', `is ${devTasks}, the pool has ${pool.devTasks}`, `give at most ${pool.devTasks}`)),
  'train-available': ({ demonstrations }, { pool }) =>
    demonstrations <= pool.trainTasks ? undefined : wrong('demonstrations', `is ${demonstrations}, the pool has ${pool.trainTasks} train tasks`, `give at most ${pool.trainTasks}`),
  objective: (plan) => oneOf('objective', plan.objective, ['care', 'care_uncalibrated', 'outcome_only']),
  sampling: (plan) => oneOf('sampling', plan.sampling, ['flywheel', 'uniform']),
  schedule: (plan) => oneOf('schedule', plan.schedule, ['deterministic', 'asynchronous']),
  approve: (plan) => oneOf('approve', plan.approve, ['auto', 'manual']),
};

/** All rules that the plan breaks, in a fixed order. */
export function violations(plan: RoundPlan, settings: TrainerSettings): Violation[] {
  return Object.entries(RULES).flatMap(([rule, check]) => {
    const found = check(plan, settings);
    return found ? [{ rule, ...found }] : [];
  });
}

/** INVALID_ARGUMENT naming every rule broken, its field and the remedy; `details` has them by rule. */
export function preflight(plan: RoundPlan, settings: TrainerSettings): void {
  const broken = violations(plan, settings);
  if (broken.length === 0) return;
  const lines = broken.map(({ rule, field, problem, remedy }) => [rule, `${field} ${problem}; ${remedy}`] as const);
  throw new GyreError('INVALID_ARGUMENT', `the plan cannot run:\n${lines.map(([rule, text]) => `  [${rule}] ${text}`).join('\n')}`, {
    boundary: 'caller',
    field: broken.map(({ field }) => field).join(', '),
    remedy: broken.map(({ remedy }) => remedy).join('; '),
    details: Object.fromEntries(lines),
  });
}
