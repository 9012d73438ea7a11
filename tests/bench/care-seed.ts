import type { TaskBundle } from '#curator/tasks/mod.ts';
import { ChoiceBuilder, CompactPolicy } from '#harness-gateway/policy/compact/mod.ts';
import { copyOf, DEFAULT_SHAPE, initialise, type Parameters } from '#harness-gateway/policy/compact/network/mod.ts';
import { ScriptedPolicy, type ScriptedTurn } from '#harness-gateway/policy/scripted/mod.ts';
import { random, type Random, seedOf } from '#kit/random.ts';
import { advantagesOf, CARE_DEFAULTS, type CareConfig, type Member } from '#trainer-controller/care/mod.ts';
import { coldStart, spell } from '#trainer-controller/learners/compact/cold-start.ts';
import type { AdvantagedEpisode, Episode } from '#trainer-controller/learners/compact/episode.ts';
import { updatePolicy } from '#trainer-controller/learners/compact/policy-update.ts';
import { Trainee } from '#trainer-controller/learners/compact/trainee.ts';
import { DEFAULT_SETTINGS } from '#trainer-controller/settings.ts';
import { normalisedCost } from '#trainer-controller/training/cost.ts';
import { constructPool, openRolloutStack, type Rollout, type RolloutStack } from './rollout-stack.ts';

/** A way to turn groups into advantages. */
export interface Arm {
  readonly name: string;
  readonly mode: 'care' | 'outcome-only';
  readonly calibrated: boolean;
  readonly lambdaEff: number;
}

export const ARMS: readonly Arm[] = [
  { name: 'outcome-only', mode: 'outcome-only', calibrated: true, lambdaEff: 0 },
  ...[0.1, 0.2, 0.4, 0.8].map((lambdaEff) => ({ name: `care ${lambdaEff}`, mode: 'care' as const, calibrated: true, lambdaEff })),
  { name: 'care 0.1 uncalibrated', mode: 'care', calibrated: false, lambdaEff: 0.1 },
];

export const CARE_SIZES = {
  full: { train: 900, evaluated: 200, demonstrations: 700, epochs: 8, updates: 14, groups: 20, groupSize: 8 },
  smoke: { train: 60, evaluated: 20, demonstrations: 40, epochs: 3, updates: 2, groups: 4, groupSize: 4 },
} as const;
export type CareSize = keyof typeof CARE_SIZES;

/** Greedy results of one policy by task: whether it was solved and what it cost, policy tokens plus tool calls. */
export type Results = Readonly<Record<string, readonly [solved: 0 | 1, cost: number]>>;

export interface CareSeedResult {
  readonly seed: number;
  /** Least cost known for each evaluated task: the demonstration without detours. */
  readonly oracle: Readonly<Record<string, number>>;
  readonly start: Results;
  readonly arms: Readonly<Record<string, Results>>;
}

const usageOf = ({ trajectory }: Rollout) => ({ tokens: trajectory.usage?.tokens ?? 0, toolCalls: trajectory.usage?.toolCalls ?? 0 });
const costOf = (rollout: Rollout) => usageOf(rollout).tokens + usageOf(rollout).toolCalls;
/** e_i of eq. 5, as the trainer has it. */
const penaltyOf = (rollout: Rollout) => normalisedCost(usageOf(rollout), DEFAULT_SETTINGS.budgetedCost['compact'] ?? 0);

/** A look at the state before acting, and one after it: careful, and mostly not needed. */
function cautious({ task, witness }: TaskBundle, random: Random): ScriptedTurn[] {
  const named = task.exposure?.tools ?? [];
  const looks = named.filter((tool) => tool.startsWith('query_') && !NEEDS_ARGUMENTS.has(tool));
  return witness.actions.flatMap((action) => {
    const turn = { action, erroneous: false };
    if (looks.length === 0 || random.next() >= 0.5) return [turn];
    const look = { callId: '', name: random.pick(looks), argumentsJson: '{}' };
    return [{ action: { reasoning: '', turn: { $case: 'calls' as const, value: { calls: [look] } } }, erroneous: false }, turn];
  });
}

const NEEDS_ARGUMENTS = new Set(['query_wifi', 'query_bluetooth', 'query_network_status', 'query_apps', 'query_calendar_day']);

const episodeOf = ({ trajectory, opening }: Rollout): Episode => ({ id: trajectory.id, opening, steps: trajectory.steps });

