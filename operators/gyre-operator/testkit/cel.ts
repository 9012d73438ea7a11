import { Environment } from '@marcbachmann/cel-js';
import type { Schema, ValidationRule } from '../api/schema.ts';
import { isObject } from './validate.ts';

/** A CEL rule that does not hold. */
export interface Failure {
  /** The field it is reported at, for example `.spec.trainer.nodes`. */
  readonly path: string;
  readonly message: string;
  /** How the API server puts it, without the field. */
  readonly said: string;
}

const values = new Environment({ unlistedVariablesAreDyn: true, enableOptionalTypes: true, homogeneousAggregateLiterals: false });

/**
 * Evaluates the rules of a schema over a value as the API server does: with `oldSelf` where the rule is one of transitions and there
 * is an old value to correlate with. A rule that cannot be evaluated fails.
 */
export function celFailures(schema: Schema, value: unknown, old?: unknown, path = ''): Failure[] {
  if (value === undefined) return [];
  const own = (schema['x-kubernetes-validations'] ?? []).flatMap((rule) => failure(rule, schema, value, old, path));
  if (Array.isArray(value)) {
    const items = schema.items ?? {};
    return [...own, ...value.flatMap((item, i) => celFailures(items, item, correlated(schema, item, old), `${path}[${i}]`))];
  }
  if (!isObject(value)) return own;
  const before = isObject(old) ? old : {};
  const inside = Object.entries(value).flatMap(([key, inner]) => {
    const property = schema.properties?.[key] ?? schema.additionalProperties;
    return property === undefined ? [] : celFailures(property, inner, before[key], `${path}.${key}`);
  });
  return [...own, ...inside];
}

function failure(rule: ValidationRule, schema: Schema, value: unknown, old: unknown, path: string): Failure[] {
  const transition = isTransition(rule.rule);
  if (transition && old === undefined) return [];
  const context = { self: celValue(value, schema), ...(transition ? { oldSelf: celValue(old, schema) } : {}) };
  const at = `${path}${rule.fieldPath ?? ''}`;
  try {
    if (values.evaluate(rule.rule, context) === true) return [];
    const message = rule.messageExpression === undefined ? (rule.message ?? rule.rule) : String(values.evaluate(rule.messageExpression, context));
    return [{ path: at, message, said: `${REASONS[rule.reason ?? 'FieldValueInvalid'](schema)}: ${message}` }];
  } catch (thrown) {
    const message = `${rule.message ?? rule.rule}: ${String(thrown)}`;
    return [{ path: at, message, said: message }];
  }
}

const REASONS: Readonly<Record<NonNullable<ValidationRule['reason']>, (schema: Schema) => string>> = {
  FieldValueInvalid: ({ type }) => `Invalid value: "${type ?? ''}"`,
  FieldValueForbidden: () => 'Forbidden',
  FieldValueRequired: () => 'Required value',
  FieldValueDuplicate: ({ type }) => `Duplicate value: "${type ?? ''}"`,
};

export const isTransition = (rule: string) => /\boldSelf\b/.test(rule);

/** The old item with the same keys; items of sets and atomic lists have none. */
function correlated(schema: Schema, item: unknown, old: unknown): unknown {
  const keys = schema['x-kubernetes-list-map-keys'];
  if (keys === undefined || !Array.isArray(old) || !isObject(item)) return undefined;
  return old.find((each) => isObject(each) && keys.every((key) => each[key] === item[key]));
}

/** A JSON value as CEL has it: whole numbers are 64-bit integers, and times are times where the schema says so. */
export function celValue(value: unknown, schema: Schema | undefined): unknown {
  if (typeof value === 'number') return schema?.type === 'number' || !Number.isInteger(value) ? value : BigInt(value);
  if (typeof value === 'string') return schema?.format === 'date-time' ? new Date(value) : value;
  if (Array.isArray(value)) return value.map((item) => celValue(item, schema?.items));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, celValue(inner, schema?.properties?.[key] ?? schema?.additionalProperties)]));
}

/** An environment in which `self` and `oldSelf` have the types of the schema, for checking rules before anything is evaluated. */
export function typedEnvironment(schema: Schema): Environment {
  const environment = new Environment({ enableOptionalTypes: true });
  const self = declare(schema, environment, { next: 0 });
  return environment.registerVariable('self', self).registerVariable('oldSelf', self);
}

function declare(schema: Schema, environment: Environment, names: { next: number }): string {
  if (schema['x-kubernetes-int-or-string'] === true) return 'dyn';
  switch (schema.type) {
    case 'integer':
      return 'int';
    case 'number':
      return 'double';
    case 'boolean':
      return 'bool';
    case 'string':
      return schema.format === 'date-time' ? 'google.protobuf.Timestamp' : 'string';
    case 'array':
      return `list<${declare(schema.items ?? {}, environment, names)}>`;
    case 'object': {
      if (schema.properties === undefined) return schema.additionalProperties === undefined ? 'map<string, dyn>' : `map<string, ${declare(schema.additionalProperties, environment, names)}>`;
      const fields = Object.fromEntries(Object.entries(schema.properties).map(([key, property]) => [key, declare(property, environment, names)]));
      const name = `Object${names.next++}`;
      environment.registerType(name, { fields }).registerOperator(`${name} == ${name}`, () => true);
      return name;
    }
    default:
      return 'dyn';
  }
}
