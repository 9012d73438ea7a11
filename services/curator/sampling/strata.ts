import { digestOf } from '#kit/digest.ts';
import type { Task } from '#protos/core/v1/task.ts';
import type { StatisticsByTask, TaskStatistics } from './statistics.ts';

/**
 * Strata of the pool (report section 2.3): `mastered` tasks are down-sampled, a small `preservation` set of them stays,
 * `inconsistent` ones gain weight, `repair` are those that never succeed, `fresh` those that nobody has tried. A task without
 * trials of its own goes by its family's, once there are enough of them.
 */
export type Stratum = 'mastered' | 'inconsistent' | 'repair' | 'preservation' | 'fresh';

export interface StrataConfig {
  /** Success rate from which a task counts as mastered. */
  readonly masteredRate: number;
  /** Trials needed before a task can be mastered. */
  readonly masteredTrials: number;
  /** Trials of a family from which its tasks that nobody has tried take the family's stratum: what was learned of one carries over. */
  readonly familyTrials: number;
  /** Share of the mastered tasks that stay as the preservation set, in each ability group and at least one. */
  readonly preservedShare: number;
}

export const STRATA: StrataConfig = { masteredRate: 0.9, masteredTrials: 3, familyTrials: 8, preservedShare: 0.1 };

export function stratumOf(statistics: TaskStatistics | undefined, config: StrataConfig = STRATA): Exclude<Stratum, 'preservation'> {
  if (statistics === undefined || statistics.trials === 0) return 'fresh';
  const { trials, successes } = statistics;
  if (successes === 0) return 'repair';
  if (successes / trials < config.masteredRate) return 'inconsistent';
  // A task solved once or twice has not been shown to be mastered yet.
  return trials >= config.masteredTrials ? 'mastered' : 'inconsistent';
}

/** The stratum of each task. The preservation set is drawn by digest of seed and id, so that tasks that come or go leave the rest of it alone. */
export function strataOf(tasks: readonly Task[], statistics: StatisticsByTask, seed: number, config: StrataConfig = STRATA): Map<string, Stratum> {
  const families = familyStatistics(tasks, statistics);
  const competence = ({ id, family }: Task) => {
    const own = statistics.get(id);
    const whole = families.get(family);
    return own === undefined && whole !== undefined && whole.trials >= config.familyTrials ? whole : own;
  };
  const strata = new Map<string, Stratum>(tasks.map((task) => [task.id, stratumOf(competence(task), config)]));
  const mastered = Map.groupBy(tasks.filter(({ id }) => strata.get(id) === 'mastered'), ({ abilityGroup }) => abilityGroup);
  for (const group of mastered.values()) {
    const keyed = group.map(({ id }) => ({ id, key: digestOf(['preservation', seed, id]) })).sort((a, b) => (a.key < b.key ? -1 : 1));
    for (const { id } of keyed.slice(0, Math.max(1, Math.ceil(keyed.length * config.preservedShare)))) strata.set(id, 'preservation');
  }
  return strata;
}

function familyStatistics(tasks: readonly Task[], statistics: StatisticsByTask): Map<string, TaskStatistics> {
  const families = new Map<string, TaskStatistics>();
  for (const { id, family } of tasks) {
    const own = statistics.get(id);
    if (own === undefined) continue;
    const { trials, successes, causes } = families.get(family) ?? { trials: 0, successes: 0, causes: new Map<string, number>() };
    const together = new Map(causes);
    for (const [cause, count] of own.causes) together.set(cause, (together.get(cause) ?? 0) + count);
    families.set(family, { trials: trials + own.trials, successes: successes + own.successes, causes: together });
  }
  return families;
}
