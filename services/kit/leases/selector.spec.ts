import { expect, it } from 'vitest';
import { type Selector, selectorKey, selects } from './selector.ts';

const labels = { model: 'pixel-9', locale: 'en-GB', 'gyre.dev/new': '' };
const one = (key: string, operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist', ...values: string[]): Selector => ({ matchExpressions: [{ key, operator, values }] });

it.each<[string, Selector | undefined, boolean]>([
  ['nothing', undefined, true],
  ['an empty one', {}, true],
  ['a label that is so', { matchLabels: { model: 'pixel-9' } }, true],
  ['two of which one is not so', { matchLabels: { model: 'pixel-9', locale: 'de-DE' } }, false],
  ['In', one('model', 'In', 'pixel-8', 'pixel-9'), true],
  ['In, of a missing label', one('rack', 'In', ''), false],
  ['NotIn', one('model', 'NotIn', 'pixel-9'), false],
  ['NotIn, of a missing label', one('rack', 'NotIn', '1'), true],
  ['Exists, with an empty value', one('gyre.dev/new', 'Exists'), true],
  ['Exists, of what every object has', one('constructor', 'Exists'), false],
  ['DoesNotExist', one('model', 'DoesNotExist'), false],
  ['both kinds', { matchLabels: { locale: 'en-GB' }, ...one('model', 'DoesNotExist') }, false],
])('%s', (_, selector, expected) => {
  expect(selects(selector, labels)).toBe(expected);
});

it('labels in another order are the same selector', () => {
  expect(selectorKey({ matchLabels: { a: '1', b: '2' } })).toBe(selectorKey({ matchLabels: { b: '2', a: '1' } }));
  expect(selectorKey({ matchLabels: { a: '1' } })).not.toBe(selectorKey({ matchLabels: { a: '2' } }));
  expect(selectorKey({ matchLabels: {}, matchExpressions: [] })).toBe(selectorKey(undefined));
});
