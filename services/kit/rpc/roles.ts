import { digestOfBytes } from '../digest.ts';
import { GyreError } from '../errors.ts';
import type { CallContext, Handlers, ServiceDefinition } from './types.ts';

/** Who calls: proven by the bearer token, never by anything in a message. */
export interface Principal {
  readonly subject: string;
  readonly roles: ReadonlySet<string>;
}

/** Finds the principal of a token; undefined if nobody has it. */
export type Authenticate = (token: string) => Promise<Principal | undefined>;

/** The roles that may call each method; a method that is not listed is closed to everybody. */
export type Access<S extends ServiceDefinition> = { readonly [K in keyof S]?: readonly string[] | 'anyone' };

/** The caller, if it has `role`. UNAUTHENTICATED without a known token, PERMISSION_DENIED without the role. */
export async function requireRole(context: CallContext, role: string | readonly string[], authenticate: Authenticate): Promise<Principal> {
  const roles = typeof role === 'string' ? [role] : role;
  const [, token] = /^Bearer (.+)$/.exec(context.metadata['authorization'] ?? '') ?? [];
  const principal = token === undefined ? undefined : await authenticate(token);
  if (!principal) {
    throw new GyreError('UNAUTHENTICATED', token === undefined ? 'the call carries no token' : 'the token is not known', {
      boundary: 'caller',
      field: 'authorization',
      remedy: 'send metadata authorization: Bearer TOKEN (commands: set GYRE_TOKEN)',
    });
  }
  if (roles.some((one) => principal.roles.has(one))) return principal;
  const wanted = roles.length === 0 ? 'no role may make this call' : `this call needs the role ${roles.join(' or ')}`;
  throw new GyreError('PERMISSION_DENIED', `${principal.subject} is not allowed: ${wanted}`, {
    boundary: 'caller',
    details: { subject: principal.subject },
  });
}

/** The same handlers behind a role check; what `access` does not open stays closed. */
export function guarded<S extends ServiceDefinition>(service: S, handlers: Handlers<S>, access: Access<S>, authenticate: Authenticate): Handlers<S> {
  const entries = Object.entries(service).map(([key, definition]) => {
    const handler: unknown = Reflect.get(handlers, key);
    const allowed = access[key] ?? [];
    if (allowed === 'anyone' || typeof handler !== 'function') return [key, handler];
    const call = handler.bind(handlers);
    if (!definition.responseStream) {
      return [key, async (request: unknown, context: CallContext) => {
        await requireRole(context, allowed, authenticate);
        return call(request, context);
      }];
    }
    return [key, async function* (request: unknown, context: CallContext) {
      await requireRole(context, allowed, authenticate);
      yield* call(request, context);
    }];
  });
  // Every entry keeps the shape of the handler it wraps.
  return Object.fromEntries(entries) as Handlers<S>;
}

/** Authenticates by a fixed table of tokens. */
export function tokenTable(tokens: Readonly<Record<string, Principal>>): Authenticate {
  return digestTable(Object.fromEntries(Object.entries(tokens).map(([token, principal]) => [digestOfBytes(token), principal])));
}

/** Authenticates by the digests (`sha256:<hex>`) of tokens: whoever reads the table learns no token, and the time taken tells nothing about one. */
export function digestTable(principals: Readonly<Record<string, Principal>>): Authenticate {
  const known = new Map(Object.entries(principals));
  return async (token) => known.get(digestOfBytes(token));
}
