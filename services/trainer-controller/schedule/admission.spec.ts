import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admit, lagOf } from './admission.ts';
import { policyUpdateOf } from './deterministic.ts';

const arrivals = fc.uniqueArray(fc.record({ seq: fc.nat(60), policyUpdate: fc.nat(12) }), { selector: ({ seq }) => seq, maxLength: 30 });
const cases = fc.tuple(arrivals, fc.integer({ min: 1, max: 13 }), fc.nat(4), fc.nat(20));

describe('admission by staleness', () => {
  it('admits nothing older than the bound and refuses nothing within it', () => {
    fc.assert(
      fc.property(cases, ([list, k, bound, wanted]) => {
        const { admitted, refused } = admit(list, k, bound, wanted);
        expect(admitted.every((arrival) => lagOf(arrival, k) <= bound)).toBe(true);
        expect(refused.every((arrival) => lagOf(arrival, k) > bound)).toBe(true);
        expect(refused).toHaveLength(list.filter((arrival) => lagOf(arrival, k) > bound).length);
        expect(admitted.length).toBe(Math.min(wanted, list.length - refused.length));
      }),
    );
  });

  it('takes the oldest first, whatever the order of arrival', () => {
    fc.assert(
      fc.property(cases, ([list, k, bound, wanted]) => {
        const one = admit(list, k, bound, wanted);
        expect(admit(list.toReversed(), k, bound, wanted)).toEqual(one);
        const left = list.filter((arrival) => lagOf(arrival, k) <= bound && !one.admitted.includes(arrival));
        const newest = Math.max(-1, ...one.admitted.map(({ seq }) => seq));
        expect(left.every(({ seq }) => seq > newest)).toBe(true);
      }),
    );
  });

  it('refuses for good: what is too old for an update is too old for every later one', () => {
    fc.assert(
      fc.property(cases, ([list, k, bound]) => {
        const later = admit(list, k + 1, bound, 100);
        for (const arrival of admit(list, k, bound, 0).refused) expect(later.refused).toContain(arrival);
      }),
    );
  });
});

describe('planned staleness', () => {
  it.each([
    [1, 0, 0],
    [2, 0, 1],
    [1, 1, 0],
    [2, 1, 0],
    [5, 1, 3],
    [5, 3, 1],
  ])('of update %i with staleness %i is the version after update %i', (k, staleness, expected) => {
    expect(policyUpdateOf(k, staleness)).toBe(expected);
  });
});
