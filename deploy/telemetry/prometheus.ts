import type { Metric } from './schema.ts';

/** How Prometheus spells what arrives by OTLP: underscores for points, the unit and `_total` at the end. */

/** Name of the metric's series; a histogram's have `_bucket`, `_sum` and `_count` behind it. */
export function seriesName({ name, unit, instrument }: Metric): string {
  const suffix = unit === 's' ? '_seconds' : unit === '1' && instrument === 'gauge' ? '_ratio' : '';
  return `${labelName(name)}${suffix}${instrument === 'counter' ? '_total' : ''}`;
}

export function labelName(attribute: string): string {
  return attribute.replaceAll(/[^a-zA-Z0-9_]/g, '_');
}

/** `{a="x", b=~"y|z"}`; empty without conditions. */
export function selector(conditions: Readonly<Record<string, readonly string[]>> | undefined, more: readonly string[] = []): string {
  const parts = Object.entries(conditions ?? {}).map(([attribute, values]) => `${labelName(attribute)}${values.length === 1 ? `="${values[0]}"` : `=~"${values.join('|')}"`}`);
  const all = [...parts, ...more];
  return all.length === 0 ? '' : `{${all.join(', ')}}`;
}

/** `by (a, b)` behind an aggregation; empty without attributes. */
export function grouping(attributes: readonly string[], ...more: readonly string[]): string {
  const labels = [...more, ...attributes.map(labelName)];
  return labels.length === 0 ? '' : ` by (${labels.join(', ')})`;
}
