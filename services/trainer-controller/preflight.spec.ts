import { describe, expect, it } from 'vitest';
import { RoundPlan } from '#protos/core/v1/round.ts';
import { preflight, violations } from './preflight.ts';
import { DEFAULT_SETTINGS } from './settings.ts';
import { smallPlan } from './testkit/instance.ts';

const phi = { lambdaProg: 0.2, lambdaEff: 0.1, pLow: 0.25, pHigh: 0.75 };

describe('preflight', () => {
  it('lets a sound plan pass', () => {
    expect(violations(smallPlan, DEFAULT_SETTINGS)).toEqual([]);
    expect(() => preflight(smallPlan, DEFAULT_SETTINGS)).not.toThrow();
  });

  const broken: readonly (readonly [rule: string, field: string, change: Partial<RoundPlan>])[] = [
    ['group-baseline', 'group_size', { groupSize: 1 }],
    ['group-baseline', 'group_size', { groupSize: 2.5 }],
    ['group-limit', 'group_size', { groupSize: 257 }],
    ['groups-per-update', 'groups_per_update', { groupsPerUpdate: 0 }],
    ['batch-limit', 'groups_per_update', { groupsPerUpdate: 4097 }],
    ['number', 'number', { number: 0 }],
    ['parent-round', 'parent_round', { number: 2, demonstrations: 0, coldStartEpochs: 0 }],
    ['demonstration-count', 'demonstrations', { demonstrations: -1, coldStartEpochs: 0 }],
    ['cold-start-data', 'cold_start_epochs', { demonstrations: 0 }],
    ['cold-start-data', 'cold_start_epochs', { coldStartEpochs: 0 }],
    ['train-available', 'demonstrations', { demonstrations: 9001 }],
    ['updates', 'updates', { updates: -1 }],
    ['staleness', 'staleness', { staleness: -1 }],
    ['staleness-bound', 'staleness', { updates: 2, staleness: 2 }],
    ['checkpoints-kept', 'staleness', { updates: 9, staleness: 4 }],
    ['temperature', 'temperature', { temperature: 0 }],
    ['temperature', 'temperature', { temperature: Number.NaN }],
    ['learning-rate', 'learning_rate', { learningRate: 0 }],
    ['phi-order', 'phi', { phi: { ...phi, pLow: 0.75 } }],
    ['phi-order', 'phi', { phi: { ...phi, pHigh: 1 } }],
    ['phi-weights', 'phi', { phi: { ...phi, lambdaEff: -0.1 } }],
    ['controller-ranges', 'phi', { phi: { ...phi, lambdaEff: 0.5 } }],
    ['controller-interval', 'controller_interval', { controllerInterval: 1.5 }],
    ['dev-tasks', 'dev_tasks', { devTasks: 0 }],
    ['dev-available', 'dev_tasks', { devTasks: 271 }],
    ['objective', 'objective', { objective: 'reward' }],
    ['sampling', 'sampling', { sampling: 'all' }],
    ['schedule', 'schedule', { schedule: 'eager' }],
    ['approve', 'approve', { approve: '' }],
  ];

  it.each(broken)('names the rule %s and the field %s', (rule, field, change) => {
    const plan = { ...smallPlan, ...change };
    expect(violations(plan, DEFAULT_SETTINGS)).toContainEqual(expect.objectContaining({ rule, field }));
    expect(() => preflight(plan, DEFAULT_SETTINGS)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', details: expect.objectContaining({ [rule]: expect.any(String) }) }));
  });

  it('names every rule that is broken, not only the first', () => {
    const rules = violations({ ...smallPlan, groupSize: 1, temperature: 0 }, DEFAULT_SETTINGS).map(({ rule }) => rule);
    expect(rules).toEqual(['group-baseline', 'temperature']);
  });

  it('asks nothing of training from a round without updates', () => {
    const plan = { ...smallPlan, updates: 0, groupSize: 0, groupsPerUpdate: 0, staleness: 0, temperature: 0, learningRate: 0 };
    expect(violations(plan, DEFAULT_SETTINGS)).toEqual([]);
  });
});
