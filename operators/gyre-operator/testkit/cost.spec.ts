import { describe, expect, it } from 'vitest';
import type { Schema } from '../api/schema.ts';
import { largest, ruleCost } from './cost.ts';

const text = (maxLength?: number): Schema => ({ type: 'string', maxLength });
const schema: Schema = {
  type: 'object',
  properties: {
    a: { type: 'integer' },
    b: { type: 'integer' },
    name: text(100),
    other: text(40),
    free: text(),
    list: { type: 'array', maxItems: 20, items: { type: 'object', properties: { key: text(10), names: { type: 'array', maxItems: 5, items: text(10) } } } },
    labels: { type: 'object', maxProperties: 4, additionalProperties: text(63) },
    word: { type: 'string', enum: ['Long', 'Longest'] },
  },
};

describe('what a CEL rule may cost', () => {
  // The steps are what the API server counts for such expressions; text is what it counts at its longest.
  it.each([
    ['self.a == self.b', 5],
    ['self.a + 1 == 3', 4],
    ['self.name == self.other', 5 + 160 / 10],
    ["self.name.startsWith('ab')", 3 + 400 / 10],
    ["self.name.matches('^[a-z]+$')", 3 + (400 / 10) * (8 / 4)],
    ['self.list.all(x, x.key.size() > 0)', 2 + 20 * (2 + 4)],
    ['self.list.all(x, x.names.exists(n, n.size() > 0))', 2 + 20 * (2 + 2 + 5 * (2 + 3))],
    ["self.word in ['Long', 'Short']", 4 + 9],
  ])('%s is at least %d', (expression, least) => {
    const cost = ruleCost(expression, schema);
    expect(cost).toBeGreaterThanOrEqual(least);
    expect(cost).toBeLessThan(2 * least + 10);
  });

  it('takes text without a bound for as long as a request may be', () => {
    expect(ruleCost("self.free.contains('ab')", schema)).toBeGreaterThan(50_000);
  });

  it('takes what string() yields for endless, as the API server does', () => {
    expect(ruleCost("'at most ' + string(self.a)", schema)).toBe(Infinity);
  });

  it('knows the largest value of a schema', () => {
    expect(largest(schema.properties?.['list'])).toBe(20 * (40 + 5 * 40));
    expect(largest(schema.properties?.['labels'])).toBe(4 * (317 + 4 * 63));
    expect(largest(schema.properties?.['word'])).toBe(7);
    expect(largest(undefined)).toBe(3 * 2 ** 20);
  });
});
