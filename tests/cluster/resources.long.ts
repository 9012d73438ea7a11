import { beforeAll, describe, expect, it } from 'vitest';
import { GyreError } from '#kit/errors.ts';
import type { Kind } from '#operator/api/conditions.ts';
import { type Case, CASES } from '#operator/testkit/cases.ts';
import { changed, refusals, sample } from '#operator/testkit/samples.ts';
import { isObject } from '#operator/testkit/validate.ts';
import { applied, conditionOf, define, DEFINITIONS, describeWithKubernetes, NAMESPACES, sent } from './cluster.testkit.ts';
import { definitions, type Json, objectOf, resourceOf } from './gyre-resources.ts';

const kinds: Kind[] = ['TrainingRun', 'DevicePool', 'Device', 'DeviceLease'];

await describeWithKubernetes('the resources on a real API server', { control: false }, ({ admin }) => {
  beforeAll(async () => {
    await define(admin(), ...definitions);
    await applied(admin(), NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'lab' } });
  });

  it.each(definitions.map(({ metadata }) => metadata.name))('%s is structural, and its names are its own', async (name) => {
    const definition = await admin().get(DEFINITIONS, { name });
    expect([conditionOf(definition, 'NonStructuralSchema'), conditionOf(definition, 'NamesAccepted')]).toEqual([undefined, 'True']);
  });

  it.each(kinds)('the sample of %s is taken, and taken again', async (kind) => {
    const object = inLab(sample(kind));
    await applied(admin(), resourceOf(kind), object);
    await applied(admin(), resourceOf(kind), object);
    await remove(kind, object.metadata.name);
  });

  describe.each(kinds)('%s', (kind) => {
    it.each(CASES.filter((each) => each.kind === kind).map((each) => [`${each.refused === undefined ? 'takes' : 'refuses'} ${each.name}`, each] as const))('%s', async (_, one) => {
        const said = await play(one);
      if (one.refused === undefined) expect(said).toBe('');
      else expect(said).toContain(one.refused);
      // The evaluators of the specs say the same, each of their lines.
      for (const line of guessed(one)) expect(said).toContain(line);
    });
  });

  /** Creates the sample with the case's changes, then changes it; what the API server has against the last step, empty if nothing. */
  async function play({ kind, create = {}, update }: Case): Promise<string> {
    const start = inLab(changed(sample(kind), create));
    const { name } = start.metadata;
    try {
      const creating = store(kind, undefined, start);
      if (update === undefined) return await refusalOf(creating);
      const there = await creating;
      return await refusalOf(store(kind, there, changed(there, update)));
    } finally {
      await remove(kind, name);
    }
  }

  /** Creates or replaces an object; its status, which the API server takes apart from it, where that is not what it was. */
  async function store(kind: Kind, before: Json | undefined, after: Json): Promise<Json> {
    const place = { namespace: 'lab', name: inLab(after).metadata.name };
    const same = (part: string) => JSON.stringify(before?.[part]) === JSON.stringify(after[part]);
    let there: Json = before ?? objectOf(await sent(admin(), resourceOf(kind), 'POST', { namespace: 'lab' }, { ...after, status: undefined }));
    if (before !== undefined && !same('spec')) there = objectOf(await sent(admin(), resourceOf(kind), 'PUT', place, after));
    if (same('status')) return there;
    return objectOf(await sent(admin(), resourceOf(kind), 'PUT', { ...place, subresource: 'status' }, { ...there, status: after['status'] }));
  }

  async function remove(kind: Kind, name: string): Promise<void> {
    const { apiVersion, plural } = resourceOf(kind);
    await admin().call('delete', resourceOf(kind), { method: 'DELETE', path: `/apis/${apiVersion}/namespaces/lab/${plural}/${name}` }).catch((error: unknown) => {
      if (!(error instanceof GyreError && error.code === 'NOT_FOUND')) throw error;
    });
  }
});

function guessed({ kind, create = {}, update }: Case): string[] {
  const created = changed(sample(kind), create);
  return update === undefined ? refusals(kind, created) : refusals(kind, changed(created, update), created);
}

async function refusalOf(request: Promise<unknown>): Promise<string> {
  try {
    await request;
    return '';
  } catch (error) {
    if (error instanceof GyreError && ['400', '422'].includes(error.details['status'] ?? '')) return error.message;
    throw error;
  }
}

function inLab(object: Json): Json & { readonly metadata: { readonly name: string; readonly namespace: string } } {
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  return { ...object, metadata: { ...metadata, name: String(metadata['name']), namespace: 'lab' } };
}
