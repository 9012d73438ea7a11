import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { context, diag, DiagLogLevel, logs, metrics, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { CompositePropagator, setGlobalErrorHandler, W3CBaggagePropagator, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-grpc';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-grpc';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { detectResources, type Resource, resourceAttributesEnvDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { z } from 'zod';
import { systemClock } from './clock.ts';
import { forwardLines } from './logs.ts';
import { lineForwarder } from './telemetry-lines.ts';
import { samplerFrom } from './telemetry-sampler.ts';
import { settingsFrom } from './telemetry-settings.ts';
import type { Telemetry, TelemetryOptions } from './telemetry-start.ts';

const FLUSH_MS = 5_000;
const PROBLEM_EVERY_MS = 60_000;
/** Exports under way at a time, of each signal. */
const CONCURRENT_EXPORTS = 8;

/** The OpenTelemetry SDK for {@link startTelemetry}, which loads this file only where there is somewhere to send to. */
export function openTelemetry(service: string, url: string, options: TelemetryOptions): Telemetry {
  const settings = settingsFrom(options.env ?? process.env);
  const report = rarely(options.onProblem ?? (() => undefined));
  diag.setLogger({ error: report, warn: report, info: ignore, debug: ignore, verbose: ignore }, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  setGlobalErrorHandler((error) => report(error instanceof Error ? error.message : String(error)));

  const resource = resourceOf(service, options.instance ?? randomUUID());
  const exporter = { url, timeoutMillis: settings.exportMs, concurrencyLimit: CONCURRENT_EXPORTS };
  const batches = { maxQueueSize: settings.queue, maxExportBatchSize: settings.batch, scheduledDelayMillis: settings.delayMs, exportTimeoutMillis: settings.exportMs };
  const meters = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter(exporter),
        exportIntervalMillis: settings.metricsMs,
        exportTimeoutMillis: Math.min(settings.exportMs, settings.metricsMs),
      }),
    ],
  });
  const traces = new TracerProvider({ resource, sampler: samplerFrom(settings), spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(exporter), ...batches })] });
  const lines = new LoggerProvider({ resource, processors: [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter(exporter), ...batches })] });

  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new CompositePropagator({ propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()] }));
  trace.setGlobalTracerProvider(traces);
  metrics.setGlobalMeterProvider(meters);
  logs.setGlobalLoggerProvider(lines);
  forwardLines(lineForwarder(lines.getLogger('gyre')));

  return {
    async stop() {
      forwardLines(undefined);
      const late = new AbortController();
      // Metrics first: their last reading is taken while everything that they are read from is still there.
      const sent = Promise.allSettled([meters.shutdown(), traces.shutdown(), lines.shutdown()]);
      await Promise.race([sent, systemClock.sleep(options.flushMs ?? FLUSH_MS, late.signal).catch(() => undefined)]);
      late.abort();
      for (const api of [trace, metrics, logs, propagation, context]) api.disable();
    },
  };
}

/** OTEL_RESOURCE_ATTRIBUTES adds to what a process says of itself: pod, node, deployment. */
function resourceOf(service: string, instance: string): Resource {
  const own = { 'service.namespace': 'gyre', 'service.name': service, 'service.version': version(), 'service.instance.id': instance };
  return detectResources({ detectors: [resourceAttributesEnvDetector] }).merge(resourceFromAttributes(own));
}

function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

/** Passes on each problem once in a while: an endpoint that is down says the same with every batch. */
function rarely(tell: (problem: string) => void): (...problem: unknown[]) => void {
  const told = new Map<string, number>();
  return (...problem) => {
    const text = problem.map(String).join(' ');
    const kind = text.replaceAll(/\d+/g, '#').slice(0, 120);
    const now = performance.now();
    if (now - (told.get(kind) ?? Number.NEGATIVE_INFINITY) < PROBLEM_EVERY_MS) return;
    if (told.size > 100) told.clear();
    told.set(kind, now);
    tell(text);
  };
}

function ignore(): void {}
