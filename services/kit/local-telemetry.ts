import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import {
  type Attributes,
  type Context,
  type ContextManager,
  context,
  type Exception,
  isSpanContextValid,
  type Link,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  type SpanStatus,
  type TextMapPropagator,
  TraceFlags,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { type Clock, systemClock } from './clock.ts';

/** A finished span; times in milliseconds since the epoch. */
export interface SpanRecord {
  readonly name: string;
  readonly kind: SpanKind;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly attributes: Attributes;
  readonly links: readonly SpanContext[];
  readonly status: SpanStatus;
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * Tracing without an SDK, for the embedded profile and for tests: W3C propagation, context across awaits, and every finished
 * span of a kept trace handed to `onSpan`. Replaces whatever was registered with the OpenTelemetry API; the result puts the API back to idle.
 */
export function installLocalTelemetry(onSpan: (span: SpanRecord) => void, clock: Clock = systemClock): () => void {
  uninstall();
  context.setGlobalContextManager(new AsyncContexts());
  propagation.setGlobalPropagator(w3c);
  trace.setGlobalTracerProvider({ getTracer: () => new LocalTracer(onSpan, clock) });
  return uninstall;
}

function uninstall(): void {
  context.disable();
  propagation.disable();
  trace.disable();
}

class AsyncContexts implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>();

  active(): Context {
    return this.#storage.getStore() ?? ROOT_CONTEXT;
  }

  with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(active: Context, fn: F, thisArg?: ThisParameterType<F>, ...args: A): ReturnType<F> {
    return this.#storage.run(active, () => fn.apply(thisArg, args));
  }

  bind<T>(active: Context, target: T): T {
    if (typeof target !== 'function') return target;
    const bound = (...args: unknown[]) => this.#storage.run(active, () => target(...args));
    // The wrapper takes and gives what the function does.
    return bound as T;
  }

  enable(): this {
    return this;
  }

  disable(): this {
    this.#storage.disable();
    return this;
  }
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** W3C Trace Context, level 1, without tracestate. */
const w3c: TextMapPropagator = {
  inject(from, carrier, setter) {
    const span = trace.getSpanContext(from);
    if (!span || !isSpanContextValid(span)) return;
    setter.set(carrier, 'traceparent', `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`);
  },
  extract(into, carrier, getter) {
    const header = getter.get(carrier, 'traceparent');
    const [, traceId, spanId, flags] = TRACEPARENT.exec(Array.isArray(header) ? (header[0] ?? '') : (header ?? '')) ?? [];
    if (traceId === undefined || spanId === undefined || flags === undefined) return into;
    return trace.setSpanContext(into, { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true });
  },
  fields: () => ['traceparent'],
};

class LocalTracer implements Tracer {
  readonly #onSpan: (span: SpanRecord) => void;
  readonly #clock: Clock;

  constructor(onSpan: (span: SpanRecord) => void, clock: Clock) {
    this.#onSpan = onSpan;
    this.#clock = clock;
  }

  startSpan(name: string, options: SpanOptions = {}, parent: Context = context.active()): Span {
    return new LocalSpan(name, options, options.root ? undefined : trace.getSpanContext(parent), this.#clock, this.#onSpan);
  }

  startActiveSpan<F extends (span: Span) => unknown>(name: string, ...rest: [F] | [SpanOptions, F] | [SpanOptions, Context, F]): ReturnType<F> {
    const fn = rest[rest.length - 1] as F;
    const [options, parent] = rest.length === 3 ? [rest[0], rest[1]] : [rest.length === 2 ? rest[0] : {}, context.active()];
    const span = this.startSpan(name, options, parent);
    return context.with(trace.setSpan(parent, span), () => fn(span) as ReturnType<F>);
  }
}

class LocalSpan implements Span {
  readonly #context: SpanContext;
  readonly #clock: Clock;
  readonly #onSpan: (span: SpanRecord) => void;
  readonly #attributes: Attributes = {};
  readonly #links: SpanContext[];
  readonly #fixed: { readonly kind: SpanKind; readonly parentSpanId: string | undefined; readonly startMs: number };
  #name: string;
  #status: SpanStatus = { code: SpanStatusCode.UNSET };
  #ended = false;

  constructor(name: string, options: SpanOptions, parent: SpanContext | undefined, clock: Clock, onSpan: (span: SpanRecord) => void) {
    const id = (bytes: number) => randomBytes(bytes).toString('hex');
    this.#context = { traceId: parent?.traceId ?? id(16), spanId: id(8), traceFlags: parent?.traceFlags ?? TraceFlags.SAMPLED };
    this.#name = name;
    this.#clock = clock;
    this.#onSpan = onSpan;
    this.#links = (options.links ?? []).map((link) => link.context);
    this.#fixed = { kind: options.kind ?? SpanKind.INTERNAL, parentSpanId: parent?.spanId, startMs: clock.now() };
    this.setAttributes(options.attributes ?? {});
  }

  spanContext(): SpanContext {
    return this.#context;
  }

  setAttribute(key: string, value: Attributes[string]): this {
    this.#attributes[key] = value;
    return this;
  }

  setAttributes(attributes: Attributes): this {
    Object.assign(this.#attributes, attributes);
    return this;
  }

  addEvent(): this {
    return this;
  }

  addLink(link: Link): this {
    this.#links.push(link.context);
    return this;
  }

  addLinks(links: Link[]): this {
    for (const link of links) this.addLink(link);
    return this;
  }

  setStatus(status: SpanStatus): this {
    this.#status = status;
    return this;
  }

  updateName(name: string): this {
    this.#name = name;
    return this;
  }

  isRecording(): boolean {
    return !this.#ended;
  }

  recordException(_: Exception): void {}

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    const { traceId, spanId, traceFlags } = this.#context;
    if ((traceFlags & TraceFlags.SAMPLED) === 0) return;
    const [name, attributes, links, status] = [this.#name, this.#attributes, this.#links, this.#status];
    this.#onSpan({ ...this.#fixed, name, traceId, spanId, attributes, links, status, endMs: this.#clock.now() });
  }
}
