import type { ReceivedSpan } from './received.ts';

/** A span with what is below it. */
interface Node {
  readonly span: ReceivedSpan;
  readonly below: readonly Branch[];
  /** Spans of this branch, as far as they are shown. */
  readonly shown: number;
}

/** Siblings of one service, kind and name: the one with the most below it stands for all of them. */
interface Branch {
  readonly node: Node;
  readonly count: number;
}

/** The trace with the most spans; empty where there is none. */
export function largestTrace(spans: readonly ReceivedSpan[]): readonly ReceivedSpan[] {
  return [...Map.groupBy(spans, ({ traceId }) => traceId).values()].reduce((most, each) => (each.length > most.length ? each : most), []);
}

/** The service that a span comes from. */
export function serviceOf({ resource }: ReceivedSpan): string {
  return String(resource['service.name']);
}

/** The spans from `span` up to the root of its trace, as far as they are in `byId`. */
export function pathUp(span: ReceivedSpan, byId: ReadonlyMap<string, ReceivedSpan>): ReceivedSpan[] {
  const path: ReceivedSpan[] = [];
  for (let at: ReceivedSpan | undefined = span; at !== undefined && !path.includes(at); at = byId.get(at.parentSpanId)) path.push(at);
  return path;
}

/**
 * One trace as indented text, in the order of time: `service  kind name  duration`. Siblings that are alike are one line with their number,
 * below which the one with the most to show is shown.
 */
export function traceTree(trace: readonly ReceivedSpan[]): string {
  const ids = new Set(trace.map(({ spanId }) => spanId));
  const children = Map.groupBy(trace, ({ parentSpanId }) => (ids.has(parentSpanId) ? parentSpanId : ''));
  const branches = (parent: string): Branch[] => {
    const alike = Map.groupBy(children.get(parent) ?? [], (span) => `${serviceOf(span)} ${span.kind} ${span.name}`);
    return [...alike.values()].map((spans) => {
      const nodes = spans.map(nodeOf);
      return { node: nodes.reduce((most, each) => (each.shown > most.shown ? each : most)), count: spans.length };
    });
  };
  const nodeOf = (span: ReceivedSpan): Node => {
    const below = branches(span.spanId).sort((a, b) => a.node.span.startMs - b.node.span.startMs);
    return { span, below, shown: below.reduce((sum, { node }) => sum + node.shown, 1) };
  };
  const lines: [left: string, right: string][] = [];
  const write = ({ node, count }: Branch, depth: number): void => {
    const { span, below } = node;
    lines.push([`${'  '.repeat(depth)}${serviceOf(span)}  ${span.kind} ${span.name}${count > 1 ? ` (${count} times)` : ''}`, `${(span.endMs - span.startMs).toFixed(1)} ms${span.failed ? ', failed' : ''}`]);
    for (const each of below) write(each, depth + 1);
  };
  for (const root of branches('')) write(root, 0);
  const width = Math.max(0, ...lines.map(([left]) => left.length));
  return lines.map(([left, right]) => `${left.padEnd(width)}  ${right}`).join('\n');
}
