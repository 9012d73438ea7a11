import {
  type handleServerStreamingCall,
  type handleUnaryCall,
  Metadata,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceDefinition as GrpcServiceDefinition,
  type StatusObject,
  type UntypedHandleCall,
} from '@grpc/grpc-js';
import { type Clock, systemClock } from '../clock.ts';
import { type Boundary, CODE_NUMBERS, GyreError } from '../errors.ts';
import { type CallScope, cancelled, deadlineExceeded, DEFAULT_TIMEOUT_MS, openScope, orAborted } from './call-scope.ts';
import type { Certificates } from './certificates.ts';
import { type Dependencies, HealthMonitor, type HealthOptions } from './health.ts';
import { MESSAGE_LIMIT_BYTES } from './limits.ts';
import { addReflection } from './reflection.ts';
import { type FailureListener, type ServedCall, type ServedMethod, servedMethods, serveStream, serveUnary, serviceName } from './serving.ts';
import { encodeStatus, STATUS_TRAILER } from './status.ts';
import type { Handlers, ServiceDefinition } from './types.ts';

/** One service of a server. */
export interface Served<S extends ServiceDefinition> {
  readonly service: S;
  readonly handlers: Handlers<S>;
  /** Where failures belong that name no boundary themselves. Default `harness`. */
  readonly boundary?: Boundary;
  /** What the service cannot work without; its health follows them. */
  readonly dependencies?: Dependencies;
}

export interface GrpcServerOptions {
  /** `host:port`; port 0 takes a free one. */
  readonly address: string;
  /** Without it, calls come as plain text. */
  readonly tls?: Certificates;
  /** Serves the reflection service too, for development. */
  readonly reflection?: boolean;
  /** Calls that bring no deadline get this many milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  /** How long {@link GrpcServer.stop} waits for calls in flight. Default 25,000. */
  readonly drainMs?: number;
  /** After this long a connection is replaced, so that clients find new replicas. Default 10 minutes. */
  readonly maxConnectionAgeMs?: number;
  /** Calls at a time on one connection. Default 1,024. */
  readonly maxConcurrentCalls?: number;
  readonly health?: Partial<Omit<HealthOptions, 'clock'>>;
  readonly onFailure?: FailureListener;
}

export interface GrpcServer {
  readonly port: number;
  readonly health: HealthMonitor;
  /** Reports NOT_SERVING, takes no new calls, waits for those in flight, then cancels what is left. */
  stop(): Promise<void>;
}

type AnyCall = ServerUnaryCall<unknown, unknown> | ServerWritableStream<unknown, unknown>;

interface Surroundings {
  readonly clock: Clock;
  readonly draining: AbortSignal;
  readonly options: GrpcServerOptions;
}

/** Serves the services with health checks on one address. UNAVAILABLE if the address cannot be bound. */
export async function serveGrpc<T extends readonly ServiceDefinition[]>(
  services: readonly [...{ [I in keyof T]: Served<T[I]> }],
  options: GrpcServerOptions,
): Promise<GrpcServer> {
  const server = new Server({
    'grpc.max_receive_message_length': MESSAGE_LIMIT_BYTES,
    'grpc.max_send_message_length': MESSAGE_LIMIT_BYTES,
    'grpc-node.flow_control_window': 4 * 1024 * 1024,
    'grpc.max_concurrent_streams': options.maxConcurrentCalls ?? 1024,
    // No pings from this side: grpc-js 1.14 pings connections that have come of age as well, takes the failure for a dead peer, and cuts off
    // the calls on them. A peer that is gone ends with its calls' deadlines, and its connection when it has been idle or has come of age.
    'grpc.max_connection_age_ms': options.maxConnectionAgeMs ?? 600_000,
    'grpc.max_connection_idle_ms': 300_000,
  });
  const drain = new AbortController();
  const around: Surroundings = { clock: systemClock, draining: drain.signal, options };
  const dependencies = new Map<string, Dependencies>();
  for (const served of services) {
    dependencies.set(serviceName(served.service), served.dependencies ?? {});
    const methods = servedMethods(served.service, served.handlers);
    const implementation = methods.map((method) => [method.key, handlerOf(method, served.boundary ?? 'harness', around)] as const);
    // grpc-js writes the same definition with `any` where ours says `never`.
    server.addService(served.service as unknown as GrpcServiceDefinition, Object.fromEntries(implementation));
  }
  const { intervalMs = 5_000, timeoutMs = 2_000, onChange } = options.health ?? {};
  const health = new HealthMonitor(dependencies, { clock: systemClock, intervalMs, timeoutMs, onChange });
  health.implementation.addToServer(server);
  if (options.reflection) await addReflection(server, [...dependencies.keys()]);
  const port = await bind(server, options);
  await health.start();
  return {
    port,
    health,
    async stop() {
      health.stop();
      await drained(server, options.drainMs ?? 25_000, drain);
    },
  };
}

