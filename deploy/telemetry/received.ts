import { existsSync, readFileSync } from 'node:fs';
import type { RunningServer } from '#deploy/servers/mod.ts';
import { z } from 'zod';

type Value = string | number | boolean;
export type Attributes = Readonly<Record<string, Value>>;

export interface ReceivedSpan {
  readonly name: string;
  /** `internal`, `server`, … */
  readonly kind: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the root of a trace. */
  readonly parentSpanId: string;
  readonly links: readonly string[];
  /** Milliseconds since the Unix epoch, with fractions. */
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Attributes;
  readonly events: readonly { readonly name: string; readonly attributes: Attributes }[];
  readonly failed: boolean;
  readonly resource: Attributes;
}

export interface ReceivedMetric {
  readonly name: string;
  readonly instrument: 'histogram' | 'counter' | 'gauge';
  readonly unit: string;
  readonly description: string;
  readonly points: readonly { readonly attributes: Attributes; readonly value: number; readonly bounds: readonly number[] }[];
  readonly resource: Attributes;
}

export interface ReceivedLine {
  readonly body: string;
  readonly severity: string;
  readonly traceId: string;
  readonly attributes: Attributes;
  readonly resource: Attributes;
}

/** Everything that a collector has written so far. */
export interface Received {
  readonly spans: readonly ReceivedSpan[];
  readonly metrics: readonly ReceivedMetric[];
  readonly lines: readonly ReceivedLine[];
}

const anyValue = z.object({ stringValue: z.string().optional(), boolValue: z.boolean().optional(), intValue: z.coerce.number().optional(), doubleValue: z.number().optional() });
const attributes = z
  .array(z.object({ key: z.string(), value: anyValue }))
  .default([])
  .transform((list): Attributes => Object.fromEntries(list.map(({ key, value }) => [key, value.stringValue ?? value.boolValue ?? value.intValue ?? value.doubleValue ?? ''])));
const resource = z.object({ attributes });
const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];

/** Nanoseconds in decimal text. */
const milliseconds = z.string().transform((nanos) => Number(BigInt(nanos) / 1_000n) / 1_000);

const span = z.object({
  name: z.string(),
  kind: z.number().transform((kind) => KINDS[kind] ?? String(kind)),
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().default(''),
  links: z.array(z.object({ spanId: z.string() })).default([]),
  startTimeUnixNano: milliseconds,
  endTimeUnixNano: milliseconds,
  attributes,
  events: z.array(z.object({ name: z.string(), attributes })).default([]),
  status: z.object({ code: z.number().default(0) }).default({ code: 0 }),
});
const traces = z.object({ resourceSpans: z.array(z.object({ resource, scopeSpans: z.array(z.object({ spans: z.array(span) })) })) });

const numberPoint = z.object({ attributes, asDouble: z.number().optional(), asInt: z.coerce.number().optional() }).transform((point) => ({ attributes: point.attributes, value: point.asDouble ?? point.asInt ?? 0, bounds: [] }));
const histogramPoint = z.object({ attributes, count: z.coerce.number(), explicitBounds: z.array(z.number()).default([]) }).transform((point) => ({ attributes: point.attributes, value: point.count, bounds: point.explicitBounds }));
const metric = z.object({
  name: z.string(),
  unit: z.string().default(''),
  description: z.string().default(''),
  histogram: z.object({ dataPoints: z.array(histogramPoint) }).optional(),
  sum: z.object({ dataPoints: z.array(numberPoint) }).optional(),
  gauge: z.object({ dataPoints: z.array(numberPoint) }).optional(),
});
const metrics = z.object({ resourceMetrics: z.array(z.object({ resource, scopeMetrics: z.array(z.object({ metrics: z.array(metric) })) })) });

const line = z.object({ body: anyValue.default({}), severityText: z.string().default(''), traceId: z.string().default(''), attributes });
const logs = z.object({ resourceLogs: z.array(z.object({ resource, scopeLogs: z.array(z.object({ logRecords: z.array(line) })) })) });

/** Reads the spans of a collector's file: one export request of OTLP JSON a line. */
export function receivedSpans(file: string): ReceivedSpan[] {
  return requests(file, traces).flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ resource: from, scopeSpans }) =>
      scopeSpans.flatMap((scope) =>
        scope.spans.map(({ links, status, startTimeUnixNano: startMs, endTimeUnixNano: endMs, ...rest }) => ({
          ...rest,
          ...{ startMs, endMs },
          links: links.map(({ spanId }) => spanId),
          failed: status.code === 2,
          resource: from.attributes,
        })),
      ),
    ),
  );
}

/** Reads what the collector has written. */
export function received({ files }: RunningServer<'otelcol'>): Received {
  const spans = receivedSpans(files.traces);
  const measured = requests(files.metrics, metrics).flatMap(({ resourceMetrics }) =>
    resourceMetrics.flatMap(({ resource: from, scopeMetrics }) =>
      scopeMetrics.flatMap((scope) =>
        scope.metrics.map(({ name, unit, description, histogram, sum, gauge }): ReceivedMetric => {
          const instrument = histogram ? 'histogram' : sum ? 'counter' : 'gauge';
          return { name, unit, description, instrument, points: (histogram ?? sum ?? gauge)?.dataPoints ?? [], resource: from.attributes };
        }),
      ),
    ),
  );
  const lines = requests(files.logs, logs).flatMap(({ resourceLogs }) =>
    resourceLogs.flatMap(({ resource: from, scopeLogs }) =>
      scopeLogs.flatMap((scope) => scope.logRecords.map(({ body, severityText: severity, traceId, attributes: own }) => ({ body: body.stringValue ?? '', severity, traceId, attributes: own, resource: from.attributes }))),
    ),
  );
  return { spans, metrics: measured, lines };
}

/** Export requests, one a line. The last line may be half written. */
function requests<T extends z.ZodType>(file: string, of: T): z.infer<T>[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.filter((each) => each !== '').map((each) => of.parse(JSON.parse(each)));
}
