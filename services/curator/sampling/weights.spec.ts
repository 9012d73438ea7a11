import { describe, expect, it } from 'vitest';
import { AbilityGroup } from '#protos/core/v1/task.ts';
import { taskOf } from '../testkit/builders.ts';
import type { TaskStatistics } from './statistics.ts';
import { STRATA, strataOf, stratumOf } from './strata.ts';
import { flywheelWeights, uniformWeights, WEIGHTS } from './weights.ts';

const tried = (successes: number, trials: number): TaskStatistics => ({ trials, successes, causes: new Map() });

describe('the stratum of a task', () => {
  it.each([
    [undefined, 'fresh'],
    [tried(0, 0), 'fresh'],
    [tried(0, 4), 'repair'],
    [tried(1, 4), 'inconsistent'],
    [tried(3, 4), 'inconsistent'],
    [tried(2, 2), 'inconsistent'],
    [tried(3, 3), 'mastered'],
    [tried(9, 10), 'mastered'],
  ])('%j is %s', (statistics, stratum) => {
    expect(stratumOf(statistics)).toBe(stratum);
  });

  it.each([
    [8, 8, 'mastered'],
    [4, 8, 'inconsistent'],
    [0, 8, 'repair'],
    [7, 7, 'fresh'],
  ])('a task that nobody tried, of a family with %i successes in %i trials, is %s', (successes, trials, stratum) => {
    const tasks = [taskOf('tried'), taskOf('untried'), taskOf('stranger', { family: 'f-other' })];
    const strata = strataOf(tasks, new Map([['tried', tried(successes, trials)]]), 1, { ...STRATA, preservedShare: 0.01 });
    // One of the mastered is preserved, whichever it is.
    expect(strata.get('untried')?.replace('preservation', 'mastered')).toBe(stratum);
    expect(strata.get('stranger')).toBe('fresh');
  });

  it('a task goes by its own trials where it has any', () => {
    const tasks = [taskOf('a'), taskOf('b')];
    expect(strataOf(tasks, new Map([['a', tried(20, 20)], ['b', tried(0, 1)]]), 1).get('b')).toBe('repair');
  });

  it('a small preservation set of the mastered stays in every ability group, the same for the same seed', () => {
    const tasks = Array.from({ length: 40 }, (_, at) => taskOf(`t${at}`, { abilityGroup: at < 30 ? AbilityGroup.TOOL_USE : AbilityGroup.MEMORY }));
    const statistics = new Map(tasks.map(({ id }) => [id, tried(8, 8)]));
    const preserved = (seed: number) => [...strataOf(tasks, statistics, seed)].filter(([, stratum]) => stratum === 'preservation').map(([id]) => id);
    expect(preserved(1)).toHaveLength(4);
    expect(preserved(1).filter((id) => Number(id.slice(1)) >= 30)).toHaveLength(1);
    expect(preserved(1)).toEqual(preserved(1));
    expect(preserved(1)).not.toEqual(preserved(2));
  });
});

describe('weights', () => {
  const tasks = ['fresh', 'inconsistent', 'repair', 'mastered', 'preservation'].map((id) => taskOf(id));
  const strata = strataOf(tasks, new Map(), 1);
  for (const [id, stratum] of [['inconsistent', 'inconsistent'], ['repair', 'repair'], ['mastered', 'mastered'], ['preservation', 'preservation']] as const) strata.set(id, stratum);
  const byId = (weights: ReturnType<typeof flywheelWeights>) => Object.fromEntries(weights.map(({ taskId, weight }) => [taskId, weight]));

  it('rise for what is solved sometimes and fall for what is mastered, a preserved part apart', () => {
    const { fresh = 0, inconsistent = 0, repair = 0, mastered = 0, preservation = 0 } = byId(flywheelWeights(tasks, strata, new Map()));
    expect([inconsistent, repair, fresh, preservation, mastered]).toEqual([inconsistent, repair, fresh, preservation, mastered].toSorted((a, b) => b - a));
    expect(mastered).toBeGreaterThan(0);
    expect(inconsistent / mastered).toBeCloseTo(20, 10);
  });

  it('have mean 1', () => {
    for (const weights of [flywheelWeights(tasks, strata, new Map([['fresh', 3]])), uniformWeights(tasks, strata)]) {
      expect(weights.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(tasks.length, 10);
    }
  });

  it('are all alike in the uniform mode, whatever the stratum', () => {
    expect(uniformWeights(tasks, strata).map(({ weight, stratum }) => [weight, stratum])).toEqual(tasks.map(({ id }) => [1, id]));
  });

  it('even out cells of domain, capability, difficulty and source: nine tasks of one do not drown one of another', () => {
    const many = [...Array.from({ length: 9 }, (_, at) => taskOf(`a${at}`)), taskOf('b', { domains: ['network'] })];
    const share = (balance: number) => (byId(flywheelWeights(many, new Map(), new Map(), { ...WEIGHTS, balance }))['b'] ?? 0) / many.length;
    expect(share(0)).toBeCloseTo(0.1, 10);
    expect(share(0.5)).toBeCloseTo(0.25, 10);
    expect(share(1)).toBeCloseTo(0.5, 10);
  });

  it.each([
    ['domains', { network: 2 }],
    ['capabilities', { recovery: 2 }],
    ['difficulties', { easy: 1, medium: 1, hard: 2 }],
    ['sources', { construction: 2 }],
  ])('take configured factors of %s', (axis, factors) => {
    const pair = [taskOf('a'), taskOf('b', { domains: ['network'], capabilities: ['recovery'], difficulty: 0.9, source: 'construction' })];
    const { a = 0, b = 0 } = byId(flywheelWeights(pair, new Map(), new Map(), { ...WEIGHTS, [axis]: factors }));
    expect(b / a).toBeCloseTo(2, 10);
  });

  it('take boosts from the feedback', () => {
    const { a = 0, b = 0 } = byId(flywheelWeights([taskOf('a'), taskOf('b')], new Map(), new Map([['b', 1.5]])));
    expect(b / a).toBeCloseTo(1.5, 10);
  });
});
