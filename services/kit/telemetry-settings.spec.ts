import { expect, it } from 'vitest';
import { settingsFrom } from './telemetry-settings.ts';

it('keeps a bounded amount and everything of it, unless told otherwise', () => {
  expect(settingsFrom({})).toEqual({ queue: 8_192, batch: 1_024, delayMs: 2_000, exportMs: 10_000, metricsMs: 30_000, traces: 1, attempts: 1 });
});

it('reads the standard variables, and sends no batch larger than its queue', () => {
  const env = { OTEL_BSP_MAX_QUEUE_SIZE: '100', OTEL_METRIC_EXPORT_INTERVAL: '500', OTEL_TRACES_SAMPLER_ARG: '0.5', GYRE_TRACE_ATTEMPTS: '0', OTEL_BSP_SCHEDULE_DELAY: '' };
  expect(settingsFrom(env)).toMatchObject({ queue: 100, batch: 100, metricsMs: 500, traces: 0.5, attempts: 0, delayMs: 2_000 });
});

it.each([
  ['OTEL_BSP_MAX_QUEUE_SIZE', '0'],
  ['OTEL_METRIC_EXPORT_INTERVAL', '1.5'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.1'],
  ['GYRE_TRACE_ATTEMPTS', 'some'],
])('names %s where it is %s', (variable, text) => {
  expect(() => settingsFrom({ [variable]: text })).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', field: variable }));
});
