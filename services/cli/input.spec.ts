import { describe, expect, it } from 'vitest';
import { integer, number, oneOf } from './input.ts';

describe('options', () => {
  it.each(['', ' 1', '1.5', '1e3', '0x10', 'NaN', '99999999999', '-1', '6'])('refuse %j as a whole number from 0 to 5', (text) => {
    expect(() => integer('--n', 0, 5)(text)).toThrow('--n');
  });

  it('take whole numbers and numbers within their range', () => {
    expect(integer('--n', 0, 5)('5')).toBe(5);
    expect(integer('--step', -1)('-1')).toBe(-1);
    expect(number('--x', 0, 10)('0.25')).toBe(0.25);
    expect(number('--x', 0, 10)('1e-3')).toBe(0.001);
    expect(() => number('--x', 0, 10)('Infinity')).toThrow('give 0 to 10');
  });

  it('take one of a few words', () => {
    expect(oneOf('--how', ['auto', 'manual'])('manual')).toBe('manual');
    expect(() => oneOf('--how', ['auto', 'manual'])('Auto')).toThrow('--how: "Auto" is not known; give auto, manual');
  });
});
