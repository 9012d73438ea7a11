import type { Attribute, Metric, Schema } from './schema.ts';

/** services/kit/telemetry-names.ts: names and their types, so that code which emits anything else does not compile. */
export function namesFile({ attributes, metrics, conventions }: Schema): string {
  const named = attributes.filter(({ name }) => !name.includes('{'));
  return `/**
 * What may be emitted: made from deploy/telemetry/schema.yaml by deploy/telemetry/generate.ts. Names of the conventions follow
 * OpenTelemetry's ${conventions.semantic} and, for GenAI, ${conventions.genai}.
 */

/** Attributes by name, with the values that they may have. */
export interface AttributeTypes {
${named.map((each) => `  /** ${each.description}. */\n  '${each.name}': ${typeOf(each)};`).join('\n')}
}

/** Metrics: instrument, UCUM unit, attributes, and for histograms the upper bounds of the buckets. */
export const METRICS = {
${metrics.map(metricLines).join('\n')}
} as const;
`;
}

function typeOf({ type, values }: Attribute): string {
  if (values) return values.map((value) => `'${value}'`).join(' | ');
  return { string: 'string', int: 'number', double: 'number', boolean: 'boolean' }[type];
}

function metricLines({ name, instrument, unit, description, attributes, buckets }: Metric): string {
  const bounds = buckets ? `\n    buckets: [${buckets.join(', ')}],` : '';
  return `  ${keyOf(name)}: {
    name: '${name}',
    instrument: '${instrument}',
    unit: '${unit}',
    description: ${quoted(description)},
    attributes: [${attributes.map((each) => `'${each}'`).join(', ')}],${bounds}
  },`;
}

function quoted(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`;
}

/** `gyre.plan.tool_calls` as `planToolCalls`. */
function keyOf(name: string): string {
  return name.replace(/^gyre\./, '').replaceAll(/[._]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
