import { invalid } from '#kit/errors.ts';
import type { Clip, Ranges } from './care/mod.ts';
import { CARE_DEFAULTS, DEFAULT_RANGES } from './care/mod.ts';

/** How tasks are made for a line of rounds. */
export interface PoolSettings {
  readonly world: string;
  readonly trainTasks: number;
  readonly devTasks: number;
  readonly testTasks: number;
}

/** What a round's plan does not say: how the learner and the schedule work. The same for every round of an instance. */
export interface TrainerSettings {
  readonly pool: PoolSettings;
  readonly coldStart: { readonly batchSize: number; readonly learningRate: number };
  readonly update: { readonly epochs: number; readonly entropy: number; readonly clip: Clip };
  readonly ranges: Ranges;
  /**
   * Cost at which e_i of eq. 5 reaches 1: policy tokens plus tool calls of a trajectory, by the kind of policy. A compact policy
   * spends a handful of tokens a turn, a language model hundreds.
   */
  readonly budgetedCost: { readonly [kind: string]: number };
  /** Spares planned for each position of a batch. */
  readonly spares: number;
  /** Policy versions of a round that keep their checkpoint besides its start, cold start and end. */
  readonly keptCheckpoints: number;
  /** Dev gain that a harness revision must show to be accepted, > 0. */
  readonly revisionMargin: number;
  /** Pause between two looks at a batch, milliseconds. */
  readonly pollMs: number;
}

export const DEFAULT_SETTINGS: TrainerSettings = {
  pool: { world: 'phone', trainTasks: 9000, devTasks: 270, testTasks: 300 },
  coldStart: { batchSize: 8, learningRate: 0.01 },
  update: { epochs: 1, entropy: 0.002, clip: { low: CARE_DEFAULTS.epsLow, high: CARE_DEFAULTS.epsHigh } },
  ranges: DEFAULT_RANGES,
  budgetedCost: { compact: 32, 'language-model': 4096 },
  spares: 2,
  keptCheckpoints: 4,
  revisionMargin: 0.005,
  pollMs: 20,
};

/** The default pool in other sizes, from `TRAIN,DEV,TEST` as GYRE_POOL holds them; unset leaves the default. INVALID_ARGUMENT naming `field`. */
export function poolFrom(text: string | undefined, field = 'GYRE_POOL'): PoolSettings {
  const { pool } = DEFAULT_SETTINGS;
  if (text === undefined || text === '') return pool;
  const [, train, dev, test] = /^(\d+),(\d+),(\d+)$/.exec(text) ?? [];
  if (train === undefined || Number(train) < 1) throw invalid(field, `is ${JSON.stringify(text)}`, 'write numbers of tasks, TRAIN,DEV,TEST, for example 9000,270,300');
  return { ...pool, trainTasks: Number(train), devTasks: Number(dev), testTasks: Number(test) };
}
