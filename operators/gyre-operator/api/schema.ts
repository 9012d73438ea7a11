import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';

/** A CEL rule of a schema (`x-kubernetes-validations`). */
const ValidationRule = z.strictObject({
  rule: z.string(),
  message: z.string().optional(),
  messageExpression: z.string().optional(),
  fieldPath: z.string().optional(),
  reason: z.enum(['FieldValueInvalid', 'FieldValueForbidden', 'FieldValueRequired', 'FieldValueDuplicate']).optional(),
});
export type ValidationRule = z.infer<typeof ValidationRule>;

/** The part of OpenAPI v3 that a structural schema of Kubernetes consists of; unknown keywords are kept for the lint to see. */
export interface Schema {
  type?: string;
  description?: string;
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  default?: unknown;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  minProperties?: number;
  maxProperties?: number;
  'x-kubernetes-int-or-string'?: boolean;
  'x-kubernetes-list-type'?: string;
  'x-kubernetes-list-map-keys'?: string[];
  'x-kubernetes-map-type'?: string;
  'x-kubernetes-validations'?: ValidationRule[];
}

const count = z.int().min(0).optional();
const Schema: z.ZodType<Schema> = z.lazy(() =>
  z.looseObject({
    type: z.string().optional(),
    description: z.string().optional(),
    format: z.string().optional(),
    properties: z.record(z.string(), Schema).optional(),
    required: z.array(z.string()).optional(),
    items: Schema.optional(),
    additionalProperties: Schema.optional(),
    anyOf: z.array(Schema).optional(),
    enum: z.array(z.unknown()).optional(),
    pattern: z.string().optional(),
    minLength: count,
    maxLength: count,
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minItems: count,
    maxItems: count,
    minProperties: count,
    maxProperties: count,
    'x-kubernetes-int-or-string': z.boolean().optional(),
    'x-kubernetes-list-type': z.string().optional(),
    'x-kubernetes-list-map-keys': z.array(z.string()).optional(),
    'x-kubernetes-map-type': z.string().optional(),
    'x-kubernetes-validations': z.array(ValidationRule).optional(),
  }),
);

const Version = z.strictObject({
  name: z.string(),
  served: z.boolean(),
  storage: z.boolean(),
  subresources: z
    .strictObject({
      status: z.strictObject({}).optional(),
      scale: z.strictObject({ specReplicasPath: z.string(), statusReplicasPath: z.string(), labelSelectorPath: z.string().optional() }).optional(),
    })
    .optional(),
  additionalPrinterColumns: z
    .array(
      z.strictObject({
        name: z.string(),
        type: z.enum(['integer', 'number', 'string', 'boolean', 'date']),
        jsonPath: z.string(),
        description: z.string().optional(),
        priority: z.int().optional(),
      }),
    )
    .optional(),
  schema: z.strictObject({ openAPIV3Schema: Schema }),
});

export const Definition = z.strictObject({
  apiVersion: z.literal('apiextensions.k8s.io/v1'),
  kind: z.literal('CustomResourceDefinition'),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.strictObject({
    group: z.string(),
    scope: z.enum(['Namespaced', 'Cluster']),
    names: z.strictObject({
      kind: z.string(),
      listKind: z.string(),
      plural: z.string(),
      singular: z.string(),
      shortNames: z.array(z.string()).optional(),
      categories: z.array(z.string()).optional(),
    }),
    versions: z.array(Version).min(1),
  }),
});
/** A CustomResourceDefinition of this folder. */
export type Definition = z.infer<typeof Definition>;

const CRDS = fileURLToPath(new URL('../crds', import.meta.url));

/** The definitions of `crds/`, the one source of the resources' shape. Throws a ZodError that names the place of what does not fit. */
export function readDefinitions(): Definition[] {
  return readdirSync(CRDS)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .map((file) => Definition.parse(parse(readFileSync(join(CRDS, file), 'utf8'))));
}

/** The schema of the version that is stored. */
export function storedSchema({ spec }: Definition): Schema {
  const stored = spec.versions.find(({ storage }) => storage) ?? spec.versions[0];
  if (stored === undefined) throw new Error(`${spec.names.kind} has no version`);
  return stored.schema.openAPIV3Schema;
}
