import {
  type Attributes,
  type Context,
  context,
  type Link,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { GyreError } from './errors.ts';

export interface SpanOptions {
  readonly kind?: SpanKind;
  readonly links?: readonly Link[];
  /** The context whose span becomes the parent; the active one if absent. */
  readonly parent?: Context;
}

/**
 * Runs `fn` inside a span and ends the span with it. A throw marks the span as failed with `error.type` (the error's code) and
 * the boundary it belongs to, and goes on to the caller.
 */
export async function withSpan<R>(name: string, attributes: Attributes, fn: (span: Span) => Promise<R>, options: SpanOptions = {}): Promise<R> {
  const { span, inside } = startSpan(name, attributes, options);
  try {
    return await context.with(inside, () => fn(span));
  } catch (error) {
    failSpan(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** A span that the caller ends, and the context in which it is the active one; for streams, whose life is no single call. */
export function startSpan(name: string, attributes: Attributes, options: SpanOptions = {}): { span: Span; inside: Context } {
  const parent = options.parent ?? context.active();
  const { kind, links } = options;
  const span = trace.getTracer('gyre').startSpan(name, { attributes, kind, links: links ? [...links] : undefined }, parent);
  return { span, inside: trace.setSpan(parent, span) };
}

export function failSpan(span: Span, thrown: unknown): void {
  const code = thrown instanceof GyreError ? thrown.code : 'INTERNAL';
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  span.setAttribute('error.type', code);
  if (thrown instanceof GyreError) span.setAttribute('gyre.error.boundary', thrown.boundary);
  span.recordException(thrown instanceof Error ? thrown : message);
  span.setStatus({ code: SpanStatusCode.ERROR, message });
}

/** A copy of `headers` with the active trace context written into it. */
export function injectTrace(headers: Readonly<Record<string, string>>, from: Context = context.active()): Record<string, string> {
  const carrier = { ...headers };
  propagation.inject(from, carrier);
  return carrier;
}

/** The trace context that `headers` carry, detached from whatever is active here. */
export function extractTrace(headers: Readonly<Record<string, string>>): Context {
  return propagation.extract(ROOT_CONTEXT, headers);
}

/** A link to the span that `headers` carry, if they carry one. */
export function traceLinks(headers: Readonly<Record<string, string>>): Link[] {
  const remote = trace.getSpanContext(extractTrace(headers));
  return remote ? [{ context: remote }] : [];
}
