import { expect, it } from 'vitest';
import { plainWordsOf, wordsOf } from './text.ts';

const added = (text: string) => {
  const plain = new Set(plainWordsOf(text).map(({ text: word, start, end }) => `${word} ${start}-${end}`));
  return wordsOf(text).map(({ text: word, start, end }) => `${word} ${start}-${end}`).filter((word) => !plain.has(word));
};

it('adds what tools call a phrase, at the extent of the phrase', () => {
  expect(added('Please get rid of it')).toEqual(['delet 7-17', 'remov 7-17']);
  expect(added('flight mode')).toEqual(['airplan 0-6']);
});

it('meets a phrase by its stems', () => {
  expect(added('silenced')).toEqual(added('silence').map((word) => word.replace('0-7', '0-8')));
  expect(added('tethering')).toEqual(['hotspot 0-9']);
  expect(added('switching off')).toEqual(['disabl 0-13']);
});

it('takes the longest phrase at a word, and no phrase inside it', () => {
  expect(added('wake me up')).toEqual(['alarm 0-10']);
  expect(added('wake at 7')).toEqual(['alarm 0-4']);
  expect(added('turn it down')).toEqual(['volum 0-12', 'set 0-12']);
});

it('does not take a phrase across a mark, another script, or a part of a word', () => {
  expect(added('get rid, of it')).toEqual([]);
  expect(added('switch 手机 off')).toEqual([]);
  expect(added('a barometer')).toEqual([]);
  expect(added('read-out').length).toBeGreaterThan(0);
});

it('adds no word that is said at the same place', () => {
  for (const text of ['hang up', 'call history', 'time difference', 'on speaker']) {
    const words = wordsOf(text).map((w) => w.text);
    expect(new Set(words).size, text).toBe(words.length);
  }
});

it('keeps words in order of their starts, and says the same each time', () => {
  const text = 'Hush, please: 关闭蓝牙 and fire up the e-mail app at 7:30';
  const words = wordsOf(text);
  expect(words).toEqual(wordsOf(text));
  expect(plainWordsOf(text).every((word) => words.some((w) => w.text === word.text && w.start === word.start))).toBe(true);
  expect(words.filter((w) => w.numeric).map((w) => w.text)).toEqual(['7', '30']);
});

it('leaves what tools say as it is', () => {
  expect(plainWordsOf('ring').map((w) => w.text)).toEqual(['ring']);
});
