import { type Attributes, type Context, type Span, SpanKind } from '@opentelemetry/api';
import { NO_SPAN, type SpanOptions, startSpan, tracing, withSpan } from './telemetry.ts';
import type { AttributeTypes } from './telemetry-names.ts';

export type Operation = AttributeTypes['gen_ai.operation.name'];

/** Attributes that are listed in the schema. */
export type NamedAttributes = { readonly [Name in keyof AttributeTypes]?: AttributeTypes[Name] | undefined };

/** Runs `fn` in the span of a GenAI operation, `<operation> <target>`. What it is about stays out: no words, arguments or results. */
export function operationSpan<R>(operation: Operation, target: string, attributes: NamedAttributes, fn: (span: Span) => Promise<R>, options: SpanOptions = {}): Promise<R> {
  if (!tracing()) return fn(NO_SPAN);
  return withSpan(nameOf(operation, target), attributesOf(operation, attributes), fn, options);
}

/** The same for work whose ends lie apart; the caller ends the span. */
export function startOperation(operation: Operation, target: string, attributes: NamedAttributes, parent?: Context): { span: Span; inside: Context } {
  return startSpan(nameOf(operation, target), attributesOf(operation, attributes), parent ? { parent } : {});
}

/** Asks a model: a client's span, as the convention has it for models in this process too. */
export const CHAT: SpanOptions = { kind: SpanKind.CLIENT };

const NAME = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/;

/** A name as a policy wrote it, or `_OTHER`: what is no name may be anything, and must become neither a label nor a span's name. */
export function safeName(written: string): string {
  return NAME.test(written) ? written : '_OTHER';
}

/** Writes how a tool answered; statuses from 400 are its failures. */
export function toolAnswered(span: Span, status: number): void {
  span.setAttribute('gyre.tool.status', status);
  if (status >= 400) span.setAttribute('error.type', String(status));
}

function nameOf(operation: Operation, target: string): string {
  return target === '' ? operation : `${operation} ${target}`;
}

function attributesOf(operation: Operation, attributes: NamedAttributes): Attributes {
  return { 'gen_ai.operation.name': operation, ...attributes };
}
