import { describe, expect, it } from 'vitest';
import type { WorldDefinition } from '#env-manager/worlds/world.ts';
import * as apps from '#env-manager/worlds/phone/apps-storage/mod.ts';
import * as network from '#env-manager/worlds/phone/network-connectivity/mod.ts';
import { digestOf } from '#kit/digest.ts';
import { construction, type ConstructOptions, constructTasks } from './construct.ts';

const world: WorldDefinition = { id: 'phone', domains: [apps.domain, network.domain] };
const intents = [...apps.intents, ...network.intents];
const options = (parts: Partial<ConstructOptions> = {}): ConstructOptions => ({ world, intents, seed: 3, counts: { train: 60, dev: 10, test: 12 }, ...parts });

describe('construction', () => {
  it('gives the same tasks for the same seed, and others for another', () => {
    const digests = (seed: number) => constructTasks(options({ seed })).tasks.map((bundle) => digestOf(bundle));
    const first = digests(3);
    expect(first.length).toBe(82);
    expect(digests(3)).toEqual(first);
    expect(digests(4)).not.toEqual(first);
  }, 240_000);

  it('keeps each composition in its split whatever the seed and the counts', () => {
    const splits = new Map<string, string>();
    for (const parts of [{}, { seed: 9 }, { seed: 5, counts: { train: 200, dev: 40, test: 40 } }]) {
      for (const spec of construction(options(parts)).plan.families) {
        expect(splits.get(spec.id) ?? spec.split, spec.id).toBe(spec.split);
        splits.set(spec.id, spec.split);
      }
    }
  }, 240_000);

  it('fills a gap with train tasks that practise it', () => {
    const { tasks } = constructTasks(options({ counts: { train: 30, dev: 0, test: 0 }, gaps: ['friction:state_change', 'tool:open_app'] }));
    expect(tasks.length).toBe(30);
    for (const { task, witness } of tasks) {
      expect(task.split).toBe('SPLIT_TRAIN');
      expect(task.source).toMatch(/^construction:/);
      expect(task.frictions.includes('state_change') || JSON.stringify([witness.actions, task.exposure]).includes('open_app')).toBe(true);
    }
  }, 240_000);

  it('refuses a gap that it cannot read, and held-out tasks for a gap', () => {
    expect(() => construction(options({ gaps: ['better'], counts: { train: 1, dev: 0, test: 0 } }))).toThrow(/gaps/);
    expect(() => construction(options({ gaps: ['capability:recovery'] }))).toThrow(/train tasks only/);
  });

  it('hands tasks out one at a time', () => {
    const made = construction(options()).tasks();
    expect(made.next().value).toMatchObject({ kind: 'task' });
    made.return();
    expect(made.next().done).toBe(true);
  }, 240_000);
});
