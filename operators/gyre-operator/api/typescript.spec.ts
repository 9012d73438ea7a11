import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { DeviceLeaseInput, DeviceLeaseSpec } from './gen/device-lease.ts';
import { Definition, readDefinitions } from './schema.ts';
import { fileOf, typesOf } from './typescript.ts';

const definition = Definition.parse(
  parse(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: smallthings.gyre.dev }
spec:
  group: gyre.dev
  scope: Namespaced
  names: { kind: SmallThing, listKind: SmallThingList, plural: smallthings, singular: smallthing }
  versions:
    - name: v1alpha1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          description: A small thing.
          properties:
            metadata: { type: object }
            spec:
              type: object
              required: [size]
              properties:
                size: { type: integer, description: How large. }
                colour: { type: string, enum: [Red, Blue], default: Red }
                memory: { x-kubernetes-int-or-string: true, anyOf: [{ type: integer }, { type: string }] }
                labels: { type: object, additionalProperties: { type: string } }
                parts: { type: array, items: { type: object, properties: { name: { type: string } } } }
                kinds: { type: array, items: { type: string, enum: [A, B] } }
            status: { type: object, properties: { ready: { type: boolean } } }
`),
);

describe('types of a resource', () => {
  const text = typesOf(definition);

  it.each([
    ['a required field', '  size: number;'],
    ['a description', '/** How large. */'],
    ['a field with a default, as read', "  colour: 'Red' | 'Blue';"],
    ['a field with a default, as written', "  colour?: 'Red' | 'Blue';"],
    ['an int-or-string', '  memory?: number | string;'],
    ['a map', '  labels?: Record<string, string>;'],
    ['a list of objects, named by its item', '  parts?: SmallThingSpecPart[];'],
    ['a list of words', "  kinds?: ('A' | 'B')[];"],
    ['the status, which may be absent', '  status?: SmallThingStatus;'],
    ['the resource', "export const SMALL_THING_RESOURCE = { group: 'gyre.dev', version: 'v1alpha1', plural: 'smallthings', kind: 'SmallThing' } as const;"],
  ])('have %s', (_, line) => {
    expect(text).toContain(line);
  });

  it('are not doubled where no default makes a difference', () => {
    expect(text).toContain('interface SmallThingSpecInput');
    expect(text).not.toContain('SmallThingSpecPartInput');
  });

  it('are on disk as the definitions say', () => {
    for (const each of readDefinitions()) expect(readFileSync(new URL(`gen/${fileOf(each)}`, import.meta.url), 'utf8')).toBe(typesOf(each));
  });

  it('hold what is read to its defaults, and what is written not', () => {
    const written: DeviceLeaseInput = { apiVersion: 'gyre.dev/v1alpha1', kind: 'DeviceLease', metadata: { name: 'a' }, spec: { poolRef: { name: 'p' }, tenant: 't', holder: 'h' } };
    // @ts-expect-error: a lease as read has its defaults.
    const incomplete: DeviceLeaseSpec = { poolRef: { name: 'p' }, tenant: 't', holder: 'h' };
    expect([written.spec.ttlSeconds, incomplete.ttlSeconds]).toEqual([undefined, undefined]);
  });
});
