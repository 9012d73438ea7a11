import { z } from 'zod';
import type { TrainingRunSpec, TrainingRunStatus } from '../api/mod.ts';
import { TRAINING_RUN_RESOURCE } from '../api/mod.ts';
import { readDefinitions, type Schema, storedSchema } from '../api/schema.ts';
import { kubeObject, type Resource } from '../runtime/objects.ts';

/** TrainingRuns as the API server stores them: checked by the very schema in `crds/`, with its defaults. */

const { group, version, plural, kind } = TRAINING_RUN_RESOURCE;

/** A part of the stored schema, for parsing. */
function partOf(field: 'spec' | 'status'): z.ZodType {
  const definition = readDefinitions().find(({ spec }) => spec.names.kind === kind);
  const part: Schema | undefined = definition && storedSchema(definition).properties?.[field];
  if (!part) throw new TypeError(`crds/ has no ${field} of ${kind}`);
  // What the schema accepts is what `npm run generate` made the types of.
  return z.fromJSONSchema(part as Parameters<typeof z.fromJSONSchema>[0]);
}

const trainingRun = kubeObject.extend({
  spec: partOf('spec').transform((value) => value as TrainingRunSpec),
  status: partOf('status')
    .transform((value) => value as TrainingRunStatus)
    .optional(),
});

/** A run as it was read. */
export type Run = z.infer<typeof trainingRun>;

export const TRAINING_RUNS: Resource<Run> = { apiVersion: `${group}/${version}`, kind, plural, namespaced: true, schema: trainingRun };
