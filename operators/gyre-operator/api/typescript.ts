import type { Definition, Schema } from './schema.ts';
import { storedSchema } from './schema.ts';

/**
 * TypeScript types of a custom resource, each object of its schema as an interface named by its path (`TrainingRunSpecTrainer`).
 *
 * There are two of everything below `spec` that has defaults: as read, where the API server has filled them in, and as written
 * (`…Input`), where they may be left out.
 */
export function typesOf(definition: Definition): string {
  const { group, names, versions } = definition.spec;
  const { spec, status, ...rest } = storedSchema(definition).properties ?? {};
  if (spec === undefined) throw new Error(`${names.kind} has no spec`);
  const version = versions.find(({ storage }) => storage)?.name ?? '';
  const found = new Map<string, string>();
  const specType = typeOf(spec, `${names.kind}Spec`, 'read', found);
  const inputType = typeOf(spec, `${names.kind}Spec`, 'written', found);
  const statusType = status === undefined ? undefined : typeOf(status, `${names.kind}Status`, 'read', found);
  const head = [`  apiVersion: '${group}/${version}';`, `  kind: '${names.kind}';`, ...Object.keys(rest).includes('metadata') ? ['  metadata: ObjectMeta;'] : []];
  return [
    `// Generated from crds/${group}_${names.plural}.yaml by api/generate.ts.`,
    `import type { ObjectMeta } from '../metadata.ts';`,
    '',
    `export const ${constant(names.kind)}_RESOURCE = { group: '${group}', version: '${version}', plural: '${names.plural}', kind: '${names.kind}' } as const;`,
    '',
    ...interfaceOf(names.kind, storedSchema(definition).description, [...head, `  spec: ${specType};`, ...(statusType === undefined ? [] : [`  status?: ${statusType};`])]),
    ...interfaceOf(`${names.kind}Input`, `${names.kind} as it is written: what has a default may be left out.`, [...head, `  spec: ${inputType};`]),
    ...found.values(),
  ].join('\n');
}

/** The file that the types of a kind lie in, for example `training-run.ts`. */
export const fileOf = ({ spec }: Definition) => `${words(spec.names.kind).join('-').toLowerCase()}.ts`;

type Mode = 'read' | 'written';

/** The type of a schema as an expression; objects with properties go into `found` by name. */
function typeOf(schema: Schema, name: string, mode: Mode, found: Map<string, string>): string {
  if (schema['x-kubernetes-int-or-string'] === true) return 'number | string';
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value).replaceAll('"', "'")).join(' | ');
  switch (schema.type) {
    case 'boolean':
      return 'boolean';
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
      return 'string';
    case 'array': {
      const item = typeOf(schema.items ?? {}, singular(name), mode, found);
      return /[ |]/.test(item) ? `(${item})[]` : `${item}[]`;
    }
    case 'object':
      return schema.properties === undefined ? `Record<string, ${typeOf(schema.additionalProperties ?? {}, `${name}Value`, mode, found)}>` : named(schema, name, mode, found);
    default:
      return 'unknown';
  }
}

/** An interface of its own; as written it is the one as read unless a default makes a difference. */
function named(schema: Schema, name: string, mode: Mode, found: Map<string, string>): string {
  const own = mode === 'written' && hasDefaults(schema) ? `${name}Input` : name;
  if (found.has(own)) return own;
  found.set(own, '');
  const lines = Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const present = schema.required?.includes(key) === true || (mode === 'read' && property.default !== undefined);
    const type = typeOf(property, `${name}${key.charAt(0).toUpperCase()}${key.slice(1)}`, mode, found);
    return [...comment(property.description, '  '), `  ${key}${present ? '' : '?'}: ${type};`];
  });
  found.set(own, interfaceOf(own, schema.description, lines).join('\n'));
  return own;
}

function hasDefaults(schema: Schema): boolean {
  const inside = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : []), ...(schema.additionalProperties ? [schema.additionalProperties] : [])];
  return inside.some((each) => each.default !== undefined || hasDefaults(each));
}

const comment = (text: string | undefined, indent: string) => (text === undefined ? [] : [`${indent}/** ${text.replaceAll('*/', '* /')} */`]);
const interfaceOf = (name: string, description: string | undefined, lines: readonly string[]) => [...comment(description, ''), `export interface ${name} {`, ...lines, '}', ''];
const words = (kind: string) => kind.split(/(?<=[a-z])(?=[A-Z])/);
const constant = (kind: string) => words(kind).join('_').toUpperCase();
const singular = (name: string) => (name.endsWith('s') ? name.slice(0, -1) : `${name}Item`);
