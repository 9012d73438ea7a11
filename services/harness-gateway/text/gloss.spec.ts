import { expect, it } from 'vitest';
import { openGloss } from './gloss.ts';

const gloss = openGloss([
  ['移动', ['mobile']],
  ['移动数据', ['mobile', 'data']],
  ['数据', ['data']],
  ['亮', ['bright']],
  ['数据', ['never']],
]);

it('takes the longest entry at each place, without overlap', () => {
  expect(gloss('打开移动数据')).toEqual([{ at: 2, length: 4, words: ['mobile', 'data'] }]);
  expect(gloss('移动的数据')).toEqual([
    { at: 0, length: 2, words: ['mobile'] },
    { at: 3, length: 2, words: ['data'] },
  ]);
});

it('finds single characters, and nothing in other text', () => {
  expect(gloss('太亮了')).toEqual([{ at: 1, length: 1, words: ['bright'] }]);
  expect(gloss('turn it on')).toEqual([]);
  expect(gloss('')).toEqual([]);
});
