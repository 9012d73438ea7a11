import { describe, expect, it } from 'vitest';
import { openWorld } from './testkit/world.ts';
import { reviewToken } from './token-review.ts';

const EXTRA = { 'authentication.kubernetes.io/pod-name': ['p'], 'authentication.kubernetes.io/pod-uid': ['u'] };
const GOOD = { audiences: ['a', 'b'], username: 'system:serviceaccount:ml:trainer', extra: EXTRA };

describe('a token', () => {
  it('for the audience stands for the pod that it is bound to', async () => {
    const { server, client } = await openWorld();
    server.tokens.set('good', GOOD);
    expect(await reviewToken(client, 'good', 'b')).toEqual({ namespace: 'ml', name: 'p', uid: 'u' });
  });

  it.each([
    ['that nobody knows', 'other', GOOD, 'a'],
    ['for another audience', 'good', GOOD, 'c'],
    ['bound to no pod', 'good', { ...GOOD, extra: {} }, 'a'],
    ['of a person', 'good', { ...GOOD, username: 'ana' }, 'a'],
  ])('%s is not good', async (_, token, known, audience) => {
    const { server, client } = await openWorld();
    server.tokens.set('good', known);
    await expect(reviewToken(client, token, audience)).rejects.toMatchObject({ code: 'UNAUTHENTICATED', boundary: 'caller', remedy: expect.any(String) });
  });

  it('that cannot be judged is a fault of the cluster, and may be shown again', async () => {
    const { server, client } = await openWorld();
    server.refusals.push({ status: 200, body: {} }, { status: 200, body: { status: 3 } }, { status: 503 });
    await expect(reviewToken(client, 'good', 'a')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(reviewToken(client, 'good', 'a')).rejects.toMatchObject({ code: 'INTERNAL', boundary: 'cluster', retryable: true });
    await expect(reviewToken(client, 'good', 'a')).rejects.toMatchObject({ code: 'UNAVAILABLE', boundary: 'cluster', retryable: true });
  });
});
