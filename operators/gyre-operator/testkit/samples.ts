import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Kind } from '../api/conditions.ts';
import { readDefinitions, storedSchema, type Schema } from '../api/schema.ts';
import { celFailures } from './cel.ts';
import { checked, isObject } from './validate.ts';

type Json = Record<string, unknown>;
const schemas = new Map(readDefinitions().map((definition) => [definition.spec.names.kind, storedSchema(definition)]));

export function schemaOf(kind: Kind): Schema {
  const schema = schemas.get(kind);
  if (schema === undefined) throw new Error(`crds/ has no ${kind}`);
  return schema;
}

/** The sample of a kind, as `samples/` has it. */
export function sample(kind: Kind): Json {
  const value: unknown = parse(readFileSync(new URL(`../samples/${kind.toLowerCase()}.yaml`, import.meta.url), 'utf8'));
  if (!isObject(value)) throw new Error(`the sample of ${kind} is no object`);
  return value;
}

/** A copy with fields set by their paths (`spec.trainer.nodes`); undefined takes a field away. */
export function changed(value: Json, changes: Readonly<Record<string, unknown>>): Json {
  const copy = structuredClone(value);
  for (const [path, to] of Object.entries(changes)) {
    const steps = path.split('.');
    const last = steps.pop() ?? '';
    let at: Json = copy;
    for (const step of steps) {
      const next = at[step] ?? {};
      if (!isObject(next)) throw new Error(`${path}: ${step} is no object`);
      at[step] = next;
      at = next;
    }
    if (to === undefined) delete at[last];
    else at[last] = to;
  }
  return copy;
}

/** Everything that the API server has against creating an object, or against an update of it, in its words: schema first, then CEL. Empty: it is stored. */
export function refusals(kind: Kind, after: Json, before?: Json): string[] {
  const schema = schemaOf(kind);
  const { value, errors } = checked(schema, after);
  if (errors.length > 0) return [...errors];
  const old = before === undefined ? undefined : checked(schema, before).value;
  return celFailures(schema, value, old).map(({ path, said }) => `${path.slice(1)}: ${said}`);
}

/** An object as it is stored: with its defaults. */
export function stored(kind: Kind, value: Json): Json {
  const { value: full } = checked(schemaOf(kind), value);
  if (!isObject(full)) throw new Error(`${kind} is no object`);
  return full;
}