/** The start that all arms share: taught by a careful teacher, so that there is something to save. */
async function startOf(stack: RolloutStack, train: readonly TaskBundle[], seed: number, size: CareSize): Promise<Parameters> {
  const { demonstrations, epochs } = CARE_SIZES[size];
  const stream = random('care-bench', seed);
  const episodes: Episode[] = [];
  for (const bundle of stream.shuffle(train).slice(0, demonstrations)) {
    stack.policies.set('cautious', new ScriptedPolicy('cautious', cautious(bundle, stream)));
    const rollout = await stack.run(bundle, 'cautious', { temperature: 0, seed });
    if (rollout.verdict.success) episodes.push(episodeOf(rollout));
  }
  const trainee = new Trainee(initialise(DEFAULT_SHAPE, random('care-bench-weights', seed)));
  coldStart(trainee, episodes, { epochs, batch: 8, learningRate: 0.01, dropout: 0.3, seed });
  return trainee.parameters;
}

async function train(stack: RolloutStack, start: Parameters, tasks: readonly TaskBundle[], arm: Arm, seed: number, size: CareSize): Promise<Parameters> {
  const { updates, groups, groupSize } = CARE_SIZES[size];
  const trainee = new Trainee(copyOf(start));
  const config: CareConfig = { ...CARE_DEFAULTS, lambdaEff: arm.lambdaEff };
  for (let update = 0; update < updates; update++) {
    stack.policies.set('acting', new CompactPolicy('acting', copyOf(trainee.parameters)));
    const drawn = random('care-bench-tasks', seed, update).shuffle(tasks).slice(0, groups);
    const episodes: AdvantagedEpisode[] = [];
    for (const [g, bundle] of drawn.entries()) {
      const rollouts: Rollout[] = [];
      for (let i = 0; i < groupSize; i++) rollouts.push(await stack.run(bundle, 'acting', { temperature: 1, seed: seedOf(seed, update, g, i) }));
      const members = rollouts.map((r): Member => ({ success: r.verdict.success ? 1 : 0, progress: r.verdict.progress, cost: penaltyOf(r) }));
      const { advantages } = advantagesOf(members, config, { mode: arm.mode, calibrated: arm.calibrated });
      for (const [i, rollout] of rollouts.entries()) {
        const advantage = advantages[i] ?? 0;
        if (advantage !== 0) episodes.push({ ...episodeOf(rollout), advantage, temperature: 1 });
      }
    }
    if (episodes.length === 0) continue;
    const minibatches = Math.max(1, Math.round(episodes.length / 48));
    updatePolicy(trainee, episodes, { learningRate: 0.003, clip: { low: config.epsLow, high: config.epsHigh }, entropy: 0.002, minibatches, seed: update });
  }
  return trainee.parameters;
}

async function measure(stack: RolloutStack, parameters: Parameters, tasks: readonly TaskBundle[]): Promise<Results> {
  stack.policies.set('measured', new CompactPolicy('measured', parameters));
  const results: Record<string, readonly [0 | 1, number]> = {};
  for (const bundle of tasks) {
    const rollout = await stack.run(bundle, 'measured', { temperature: 0, seed: 0 });
    results[bundle.task.id] = [rollout.verdict.success ? 1 : 0, costOf(rollout)];
  }
  return results;
}

/** Tokens and calls of the demonstration as it stands, without detours. */
async function oracleCosts(stack: RolloutStack, tasks: readonly TaskBundle[]): Promise<Record<string, number>> {
  const builder = new ChoiceBuilder(DEFAULT_SHAPE.rows);
  const costs: Record<string, number> = {};
  for (const bundle of tasks) {
    stack.policies.set('oracle', new ScriptedPolicy('oracle', bundle.witness.actions.map((action) => ({ action, erroneous: false }))));
    const rollout = await stack.run(bundle, 'oracle', { temperature: 0, seed: 0 });
    costs[bundle.task.id] = spell(episodeOf(rollout), builder).targets.length + (rollout.trajectory.usage?.toolCalls ?? 0);
  }
  return costs;
}

export async function runCareSeed(seed: number, size: CareSize): Promise<CareSeedResult> {
  const { train: trainTasks, evaluated } = CARE_SIZES[size];
  const pool = constructPool(1, { train: trainTasks + evaluated, dev: 0, test: 0 });
  const shuffled = random('care-bench-pool').shuffle(pool);
  const [held, used] = [shuffled.slice(0, evaluated), shuffled.slice(evaluated)];
  const stack = await openRolloutStack();
  try {
    const start = await startOf(stack, used, seed, size);
    const arms: Record<string, Results> = {};
    for (const arm of ARMS) arms[arm.name] = await measure(stack, await train(stack, start, used, arm, seed, size), held);
    return { seed, oracle: await oracleCosts(stack, held), start: await measure(stack, start, held), arms };
  } finally {
    await stack.close();
  }
}
