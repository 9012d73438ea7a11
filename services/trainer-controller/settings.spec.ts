import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS, poolFrom } from './settings.ts';

it('reads the sizes of the pool', () => {
  expect(poolFrom(undefined)).toBe(DEFAULT_SETTINGS.pool);
  expect(poolFrom('60,24,6')).toEqual({ world: 'phone', trainTasks: 60, devTasks: 24, testTasks: 6 });
});

it.each(['60', '60,24', '0,1,1', '60,24,-6', 'many'])('refuses %j, naming the variable', (text) => {
  expect(() => poolFrom(text)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', field: 'GYRE_POOL', remedy: expect.stringContaining('TRAIN,DEV,TEST') }));
});
