import { type Attributes, context, type Context, ROOT_CONTEXT, type Span, SpanKind } from '@opentelemetry/api';
import { type Code, GyreError } from '../errors.ts';
import { metering, record, secondsSince } from '../metrics.ts';
import { METRICS } from '../telemetry-names.ts';
import { extractTrace, failSpan, startSpan, tracing } from '../telemetry.ts';

export type RpcSystem = 'grpc' | 'in_process';

/** One span of one side of one call. */
export interface RpcSpan {
  /** The context in which the call's work runs. */
  readonly inside: Context;
  end(code: Code | 'OK', error?: unknown): void;
}

/** Failures that are the server's own; the others (a wrong argument, a missing document) are ordinary answers to it. */
const SERVER_FAULTS: ReadonlySet<Code | 'OK'> = new Set<Code>(['UNKNOWN', 'DEADLINE_EXCEEDED', 'UNIMPLEMENTED', 'INTERNAL', 'UNAVAILABLE']);

/** `/gyre.x.v1.XService/Do` without its leading slash: the fully qualified method, and the span's name. */
export function methodName(path: string): string {
  return path.slice(1);
}

/** Both sides' span where nobody takes spans or measurements. */
const QUIET: RpcSpan = { inside: ROOT_CONTEXT, end: () => undefined };

/** The caller's side; `target` is the address called, `host:port`, where there is one. */
export function clientSpan(system: RpcSystem, method: string, target?: string): RpcSpan {
  if (!tracing() && !metering()) return QUIET;
  const { span, inside } = startSpan(method, { ...attributes(system, method), ...serverOf(target) }, { kind: SpanKind.CLIENT });
  const startMs = performance.now();
  return {
    inside,
    end(code, error) {
      record(METRICS.rpcClientCallDuration, secondsSince(startMs), measured(system, method, code, code !== 'OK'));
      finish(span, code, code === 'OK' ? undefined : error);
    },
  };
}

/** The server's side; its parent is the span that the caller's metadata carry. */
export function serverSpan(system: RpcSystem, method: string, metadata: Readonly<Record<string, string>>): RpcSpan {
  if (!tracing() && !metering()) return QUIET;
  const { span, inside } = startSpan(method, attributes(system, method), { kind: SpanKind.SERVER, parent: extractTrace(metadata) });
  const startMs = performance.now();
  return {
    inside,
    end(code, error) {
      record(METRICS.rpcServerCallDuration, secondsSince(startMs), measured(system, method, code, SERVER_FAULTS.has(code)));
      finish(span, code, SERVER_FAULTS.has(code) ? error : undefined);
    },
  };
}

/** Runs `body` in a span's context. */
export function inSpan<R>(span: RpcSpan, body: () => R): R {
  return span === QUIET ? body() : context.with(span.inside, body);
}

export function codeOf(thrown: unknown): Code {
  return thrown instanceof GyreError ? thrown.code : 'INTERNAL';
}

function attributes(system: RpcSystem, method: string): Attributes {
  return { 'rpc.system.name': system, 'rpc.method': method };
}

function serverOf(target: string | undefined): Attributes {
  const [, host, port] = /^(?:.*\/)?\[?([^/]+?)\]?:(\d+)$/.exec(target ?? '') ?? [];
  return host === undefined ? {} : { 'server.address': host, 'server.port': Number(port) };
}

function measured(system: RpcSystem, method: string, code: Code | 'OK', failed: boolean) {
  const call = { 'rpc.system.name': system, 'rpc.method': method, 'rpc.status_code': code } as const;
  return failed ? { ...call, 'error.type': code } : call;
}

function finish(span: Span, code: Code | 'OK', error: unknown): void {
  span.setAttribute('rpc.status_code', code);
  if (error !== undefined) failSpan(span, error);
  span.end();
}
