import { metrics } from '@opentelemetry/api';
import { AggregationTemporality, InMemoryMetricExporter, MeterProvider, type MetricData, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { onTestFinished } from 'vitest';

export interface Gathering {
  /** All that there are by now. */
  read(): Promise<MetricData[]>;
  /** Ends it before the test does. */
  end(): Promise<void>;
}

/** Gathers metrics, at the latest until the test is over. */
export function gatherMetrics(): Gathering {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const provider = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })] });
  metrics.setGlobalMeterProvider(provider);
  let over = false;
  const end = async () => {
    if (over) return;
    over = true;
    metrics.disable();
    await provider.shutdown();
  };
  onTestFinished(end);
  return {
    end,
    async read() {
      exporter.reset();
      await provider.forceFlush();
      return exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
    },
  };
}
