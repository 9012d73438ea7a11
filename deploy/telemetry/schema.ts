import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { invalid } from '#kit/errors.ts';

const name = z.string().min(1);
const names = z.array(name);
const matches = z.record(name, names.min(1));
/** `cluster`: a small round in one process does not bring it about; `operator`: only an operator does. */
const emitted = z.enum(['always', 'cluster', 'operator']).default('always');

const attribute = z.strictObject({
  name,
  from: z.enum(['rpc', 'messaging', 'genai', 'general']).optional(),
  type: z.enum(['string', 'int', 'double', 'boolean']),
  values: names.optional(),
  description: name,
  emitted,
});

const metric = z.strictObject({
  name,
  from: z.enum(['rpc', 'messaging', 'genai']).optional(),
  instrument: z.enum(['histogram', 'counter', 'gauge']),
  unit: name,
  description: name,
  attributes: names,
  buckets: z.array(z.number()).optional(),
  emitted,
  /** `across`: how the values of a gauge in several processes become one. */
  panel: z.strictObject({ dashboard: z.enum(['round', 'serving', 'queues', 'operator']), by: names, across: z.enum(['max', 'min', 'sum']).default('max') }),
});

const span = z.strictObject({
  name,
  kind: z.enum(['internal', 'client', 'server', 'producer', 'consumer']),
  attributes: names,
  description: name,
  emitted,
});

const alert = z.strictObject({
  name,
  metric: name,
  of: z.enum(['p95', 'p99', 'rate', 'max', 'min', 'sum', 'share']),
  share: matches.optional(),
  where: matches.optional(),
  by: names,
  over: name.optional(),
  above: z.number().optional(),
  below: z.number().optional(),
  /** A gauge that must be above 0. */
  while: name.optional(),
  /** The gauge itself must have been above 0 within so long: of what was never there nothing is missed. */
  seen: name.optional(),
  for: name,
  severity: z.enum(['page', 'ticket']),
  summary: name,
});

const collector = z.strictObject({
  memory_mib: z.int().positive(),
  memory_spike_mib: z.int().positive(),
  batch_items: z.int().positive(),
  batch_items_most: z.int().positive(),
  batch_timeout: name,
  queue_batches: z.int().positive(),
  retry_for: name,
});

const edge = z.tuple([name, name]);

const schema = z.strictObject({
  conventions: z.strictObject({ semantic: name, genai: name }),
  attributes: z.array(attribute),
  metrics: z.array(metric),
  spans: z.array(span),
  edges: z.strictObject({ round: z.array(edge), request: z.array(edge), inference: z.array(edge) }),
  alerts: z.array(alert),
  collector,
});

export type Schema = z.infer<typeof schema>;
export type Attribute = z.infer<typeof attribute>;
export type Metric = z.infer<typeof metric>;
export type Span = z.infer<typeof span>;
export type Alert = z.infer<typeof alert>;

/** The schema as written, its names checked against each other. INVALID_ARGUMENT naming the entry that fits nothing. */
export function readSchema(text = readFileSync(new URL('./schema.yaml', import.meta.url), 'utf8')): Schema {
  const parsed = schema.safeParse(parse(text));
  if (!parsed.success) throw invalid('schema.yaml', z.prettifyError(parsed.error), 'see schema.ts for the fields');
  const read = parsed.data;
  const known = once('attributes', read.attributes.map((each) => each.name));
  const metrics = once('metrics', read.metrics.map((each) => each.name));
  once('spans', read.spans.map(spanId));
  for (const { name: at, attributes } of [...read.metrics, ...read.spans]) all(at, attributes, known);
  for (const { name: at, panel, attributes } of read.metrics) all(`${at}.panel.by`, panel.by, new Set(attributes));
  for (const each of read.metrics) {
    if ((each.instrument === 'histogram') !== (each.buckets !== undefined)) throw invalid(each.name, 'has the wrong buckets', 'give buckets to histograms alone');
  }
  for (const each of read.alerts) {
    all(each.name, [each.metric, ...(each.while === undefined ? [] : [each.while])], metrics);
    const on = read.metrics.find((one) => one.name === each.metric);
    const most = on?.buckets?.at(-1) ?? Infinity;
    // Beyond its last bucket a histogram tells no more.
    if (each.of.startsWith('p') && (each.above ?? 0) >= most) throw invalid(each.name, `is above ${each.above}, which the buckets of ${each.metric} do not tell`, `give it larger buckets, or at most ${most} exclusive`);
    all(each.name, [...each.by, ...Object.keys({ ...each.share, ...each.where })], new Set(on?.attributes));
  }
  return read;
}

/** `kind name`, as edges write it. */
export function spanId(span: Pick<Span, 'kind' | 'name'>): string {
  return `${span.kind} ${span.name}`;
}

/** What a name with `{…}` in it matches. */
export function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{[^}]*\}/g, '\\S+')}$`);
}

function once(list: string, given: readonly string[]): Set<string> {
  const twice = given.find((each, i) => given.indexOf(each) !== i);
  if (twice !== undefined) throw invalid(`${list}.${twice}`, 'is there twice', 'give each name once');
  return new Set(given);
}

function all(at: string, given: readonly string[], known: ReadonlySet<string>): void {
  const stray = given.find((each) => !known.has(each));
  if (stray !== undefined) throw invalid(at, `names ${stray}, which is not listed`, 'list it, or correct the name');
}
