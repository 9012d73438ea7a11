import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupById } from './group.ts';

it('gathers interleaved rows by id, groups by id and rows by slot', () => {
  const rows = [
    { group: 'b', slot: 1, value: 1 },
    { group: 'a', slot: 0, value: 2 },
    { group: 'b', slot: 0, value: 3 },
  ];
  expect([...groupById(rows)]).toEqual([
    ['a', [rows[1]]],
    ['b', [rows[2], rows[0]]],
  ]);
  expect(groupById([]).size).toBe(0);
});

it('gives the same groups whatever the order of arrival', () => {
  const ids = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(9)), { selector: ([g, s]) => `${g}${s}` });
  fc.assert(
    fc.property(ids, fc.infiniteStream(fc.nat()), (pairs, keys) => {
      const rows = pairs.map(([group, slot]) => ({ group, slot, key: keys.next().value ?? 0 }));
      const shuffled = rows.toSorted((a, b) => a.key - b.key);
      expect([...groupById(shuffled)]).toEqual([...groupById(rows)]);
    }),
  );
});

it('refuses a slot that is filled twice', () => {
  const rows = [{ group: 'a', slot: 3 }, { group: 'b', slot: 3 }, { group: 'a', slot: 3 }];
  expect(() => groupById(rows)).toThrow(
    expect.objectContaining({ code: 'INVALID_ARGUMENT', field: 'slot', message: expect.stringContaining('slot 3 of group a') }),
  );
});
