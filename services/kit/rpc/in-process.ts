import { type Clock, systemClock } from '../clock.ts';
import { type Boundary, GyreError } from '../errors.ts';
import { injectTrace } from '../telemetry.ts';
import { type CallScope, orAborted, startScope } from './call-scope.ts';
import { withinLimit } from './limits.ts';
import { callMetadata, type TokenSource } from './metadata.ts';
import { type FailureListener, type ServedCall, type ServedMethod, servedMethods, serveStream, serveUnary } from './serving.ts';
import { clientSpan, codeOf, inSpan } from './spans.ts';
import { decodeStatus, encodeStatus } from './status.ts';
import type { CallOptions, Client, Handlers, ServiceDefinition } from './types.ts';

export interface InProcessOptions {
  /** Where failures belong that name no boundary themselves. Default `harness`. */
  readonly boundary?: Boundary;
  readonly clock?: Clock;
  readonly token?: TokenSource;
  /** Default timeout of a call, milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  readonly onFailure?: FailureListener;
}

/**
 * A client that calls `handlers` in this process as gRPC would: messages are encoded and decoded on the way in and out, and
 * deadlines, cancellation, metadata, tracing and errors mean the same. A streaming call starts with the first iteration.
 */
export function inProcessClient<S extends ServiceDefinition>(service: S, handlers: Handlers<S>, options: InProcessOptions = {}): Client<S> {
  const methods = servedMethods(service, handlers).map((method) => [
    method.key,
    method.kind === 'unary'
      ? (request: unknown, call?: CallOptions) => unary(method, request, call ?? {}, options)
      : (request: unknown, call?: CallOptions) => stream(method, request, call ?? {}, options),
  ]);
  // Each entry was made for its method's kind, which is all that Client<S> says beyond it.
  return Object.fromEntries(methods) as Client<S>;
}

async function unary(method: ServedMethod & { kind: 'unary' }, request: unknown, call: CallOptions, options: InProcessOptions): Promise<unknown> {
  const { definition, name } = method;
  const scope = openCall(method, call, options);
  const span = clientSpan('in_process', name);
  try {
    const served = inSpan(span, () => cross(scope, call, options));
    const received = definition.requestDeserialize(withinLimit(definition.requestSerialize(request as never), name));
    const response = await orAborted(serveUnary(method, received, served), scope.signal);
    const answer = definition.responseDeserialize(withinLimit(definition.responseSerialize(response as never), name));
    span.end('OK');
    return answer;
  } catch (thrown) {
    const error = carried(thrown, options);
    span.end(codeOf(error), error);
    throw error;
  } finally {
    scope.dispose();
  }
}

async function* stream(
  method: ServedMethod & { kind: 'stream' },
  request: unknown,
  call: CallOptions,
  options: InProcessOptions,
): AsyncGenerator<unknown> {
  const { definition, name } = method;
  const scope = openCall(method, call, options);
  const span = clientSpan('in_process', name);
  let code: Parameters<typeof span.end>[0] = 'CANCELLED';
  let failure: GyreError | undefined;
  try {
    const served = inSpan(span, () => cross(scope, call, options));
    const received = definition.requestDeserialize(withinLimit(definition.requestSerialize(request as never), name));
    for await (const value of serveStream(method, received, served)) {
      yield definition.responseDeserialize(withinLimit(definition.responseSerialize(value as never), name));
    }
    code = 'OK';
  } catch (thrown) {
    failure = carried(thrown, options);
    code = failure.code;
    throw failure;
  } finally {
    if (code === 'CANCELLED') scope.abort(new GyreError('CANCELLED', `${name}: the caller gave up`, { boundary: 'caller' }));
    span.end(code, failure);
    scope.dispose();
  }
}

function openCall(method: ServedMethod, call: CallOptions, options: InProcessOptions): CallScope {
  return startScope(method.name, call, options.clock ?? systemClock, options.boundary ?? 'harness', options.timeoutMs);
}

/** The server's view of the call; fails where the network would not even take it. */
function cross(scope: CallScope, call: CallOptions, options: InProcessOptions): ServedCall {
  const metadata = injectTrace(callMetadata(call.metadata, options.token));
  scope.signal.throwIfAborted();
  const { deadline, signal } = scope;
  return { deadline, signal, metadata, system: 'in_process', boundary: options.boundary ?? 'harness', onFailure: options.onFailure };
}

/** The failure as it would arrive over the network, without the server's stack, cause and object identity. */
function carried(thrown: unknown, options: InProcessOptions): GyreError {
  const error = GyreError.from(thrown, options.boundary ?? 'harness');
  return decodeStatus(encodeStatus(error)) ?? error;
}
