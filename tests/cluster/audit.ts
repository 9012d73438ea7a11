import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Kubernetes } from '#deploy/servers/mod.ts';

/** What the operator has asked of the API server, by the API server's own audit. */

const POLICY = new URL('operator-audit.yaml', import.meta.url).pathname;
/** Lets the API server write a line for each request of the operator's service account. */
export const OPERATOR_AUDITED = [`--audit-policy-file=${POLICY}`, '--audit-log-path=-'] as const;

const line = z.looseObject({
  stage: z.enum(['ResponseStarted', 'ResponseComplete']),
  verb: z.string(),
  requestURI: z.string(),
  objectRef: z.looseObject({ resource: z.string(), namespace: z.string().default(''), name: z.string().default(''), subresource: z.string().default('') }).optional(),
  responseStatus: z.looseObject({ code: z.number().default(0) }).optional(),
});

export interface Asked {
  readonly stage: 'ResponseStarted' | 'ResponseComplete';
  readonly verb: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  readonly code: number;
  readonly uri: string;
}

/** Everything so far, in order. A request that the API server was killed over is not among it. */
export async function askedOf(cluster: Kubernetes): Promise<readonly Asked[]> {
  const lines = (await readFile(cluster.apiServer.log, 'utf8')).split('\n').filter((each) => each.startsWith('{"kind":"Event"') && each.endsWith('}'));
  return lines.map((each) => {
    const { stage, verb, requestURI, objectRef, responseStatus } = line.parse(JSON.parse(each));
    return { stage, verb, resource: objectRef?.resource ?? '', subresource: objectRef?.subresource ?? '', name: objectRef?.name ?? '', code: responseStatus?.code ?? 0, uri: requestURI };
  });
}

/** Requests that were answered; those for the election's Lease, which go on for ever, are left out. */
export async function answeredOf(cluster: Kubernetes): Promise<readonly Asked[]> {
  return (await askedOf(cluster)).filter(({ stage, resource }) => stage === 'ResponseComplete' && resource !== 'leases');
}

/** Objects that were created, by resource: how many, and how many creations were refused. */
export async function createdOf(cluster: Kubernetes, ...resources: readonly string[]): Promise<Readonly<Record<string, readonly [made: number, refused: number]>>> {
  const creates = (await answeredOf(cluster)).filter(({ verb }) => verb === 'create');
  return Object.fromEntries(resources.map((resource) => {
    const own = creates.filter((each) => each.resource === resource);
    return [resource, [own.filter(({ code }) => code === 201).length, own.filter(({ code }) => code !== 201).length] as const];
  }));
}
