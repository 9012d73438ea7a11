import type { TaskWeight } from '#protos/core/v1/release.ts';
import type { Task } from '#protos/core/v1/task.ts';
import type { Stratum } from './strata.ts';

/** Sampling over domain x capability x difficulty x source, not proportional to how many tasks there happen to be. */
export interface WeightConfig {
  /** How much a cell's size is evened out: 0 leaves tasks as they are, 1 gives every cell the same mass. */
  readonly balance: number;
  readonly strata: Readonly<Record<Stratum, number>>;
  /** Factors by key, 1 where none is given. */
  readonly domains: Readonly<Record<string, number>>;
  readonly capabilities: Readonly<Record<string, number>>;
  readonly difficulties: Readonly<Record<Difficulty, number>>;
  readonly sources: Readonly<Record<string, number>>;
}

/** Strata by task id. */
export type Strata = ReadonlyMap<string, Stratum>;

export type Difficulty = 'easy' | 'medium' | 'hard';

export const WEIGHTS: WeightConfig = {
  balance: 0.5,
  strata: { fresh: 1, inconsistent: 2, repair: 1.5, mastered: 0.1, preservation: 0.5 },
  domains: {},
  capabilities: {},
  difficulties: { easy: 1, medium: 1, hard: 1 },
  sources: {},
};

function difficultyOf({ difficulty }: Pick<Task, 'difficulty'>): Difficulty {
  if (difficulty < 1 / 3) return 'easy';
  return difficulty < 2 / 3 ? 'medium' : 'hard';
}

/**
 * Weights with mean 1 in the order of the tasks. A task with several capabilities takes the mean over its cells. `boosts` are
 * further factors by task id, from the feedback on gaps.
 */
export function flywheelWeights(tasks: readonly Task[], strata: Strata, boosts: ReadonlyMap<string, number>, config: WeightConfig = WEIGHTS): TaskWeight[] {
  const cells = tasks.map(cellsOf);
  const sizes = new Map<string, number>();
  for (const list of cells) for (const { key } of list) sizes.set(key, (sizes.get(key) ?? 0) + 1 / list.length);
  const weights = tasks.map((task, at) => {
    const list = cells[at] ?? [];
    const cell = list.reduce((sum, { key, capability }) => sum + (sizes.get(key) ?? 1) ** -config.balance * (config.capabilities[capability] ?? 1), 0) / list.length;
    const factors = (config.domains[task.domains[0] ?? ''] ?? 1) * config.difficulties[difficultyOf(task)] * (config.sources[task.source] ?? 1);
    return cell * factors * config.strata[strata.get(task.id) ?? 'fresh'] * (boosts.get(task.id) ?? 1);
  });
  return scaled(tasks, weights, strata);
}

/** Every task alike; the strata are told all the same. */
export function uniformWeights(tasks: readonly Task[], strata: Strata): TaskWeight[] {
  return scaled(tasks, tasks.map(() => 1), strata);
}

function cellsOf(task: Task): { key: string; capability: string }[] {
  const capabilities = task.capabilities.length > 0 ? task.capabilities : [''];
  return capabilities.map((capability) => ({ capability, key: JSON.stringify([task.domains[0] ?? '', capability, difficultyOf(task), task.source]) }));
}

function scaled(tasks: readonly Task[], weights: readonly number[], strata: Strata): TaskWeight[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const scale = total > 0 ? tasks.length / total : 0;
  return tasks.map((task, at) => ({ taskId: task.id, weight: (weights[at] ?? 0) * scale, stratum: strata.get(task.id) ?? 'fresh' }));
}
