import { type Client as Channel, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { systemClock } from '../clock.ts';
import { type Boundary, GyreError, invalid } from '../errors.ts';
import { injectTrace, isSampled } from '../telemetry.ts';
import { type CallScope, orAborted, startScope } from './call-scope.ts';
import type { Certificates } from './certificates.ts';
import { channelTo } from './grpc-channel.ts';
import { withinLimit } from './limits.ts';
import { callMetadata, type TokenSource } from './metadata.ts';
import { clientSpan, codeOf, inSpan, methodName } from './spans.ts';
import { decodeStatus, errorOfNumber, STATUS_TRAILER } from './status.ts';
import type { CallOptions, Client, MethodDefinition, ServiceDefinition } from './types.ts';

export interface GrpcClientOptions {
  /** Where failures belong that name no boundary themselves, such as a server that cannot be reached. Default `harness`. */
  readonly boundary?: Boundary;
  /** Variable that named the target: errors of a server that cannot be reached say so. */
  readonly variable?: string;
  readonly tls?: Certificates;
  readonly token?: TokenSource;
  /** Default timeout of a call, milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  /** Whether the server keeps spans of every call that comes with a trace, also of one that is not kept; it is not told of those. Default false. */
  readonly keepsEveryTrace?: boolean;
}

interface Target {
  readonly address: string;
  readonly channel: Channel;
  readonly options: GrpcClientOptions;
}

/**
 * Tries of a call whose connection is lost under it. It may have been done by then, which costs nothing: a method of the contract may be
 * asked again and does the same, or says that it is done (a dead job that was redriven is not found again). Connections are lost without
 * anybody's fault: a server ends those that have come of age, and grpc-js 1.14 takes one that is ending, which no longer answers its pings,
 * for dead while calls are still on it. What lasts for hours meets that every ten minutes: a try that lasted is not counted.
 */
const TRIES = 3;
const LASTED_MS = 60_000;

/**
 * A client of `service` at `target` (`host:port`, `dns:///name:port`). Every call has a deadline, cut short by that of the call
 * being served; a streaming call starts with the first iteration. A call whose connection is lost is made again, a stream as long as it
 * has said nothing. Failures are GyreErrors with all that the server said.
 */
export function grpcClient<S extends ServiceDefinition>(service: S, target: string, options: GrpcClientOptions = {}): Client<S> {
  const to = { address: target, channel: channelTo(target, options.tls), options };
  const methods = Object.entries(service).map(([key, definition]) => {
    if (definition.requestStream) throw invalid(methodName(definition.path), 'has a request stream', 'use unary requests; answers may stream');
    return [
      key,
      definition.responseStream
        ? (request: unknown, call?: CallOptions) => stream(to, definition, request, call ?? {})
        : (request: unknown, call?: CallOptions) => unary(to, definition, request, call ?? {}),
    ];
  });
  // Each entry was made for its method's kind, which is all that Client<S> says beyond it.
  return Object.fromEntries(methods) as Client<S>;
}

async function unary({ address, channel, options }: Target, definition: MethodDefinition, request: unknown, call: CallOptions): Promise<unknown> {
  const name = methodName(definition.path);
  const scope = openCall(name, call, options);
  const span = clientSpan('grpc', name, address);
  let cancel: (() => void) | undefined;
  try {
    const metadata = inSpan(span, () => grpcMetadata(call, options));
    const bytes = withinLimit(definition.requestSerialize(request as never), name);
    const { deadline, signal } = scope;
    const asked = () =>
      new Promise<unknown>((resolve, reject) => {
        const started = channel.makeUnaryRequest(definition.path, same, definition.responseDeserialize, bytes, metadata, { deadline }, (error, value) =>
          error ? reject(error) : resolve(value),
        );
        cancel = () => started.cancel();
      });
    for (let tries = 1; ; tries++) {
      signal.throwIfAborted();
      const began = systemClock.now();
      try {
        const value = await orAborted(asked(), signal);
        span.end('OK');
        return value;
      } catch (thrown) {
        if (!isDropped(thrown)) throw thrown;
        if (systemClock.now() - began >= LASTED_MS) tries = 0;
        if (tries === TRIES) throw thrown;
      }
    }
  } catch (thrown) {
    cancel?.();
    const error = arrived(thrown, scope, address, options);
    span.end(codeOf(error), error);
    throw error;
  } finally {
    scope.dispose();
  }
}

async function* stream({ address, channel, options }: Target, definition: MethodDefinition, request: unknown, call: CallOptions): AsyncGenerator<unknown> {
  const name = methodName(definition.path);
  const scope = openCall(name, call, options);
  const span = clientSpan('grpc', name, address);
  let cancel: (() => void) | undefined;
  let code: Parameters<typeof span.end>[0] = 'CANCELLED';
  let failure: GyreError | undefined;
  try {
    const metadata = inSpan(span, () => grpcMetadata(call, options));
    const bytes = withinLimit(definition.requestSerialize(request as never), name);
    const { deadline, signal } = scope;
    const begun = (): AsyncIterator<unknown> => {
      signal.throwIfAborted();
      const started = channel.makeServerStreamRequest(definition.path, same, definition.responseDeserialize, bytes, metadata, { deadline });
      cancel = () => started.cancel();
      // The iteration below reports errors; after an early end nobody iterates, and an error without a listener would crash.
      started.on('error', () => undefined);
      return started[Symbol.asyncIterator]();
    };
    let iterator = begun();
    for (let tries = 1; ; ) {
      let next: IteratorResult<unknown>;
      try {
        next = await orAborted(iterator.next(), signal);
      } catch (thrown) {
        if (tries === TRIES || !isDropped(thrown)) throw thrown;
        tries++;
        iterator = begun();
        continue;
      }
      if (next.done) break;
      // What has been said would be said again.
      tries = TRIES;
      yield next.value;
    }
    code = 'OK';
  } catch (thrown) {
    failure = arrived(thrown, scope, address, options);
    code = failure.code;
    throw failure;
  } finally {
    if (code !== 'OK') cancel?.();
    span.end(code, failure);
    scope.dispose();
  }
}

function openCall(name: string, call: CallOptions, options: GrpcClientOptions): CallScope {
  return startScope(name, call, systemClock, options.boundary ?? 'harness', options.timeoutMs);
}

function grpcMetadata(call: CallOptions, options: GrpcClientOptions): Metadata {
  const metadata = new Metadata();
  const own = callMetadata(call.metadata, options.token);
  const traced = options.keepsEveryTrace === true && !isSampled() ? own : injectTrace(own);
  for (const [key, value] of Object.entries(traced)) metadata.set(key, value);
  return metadata;
}

/** What the caller sees: its own deadline or cancellation if that ended the call, else what the server or the channel said. */
function arrived(thrown: unknown, scope: CallScope, address: string, options: GrpcClientOptions): GyreError {
  const boundary = options.boundary ?? 'harness';
  const reason: unknown = scope.signal.aborted ? scope.signal.reason : undefined;
  if (reason instanceof GyreError) return reason;
  if (!isServiceError(thrown)) return GyreError.from(thrown, boundary);
  const [bytes] = thrown.metadata.get(STATUS_TRAILER);
  const told = bytes instanceof Buffer ? decodeStatus(bytes) : undefined;
  if (told !== undefined) return told;
  const error = errorOfNumber(thrown.code, thrown.details, boundary);
  return error.code === 'UNAVAILABLE' ? unreachable(error, address, options.variable) : error;
}

/** Whether it is the connection that ended the call, and not the server that said so, or could not be reached. */
function isDropped(thrown: unknown): boolean {
  return isServiceError(thrown) && thrown.code === status.UNAVAILABLE && thrown.details === 'Connection dropped' && thrown.metadata.get(STATUS_TRAILER).length === 0;
}

/** What the channel says of a server that it cannot reach names neither the setting nor a way out. */
function unreachable(error: GyreError, address: string, variable: string | undefined): GyreError {
  const named = variable === undefined ? {} : { field: variable, remedy: `see whether it runs, and whether ${variable} is its address` };
  return new GyreError('UNAVAILABLE', `${address}${variable === undefined ? '' : ` (${variable})`} does not answer: ${error.message.replace(/\s*Resolution note:\s*$/, '')}`, { boundary: error.boundary, cause: error, ...named });
}

function isServiceError(thrown: unknown): thrown is ServiceError {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'number' && 'metadata' in thrown && thrown.metadata instanceof Metadata;
}

/** Requests are encoded before the call starts, so that their failures are reported like any other. */
function same(bytes: Buffer): Buffer {
  return bytes;
}
