import { stringify } from 'yaml';
import { invalid } from '#kit/errors.ts';
import { grouping, selector, seriesName } from './prometheus.ts';
import type { Alert, Metric, Schema } from './schema.ts';

/** What is done about an alert stands under its name. */
const RUNBOOKS = 'docs/operations/alerts.md';
const HEAD = '# Made from schema.yaml by `node deploy/telemetry/generate.ts`: Prometheus rules.\n';

/** Prometheus rules: one group, a rule for each alert of the schema. */
export function alertsFile(schema: Schema): string {
  const byName = new Map(schema.metrics.map((metric) => [metric.name, metric]));
  const rules = schema.alerts.map((alert) => ({
    alert: alert.name,
    expr: expressionOf(alert, byName),
    for: alert.for,
    labels: { severity: alert.severity },
    annotations: { summary: alert.summary, description: byName.get(alert.metric)?.description ?? '', runbook_url: `${RUNBOOKS}#${alert.name.toLowerCase()}` },
  }));
  return HEAD + stringify({ groups: [{ name: 'gyre', rules }] }, { lineWidth: 0 });
}

function expressionOf(alert: Alert, metrics: ReadonlyMap<string, Metric>): string {
  const metric = metrics.get(alert.metric);
  if (!metric) throw invalid(alert.name, `names ${alert.metric}, which is not listed`, 'list it, or correct the name');
  const limit = alert.above !== undefined ? `> ${alert.above}` : alert.below !== undefined ? `< ${alert.below}` : undefined;
  if (limit === undefined) throw invalid(alert.name, 'has no limit', 'give above or below');
  const during = alert.while === undefined ? undefined : metrics.get(alert.while);
  const value = valueOf(alert, metric);
  // Nothing counted yet is no series at all, and that is less than any limit.
  const counted = alert.below === undefined ? value : `(${value} or vector(0))`;
  const conditions = [...(during ? [`sum(${seriesName(during)}) > 0`] : []), ...(alert.seen === undefined ? [] : [`max(max_over_time(${seriesName(metric)}[${alert.seen}])) > 0`])];
  return [`${counted} ${limit}`, ...conditions].join(' and on () ');
}

function valueOf(alert: Alert, metric: Metric): string {
  const series = seriesName(metric);
  const by = grouping(alert.by);
  const where = selector(alert.where);
  const rate = (name: string, matching: string) => `sum${by} (rate(${name}${matching}[${window(alert)}]))`;
  const counted = metric.instrument === 'histogram' ? `${series}_count` : series;
  switch (alert.of) {
    case 'p95':
    case 'p99':
      return `histogram_quantile(0.${alert.of.slice(1)}, sum${grouping(alert.by, 'le')} (rate(${series}_bucket${where}[${window(alert)}])))`;
    case 'rate':
      return rate(counted, where);
    case 'share':
      return `${rate(counted, selector({ ...alert.where, ...alert.share }))} / ${rate(counted, where)}`;
    case 'max':
    case 'min':
    case 'sum':
      return `${alert.of}${by} (${series}${where})`;
  }
}

function window({ name, over }: Alert): string {
  if (over !== undefined) return over;
  throw invalid(name, 'has no window', 'give over, for example 5m');
}
