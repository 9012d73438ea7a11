import { constructPool, openRolloutStack } from '#tests/bench/rollout-stack.ts';
import type { TaskBundle } from '#curator/tasks/mod.ts';
import { RulePlanner } from '#harness-gateway/policy/baselines/mod.ts';
import { absorb, ChoiceBuilder, CompactPolicy, openState, walkTurn } from '#harness-gateway/policy/compact/mod.ts';
import type { ChoiceBatch, Parameters } from '#harness-gateway/policy/compact/network/mod.ts';
import { DEFAULT_SHAPE, initialise } from '#harness-gateway/policy/compact/network/mod.ts';
import { stir } from '#harness-gateway/policy/compact/network/network.testkit.ts';
import { random } from '#kit/random.ts';
import type { PolicyContext } from '#protos/core/v1/context.ts';

/** Weights of the size that is trained, every path of the network speaking. */
export function weights(seed: string): Parameters {
  return stir(initialise(DEFAULT_SHAPE, random(seed)), random(seed, 'stirred'));
}

let made: TaskBundle[] | undefined;

/** Tasks of the phone world; constructed once. */
export function tasks(): readonly TaskBundle[] {
  made ??= constructPool(7, { train: 45, dev: 0, test: 0 });
  return made;
}

/**
 * Contexts as the harness makes them: every turn of episodes on the phone world, played by the rule planner (which gets far) and three
 * times by an untrained policy (which goes astray).
 */
export async function realContexts(count: number): Promise<PolicyContext[]> {
  const stack = await openRolloutStack();
  stack.policies.set('rule-planner', new RulePlanner());
  stack.policies.set('untrained', new CompactPolicy('untrained', initialise(DEFAULT_SHAPE, random('contexts'))));
  const contexts: PolicyContext[] = [];
  try {
    for (const bundle of tasks()) {
      for (const policy of ['rule-planner', 'untrained', 'untrained', 'untrained']) {
        const { opening, trajectory } = await stack.run(bundle, policy, { temperature: 1, seed: contexts.length });
        const turns = trajectory.steps.flatMap(({ turn }) => (turn === undefined ? [] : [turn]));
        contexts.push(...turns.map((_, i) => ({ opening, turns: turns.slice(0, i) })));
      }
      if (contexts.length >= count) return contexts.slice(0, count);
    }
  } finally {
    await stack.close();
  }
  throw new RangeError(`the tasks give ${contexts.length} contexts, not ${count}`);
}

/** A copy of every choice of one random walk through the grammar in each context. */
export function choicesOf(contexts: readonly PolicyContext[]): ChoiceBatch[] {
  const builder = new ChoiceBuilder(DEFAULT_SHAPE.rows);
  const stream = random('walks');
  const choices: ChoiceBatch[] = [];
  for (const { opening, turns } of contexts) {
    if (opening === undefined) continue;
    const state = openState(opening);
    for (const turn of turns) absorb(state, turn);
    walkTurn(state, builder, (options, batch) => {
      choices.push({
        head: batch.head,
        candidateOffsets: batch.candidateOffsets.slice(),
        rowOffsets: batch.rowOffsets.slice(),
        features: batch.features.slice(),
        dense: batch.dense.slice(),
      });
      return stream.int(options.length);
    });
  }
  return choices;
}
