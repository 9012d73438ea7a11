import type { ReceivedSpan } from '#deploy/telemetry/received.ts';

/** What lies between two processes: how long a call or a message is under way, apart from what is done at the other end. */
export interface Hop {
  readonly hop: string;
  readonly per_step: number;
  readonly overhead_ms: { readonly p50: number; readonly p99: number };
  /** What the other end did meanwhile; undefined where it writes no span of its own. */
  readonly work_ms: { readonly p50: number } | undefined;
}

const at = (sorted: readonly number[], share: number) => Number((sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN).toPrecision(3));
const ascending = (values: readonly number[]) => values.toSorted((a, b) => a - b);
const serviceOf = (span: ReceivedSpan) => String(span.resource['service.name']);
const durationMs = ({ startMs, endMs }: ReceivedSpan) => endMs - startMs;

/** RPC hops by method: the caller's span less the span of the service that it called. */
export function rpcHops(spans: readonly ReceivedSpan[], steps: number): Hop[] {
  const callers = new Map(spans.filter(({ kind }) => kind === 'client').map((span) => [span.spanId, span]));
  const pairs = spans.filter(({ kind }) => kind === 'server').flatMap((served) => {
    const caller = callers.get(served.parentSpanId);
    return caller === undefined ? [] : [{ hop: `${serviceOf(caller)} -> ${serviceOf(served)} ${served.name.split('/').at(-1)}`, overhead: durationMs(caller) - durationMs(served), work: durationMs(served) }];
  });
  return [...Map.groupBy(pairs, ({ hop }) => hop)].map(([hop, all]) => {
    const overhead = ascending(all.map((pair) => pair.overhead));
    return { hop, per_step: Number((all.length / steps).toFixed(2)), overhead_ms: { p50: at(overhead, 0.5), p99: at(overhead, 0.99) }, work_ms: { p50: at(ascending(all.map(({ work }) => work)), 0.5) } };
  });
}

/** Messages: from the beginning of publishing to the beginning of processing, for receivers that are linked to what they received. */
export function messageHops(spans: readonly ReceivedSpan[], steps: number): Hop[] {
  const published = new Map(spans.filter(({ kind }) => kind === 'producer').map((span) => [span.spanId, span]));
  const pairs = spans.filter(({ kind }) => kind === 'consumer').flatMap((consumer) => {
    const producer = published.get(consumer.links[0] ?? consumer.parentSpanId);
    return producer === undefined ? [] : [{ hop: `${serviceOf(producer)} -> queue -> ${serviceOf(consumer)}`, overhead: consumer.startMs - producer.startMs }];
  });
  return [...Map.groupBy(pairs, ({ hop }) => hop)].map(([hop, all]) => {
    const overhead = ascending(all.map((pair) => pair.overhead));
    return { hop, per_step: Number((all.length / steps).toFixed(2)), overhead_ms: { p50: at(overhead, 0.5), p99: at(overhead, 0.99) }, work_ms: undefined };
  });
}
