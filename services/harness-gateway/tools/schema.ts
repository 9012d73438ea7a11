import type { ToolSpec } from '#protos/core/v1/tool.ts';
import { invalid } from '#kit/errors.ts';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';

export type ArgumentCheck = (args: unknown) => string | undefined;

export interface CompiledSchema {
  readonly parameters: ReadonlySet<string>;
  readonly check: ArgumentCheck;
}

/** Schemas kept compiled; a schema text met again, in whatever session, is not compiled again. */
const MOST_COMPILED = 2048;

// Formats such as `time` are notes for the policy here: the tool itself decides what it accepts, and says so in its own envelope.
const ajv = new Ajv2020({ strict: false, validateFormats: false, addUsedSchema: false });
const compiled = new Map<string, ValidateFunction>();
const objectSchema = z.looseObject({ type: z.literal('object'), properties: z.record(z.string(), z.unknown()).optional() });

/** Reads a tool's schema. Throws INVALID_ARGUMENT naming the tool if it is no schema of an object. */
export function compileSchema(spec: ToolSpec): CompiledSchema {
  const parsed = objectSchema.safeParse(parse(spec));
  if (!parsed.success) throw invalid(`tools.${spec.name}.input_schema_json`, 'is not a schema of an object', 'give {"type":"object","properties":{…}}');
  let validate: ValidateFunction | undefined;
  return {
    parameters: new Set(Object.keys(parsed.data.properties ?? {})),
    check(args) {
      validate ??= validator(spec, parsed.data);
      return validate(args) ? undefined : describe(validate.errors?.[0]);
    },
  };
}

function parse(spec: ToolSpec): unknown {
  try {
    return JSON.parse(spec.inputSchemaJson);
  } catch (cause) {
    throw invalid(`tools.${spec.name}.input_schema_json`, `is not JSON (${String(cause)})`, 'give the JSON Schema of the arguments as text');
  }
}

function validator(spec: ToolSpec, schema: object): ValidateFunction {
  const known = compiled.get(spec.inputSchemaJson);
  if (known) return known;
  if (compiled.size >= MOST_COMPILED) compiled.clear();
  try {
    const made = ajv.compile(schema);
    compiled.set(spec.inputSchemaJson, made);
    return made;
  } catch (cause) {
    throw invalid(`tools.${spec.name}.input_schema_json`, `cannot be compiled (${String(cause)})`, 'give a valid JSON Schema, draft 2020-12');
  }
}

function describe(error: ErrorObject | undefined): string {
  if (!error) return 'do not match the schema';
  const at = error.instancePath === '' ? 'the arguments' : error.instancePath.slice(1).replaceAll('/', '.');
  const allowed: unknown = error.params['allowedValues'];
  if (Array.isArray(allowed)) return `${at} must be one of ${allowed.map((value) => JSON.stringify(value)).join(', ')}`;
  const extra: unknown = error.params['additionalProperty'];
  return `${at} ${error.message ?? 'are wrong'}${typeof extra === 'string' ? ` (${extra.toWellFormed().slice(0, 64)})` : ''}`;
}
