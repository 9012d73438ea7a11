import { type Context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ManualClock } from './clock.ts';
import { GyreError } from './errors.ts';
import { installLocalTelemetry, type SpanRecord } from './local-telemetry.ts';
import { annotate, callerContext, extractTrace, injectTrace, inTrace, isSampled, NO_SPAN, outsideTrace, sharedSpan, traceLinks, tracing, withSpan } from './telemetry.ts';

const clock = new ManualClock(1000);
let spans: SpanRecord[] = [];
let uninstall = () => {};
beforeEach(() => {
  spans = [];
  uninstall = installLocalTelemetry((span) => spans.push(span), clock);
});
afterEach(() => uninstall());

it('nests spans across awaits and times them by the clock', async () => {
  await withSpan('round', { 'gyre.round': 3 }, async () => {
    clock.advance(5);
    await Promise.all([withSpan('a', {}, async () => await null), withSpan('b', {}, async () => await null)]);
    clock.advance(5);
  });
  const round = spans.find((span) => span.name === 'round');
  expect(round).toMatchObject({ kind: SpanKind.INTERNAL, attributes: { 'gyre.round': 3 }, parentSpanId: undefined });
  expect((round?.endMs ?? 0) - (round?.startMs ?? 0)).toBe(10);
  expect(spans.filter((span) => span.parentSpanId === round?.spanId).map((span) => span.name)).toEqual(['a', 'b']);
});

it('records a failure with its code and boundary, and lets it through', async () => {
  const error = new GyreError('ABORTED', 'lease lost', { boundary: 'device' });
  await expect(withSpan('step', {}, () => Promise.reject(error))).rejects.toBe(error);
  await expect(withSpan('step', {}, () => Promise.reject(new TypeError('bug')))).rejects.toThrow('bug');
  expect(spans.map((span) => [span.status.code, span.attributes['error.type'], span.attributes['gyre.error.boundary']])).toEqual([
    [SpanStatusCode.ERROR, 'ABORTED', 'device'],
    [SpanStatusCode.ERROR, 'INTERNAL', undefined],
  ]);
});

it('carries a trace through headers, and ignores headers that carry none', async () => {
  const headers = await withSpan('send', {}, async () => injectTrace({ 'x-round': '3' }));
  const [send] = spans;
  expect(headers).toEqual({ 'x-round': '3', traceparent: `00-${send?.traceId}-${send?.spanId}-01` });
  await withSpan('receive', {}, async () => undefined, { parent: extractTrace(headers) });
  expect(spans[1]).toMatchObject({ traceId: send?.traceId, parentSpanId: send?.spanId });
  expect(traceLinks(headers).map((link) => link.context.spanId)).toEqual([send?.spanId]);
  for (const traceparent of ['', 'junk', '00-short-1-01']) expect(trace.getSpanContext(extractTrace({ traceparent }))).toBeUndefined();
  expect(injectTrace({})).toEqual({});
});

it('says of a failure what went wrong and never what was said', async () => {
  const quoting = new GyreError('INVALID_ARGUMENT', 'request: is "call Bob"', { boundary: 'caller', field: 'request' });
  await withSpan('step', {}, () => Promise.reject(quoting)).catch(() => undefined);
  await withSpan('step', {}, () => Promise.reject(new TypeError('call Bob'))).catch(() => undefined);
  expect(spans.map((span) => span.status.message)).toEqual(['INVALID_ARGUMENT', 'INTERNAL']);
  expect(JSON.stringify(spans)).not.toContain('Bob');
});

it('adds to the span that is active, goes on in the trace that headers carry, and leaves it for what belongs to none', async () => {
  const headers = await withSpan('send', {}, async () => injectTrace({}));
  await inTrace(headers, () =>
    withSpan('receive', {}, async () => {
      annotate({ 'gyre.round.update': 2 });
      await outsideTrace(() => withSpan('loop', {}, async () => undefined));
    }),
  );
  const [send, loop, receive] = spans;
  expect(receive).toMatchObject({ name: 'receive', traceId: send?.traceId, parentSpanId: send?.spanId, attributes: { 'gyre.round.update': 2 } });
  expect(loop).toMatchObject({ name: 'loop', parentSpanId: undefined });
});

it('costs nothing and records nothing once uninstalled', async () => {
  expect(tracing()).toBe(true);
  uninstall();
  expect(tracing()).toBe(false);
  await withSpan('quiet', {}, async (span) => expect(span).toBe(NO_SPAN));
  expect(await withSpan('quiet', {}, async () => injectTrace({}))).toEqual({});
  expect(spans).toEqual([]);
});

it('work done for several callers is the child of the first whose trace is kept, and linked to the others that are', async () => {
  const kept: Context[] = [];
  for (const name of ['a', 'b']) await withSpan(name, {}, async () => kept.push(callerContext()));
  const dropped = extractTrace({ traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00' });
  expect([isSampled(), isSampled(dropped), ...kept.map(isSampled)]).toEqual([false, false, true, true]);
  const carried = await sharedSpan('score', { 'gyre.score.choices': 3 }, [dropped, ...kept], async () => injectTrace({}));
  const [a, b, score] = spans;
  expect(score).toMatchObject({ name: 'score', traceId: a?.traceId, parentSpanId: a?.spanId, attributes: { 'gyre.score.choices': 3 } });
  expect(score?.links.map(({ spanId }) => spanId)).toEqual([b?.spanId]);
  expect(carried['traceparent']).toContain(score?.spanId);
  const alone = await sharedSpan('score', {}, [dropped], async () => injectTrace({}));
  expect(alone['traceparent']).toContain('b7ad6b7169203331-00');
  expect(spans).toHaveLength(3);
});
