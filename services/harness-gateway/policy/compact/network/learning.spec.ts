import { describe, expect, it } from 'vitest';
import type { Random } from '#kit/random.ts';
import { random } from '#kit/random.ts';
import type { ChoiceBatch } from './choice.ts';
import { choiceOf } from './choice.ts';
import { Gradient } from './gradient.ts';
import { Optimiser } from './optimiser.ts';
import type { ScorerShape } from './parameters.ts';
import { initialise } from './parameters.ts';
import { Scorer } from './scorer.ts';
import { addEntropyGradient, addLogProbabilityGradient, argmax, logProbabilities, sample } from './softmax.ts';

interface Task {
  readonly choice: ChoiceBatch;
  readonly right: number;
}

const SHAPE: ScorerShape = { rows: 1024, width: 8, dense: 4, hidden: 16, heads: 2 };

/** A word names one of five tools; only the hashed cross of word and tool tells which. */
function crossTask(stream: Random): Task {
  const word = stream.int(20);
  const right = (word * 7 + 3) % 5;
  const candidates = [0, 1, 2, 3, 4].map((tool) => [{ features: [word, 100 + tool, 200 + word * 5 + tool], dense: [0, 0, 0, 1] }]);
  return { choice: choiceOf(0, candidates, SHAPE), right };
}

/** The right candidate is the one whose two marks differ: no sum of single features can tell. */
function exclusiveTask(stream: Random): Task {
  const right = stream.int(4);
  const candidates = [0, 1, 2, 3].map((k) => {
    const a = stream.int(2);
    const b = k === right ? 1 - a : a;
    return [{ features: [300 + a], dense: [a, b, 0, 1] }];
  });
  return { choice: choiceOf(1, candidates, SHAPE), right };
}

/** Policy gradient from random weights: reward 1 for the right candidate, less the mean reward of the batch. */
function learn(taskOf: (stream: Random) => Task, updates: number): { before: number; after: number } {
  const parameters = initialise(SHAPE, random('learning'));
  const scorer = new Scorer(parameters);
  const gradient = new Gradient(SHAPE);
  const optimiser = new Optimiser(SHAPE, { learningRate: 0.02 });
  const stream = random('tasks');
  const logProbs = new Float64Array(8);
  const dLogits = new Float64Array(8);
  const accuracy = () => {
    const tests = random('tests');
    const outcomes = Array.from({ length: 500 }, () => {
      const { choice, right } = taskOf(tests);
      return argmax(logProbs, scorer.logits(choice, logProbs)) === right;
    });
    return outcomes.filter(Boolean).length / outcomes.length;
  };
  const before = accuracy();
  for (let update = 0; update < updates; update++) {
    const batch = Array.from({ length: 32 }, () => {
      const { choice, right } = taskOf(stream);
      const n = scorer.logits(choice, logProbs);
      logProbabilities(logProbs, n, 1, logProbs);
      const chosen = sample(logProbs, n, stream);
      return { choice, chosen, reward: chosen === right ? 1 : 0 };
    });
    const baseline = batch.reduce((sum, { reward }) => sum + reward, 0) / batch.length;
    gradient.clear();
    for (const { choice, chosen, reward } of batch) {
      const n = scorer.logits(choice, logProbs);
      logProbabilities(logProbs, n, 1, logProbs);
      dLogits.fill(0);
      addLogProbabilityGradient(logProbs, n, chosen, -(reward - baseline) / batch.length, 1, dLogits);
      addEntropyGradient(logProbs, n, -0.01 / batch.length, 1, dLogits);
      gradient.accumulate(scorer, choice, dLogits);
    }
    gradient.clipNorm(1);
    optimiser.update(parameters, gradient);
  }
  return { before, after: accuracy() };
}

describe('from random weights and rewards alone', () => {
  it('learns which tool a word asks for', () => {
    const { before, after } = learn(crossTask, 250);
    expect(before).toBeLessThan(0.5);
    expect(after).toBeGreaterThan(0.95);
  });

  it('learns an exclusive-or, which needs the hidden layer', () => {
    const { before, after } = learn(exclusiveTask, 250);
    expect(before).toBeLessThan(0.75);
    expect(after).toBeGreaterThan(0.95);
  });
});
