import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CompactPolicy } from '#harness-gateway/policy/compact/mod.ts';
import type { ChoiceBatch } from '#harness-gateway/policy/compact/network/mod.ts';
import { candidatesOf, choiceOf, DEFAULT_SHAPE, Scorer } from '#harness-gateway/policy/compact/network/mod.ts';
import { randomChoice } from '#harness-gateway/policy/compact/network/network.testkit.ts';
import type { TritonPolicies } from '#harness-gateway/policy/triton/open.ts';
import { Parcel } from '#harness-gateway/policy/triton/parcel.ts';
import { versionNumber } from '#harness-gateway/policy/triton/repository.ts';
import { random } from '#kit/random.ts';
import type { PolicyContext } from '#protos/core/v1/context.ts';
import { openRolloutStack } from '#tests/bench/rollout-stack.ts';
import { withServer, withServers } from '#tests/servers/server.testkit.ts';
import { choicesOf, realContexts, tasks, weights } from './contexts.ts';
import { emptyRepository, openPlant, type Plant } from './plant.ts';

const CONTEXTS = 1000;
const CLOSE = 1e-9;

const suite = await withServers('triton');
suite('the network on Triton', () => {
  const models = emptyRepository();
  const server = withServer('triton', { models });
  const parameters = weights('numbers');
  let plant: Plant;
  let triton: TritonPolicies;
  let contexts: PolicyContext[];
  let choices: ChoiceBatch[];

  beforeAll(async () => {
    contexts = await realContexts(CONTEXTS);
    choices = choicesOf(contexts);
    plant = await openPlant(server().url, models);
    triton = plant.process();
    await triton.publisher.publish(await plant.add('numbers', parameters));
  });
  afterAll(async () => {
    await plant.close();
    await rm(models, { recursive: true });
  });

  const infer = async (batch: readonly ChoiceBatch[]) => {
    const parcel = new Parcel();
    for (const choice of batch) parcel.add(choice);
    return parcel.divide(await triton.server.infer('policy', versionNumber('numbers'), parcel, { timeoutMs: 30_000 }));
  };

  const largestDifference = (batch: readonly ChoiceBatch[], answered: readonly Float64Array[]) => {
    const scorer = new Scorer(parameters);
    let largest = 0;
    for (const [i, choice] of batch.entries()) {
      const expected = new Float64Array(candidatesOf(choice));
      scorer.logits(choice, expected);
      expect(answered[i]?.length).toBe(expected.length);
      for (const [k, logit] of expected.entries()) largest = Math.max(largest, Math.abs(logit - (answered[i]?.[k] ?? Number.NaN)));
    }
    return largest;
  };

  it(`has the logits of the scorer of this process, in ${CONTEXTS} real contexts`, async () => {
    expect(contexts).toHaveLength(CONTEXTS);
    expect(new Set(choices.map(({ head }) => head)).size).toBe(DEFAULT_SHAPE.heads);
    let largest = 0;
    for (let i = 0; i < choices.length; i += 128) {
      const batch = choices.slice(i, i + 128);
      largest = Math.max(largest, largestDifference(batch, await infer(batch)));
    }
    expect(largest).toBeLessThan(CLOSE);
  });

  it('gives a choice the same bits whichever others it is scored with', async () => {
    const some = random('order').shuffle(choices).slice(0, 300);
    const alone: Float64Array[] = [];
    for (const choice of some) alone.push(...(await infer([choice])));
    expect(await infer(some)).toEqual(alone);
    expect((await infer(some.toReversed())).reverse()).toEqual(alone);
  });

  it('scores choices without features, and of hundreds of candidates', async () => {
    const unusual = [randomChoice(DEFAULT_SHAPE, random('bare'), 4, 2, 0, 1), randomChoice(DEFAULT_SHAPE, random('wide'), 3, 700, 90, 4), randomChoice(DEFAULT_SHAPE, random('one'), 7, 1, 1, 1)];
    expect(unusual[0]?.features).toHaveLength(0);
    for (const choice of unusual) expect(largestDifference([choice], await infer([choice]))).toBeLessThan(CLOSE);
    expect(largestDifference(unusual, await infer(unusual))).toBeLessThan(CLOSE);
  });

  it.each([
    ['a head that there is not', (choice: ChoiceBatch) => ({ ...choice, head: 8 }), /HEAD: give a head in \[0, 8\)/],
    ['an id outside the table', (choice: ChoiceBatch) => ({ ...choice, features: Int32Array.of(DEFAULT_SHAPE.rows) }), /FEATURES: an id is outside the table/],
    ['too few features', (choice: ChoiceBatch) => ({ ...choice, features: new Int32Array(0) }), /FEATURE_COUNTS: adds up to 1, but FEATURES has 0/],
    ['a feature that is no number', (choice: ChoiceBatch) => ({ ...choice, dense: choice.dense.map(() => Number.NaN) }), /DENSE: holds a value that is not finite/],
    ['rows of another width', (choice: ChoiceBatch) => ({ ...choice, dense: choice.dense.subarray(1) }), /DENSE: 47 values are no rows of 48/],
  ])('refuses %s as a fault of the policy, which no retry mends', async (_, spoil, message) => {
    const good = choiceOf(0, [[{ features: [5], dense: Array.from({ length: DEFAULT_SHAPE.dense }, () => 1) }]], DEFAULT_SHAPE);
    await expect(infer([spoil(good)])).rejects.toMatchObject({ code: 'INTERNAL', boundary: 'policy', retryable: false, message: expect.stringMatching(message) });
    expect(await infer([good])).toHaveLength(1);
  });

  it('fails the request that cannot be read and no other that is scored with it', async () => {
    const good = choices.slice(0, 64).map((choice) => [choice]);
    const bad = choices.slice(64, 68).map((choice) => [{ ...choice, head: -1 }]);
    const answers = await Promise.allSettled([...good, ...bad].map(infer));
    expect(answers.map(({ status }) => status)).toEqual([...good.map(() => 'fulfilled'), ...bad.map(() => 'rejected')]);
    for (const [i, answer] of answers.entries()) if (answer.status === 'fulfilled') expect(largestDifference(good[i] ?? [], answer.value)).toBeLessThan(CLOSE);
  });

  it('decides as the compact policy does: same actions and tokens, log-probabilities to 1e-9', async () => {
    const here = new CompactPolicy('numbers', parameters);
    const there = await triton.policy('numbers');
    const inputs = contexts.filter((_, i) => i % 4 === 0).map((context, seed) => ({ context, sampling: { temperature: seed % 3 === 0 ? 0 : 0.7, seed } }));
    const outputs = await Promise.all(inputs.map((input) => there.decide(input)));
    let tokens = 0;
    for (const [i, input] of inputs.entries()) {
      const [expected, output] = [here.decide(input), outputs[i]];
      const close = expected.tokens.map((token) => ({ ...token, logProb: expect.closeTo(token.logProb, 9) }));
      expect(output).toEqual({ ...expected, tokens: close });
      tokens += expected.tokens.length;
    }
    expect(tokens).toBeGreaterThan(inputs.length);
  });

  it('plays whole episodes through the harness as the compact policy does', async () => {
    const stack = await openRolloutStack();
    try {
      stack.policies.set('here', new CompactPolicy('numbers', parameters));
      stack.policies.set('there', await triton.policy('numbers'));
      for (const [seed, bundle] of tasks().slice(0, 5).entries()) {
        const [here, there] = [await stack.run(bundle, 'here', { temperature: 1, seed }), await stack.run(bundle, 'there', { temperature: 1, seed })];
        expect(there.trajectory.steps.map(({ turn }) => turn)).toEqual(here.trajectory.steps.map(({ turn }) => turn));
        expect(there.verdict.progress).toBe(here.verdict.progress);
      }
    } finally {
      await stack.close();
    }
  });

  it('decides alike whether turns come one by one or all at once, and when asked twice', async () => {
    const policy = await triton.policy('numbers');
    const context = contexts.find(({ turns }) => turns.length >= 3);
    if (context?.opening === undefined) throw new RangeError('no episode of three turns');
    const session = policy.open?.(context.opening);
    for (let n = 0; n <= context.turns.length; n++) {
      const turns = context.turns.slice(0, n);
      const sampling = { temperature: 1, seed: 11 };
      const step = await session?.decide(turns, sampling);
      expect(step).toEqual(await policy.decide({ context: { opening: context.opening, turns }, sampling }));
      expect(await session?.decide(turns, sampling)).toEqual(step);
    }
  });
});

describe('numbers of versions', () => {
  it('are positive integers that a double holds, different for different versions', () => {
    const numbers = Array.from({ length: 2000 }, (_, i) => versionNumber(`sha256:${i}`));
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const number of numbers) {
      expect(Number(number)).toBeGreaterThan(0);
      expect(String(Number(number))).toBe(number);
    }
  });
});
