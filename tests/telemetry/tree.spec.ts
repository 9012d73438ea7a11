import { expect, it } from 'vitest';
import type { ReceivedSpan } from '#deploy/telemetry/received.ts';
import { largestTrace, pathUp, traceTree } from '#deploy/telemetry/tree.ts';

const span = (spanId: string, parentSpanId: string, name: string, fields: Partial<ReceivedSpan> = {}): ReceivedSpan => ({
  ...{ name, kind: 'internal', traceId: 't1', spanId, parentSpanId, links: [], attributes: {}, events: [], failed: false, startMs: 0, endMs: 1.5 },
  resource: { 'service.name': 'harness-gateway' },
  ...fields,
});

const cli = { resource: { 'service.name': 'cli' }, endMs: 20 };
const TRACE = [
  span('c', 'b', 'late', { startMs: 9, endMs: 10.5 }),
  span('a', '', 'gyre round', cli),
  span('b', 'a', 'plan', { startMs: 2, endMs: 3.5 }),
  span('b2', 'a', 'plan', { startMs: 1, endMs: 2.5 }),
  span('d', 'b', 'early', { startMs: 3, endMs: 4.5, failed: true }),
  span('e', 'lost', 'beyond', { kind: 'server' }),
];

const byId = (spans: readonly ReceivedSpan[]) => new Map(spans.map((each) => [each.spanId, each]));

it('shows a trace as a tree, like siblings once', () => {
  expect(traceTree(TRACE)).toBe(
    [
      'cli  internal gyre round                    20.0 ms',
      '  harness-gateway  internal plan (2 times)  1.5 ms',
      '    harness-gateway  internal early         1.5 ms, failed',
      '    harness-gateway  internal late          1.5 ms',
      'harness-gateway  server beyond              1.5 ms',
    ].join('\n'),
  );
  expect(traceTree([])).toBe('');
});

it('finds the largest trace, and the way up to its root', () => {
  const others = [span('x', '', 'other', { traceId: 't2' })];
  expect(largestTrace([...others, ...TRACE])).toEqual(TRACE);
  expect(largestTrace([])).toEqual([]);
  const [late] = TRACE;
  expect(late && pathUp(late, byId(TRACE)).map(({ spanId }) => spanId)).toEqual(['c', 'b', 'a']);
  const circle = [span('p', 'q', 'p'), span('q', 'p', 'q')];
  expect(circle[0] && pathUp(circle[0], byId(circle))).toHaveLength(2);
});
