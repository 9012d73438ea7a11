import type { Attributes, ReceivedSpan } from '#deploy/telemetry/received.ts';
import { patternOf, readSchema, spanId } from '#deploy/telemetry/schema.ts';

/** What deploy/telemetry/schema.yaml declares, and what of that spans keep to. */
export const schema = readSchema();
export const listed = new Map(schema.attributes.map((attribute) => [attribute.name, attribute]));

type Edge = readonly [parent: string, child: string];
const TYPES = { string: 'string', int: 'number', double: 'number', boolean: 'boolean' } as const;

/** The entry that a span belongs to: the one whose attributes give its name. */
export function listedSpan({ kind, name, attributes }: ReceivedSpan): string | undefined {
  const entry = schema.spans.find((span) => span.kind === kind && span.name.replaceAll(/\{([^}]*)\}/g, (_, attribute: string) => String(attributes[attribute])) === name);
  return entry && spanId(entry);
}

/** Attributes of spans that are not listed with them, or whose values are not as listed. */
export function strayAttributes(spans: readonly ReceivedSpan[]): string[] {
  const bySpan = new Map(schema.spans.map((span) => [spanId(span), new Set(span.attributes)]));
  const stray = spans.flatMap((span) => problems(span.attributes, bySpan.get(listedSpan(span) ?? '') ?? new Set()).map((problem) => `${span.kind} ${span.name}: ${problem}`));
  return [...new Set(stray)];
}

/** Attributes that are not among `allowed`, or whose values are not as listed. */
export function problems(attributes: Attributes, allowed: ReadonlySet<string>): string[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    const attribute = listed.get(name);
    if (!attribute || !allowed.has(name)) return [`${name} is not listed`];
    if (typeof value !== TYPES[attribute.type]) return [`${name} is ${typeof value}`];
    return attribute.values && !attribute.values.includes(String(value)) ? [`${name} is ${value}`] : [];
  });
}

/** Edges that no pair of spans of the trace makes. */
export function lacking(edges: readonly Edge[], trace: readonly ReceivedSpan[]): string[] {
  const byId = new Map(trace.map((span) => [span.spanId, span]));
  return edges.filter(([parent, child]) => !trace.some((span) => is(span, child) && is(byId.get(span.parentSpanId), parent))).map((edge) => edge.join(' -> '));
}

/** Whether the span may stand at this end of a declared edge. */
export function is(span: ReceivedSpan | undefined, end: string): boolean {
  return span !== undefined && span.kind === kindOf(end) && patternOf(nameOf(end)).test(span.name);
}

export function kindOf(end: string): string {
  return end.slice(0, end.indexOf(' '));
}

export function nameOf(end: string): string {
  return end.slice(end.indexOf(' ') + 1);
}
