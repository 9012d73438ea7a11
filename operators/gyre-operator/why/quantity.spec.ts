import { expect, it } from 'vitest';
import { amountOf, quantityText } from './quantity.ts';

it.each<[string | number | undefined, number]>([
  ['8', 8],
  [4, 4],
  ['500m', 0.5],
  ['16Gi', 16 * 2 ** 30],
  ['2k', 2_000],
  ['1e3', 1_000],
  [undefined, 0],
  ['much', 0],
])('%j is %d', (quantity, amount) => {
  expect(amountOf(quantity)).toBe(amount);
});

it.each([
  [16 * 2 ** 30, 'memory', '16Gi'],
  [2 ** 31 + 2 ** 29, 'memory', '2.5Gi'],
  [100, 'ephemeral-storage', '100'],
  [0.5, 'cpu', '0.5'],
  [2_048, 'nvidia.com/gpu', '2048'],
])('%d of %s is written %s', (amount, resource, text) => {
  expect(quantityText(amount, resource)).toBe(text);
});
