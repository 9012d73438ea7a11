import { describe, expect, it } from 'vitest';
import { apportion, isGap, meetsGap } from './families.ts';
import { compositionKey, type FamilySpec } from './family.ts';
import { nearestTrain, profileOf, WORDING_LIMIT } from './audit/nearest.ts';
import type { Intent } from '#env-manager/worlds/intent.ts';

const spec = (parts: Partial<FamilySpec>): FamilySpec => ({
  id: 'single/a', pattern: 'single', intents: ['a'], variant: '', split: 'train', ability: 'tool_use', tools: ['manage_a'], frictions: [], capabilities: ['recovery'], ...parts,
});

const intent = (id: string, train: string, test: string): Intent => ({
  id,
  domain: 'd',
  tool: 'manage_a',
  kind: 'write',
  wordings: { en: { train: [train], dev: [train], test: [test] }, zh: { train: [train], dev: [train], test: [test] } },
  draw: () => ({ slots: {}, setup: {}, calls: [], changes: [] }),
});

describe('planning', () => {
  it('apportions by largest remainder and gives all', () => {
    expect(apportion(48, [0.61, 0.22, 0.12, 0.05])).toEqual([29, 11, 6, 2]);
    expect(apportion(10, [0, 0])).toEqual([0, 0]);
  });

  it('takes a composition for the same whatever its order', () => {
    expect(compositionKey({ pattern: 'p', intents: ['b', 'a'], variant: '' })).toBe(compositionKey({ pattern: 'p', intents: ['a', 'b'], variant: '' }));
    expect(compositionKey({ pattern: 'p', intents: [], variant: 'x' })).not.toBe(compositionKey({ pattern: 'p', intents: [], variant: 'y' }));
  });

  it.each([
    ['capability:recovery', true],
    ['tool:manage_a', true],
    ['pattern:single', true],
    ['intent:a', true],
    ['ability:memory', false],
    ['friction:unsafe', false],
  ])('%s: %s', (gap, meets) => {
    expect(isGap(gap)).toBe(true);
    expect(meetsGap(spec({}), gap)).toBe(meets);
  });

  it('reads no other gap', () => {
    expect(isGap('everything')).toBe(false);
    expect(meetsGap(spec({}), 'everything')).toBe(false);
  });
});

describe('distance to the nearest train family', () => {
  const said = 'be so kind and adjust the whole contraption for everybody in the building before the evening begins in earnest tonight and then some more of it';
  const unlike = Array.from({ length: 60 }, (_, n) => `q${n}x${n * 7}z${n * 13}`).join('');
  const intents = new Map([['a', intent('a', said, said)], ['b', intent('b', said, unlike)], ['c', intent('c', 'other', 'other')]]);
  const train = [profileOf(spec({}), intents), profileOf(spec({ id: 'single/c', intents: ['c'], tools: ['manage_c'] }), intents)];

  it('fails for the same tools and frictions in nearly the same words', () => {
    const found = nearestTrain(profileOf(spec({ id: 'distractor/a', split: 'test' }), intents), train);
    expect(found).toMatchObject({ nearest: 'single/a', tools: 1, frictions: 1, passes: false });
    expect(found?.wording).toBeGreaterThan(WORDING_LIMIT);
  });

  it('passes with other words, other tools or other frictions', () => {
    expect(nearestTrain(profileOf(spec({ id: 'single/b', intents: ['b'], split: 'test' }), intents), train)?.passes).toBe(true);
    expect(nearestTrain(profileOf(spec({ id: 'x/a', split: 'test', tools: ['manage_z'] }), intents), train)?.passes).toBe(true);
    expect(nearestTrain(profileOf(spec({ id: 'x/a', split: 'test', frictions: ['unsafe'] }), intents), train)?.passes).toBe(true);
  });

  it('fails for the composition of a train family whatever is said', () => {
    expect(nearestTrain(profileOf(spec({ intents: ['b'], split: 'test' }), intents), train)?.passes).toBe(false);
  });

  it('knows no neighbour where nothing is trained', () => {
    expect(nearestTrain(profileOf(spec({}), intents), [])).toBeUndefined();
  });
});
