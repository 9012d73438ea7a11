import { describe, expect, it } from 'vitest';
import { type Condition, type Finding, withConditions } from './conditions.ts';
import { controllerOf, ownedBy, ownerIndex, ownerKeys } from './owners.ts';

const NOW = Date.UTC(2026, 0, 31, 12, 0, 5, 700);
const OLD: Condition = { type: 'Ready', status: 'False', reason: 'Starting', message: 'it starts', observedGeneration: 1, lastTransitionTime: '2026-01-01T00:00:00Z' };
const other: Condition = { ...OLD, type: 'Accepted', status: 'True' };

describe('conditions', () => {
  it.each<[string, Finding, number, Partial<Condition>]>([
    ['a new status has a new time', { type: 'Ready', status: 'True', reason: 'Running', message: '' }, 1, { lastTransitionTime: '2026-01-31T12:00:05Z' }],
    ['another reason has the old time', { type: 'Ready', status: 'False', reason: 'Waiting', message: 'it starts' }, 1, { lastTransitionTime: OLD.lastTransitionTime }],
    ['another generation has the old time', { type: 'Ready', status: 'False', reason: 'Starting', message: 'it starts' }, 2, { lastTransitionTime: OLD.lastTransitionTime }],
  ])('%s', (_, finding, generation, expected) => {
    const after = withConditions([OLD, other], [finding], generation, NOW);
    expect(after).toEqual([{ ...finding, observedGeneration: generation, ...expected }, other]);
  });

  it('nothing new is the very same list', () => {
    const before = [OLD, other];
    expect(withConditions(before, [{ type: 'Ready', status: 'False', reason: 'Starting', message: 'it starts' }], 1, NOW)).toBe(before);
  });

  it('a condition that there was not comes last', () => {
    const finding: Finding = { type: 'Suspended', status: 'Unknown', reason: 'New', message: '' };
    expect(withConditions([OLD], [finding], 3, NOW)).toEqual([OLD, { ...finding, observedGeneration: 3, lastTransitionTime: '2026-01-31T12:00:05Z' }]);
  });
});

describe('owners', () => {
  const owner = { apiVersion: 'x/v1', kind: 'Farm', metadata: { namespace: 'n', name: 'f', uid: 'u' } };
  const owned = { apiVersion: 'x/v1', kind: 'Widget', metadata: { namespace: 'n', name: 'w', ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'p' }, ownedBy(owner)] } };
  const free = { apiVersion: 'x/v1', kind: 'Widget', metadata: { name: 'w' } };

  it('the controlling one is found, by object, index and key', () => {
    expect(controllerOf(owned)).toMatchObject({ kind: 'Farm', uid: 'u', controller: true, blockOwnerDeletion: true });
    expect([ownerIndex(owned), ownerIndex(free)]).toEqual([['u'], []]);
    expect([ownerKeys('Farm')(owned), ownerKeys('Pod')(owned), ownerKeys('Farm')(free)]).toEqual([['n/f'], [], []]);
  });

  it('must have been read', () => {
    expect(() => ownedBy({ ...owner, metadata: { name: 'f' } })).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', field: 'owner.metadata.uid' }));
  });
});
