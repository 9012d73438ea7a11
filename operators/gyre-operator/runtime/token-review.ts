import { z } from 'zod';
import { GyreError } from '#kit/errors.ts';
import type { CallOptions, Client } from './client.ts';
import { kubeObject, pathOf, type Resource } from './objects.ts';

const TOKEN_REVIEWS: Resource = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', plural: 'tokenreviews', namespaced: false, schema: kubeObject };
const POD_NAME = 'authentication.kubernetes.io/pod-name';
const POD_UID = 'authentication.kubernetes.io/pod-uid';

const review = z.looseObject({
  status: z
    .looseObject({
      authenticated: z.boolean().optional(),
      audiences: z.array(z.string()).nullish(),
      user: z.looseObject({ username: z.string().optional(), extra: z.record(z.string(), z.array(z.string())).nullish() }).optional(),
    })
    .optional(),
});

/** The pod that a projected service account token was given to. */
export interface TokenPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/**
 * Has the API server judge a token that must be for `audience`. It stands for the pod it is bound to, and dies with it. UNAUTHENTICATED
 * if it is not good, for another audience, or bound to no pod.
 */
export async function reviewToken(client: Client, token: string, audience: string, options: CallOptions = {}): Promise<TokenPod> {
  const body = { apiVersion: TOKEN_REVIEWS.apiVersion, kind: TOKEN_REVIEWS.kind, spec: { token, audiences: [audience] } };
  const answer = review.safeParse(await client.call('create', TOKEN_REVIEWS, { method: 'POST', path: pathOf(TOKEN_REVIEWS, {}), body }, options));
  if (!answer.success) throw new GyreError('INTERNAL', 'TokenReview: the answer has no status', { boundary: 'cluster', retryable: true, cause: answer.error });
  const { authenticated = false, audiences, user } = answer.data.status ?? {};
  const [, namespace] = /^system:serviceaccount:([^:]+):[^:]+$/.exec(user?.username ?? '') ?? [];
  const [name] = user?.extra?.[POD_NAME] ?? [];
  const [uid] = user?.extra?.[POD_UID] ?? [];
  if (!authenticated || !audiences?.includes(audience) || !namespace || !name || !uid) {
    throw new GyreError('UNAUTHENTICATED', `the token is not one of a pod for audience ${audience}`, { boundary: 'caller', remedy: 'send the projected token of the pod, read anew from its file' });
  }
  return { namespace, name, uid };
}
