import { z } from 'zod';
import { GyreError } from '#kit/errors.ts';

/** What the process of the operator is told by its environment. */
export interface OperatorSettings {
  /** The one namespace to look after; undefined: all of them. */
  readonly namespace: string | undefined;
  /** Where the Lease is by which one replica leads. */
  readonly lease: { readonly namespace: string; readonly name: string };
  readonly progress: Listening & {
    /** Where pods reach the progress endpoint. */
    readonly url: string;
  };
  readonly health: Listening;
}

export interface Listening {
  readonly host: string;
  readonly port: number;
}

const listening = z
  .string()
  .regex(/^[^\s:/]+:\d{1,5}$/, 'write HOST:PORT')
  .transform((text): Listening => ({ host: text.slice(0, text.lastIndexOf(':')), port: Number(text.slice(text.lastIndexOf(':') + 1)) }));
const label = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

const variables = z.object({
  GYRE_OPERATOR_NAMESPACE: z.string().regex(label, 'write the name of a namespace, or leave it out for all').optional(),
  GYRE_OPERATOR_LEASE_NAMESPACE: z.string({ error: 'write the namespace that the operator runs in' }).regex(label, 'write the name of a namespace'),
  GYRE_OPERATOR_PROGRESS_LISTEN: listening.default({ host: '0.0.0.0', port: 8080 }),
  GYRE_OPERATOR_PROGRESS_URL: z.url({ protocol: /^https?$/, error: 'write where pods reach the progress endpoint, http://SERVICE.NAMESPACE.svc:PORT' }),
  GYRE_OPERATOR_HEALTH_LISTEN: listening.default({ host: '0.0.0.0', port: 8081 }),
});

/** INVALID_ARGUMENT naming every variable that is wrong, with its remedy. */
export function operatorSettings(env: Readonly<Record<string, string | undefined>>): OperatorSettings {
  const given = {
    GYRE_OPERATOR_NAMESPACE: env['GYRE_OPERATOR_NAMESPACE'] || undefined,
    GYRE_OPERATOR_LEASE_NAMESPACE: env['GYRE_OPERATOR_LEASE_NAMESPACE'] || undefined,
    GYRE_OPERATOR_PROGRESS_LISTEN: env['GYRE_OPERATOR_PROGRESS_LISTEN'] || undefined,
    GYRE_OPERATOR_PROGRESS_URL: env['GYRE_OPERATOR_PROGRESS_URL'] || undefined,
    GYRE_OPERATOR_HEALTH_LISTEN: env['GYRE_OPERATOR_HEALTH_LISTEN'] || undefined,
  };
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `  ${String(path[0])}: ${message}`);
    throw new GyreError('INVALID_ARGUMENT', `the environment is not complete:\n${lines.join('\n')}`, { boundary: 'caller', field: parsed.error.issues.map(({ path }) => String(path[0])).join(', '), remedy: 'set the variables as described' });
  }
  const read = parsed.data;
  return {
    namespace: read.GYRE_OPERATOR_NAMESPACE,
    lease: { namespace: read.GYRE_OPERATOR_LEASE_NAMESPACE, name: 'gyre-operator' },
    progress: { ...read.GYRE_OPERATOR_PROGRESS_LISTEN, url: read.GYRE_OPERATOR_PROGRESS_URL },
    health: read.GYRE_OPERATOR_HEALTH_LISTEN,
  };
}
