import { describe, expect, it } from 'vitest';
import { controllerOf, ownedBy, ownerIndex, ownerKeys } from './owners.ts';

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
