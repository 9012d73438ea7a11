import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { RunningServer } from '#deploy/servers/mod.ts';
import { patternOf, spanId } from '#deploy/telemetry/schema.ts';
import { withServer, withServers } from '#tests/servers/server.testkit.ts';
import { received, type Received } from '#deploy/telemetry/received.ts';
import { kindOf, lacking, listed, listedSpan, nameOf, problems, schema, strayAttributes } from './declared.ts';
import { REQUEST_TRACE, runTelling } from './telemetry-round.ts';

const describeTelemetry = await withServers('otelcol');

describeTelemetry('what a round and a request emit, as a collector receives it', () => {
  const collector = withServer('otelcol');
  let got: Received;
  let words: readonly string[];
  beforeAll(async () => {
    ({ words } = await runTelling(collector().url));
    got = await settled(collector());
  }, 300_000);

  it('every span is listed, and every listed span is there', () => {
    expect(got.spans.length).toBeGreaterThan(500);
    const emitted = new Map(got.spans.map((span) => [listedSpan(span) ?? `not listed: ${span.kind} ${span.name}`, span]));
    expect([...emitted.keys()].sort()).toEqual(schema.spans.filter((span) => span.emitted === 'always').map(spanId).sort());
  });

  it('every attribute of a span is listed with it and has a value that may be', () => {
    expect(strayAttributes(got.spans)).toEqual([]);
    const events = got.spans.flatMap((span) => span.events);
    expect(events.filter(({ name, attributes }) => name !== 'exception' || 'exception.message' in attributes)).toEqual([]);
  });

  it('every metric is as listed, and every listed metric is there', () => {
    const stray: string[] = [];
    for (const { name, instrument, unit, description, points } of got.metrics) {
      const metric = schema.metrics.find((each) => each.name === name);
      if (!metric) stray.push(name);
      else {
        expect({ name, instrument, unit, description }).toEqual({ name, instrument: metric.instrument, unit: metric.unit, description: metric.description });
        for (const { attributes, bounds } of points) {
          expect({ name, bounds }).toEqual({ name, bounds: metric.buckets ?? [] });
          stray.push(...problems(attributes, new Set(metric.attributes)).map((problem) => `${name}: ${problem}`));
        }
      }
    }
    expect([...new Set(stray)]).toEqual([]);
    const emitted = new Set(got.metrics.map(({ name }) => name));
    expect(schema.metrics.filter((metric) => metric.emitted === 'always' && !emitted.has(metric.name)).map(({ name }) => name)).toEqual([]);
  });

  it('every listed attribute is emitted by something', () => {
    const everything = [...got.spans, ...got.lines, ...got.metrics.flatMap(({ points }) => points)].map(({ attributes }) => attributes);
    const emitted = [...new Set([...everything, ...got.spans.flatMap((span) => span.events.map(({ attributes }) => attributes))].flatMap((attributes) => Object.keys(attributes)))];
    expect(schema.attributes.filter((attribute) => attribute.emitted === 'always' && !emitted.some((each) => patternOf(attribute.name).test(each))).map(({ name }) => name)).toEqual([]);
  });

  it('a round is one trace, from the command down to every tool call', () => {
    const [root] = got.spans.filter((span) => span.name === 'gyre round');
    const trace = got.spans.filter((span) => span.traceId === root?.traceId);
    expect(lacking(schema.edges.round, trace)).toEqual([]);
    const ids = new Set(trace.map((span) => span.spanId));
    expect(trace.filter((span) => span !== root && !ids.has(span.parentSpanId))).toEqual([]);
    const attempts = got.spans.filter((span) => span.name === 'attempt');
    expect(attempts.length).toBeGreaterThan(20);
    expect(attempts.filter((span) => span.traceId !== root?.traceId)).toEqual([]);
    for (const handled of trace.filter((span) => span.kind === 'consumer')) expect(handled.links).toEqual([handled.parentSpanId]);
  });

  it('a request is part of the trace of the product that makes it', () => {
    const trace = got.spans.filter((span) => span.traceId === REQUEST_TRACE);
    expect(lacking(schema.edges.request, trace)).toEqual([]);
    const rejected = trace.filter((span) => span.name === 'plan').map((span) => span.attributes['gyre.action.rejected']);
    expect(rejected).toContain(1);
    expect(trace.find((span) => span.name === 'invoke_agent control_gui_agent')?.attributes['gyre.tool.status']).toBe(404);
  });

  it('nothing that a user or a policy has written is in spans or metrics', () => {
    const sent = JSON.stringify([got.spans, got.metrics]);
    expect(words.length).toBeGreaterThan(30);
    expect(words.filter((text) => sent.includes(JSON.stringify(text).slice(1, -1)))).toEqual([]);
  });

  it('log lines come with their trace, their error and their fields', () => {
    const line = got.lines.find(({ body }) => body === 'a call failed');
    expect(line).toMatchObject({
      severity: 'error',
      attributes: { 'exception.type': 'GyreError', 'error.type': 'NOT_FOUND', 'gyre.error.boundary': 'caller', 'gyre.log.session': 'nobody' },
      resource: { 'service.name': 'test' },
    });
    for (const { attributes } of got.lines) for (const name of Object.keys(attributes)) expect([...listed.keys()].some((each) => patternOf(each).test(name))).toBe(true);
  });

  it('everything says where it comes from', () => {
    const sources = new Map([...got.spans, ...got.metrics, ...got.lines].map(({ resource }) => [String(resource['service.instance.id']), resource]));
    expect([...sources.values()].map((resource) => resource['service.name']).sort()).toEqual(['rollout-thread', 'test']);
    for (const resource of sources.values()) expect(resource).toMatchObject({ 'service.namespace': 'gyre', 'service.version': expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  });
});

describe('the schema', () => {
  it('has edges between spans that it lists', () => {
    const ends = Object.values(schema.edges).flat(2);
    expect(ends.filter((end) => !schema.spans.some((span) => span.kind === kindOf(end) && (patternOf(span.name).test(nameOf(end)) || span.name === nameOf(end))))).toEqual([]);
  });
});

/** What the collector has written once nothing has come for a while. */
async function settled(collector: RunningServer<'otelcol'>): Promise<Received> {
  let before = -1;
  return vi.waitFor(
    () => {
      const now = received(collector);
      const size = now.spans.length + now.metrics.length + now.lines.length;
      const same = size === before;
      before = size;
      if (!same) throw new Error('still arriving');
      return now;
    },
    { timeout: 60_000, interval: 1_000 },
  );
}
