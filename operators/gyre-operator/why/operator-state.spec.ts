import { describe, expect, it } from 'vitest';
import { LEASES, LOOKS_AFTER } from '../runtime/lease.ts';
import { microTime } from '../runtime/micro-time.ts';
import { openWorld } from '../runtime/testkit/world.ts';
import { Reader } from './lookup.ts';
import { operatorState, operatorStates } from './operator-state.ts';

interface Held {
  readonly namespace: string;
  readonly looksAfter?: string;
  readonly holder?: string;
  /** How long ago it was renewed. */
  readonly ageMs?: number;
}

async function leases(...held: readonly Held[]) {
  const { server, client, clock } = await openWorld();
  for (const { namespace, looksAfter, holder = `op-${namespace}`, ageMs = 0 } of held) {
    const annotations = looksAfter === undefined ? {} : { [LOOKS_AFTER]: looksAfter };
    server.store.create(LEASES, namespace, { metadata: { name: 'gyre-operator', namespace, annotations }, spec: { holderIdentity: holder, renewTime: microTime(clock.now() - ageMs) } });
  }
  return { of: (namespace: string) => operatorState(new Reader(client), clock.now(), namespace), all: (...namespaces: string[]) => operatorStates(new Reader(client), clock.now(), namespaces), server };
}

describe('whether an operator looks after a namespace', () => {
  it.each<[string, Held[], 'leads' | 'gone' | 'unknown', string]>([
    ['none has led', [], 'gone', 'no operator has led here yet: there is no Lease gyre-operator'],
    ['one for all', [{ namespace: 'gyre', looksAfter: '*' }], 'leads', 'op-gyre leads (Lease gyre/gyre-operator)'],
    ['one for it', [{ namespace: 'gyre', looksAfter: 'ml' }], 'leads', 'op-gyre leads (Lease gyre/gyre-operator)'],
    ['its own beside a fresher one of another', [{ namespace: 'ml', looksAfter: 'ml', ageMs: 9_000 }, { namespace: 'lab', looksAfter: 'lab' }], 'leads', 'op-ml leads (Lease ml/gyre-operator)'],
    ['one for another alone', [{ namespace: 'lab', looksAfter: 'lab' }], 'gone', 'no operator looks after namespace ml: that of Lease lab/gyre-operator looks after lab'],
    ['one that is silent, while that of another leads', [{ namespace: 'ml', looksAfter: 'ml', ageMs: 600_000 }, { namespace: 'lab', looksAfter: 'lab' }], 'gone', 'no operator leads: op-ml has not renewed Lease ml/gyre-operator for 10 min'],
    ['one that was let go of', [{ namespace: 'ml', looksAfter: 'ml', holder: '' }], 'gone', 'no operator leads: nobody holds Lease ml/gyre-operator'],
    ['an older one at home', [{ namespace: 'ml' }], 'leads', 'op-ml leads (Lease ml/gyre-operator)'],
    ['an older one elsewhere', [{ namespace: 'gyre' }], 'unknown', 'op-gyre leads (Lease gyre/gyre-operator), which does not say whether its operator looks after namespace ml'],
    ['an older one elsewhere that is gone', [{ namespace: 'gyre', ageMs: 600_000 }], 'gone', 'no operator looks after namespace ml: that of Lease gyre/gyre-operator looks after gyre'],
  ])('%s', async (_, held, state, said) => {
    expect(await (await leases(...held)).of('ml')).toEqual({ state, said, remedy: expect.stringMatching(/^[A-Z]/) });
  });

  it('says which operator is to be started', async () => {
    expect((await (await leases({ namespace: 'lab', looksAfter: 'lab' })).of('ml')).remedy).toMatch(/^Start an operator that looks after namespace ml \(operator\.namespace of the chart/);
  });

  it('of several at once each is told of once, and one without an operator is what counts', async () => {
    const both = await leases({ namespace: 'ml', looksAfter: 'ml' }, { namespace: 'lab', looksAfter: 'lab' });
    expect(await both.all('lab', 'ml')).toMatchObject({ state: 'leads', said: 'op-lab leads (Lease lab/gyre-operator); op-ml leads (Lease ml/gyre-operator)' });
    expect(await both.all('lab', 'other')).toMatchObject({ state: 'gone', said: expect.stringContaining('no operator looks after namespace other') });
    expect(await both.all()).toMatchObject({ state: 'leads' });
    expect(await (await leases({ namespace: 'gyre', looksAfter: '*' })).all('lab', 'ml')).toMatchObject({ said: 'op-gyre leads (Lease gyre/gyre-operator)' });
    expect(await (await leases()).all()).toMatchObject({ state: 'gone' });
  });

  it('is not told where the caller may not see it', async () => {
    const { of, server } = await leases({ namespace: 'gyre', looksAfter: '*' });
    server.refusals.push({ status: 403 });
    expect(await of('ml')).toMatchObject({ state: 'unknown', said: expect.stringContaining('not for this user to see') });
  });
});
