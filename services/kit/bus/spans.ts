import { type Attributes, ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import { outsideCall } from '../rpc/call-scope.ts';
import { injectTrace, traceLinks, withSpan } from '../telemetry.ts';
import type { Message } from './types.ts';

/** Runs `send` in a producer span; it gets the headers with the span's trace context written into them. */
export function sendSpan(
  system: string,
  queue: string,
  message: { readonly id: string; readonly headers?: Readonly<Record<string, string>> | undefined },
  send: (headers: Record<string, string>) => Promise<void>,
): Promise<void> {
  const attributes = messaging(system, queue, 'send', message.id);
  return withSpan(`send ${queue}`, attributes, () => send(injectTrace(message.headers ?? {})), { kind: SpanKind.PRODUCER });
}

/**
 * Runs `handle` in a consumer span of a trace of its own, linked to the sender's: one message may be sent in one round and
 * handled, again and again, in others. Neither does the work inherit the deadline of the call that happened to send it.
 */
export function processSpan(system: string, queue: string, message: Message, handle: () => Promise<void>): Promise<void> {
  const attributes = { ...messaging(system, queue, 'process', message.id), 'gyre.message.delivery': message.delivery };
  const options = { kind: SpanKind.CONSUMER, links: traceLinks(message.headers), parent: ROOT_CONTEXT };
  return outsideCall(() => withSpan(`process ${queue}`, attributes, handle, options));
}

function messaging(system: string, queue: string, operation: 'send' | 'process', id: string): Attributes {
  return {
    'messaging.system': system,
    'messaging.destination.name': queue,
    'messaging.operation.name': operation,
    'messaging.operation.type': operation,
    'messaging.message.id': id,
  };
}
