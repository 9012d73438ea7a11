import { expect, it } from 'vitest';
import { countedIds, randomIds } from './ids.ts';

it('counts per kind, the same for the same seed', () => {
  const names = (...seed: (string | number)[]) => {
    const ids = countedIds(...seed);
    return [ids.next('episode'), ids.next('episode'), ids.next('session')];
  };
  expect(names('round', 1)).toEqual(names('round', 1));
  expect(new Set([...names('round', 1), ...names('round', 2), ...names('round1')]).size).toBe(9);
  expect(names('round', 1)[1]).toMatch(/^episode-[0-9a-f]{12}-2$/);
});

it('never repeats a random name', () => {
  const ids = randomIds();
  expect(new Set(Array.from({ length: 1000 }, () => ids.next('slot'))).size).toBe(1000);
});
