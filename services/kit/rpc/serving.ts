import { type Boundary, GyreError, invalid } from '../errors.ts';
import { finishCall, insideCall, orAborted } from './call-scope.ts';
import { codeOf, inSpan, methodName, type RpcSpan, type RpcSystem, serverSpan } from './spans.ts';
import type { CallContext, Handlers, MethodDefinition, ServiceDefinition } from './types.ts';

/** Told about failures nobody expected (INTERNAL and UNKNOWN), which reach the caller without their stack. */
export type FailureListener = (method: string, error: GyreError) => void;

type UnaryHandler = (request: unknown, context: CallContext) => Promise<unknown>;
type StreamHandler = (request: unknown, context: CallContext) => AsyncIterable<unknown>;

/** A method joined to its handler, with the types that differ from service to service taken away. */
export type ServedMethod = { readonly name: string; readonly definition: MethodDefinition; readonly key: string } & (
  | { readonly kind: 'unary'; readonly handler: UnaryHandler }
  | { readonly kind: 'stream'; readonly handler: StreamHandler }
);

/** What the server's side of either transport knows about one call. */
export interface ServedCall extends CallContext {
  readonly system: RpcSystem;
  /** Where a failure belongs that is not a GyreError. */
  readonly boundary: Boundary;
  readonly onFailure: FailureListener | undefined;
}

/** The methods of a service with their handlers; INVALID_ARGUMENT for a missing handler or a method with a request stream. */
export function servedMethods<S extends ServiceDefinition>(service: S, handlers: Handlers<S>): ServedMethod[] {
  return Object.entries(service).map(([key, definition]) => {
    const name = methodName(definition.path);
    if (definition.requestStream) throw invalid(name, 'has a request stream', 'use unary requests; answers may stream');
    const handler: unknown = Reflect.get(handlers, key);
    if (typeof handler !== 'function') throw invalid(name, 'has no handler', `give the handlers a function ${key}`);
    const base = { name, definition, key };
    // The two casts restore what Handlers<S> says of each method and Object.entries forgets.
    return definition.responseStream
      ? { ...base, kind: 'stream', handler: handler.bind(handlers) as StreamHandler }
      : { ...base, kind: 'unary', handler: handler.bind(handlers) as UnaryHandler };
  });
}

/** `gyre.x.v1.XService`, from the path of any of its methods. */
export function serviceName(service: ServiceDefinition): string {
  const path = Object.values(service)[0]?.path ?? '/';
  return path.slice(1, path.lastIndexOf('/'));
}

/** Runs a unary handler in its span and scope. Rejects with a GyreError, at the latest when the call's signal aborts. */
export async function serveUnary(method: ServedMethod & { kind: 'unary' }, request: unknown, call: ServedCall): Promise<unknown> {
  const span = serverSpan(call.system, method.name, call.metadata);
  try {
    const response = await orAborted(enter(span, call, async () => method.handler(request, callContext(call))), call.signal);
    span.end('OK');
    return response;
  } catch (thrown) {
    throw failed(method, call, span, thrown);
  } finally {
    finishCall(call);
  }
}

/** Runs a streaming handler likewise; leaving the loop early ends the handler's iterator too. */
export async function* serveStream(method: ServedMethod & { kind: 'stream' }, request: unknown, call: ServedCall): AsyncGenerator<unknown> {
  const span = serverSpan(call.system, method.name, call.metadata);
  let iterator: AsyncIterator<unknown> | undefined;
  let settled = false;
  try {
    const opened = enter(span, call, () => method.handler(request, callContext(call))[Symbol.asyncIterator]());
    iterator = opened;
    for (;;) {
      const next = await orAborted(enter(span, call, async () => opened.next()), call.signal);
      if (next.done) break;
      yield next.value;
    }
    settled = true;
    span.end('OK');
  } catch (thrown) {
    settled = true;
    close(iterator);
    throw failed(method, call, span, thrown);
  } finally {
    finishCall(call);
    if (!settled) {
      close(iterator);
      span.end('CANCELLED');
    }
  }
}

/** A handler stuck between two values cannot be waited for; its own cleanup failures have nobody left to tell. */
function close(iterator: AsyncIterator<unknown> | undefined): void {
  iterator?.return?.().catch(() => undefined);
}

function enter<R>(span: RpcSpan, call: ServedCall, body: () => R): R {
  return inSpan(span, () => insideCall(call, body));
}

function callContext({ deadline, signal, metadata }: ServedCall): CallContext {
  return { deadline, signal, metadata };
}

function failed(method: ServedMethod, call: ServedCall, span: RpcSpan, thrown: unknown): GyreError {
  const error = GyreError.from(thrown, call.boundary);
  if (error.code === 'INTERNAL' || error.code === 'UNKNOWN') call.onFailure?.(method.name, error);
  span.end(codeOf(error), error);
  return error;
}
