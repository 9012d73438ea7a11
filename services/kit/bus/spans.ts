import { type Attributes, SpanKind } from '@opentelemetry/api';
import { metering, record, secondsSince } from '../metrics.ts';
import { outsideCall } from '../rpc/call-scope.ts';
import { codeOf } from '../rpc/spans.ts';
import { METRICS } from '../telemetry-names.ts';
import { extractTrace, injectTrace, traceLinks, tracing, withSpan } from '../telemetry.ts';
import type { Message } from './types.ts';

export type BusSystem = 'memory' | 'nats';

/** Runs `send` in a producer span; it gets the headers with the span's trace context written into them. */
export function sendSpan(
  system: BusSystem,
  queue: string,
  message: { readonly id: string; readonly headers?: Readonly<Record<string, string>> | undefined },
  send: (headers: Record<string, string>) => Promise<void>,
): Promise<void> {
  if (!tracing()) return send({ ...message.headers });
  const attributes = messaging(system, queue, 'send', message.id);
  return withSpan(`send ${queue}`, attributes, () => send(injectTrace(message.headers ?? {})), { kind: SpanKind.PRODUCER });
}

/**
 * Runs `handle` in a consumer span that is a child of the sender's, so that one trace leads from who asked to what was done, and is
 * linked to it as well, as the convention has it; deliveries of one message are siblings. The work does not inherit the deadline of
 * the call that happened to send the message.
 */
export function processSpan(system: BusSystem, queue: string, message: Message, handle: () => Promise<void>): Promise<void> {
  if (!tracing() && !metering()) return outsideCall(handle);
  const attributes = { ...messaging(system, queue, 'process', message.id), 'gyre.message.delivery': message.delivery };
  const options = { kind: SpanKind.CONSUMER, links: traceLinks(message.headers), parent: extractTrace(message.headers) };
  return outsideCall(() => measured(system, queue, message, () => withSpan(`process ${queue}`, attributes, handle, options)));
}

async function measured(system: BusSystem, queue: string, message: Message, work: () => Promise<void>): Promise<void> {
  const startMs = performance.now();
  const named = { 'messaging.system.name': system, 'messaging.destination.name': queue, 'messaging.operation.name': 'process' } as const;
  const delivered = { ...named, 'gyre.message.redelivered': message.delivery > 1 };
  try {
    await work();
    record(METRICS.messagingProcessDuration, secondsSince(startMs), delivered);
  } catch (thrown) {
    record(METRICS.messagingProcessDuration, secondsSince(startMs), { ...delivered, 'error.type': codeOf(thrown) });
    throw thrown;
  }
}

function messaging(system: BusSystem, queue: string, operation: 'send' | 'process', id: string): Attributes {
  return {
    'messaging.system.name': system,
    'messaging.destination.name': queue,
    'messaging.operation.name': operation,
    'messaging.operation.type': operation,
    'messaging.message.id': id,
  };
}
