import { expect, it } from 'vitest';
import { ENTRIES, glossOf } from './gloss.ts';

it('has each Chinese word once, and English words that each add something', () => {
  const seen = new Set<string>();
  const twice = ENTRIES.filter(([chinese]) => seen.size === seen.add(chinese).size);
  expect(twice).toEqual([]);
  const odd = ENTRIES.filter(([chinese, english]) => !/^[\u4e00-\u9fff]+$/.test(chinese) || !/^[a-z]+(?: [a-z]+){0,4}$/.test(english) || new Set(english.split(' ')).size < english.split(' ').length);
  expect(odd).toEqual([]);
});

it('finds the longest word at each place', () => {
  expect(glossOf('拨打视频电话')).toEqual([
    { at: 0, length: 2, words: ['call'] },
    { at: 2, length: 4, words: ['video', 'call'] },
  ]);
});