function handlerOf(method: ServedMethod, boundary: Boundary, around: Surroundings): UntypedHandleCall {
  if (method.kind === 'unary') {
    const handle: handleUnaryCall<unknown, unknown> = (call, callback) => {
      const scope = scopeOf(method, call, boundary, around);
      serveUnary(method, call.request, servedCall(call, scope, boundary, around))
        .then((response) => callback(null, response), (error) => callback(trailer(error, boundary)))
        .finally(() => scope.dispose());
    };
    return handle;
  }
  const handle: handleServerStreamingCall<unknown, unknown> = async (call) => {
    const scope = scopeOf(method, call, boundary, around);
    // Written to after the caller left; the scope's signal has already ended the handler.
    call.on('error', () => undefined);
    try {
      for await (const value of serveStream(method, call.request, servedCall(call, scope, boundary, around))) {
        if (!call.write(value)) await orAborted(new Promise((resolve) => call.once('drain', () => resolve(undefined))), scope.signal);
      }
      call.end();
    } catch (error) {
      call.emit('error', trailer(error, boundary));
    } finally {
      scope.dispose();
    }
  };
  return handle;
}

function scopeOf(method: ServedMethod, call: AnyCall, boundary: Boundary, { clock, draining, options }: Surroundings): CallScope {
  const given = Number(call.getDeadline());
  const deadline = Number.isFinite(given) ? given : clock.now() + (options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  const scope = openScope(method.name, deadline, clock, boundary, [draining]);
  call.on('cancelled', () => {
    scope.abort(clock.now() >= deadline ? deadlineExceeded(method.name, boundary) : cancelled(method.name));
  });
  return scope;
}

function servedCall(call: AnyCall, scope: CallScope, boundary: Boundary, { options }: Surroundings): ServedCall {
  const metadata: Record<string, string> = {};
  for (const [key, value] of Object.entries(call.metadata.getMap())) if (typeof value === 'string') metadata[key] = value;
  return { deadline: scope.deadline, signal: scope.signal, metadata, system: 'grpc', boundary, onFailure: options.onFailure };
}

function trailer(thrown: unknown, boundary: Boundary): Partial<StatusObject> {
  const error = GyreError.from(thrown, boundary);
  const metadata = new Metadata();
  metadata.set(STATUS_TRAILER, encodeStatus(error));
  return { code: CODE_NUMBERS[error.code], details: error.message.slice(0, 512).toWellFormed(), metadata };
}

async function bind(server: Server, { address, tls }: GrpcServerOptions): Promise<number> {
  const credentials = tls?.serverCredentials() ?? ServerCredentials.createInsecure();
  return new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (error, port) => {
      if (!error) return resolve(port);
      const remedy = 'choose another address, or stop what listens there';
      reject(new GyreError('UNAVAILABLE', `cannot listen on ${address}: ${error.message}`, { boundary: 'caller', field: 'address', remedy }));
    });
  });
}

async function drained(server: Server, drainMs: number, drain: AbortController): Promise<void> {
  const idle = new Promise<boolean>((resolve) => server.tryShutdown(() => resolve(true)));
  const waiting = new AbortController();
  const wait = (ms: number) => systemClock.sleep(ms, waiting.signal).then(() => false, () => false);
  if (!(await Promise.race([idle, wait(drainMs)]))) {
    drain.abort(new GyreError('UNAVAILABLE', 'the server is shutting down', { boundary: 'harness' }));
    // Long enough for the last statuses to leave.
    await Promise.race([idle, wait(200)]);
  }
  waiting.abort();
  server.forceShutdown();
}
