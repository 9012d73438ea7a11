import type { Clock } from '#kit/clock.ts';
import type { CallContext, Client, Handlers, ServiceDefinition } from '#kit/rpc/types.ts';

/**
 * Handlers that hand every call on to a client, with what is left of its deadline; cancelling one cancels the other. This is how
 * services that run in one process are put on the network.
 */
export function forwarding<S extends ServiceDefinition>(service: S, client: Client<S>, clock: Clock): Handlers<S> {
  const handlers = Object.entries(service).map(([key, { responseStream }]) => {
    const method: unknown = Reflect.get(client, key);
    if (typeof method !== 'function') throw new TypeError(`the client has no method ${key}`);
    const call = (request: unknown, { deadline, signal }: CallContext): unknown => method.call(client, request, { timeoutMs: Math.max(1, deadline - clock.now()), signal });
    if (!responseStream) return [key, async (request: unknown, context: CallContext) => call(request, context)];
    return [key, (request: unknown, context: CallContext) => call(request, context)];
  });
  // Every method hands on requests and responses of the method that it has the name of.
  return Object.fromEntries(handlers) as Handlers<S>;
}
