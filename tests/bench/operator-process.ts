import { metrics } from '@opentelemetry/api';
import { AggregationTemporality, AggregationType, DataPointType, type ExponentialHistogram, InMemoryMetricExporter, MeterProvider, type MetricData, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { randomIds } from '#kit/ids.ts';
import { FakeDriver } from '#kit/leases/testkit/fake-driver.ts';
import { createLogger } from '#kit/logs.ts';
import { untilTold } from '#kit/process.ts';
import { random } from '#kit/random.ts';
import { METRICS } from '#kit/telemetry-names.ts';
import { openOperator } from '#operator/operator.ts';
import { kubeconfigAccess } from '#operator/runtime/access.ts';
import { endProcess } from '#operator/runtime/election.ts';
import { steadyClock } from '#operator/runtime/steady-clock.ts';
import type { OperatorReport } from './operator-report.ts';

/**
 * `node operator-process.ts KUBECONFIG NAMESPACE`: the whole operator, over devices that do at once what they are told. Tells its parent
 * `leading`; asked for anything, it answers with what its own metrics say since it was last asked.
 */
const [, , kubeconfig = '', namespace = ''] = process.argv;

const { operatorReconcileDuration: RECONCILE, operatorQueueWait: WAIT, operatorCallDuration: CALL } = METRICS;
const aggregation = { type: AggregationType.EXPONENTIAL_HISTOGRAM, options: { maxSize: 160, recordMinMax: true } } as const;
const exporter = new InMemoryMetricExporter(AggregationTemporality.DELTA);
const provider = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })], views: [RECONCILE, WAIT, CALL].map(({ name }) => ({ instrumentName: name, aggregation })) });
metrics.setGlobalMeterProvider(provider);

const log = createLogger('operator', 'warn');
const listening = { host: '127.0.0.1', port: 0 };
const operator = await openOperator({
  access: await kubeconfigAccess(kubeconfig),
  settings: { namespace, lease: { namespace, name: 'gyre-operator' }, progress: { ...listening, url: 'http://progress.gyre:8080' }, health: listening },
  identity: 'bench',
  clock: steadyClock,
  random: random('bench'),
  ids: randomIds(),
  log: { ...log, warn: log.warn.bind(log), error: log.error.bind(log), info: (...said: unknown[]) => void (said.at(-1) === 'this process leads' && process.send?.('leading')) },
  driver: new FakeDriver(),
  onLost: endProcess(log),
});
process.on('message', () => void report());
const told = new AbortController();
void untilTold().then(() => told.abort());
await operator.run(told.signal);
process.exit();

async function report(): Promise<void> {
  exporter.reset();
  await provider.forceFlush();
  const gathered = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const answer: OperatorReport = {
    calls: quantiles(gathered, CALL.name, ['gyre.operator.call', 'gyre.operator.resource', 'error.type']),
    reconcile: quantiles(gathered, RECONCILE.name, ['gyre.operator.controller']),
    queueWait: quantiles(gathered, WAIT.name, ['gyre.operator.controller']),
    memory: { rssMb: rss / 2 ** 20, peakRssMb: process.resourceUsage().maxRSS / 2 ** 10, heapMb: heapUsed / 2 ** 20 },
    cpuSeconds: (user + system) / 1e6,
  };
  process.send?.(answer);
}

/** Quantiles by the words that some attributes have, whatever the others say, milliseconds; each is the upper end of its bucket. */
function quantiles(gathered: readonly MetricData[], name: string, by: readonly string[]): OperatorReport['reconcile'] {
  const buckets = new Map<string, Map<number, number>>();
  for (const metric of gathered) {
    if (metric.descriptor.name !== name || metric.dataPointType !== DataPointType.EXPONENTIAL_HISTOGRAM) continue;
    for (const { attributes, value } of metric.dataPoints) add(buckets, by.flatMap((attribute) => attributes[attribute] ?? []).join(' '), value);
  }
  return Object.fromEntries(
    [...buckets].map(([words, own]) => {
      const sorted = [...own].sort(([a], [b]) => a - b);
      const count = sorted.reduce((sum, [, times]) => sum + times, 0);
      const at = (part: number) => {
        let left = count * part;
        return (sorted.find(([, times]) => (left -= times) <= 0)?.[0] ?? 0) * 1000;
      };
      return [words, { count, p50: at(0.5), p99: at(0.99), max: at(1) }];
    }),
  );
}

function add(all: Map<string, Map<number, number>>, controller: string, { scale, positive, zeroCount }: ExponentialHistogram): void {
  const own = all.get(controller) ?? new Map<number, number>();
  all.set(controller, own);
  const count = (upTo: number, times: number) => void own.set(upTo, (own.get(upTo) ?? 0) + times);
  if (zeroCount > 0) count(0, zeroCount);
  positive.bucketCounts.forEach((times, i) => times > 0 && count(2 ** ((positive.offset + i + 1) / 2 ** scale), times));
}
