import { type Counter, createNoopMeter, type Gauge, type Histogram, type Meter, type MeterProvider, metrics, type ObservableResult } from '@opentelemetry/api';
import type { AttributeTypes, METRICS } from './telemetry-names.ts';

type Defined = (typeof METRICS)[keyof typeof METRICS];
export type HistogramMetric = Extract<Defined, { instrument: 'histogram' }>;
export type CounterMetric = Extract<Defined, { instrument: 'counter' }>;
export type GaugeMetric = Extract<Defined, { instrument: 'gauge' }>;

/** What a measurement of the metric may be labelled with. */
export type AttributesOf<M extends Defined> = { readonly [Name in M['attributes'][number]]?: AttributeTypes[Name] | undefined };

/** A value of a gauge, as it stands when it is asked for. */
export type Reading<M extends GaugeMetric> = readonly [value: number, attributes: AttributesOf<M>];

const NOBODY = createNoopMeter();
let provider: MeterProvider | undefined;
let meter: Meter = NOBODY;
const instruments = new Map<string, Counter | Histogram | Gauge>();

/**
 * Measurements through the OpenTelemetry API. Without a meter provider each of these functions returns at once; what a caller would
 * have to allocate for a measurement belongs behind {@link metering}.
 */
export function metering(): boolean {
  return ours() !== NOBODY;
}

/** Adds a value, in the metric's unit, to a distribution. */
export function record<M extends HistogramMetric>(metric: M, value: number, attributes: AttributesOf<M>): void {
  if (ours() === NOBODY) return;
  instrument(metric, histogramOf).record(value, attributes);
}

/** Counts `by` more. */
export function count<M extends CounterMetric>(metric: M, by: number, attributes: AttributesOf<M>): void {
  if (ours() === NOBODY || by === 0) return;
  instrument(metric, counterOf).add(by, attributes);
}

/** Says what a gauge stands at from now on. */
export function level<M extends GaugeMetric>(metric: M, value: number, attributes: AttributesOf<M>): void {
  if (ours() === NOBODY) return;
  instrument(metric, gaugeOf).record(value, attributes);
}

/**
 * Has a gauge read at each export, until the function that is returned is called. `read` must be cheap, and is not asked if there is
 * no meter provider by now. Where it fails, this export goes without it.
 */
export function observe<M extends GaugeMetric>(metric: M, read: () => Iterable<Reading<M>> | Promise<Iterable<Reading<M>>>): () => void {
  const on = ours();
  if (on === NOBODY) return nothing;
  const { name, unit, description } = metric;
  const gauge = on.createObservableGauge(name, { unit, description });
  const callback = async (result: ObservableResult) => {
    for (const [value, attributes] of await read()) result.observe(value, attributes);
  };
  gauge.addCallback(callback);
  return () => gauge.removeCallback(callback);
}

/** Seconds since a reading of `performance.now()`. */
export function secondsSince(startMs: number): number {
  return (performance.now() - startMs) / 1000;
}

/** The meter of the provider that is registered now; instruments belong to it. */
function ours(): Meter {
  const now = metrics.getMeterProvider();
  if (now !== provider) {
    provider = now;
    meter = now.getMeter('gyre');
    instruments.clear();
  }
  return meter;
}

function histogramOf({ name, unit, description, buckets }: HistogramMetric): Histogram {
  return meter.createHistogram(name, { unit, description, advice: { explicitBucketBoundaries: [...buckets] } });
}

function counterOf({ name, unit, description }: CounterMetric): Counter {
  return meter.createCounter(name, { unit, description });
}

function gaugeOf({ name, unit, description }: GaugeMetric): Gauge {
  return meter.createGauge(name, { unit, description });
}

function instrument<M extends Defined, I extends Counter | Histogram | Gauge>(metric: M, make: (metric: M) => I): I {
  let known = instruments.get(metric.name);
  if (!known) {
    known = make(metric);
    instruments.set(metric.name, known);
  }
  // A name has one kind of instrument: that of its definition.
  return known as I;
}

function nothing(): void {}
