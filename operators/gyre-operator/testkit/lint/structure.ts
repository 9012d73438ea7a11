import type { Schema } from '../../api/schema.ts';
import { celFailures } from '../cel.ts';
import { checked } from '../validate.ts';
import { above, type Place } from '../walk.ts';
import { everyPlace, type LintRule } from './lint.ts';

/** What a structural schema may hold, of what these resources need; everything else is refused by name. */
const KEYWORDS: ReadonlySet<string> = new Set([
  ...['type', 'description', 'format', 'properties', 'required', 'items', 'additionalProperties', 'enum', 'default', 'pattern', 'anyOf'],
  ...['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
  ...['x-kubernetes-int-or-string', 'x-kubernetes-list-type', 'x-kubernetes-list-map-keys', 'x-kubernetes-map-type', 'x-kubernetes-validations'],
]);
const TYPES: ReadonlySet<string> = new Set(['object', 'array', 'string', 'integer', 'boolean']);
const SCALARS: ReadonlySet<string> = new Set(['string', 'integer', 'boolean']);
/** Names that CEL would have to escape. */
const RESERVED: ReadonlySet<string> = new Set(['true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for', 'function', 'if', 'import', 'let', 'loop', 'package', 'namespace', 'return', 'var', 'void', 'while']);
const SPAN = /(seconds|timeout|deadline|interval|ttl|window|duration|wait(?!ing)|period)/i;
const CONDITION_FIELDS = ['type', 'status', 'lastTransitionTime', 'reason', 'message'];

const isIntOrString = (schema: Schema) => schema['x-kubernetes-int-or-string'] === true;
const isTop = ({ path }: Place) => ['', '.metadata', '.apiVersion', '.kind'].includes(path);
/** Of a property of an object, rather than an item or a value. */
const isProperty = ({ name, path }: Place) => name !== '' && path !== '.metadata';
const inside = (place: Place, path: string) => place.path === path || place.path.startsWith(`${path}.`);

function boundsOf({ path, schema }: Place): string[] {
  const text = schema.type === 'string' || isIntOrString(schema);
  if (text && schema.enum === undefined && schema.format !== 'date-time' && schema.maxLength === undefined) return [`${path}: text without maxLength`];
  if (schema.type === 'array' && schema.maxItems === undefined) return [`${path}: list without maxItems`];
  if (schema.additionalProperties !== undefined && schema.maxProperties === undefined) return [`${path}: map without maxProperties`];
  if (schema.type === 'integer' && schema.minimum === undefined) return [`${path}: number without minimum`];
  // What is counted has no bound of its own; what people ask for has.
  if (schema.type === 'integer' && schema.maximum === undefined && !path.startsWith('.status')) return [`${path}: number without maximum`];
  const pairs = [[schema.minimum, schema.maximum], [schema.minLength, schema.maxLength], [schema.minItems, schema.maxItems], [schema.minProperties, schema.maxProperties]];
  return pairs.filter(([low, high]) => low !== undefined && high !== undefined && low > high).map(([low, high]) => `${path}: bounds ${low} to ${high} hold nothing`);
}

function listTypeOf({ path, schema }: Place): string[] {
  if (schema.type !== 'array') return [];
  const [type, keys = []] = [schema['x-kubernetes-list-type'], schema['x-kubernetes-list-map-keys']];
  const item = schema.items;
  switch (type) {
    case 'atomic':
      return keys.length === 0 ? [] : [`${path}: an atomic list has no keys`];
    case 'set':
      return item !== undefined && SCALARS.has(item.type ?? '') ? [] : [`${path}: a set of what is no scalar`];
    case 'map':
      return [
        ...(keys.length > 0 ? [] : [`${path}: a map list without keys`]),
        ...keys.filter((key) => !SCALARS.has(item?.properties?.[key]?.type ?? '')).map((key) => `${path}: key ${key} is no scalar of the items`),
        ...keys.filter((key) => !item?.required?.includes(key) && item?.properties?.[key]?.default === undefined).map((key) => `${path}: key ${key} is neither required nor defaulted`),
      ];
    default:
      return [`${path}: list without x-kubernetes-list-type`];
  }
}

function conditionsOf({ path, name, schema }: Place): string[] {
  if (name !== 'conditions') return [];
  const item = schema.items;
  const [type, status, time] = [item?.properties?.['type'], item?.properties?.['status'], item?.properties?.['lastTransitionTime']];
  const sound = [
    schema['x-kubernetes-list-type'] === 'map' && schema['x-kubernetes-list-map-keys']?.join() === 'type',
    CONDITION_FIELDS.every((field) => item?.required?.includes(field)),
    type?.maxLength === 316 && type.pattern !== undefined,
    status?.enum?.join() === 'True,False,Unknown',
    time?.format === 'date-time',
    item?.properties?.['reason']?.maxLength === 1024 && item.properties['reason'].minLength === 1 && item.properties['reason'].pattern !== undefined,
    item?.properties?.['message']?.maxLength === 32_768,
    item?.properties?.['observedGeneration']?.format === 'int64',
  ];
  return sound.every(Boolean) ? [] : [`${path}: not the conditions of the API conventions (check ${sound.indexOf(false) + 1} of ${sound.length})`];
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
}

/** Rules about the schema itself. */
export const STRUCTURE_RULES: Readonly<Record<string, LintRule>> = {
  keywords: everyPlace(({ path, schema }) => Object.keys(schema).filter((keyword) => !KEYWORDS.has(keyword)).map((keyword) => `${path}: ${keyword} is not for structural schemas here`)),
  typed: everyPlace((place) => {
    const { path, schema, parent } = place;
    // The two branches of an int-or-string are named by anyOf, and walked nowhere.
    if (isIntOrString(schema)) return schema.type === undefined && schema.anyOf?.map(({ type }) => type).join() === 'integer,string' ? [] : [`${path}: int-or-string needs anyOf of both and no type`];
    if (schema.anyOf !== undefined) return [`${path}: anyOf apart from int-or-string`];
    if (!TYPES.has(schema.type ?? '')) return [`${path}: type ${schema.type ?? 'is missing'}`];
    if (path === '.metadata') return schema.properties === undefined ? [] : ['.metadata: properties of metadata are the API server\'s'];
    if (schema.type === 'object' && (schema.properties === undefined) === (schema.additionalProperties === undefined)) return [`${path}: an object needs properties or additionalProperties`];
    if (schema.type === 'array' && schema.items === undefined) return [`${path}: a list without items`];
    return parent === undefined && schema.type !== 'object' ? ['the root is no object'] : [];
  }),
  required: everyPlace(({ path, schema }) => (schema.required ?? []).filter((name) => schema.properties?.[name] === undefined).map((name) => `${path}: requires ${name}, which it has not`)),
  described: everyPlace((place) => (isProperty(place) && (place.schema.description ?? '').length < 4 ? [`${place.path}: says not what it is for`] : [])),
  bounded: everyPlace((place) => (isTop(place) ? [] : boundsOf(place))),
  patterns: everyPlace(({ path, schema }) =>
    schema.pattern === undefined ? [] : [...(compiles(schema.pattern) ? [] : [`${path}: pattern does not compile`]), ...(/\(\?[=!<]/.test(schema.pattern) ? [`${path}: RE2 has no look-around`] : []), ...(schema.pattern.startsWith('^') ? [] : [`${path}: pattern begins anywhere`])],
  ),
  'list-types': everyPlace(listTypeOf),
  'map-types': everyPlace(({ path, schema }) => (schema.additionalProperties !== undefined && schema['x-kubernetes-map-type'] === undefined ? [`${path}: map without x-kubernetes-map-type`] : [])),
  conditions: everyPlace(conditionsOf),
  'conditions-present': ({ spec }) => spec.versions.filter(({ schema }) => schema.openAPIV3Schema.properties?.['status']?.properties?.['conditions'] === undefined).map(({ name }) => `${name}: status has no conditions`),
  'observed-generation': ({ spec }) => spec.versions.filter(({ schema }) => schema.openAPIV3Schema.properties?.['status']?.properties?.['observedGeneration'] === undefined).map(({ name }) => `${name}: status has no observedGeneration`),
  'no-phase': everyPlace(({ path, name }) => (name === 'phase' || name === 'state' && path === '.status.state' ? [`${path}: a phase; say it by conditions`] : [])),
  defaults: everyPlace((place) => {
    const { path, name, schema, parent } = place;
    if (schema.default === undefined) return [];
    if (isTop(place)) return [`${path}: a default at the top`];
    if ([place, ...above(place)].some((each) => each.path.endsWith('{}'))) return [`${path}: a default in a map`];
    // The API server looks at a default as it is written, before the defaults inside it are filled in.
    const broken = [...checked(schema, schema.default).errors, ...celFailures(schema, schema.default, schema.default).map((failure) => `${failure.path}: ${failure.message}`)];
    return [...broken.map((error) => `${path}: default: ${error}`), ...(parent?.schema.required?.includes(name) ? [`${path}: required with a default`] : [])];
  }),
  enums: everyPlace((place) =>
    (place.schema.enum ?? []).filter((value) => typeof value !== 'string' || !/^[A-Z][A-Za-z0-9]*$/.test(value)).map((value) => `${place.path}: ${String(value)} is not CamelCase`),
  ),
  'field-names': everyPlace((place) => (isProperty(place) && (!/^[a-z][A-Za-z0-9]*$/.test(place.name) || RESERVED.has(place.name)) ? [`${place.path}: is not camelCase, or a word of CEL`] : [])),
  units: everyPlace(({ path, name, schema }) => (schema.type === 'integer' && SPAN.test(name) && !/Seconds/.test(name) ? [`${path}: a span of time is in seconds and says so`] : [])),
  times: everyPlace(({ path, name, schema }) => (/(^t|T)ime$/.test(name) !== (schema.format === 'date-time') && name !== 'timeAdded' ? [`${path}: a moment has the format date-time and a name that ends in time`] : [])),
  formats: everyPlace(({ path, schema }) => (schema.type === 'integer' && !['int32', 'int64'].includes(schema.format ?? '') ? [`${path}: a number without int32 or int64`] : [])),
  'no-secrets': everyPlace((place) => (inside(place, '.spec') && place.schema.type === 'string' && /(password|token|secret|credential)$/i.test(place.name) ? [`${place.path}: a secret in a resource; refer to a Secret`] : [])),
};
