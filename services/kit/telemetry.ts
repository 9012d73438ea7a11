import {
  type Attributes,
  type Context,
  context,
  INVALID_SPAN_CONTEXT,
  type Link,
  propagation,
  ProxyTracerProvider,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import { GyreError } from './errors.ts';

/** What spans and attributes are made through; see telemetry-names.ts for their names. */
const SCOPE = 'gyre';

const NOBODY = new ProxyTracerProvider().getDelegate();

/** Stands where no span is wanted: takes everything and keeps nothing. */
export const NO_SPAN: Span = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/** Whether anybody takes spans. Where nobody does, no span is made and nothing is allocated for one. */
export function tracing(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegate() !== NOBODY;
}

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
  if (!tracing()) return fn(NO_SPAN);
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

/** Where work belongs that is done later and elsewhere; for {@link sharedSpan}. */
export function callerContext(): Context {
  return context.active();
}

/**
 * Runs `fn` inside the span of work that is done for several callers at once: the child of the first of them whose trace is kept, linked
 * to the others that are kept. Where none is, `fn` runs as the first one's own.
 */
export function sharedSpan<R>(name: string, attributes: Attributes, callers: readonly Context[], fn: () => Promise<R>): Promise<R> {
  if (!tracing()) return fn();
  const [parent, ...others] = callers.filter(isSampled);
  if (parent === undefined) return context.with(callers[0] ?? ROOT_CONTEXT, fn);
  const links = others.flatMap((each) => linkTo(trace.getSpanContext(each)));
  return withSpan(name, attributes, () => fn(), { parent, links });
}

/** Whether the trace of `within` is kept. */
export function isSampled(within: Context = context.active()): boolean {
  return ((trace.getSpanContext(within)?.traceFlags ?? 0) & TraceFlags.SAMPLED) !== 0;
}

/** A span that the caller ends, and the context in which it is the active one; for streams, whose life is no single call. */
export function startSpan(name: string, attributes: Attributes, options: SpanOptions = {}): { span: Span; inside: Context } {
  const parent = options.parent ?? context.active();
  const { kind, links } = options;
  const span = trace.getTracer(SCOPE).startSpan(name, { attributes, kind, links: links ? [...links] : undefined }, parent);
  return { span, inside: trace.setSpan(parent, span) };
}

/**
 * Marks a span as failed: code and boundary, and for failures nobody expected the class and the place. What an error says may quote
 * a user, so it stays in the logs, which lead here by their trace.
 */
export function failSpan(span: Span, thrown: unknown): void {
  const known = thrown instanceof GyreError ? thrown : undefined;
  const code = known?.code ?? 'INTERNAL';
  span.setAttribute('error.type', code);
  if (known) span.setAttribute('gyre.error.boundary', known.boundary);
  if (code === 'INTERNAL' || code === 'UNKNOWN') span.addEvent('exception', raisedAt(known?.cause ?? thrown));
  span.setStatus({ code: SpanStatusCode.ERROR, message: code });
}

/** Adds attributes to the span that is active. */
export function annotate(attributes: Attributes): void {
  if (tracing()) trace.getActiveSpan()?.setAttributes(attributes);
}

/** Runs work that belongs to no trace although something started it from within one: loops, timers. */
export function outsideTrace<R>(fn: () => R): R {
  return context.with(ROOT_CONTEXT, fn);
}

function raisedAt(thrown: unknown): Attributes {
  if (!(thrown instanceof Error)) return { 'exception.type': typeof thrown };
  const frames = thrown.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return { 'exception.type': thrown.name, 'exception.stacktrace': frames.join('\n') };
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

/** Runs `fn` as part of the trace that `headers` carry. */
export function inTrace<R>(headers: Readonly<Record<string, string>>, fn: () => R): R {
  return tracing() ? context.with(extractTrace(headers), fn) : fn();
}

/** A link to the span that `headers` carry, if they carry one. */
export function traceLinks(headers: Readonly<Record<string, string>>): Link[] {
  return linkTo(trace.getSpanContext(extractTrace(headers)));
}

function linkTo(span: SpanContext | undefined): Link[] {
  return span ? [{ context: span }] : [];
}
