import type { Schema } from '../api/schema.ts';

/** A place of a schema. */
export interface Place {
  /** `.spec.trainer.nodes`; items of a list as `[]`, values of a map as `{}`. */
  readonly path: string;
  readonly name: string;
  readonly schema: Schema;
  readonly parent: Place | undefined;
}

/** Every place of a schema, parents before children. */
export function placesOf(schema: Schema, path = '', name = '', parent?: Place): Place[] {
  const place: Place = { path, name, schema, parent };
  return [
    place,
    ...Object.entries(schema.properties ?? {}).flatMap(([key, property]) => placesOf(property, `${path}.${key}`, key, place)),
    ...(schema.items ? placesOf(schema.items, `${path}[]`, '', place) : []),
    ...(schema.additionalProperties ? placesOf(schema.additionalProperties, `${path}{}`, '', place) : []),
  ];
}

/** The places above, the nearest first. */
export function above(place: Place): Place[] {
  return place.parent === undefined ? [] : [place.parent, ...above(place.parent)];
}

/** What a simple JSON path (`.spec.trainer.nodes`) leads to; undefined where it leads nowhere. Metadata is known to every object. */
export function resolve(schema: Schema, path: string): Schema | undefined {
  if (path === '.metadata.creationTimestamp') return { type: 'string', format: 'date-time' };
  const steps = path.split('.').slice(1);
  if (!path.startsWith('.') || steps.some((step) => !/^\w+$/.test(step))) return undefined;
  return steps.reduce<Schema | undefined>((at, step) => at?.properties?.[step] ?? at?.additionalProperties, schema);
}
