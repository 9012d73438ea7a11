import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TaskOutcome } from '#protos/trainer/v1/trainer_controller_service.ts';
import { dyingStore } from '../testkit/dying-store.ts';
import { newWorld, openLife } from '../testkit/instance.ts';
import { chooseTasks } from './choice.ts';
import { evaluate } from './evaluate.ts';
import { scoreOf, scoresOf } from './scores.ts';

const outcome = (abilityGroup: string, success: boolean, valid = true): TaskOutcome => ({
  ...{ taskId: 't', family: 'f', abilityGroup, valid, success, progress: 0, steps: 2, cost: 10 },
});

describe('scores', () => {
  it('keep accuracy over valid runs, accuracy over all and coverage apart', () => {
    const scores = scoresOf([outcome('tool_use', true), outcome('tool_use', false), outcome('tool_use', false, false), outcome('memory', true)]);
    expect(scores).toContainEqual({ name: 'end_to_end_accuracy', value: 0.5, count: 4 });
    expect(scores).toContainEqual({ name: 'protocol_accuracy', value: 2 / 3, count: 3 });
    expect(scores).toContainEqual({ name: 'coverage', value: 0.75, count: 4 });
    expect(scores).toContainEqual({ name: 'tool_use', value: 1 / 3, count: 3 });
  });

  it('weigh the four groups over the full denominator', () => {
    const outcomes = [outcome('tool_use', true), outcome('memory', true), outcome('skills', false), outcome('sub_agent', true)];
    expect(scoreOf(scoresOf(outcomes), 'overall')).toBeCloseTo(0.8, 12);
    expect(scoreOf(scoresOf(outcomes.slice(0, 1)), 'overall')).toBe(0.5);
  });

  it('are all zero for nothing', () => {
    expect(scoresOf([]).every(({ value, count }) => value === 0 && count === 0)).toBe(true);
  });
});

describe('a choice of tasks', () => {
  const tasks = fc.uniqueArray(fc.record({ id: fc.string({ minLength: 1 }), family: fc.constantFrom('a', 'b', 'c') }), { selector: ({ id }) => id });

  it('is a function of the set, and a longer one begins with the shorter', () => {
    fc.assert(
      fc.property(tasks, fc.nat(10), fc.nat(), (list, limit, seed) => {
        const all = chooseTasks(list, 0, seed);
        expect(all).toHaveLength(list.length);
        expect(chooseTasks(list.toReversed(), 0, seed)).toEqual(all);
        if (limit > 0) expect(chooseTasks(list, limit, seed)).toEqual(all.slice(0, limit));
      }),
    );
  });

  it('covers families before it repeats one', () => {
    const list = ['a1', 'a2', 'a3', 'b1', 'c1'].map((id) => ({ id, family: id.slice(0, 1) }));
    expect(new Set(chooseTasks(list, 3, 5).map(({ family }) => family)).size).toBe(3);
  });
});

describe('an evaluation', () => {
  const request = { id: 'e1', policy: 'rule-planner', harnessVersion: 'eta-0', split: 'test', limit: 0, seed: 3 } as const;

  it('runs every task once, greedily, and stays out of the records', async () => {
    const world = newWorld();
    const life = await openLife(world);
    const { outcomes } = await evaluate(request, life.trainer.plant);
    expect(outcomes.map(({ taskId }) => taskId).sort()).toEqual(Array.from({ length: 8 }, (_, i) => `test-${i}`));
    expect(world.executed).toHaveLength(8);
    expect(world.curator.ingested).toEqual([]);
    const slots = await world.store.collection<{ _id: string; temperature: number }>({ name: 'slots' }).find({});
    expect(slots.every(({ temperature }) => temperature === 0)).toBe(true);
    await life.close();
  });

  it('goes on where it was cut off, and gives the stored result when asked again', async () => {
    const world = newWorld();
    const dying = dyingStore(world.store, 3, true);
    const first = await openLife(world, { store: dying.store });
    await expect(evaluate(request, first.trainer.plant)).rejects.toThrow('dead');
    await first.close();
    const life = await openLife(world);
    const result = await evaluate(request, life.trainer.plant);
    expect(world.executed).toHaveLength(8);
    expect(await evaluate(request, life.trainer.plant)).toEqual(result);
    await expect(evaluate({ ...request, policy: 'lexical' }, life.trainer.plant)).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
    await life.close();
  });
});
