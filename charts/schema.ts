import { invalid } from '#kit/errors.ts';
import type { Value } from './values.ts';

type Schema = Readonly<Record<string, unknown>>;

const QUANTITY = { type: ['string', 'number'], pattern: '^[0-9]+(\\.[0-9]+)?(m|k|Ki|M|Mi|G|Gi|T|Ti)?$', description: 'a quantity of Kubernetes, for example 500m or 2Gi' };
const DIGEST = { type: 'string', pattern: '^(sha256:[0-9a-f]{64})?$', description: 'sha256:… of the image; decides where it is given' };
const TAG = { type: 'string', pattern: '^([A-Za-z0-9_][A-Za-z0-9._-]*)?$', not: { enum: ['latest', 'main', 'master', 'edge', 'nightly', 'stable'] }, description: 'a version; none that moves' };
const quantities = { type: 'object', additionalProperties: { $ref: '#/$defs/quantity' } };

/**
 * values.schema.json: types from the defaults, the rest from `@schema` comments. No value may be misspelt: unknown ones are refused. None may be null,
 * which Helm takes for its absence and templates do not look for.
 */
export function schemaFile(values: Value): string {
  const pods = values.children.find(({ name }) => name === 'pods');
  const pod = pods?.children.find(({ name }) => name === 'default');
  if (pods === undefined || pod === undefined) throw invalid('pods.default', 'is missing', 'write what holds for the pods of all components');
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Values of the chart gyre',
    ...schemaOf(values),
    $defs: {
      quantity: QUANTITY,
      resources: closed({ requests: quantities, limits: quantities }),
      image: closed({ repository: { type: 'string', minLength: 1 }, tag: TAG, digest: DIGEST }),
      // A component says of its pods what differs from the default.
      pod: schemaOf({ ...pod, schema: {} }, 'some'),
      pods: { ...closed(Object.fromEntries(pods.children.map((child) => [child.name, child === pod ? { allOf: [{ $ref: '#/$defs/pod' }, required(pod)] } : described({ $ref: '#/$defs/pod' }, child.description)]))), ...required(pods) },
    },
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** Of a group, all of its values must be there, or some. */
function schemaOf(value: Value, there: 'all' | 'some' = 'all'): Schema {
  const { $ref } = value.schema;
  if ($ref !== undefined) return described({ allOf: [value.schema] }, value.description);
  if (value.children.length > 0) {
    // What a chart that has this one as a part passes to all its parts.
    const shared = value.path === '' ? { global: { type: 'object' } } : {};
    const children = Object.fromEntries(value.children.map((child) => [child.name, schemaOf(child, there)]));
    return described({ ...closed({ ...children, ...shared }), ...(there === 'all' ? required(value) : {}), ...value.schema }, value.description);
  }
  return described({ type: typeOf(value), ...value.schema }, value.description);
}

function typeOf({ default: given, path }: Value): string {
  if (Array.isArray(given)) return 'array';
  if (typeof given === 'number') return Number.isInteger(given) ? 'integer' : 'number';
  if (typeof given === 'string' || typeof given === 'boolean') return typeof given;
  if (typeof given === 'object' && given !== null) return 'object';
  throw invalid(path, 'has no default', 'write one, if only an empty text, list or map');
}

function closed(properties: Schema): Schema {
  return { type: 'object', additionalProperties: false, properties };
}

function required({ children }: Value): Schema {
  return { required: children.map(({ name }) => name) };
}

function described(schema: Schema, description: string): Schema {
  return description === '' ? schema : { description, ...schema };
}
