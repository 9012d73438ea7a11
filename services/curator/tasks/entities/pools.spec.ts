import { describe, expect, test } from 'vitest';
import { ENTITY_KINDS, entityPool } from './pools.ts';

const SPLITS = ['train', 'dev', 'test'] as const;
const LOCALES = ['en', 'zh'] as const;

describe('entity pools', () => {
  for (const kind of ENTITY_KINDS) {
    test(`${kind}: 40 and more a split and locale, each once`, () => {
      for (const split of SPLITS) {
        for (const locale of LOCALES) {
          const pool = entityPool(kind, split, locale);
          expect(pool.length, `${split} ${locale}`).toBeGreaterThanOrEqual(40);
          expect(new Set(pool).size).toBe(pool.length);
        }
      }
    });

    test(`${kind}: no name stands in two splits`, () => {
      const seen = new Map<string, string>();
      for (const split of SPLITS) {
        for (const name of LOCALES.flatMap((locale) => entityPool(kind, split, locale))) {
          expect(seen.get(name) ?? split, name).toBe(split);
          seen.set(name, split);
        }
      }
    });
  }
});
