import { describe, expect, it } from 'vitest';
import { violations } from '#trainer-controller/preflight.ts';
import { DEFAULT_SETTINGS } from '#trainer-controller/settings.ts';
import { smallPlan } from '#trainer-controller/testkit/instance.ts';
import { resolve } from '../testkit/walk.ts';
import { schemaOf } from '../testkit/samples.ts';

const words = (path: string) => (resolve(schemaOf('TrainingRun'), path)?.enum ?? []).map(String);
const snake = (word: string) => word.split(/(?<=[a-z])(?=[A-Z])/).join('_').toLowerCase();
const rules = (plan: Partial<typeof smallPlan>) => violations({ ...smallPlan, ...plan }, DEFAULT_SETTINGS).map(({ rule }) => rule);

describe('a training run speaks as a round plan does', () => {
  it('of objectives, but for the cold start, which a plan has as epochs', () => {
    const objectives = words('.spec.objective').filter((word) => word !== 'ColdStart').map(snake);
    expect(objectives).toHaveLength(3);
    expect(objectives.flatMap((objective) => rules({ objective })).filter((rule) => rule === 'objective')).toEqual([]);
    expect(rules({ objective: 'ColdStart' })).toContain('objective');
  });

  it('of schedules', () => {
    const schedules = words('.spec.schedule.mode').map(snake);
    expect(schedules).toHaveLength(2);
    expect(schedules.flatMap((schedule) => rules({ schedule })).filter((rule) => rule === 'schedule')).toEqual([]);
  });

  it('of sizes', () => {
    const batch = resolve(schemaOf('TrainingRun'), '.spec.batch')?.properties ?? {};
    expect(['updates', 'groupsPerUpdate', 'groupSize'].filter((name) => !(name in batch) || !(name in smallPlan))).toEqual([]);
    // Both refuse a group above this size.
    const largest = batch['groupSize']?.maximum ?? 0;
    expect([rules({ groupSize: largest }), rules({ groupSize: largest + 1 })].map((found) => found.includes('group-limit'))).toEqual([false, true]);
  });
});
