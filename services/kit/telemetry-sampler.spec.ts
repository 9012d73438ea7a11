import { type Context, ROOT_CONTEXT, SpanKind, trace, TraceFlags } from '@opentelemetry/api';
import { SamplingDecision } from '@opentelemetry/sdk-trace';
import { expect, it } from 'vitest';
import { samplerFrom } from './telemetry-sampler.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const under = (traceFlags: TraceFlags): Context => trace.setSpanContext(ROOT_CONTEXT, { traceId: TRACE, spanId: '00f067aa0ba902b7', traceFlags });
const kept = (sampler: ReturnType<typeof samplerFrom>, parent: Context, name: string, slot = '') =>
  sampler.shouldSample(parent, TRACE, name, SpanKind.INTERNAL, { 'gyre.slot.id': slot }, []).decision === SamplingDecision.RECORD_AND_SAMPLED;

it('decides on a trace where it begins', () => {
  expect(kept(samplerFrom({ traces: 1, attempts: 1 }), ROOT_CONTEXT, 'round')).toBe(true);
  const none = samplerFrom({ traces: 0, attempts: 1 });
  expect(kept(none, ROOT_CONTEXT, 'round')).toBe(false);
  expect(kept(none, under(TraceFlags.SAMPLED), 'plan')).toBe(true);
  expect(kept(samplerFrom({ traces: 1, attempts: 1 }), under(TraceFlags.NONE), 'plan')).toBe(false);
});

it('keeps a share of the attempts, the same ones wherever it is asked, and nothing else less', () => {
  const [one, other] = [samplerFrom({ traces: 1, attempts: 0.25 }), samplerFrom({ traces: 1, attempts: 0.25 })];
  const slots = Array.from({ length: 2_000 }, (_, i) => `r1/u/1/${i}.0/0`);
  const chosen = slots.filter((slot) => kept(one, under(TraceFlags.SAMPLED), 'attempt', slot));
  expect(chosen.length).toBeGreaterThan(400);
  expect(chosen.length).toBeLessThan(600);
  expect(slots.filter((slot) => kept(other, under(TraceFlags.SAMPLED), 'attempt', slot))).toEqual(chosen);
  expect(slots.every((slot) => kept(one, under(TraceFlags.SAMPLED), 'plan', slot))).toBe(true);
});

it('keeps no attempt for a share of 0, and all for 1', () => {
  expect(kept(samplerFrom({ traces: 1, attempts: 0 }), under(TraceFlags.SAMPLED), 'attempt', 'a')).toBe(false);
  expect(kept(samplerFrom({ traces: 1, attempts: 1 }), under(TraceFlags.SAMPLED), 'attempt', 'a')).toBe(true);
});
