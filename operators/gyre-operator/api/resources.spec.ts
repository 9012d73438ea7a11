import { describe, expect, it } from 'vitest';
import { CASES } from '../testkit/cases.ts';
import { changed, refusals, sample } from '../testkit/samples.ts';
import { CONDITIONS, type Kind } from './conditions.ts';
import { PREFLIGHT_RULES } from './preflight.ts';
import { readDefinitions } from './schema.ts';

const kinds: Kind[] = ['TrainingRun', 'DevicePool', 'Device', 'DeviceLease'];

describe('the resources', () => {
  it('are the kinds that have conditions', () => {
    expect(readDefinitions().map(({ spec }) => spec.names.kind).sort()).toEqual(Object.keys(CONDITIONS).sort());
  });

  it.each(kinds)('the sample of %s is taken as it is', (kind) => {
    expect(refusals(kind, sample(kind))).toEqual([]);
  });

  it.each(kinds)('an update of %s that changes nothing is taken', (kind) => {
    expect(refusals(kind, sample(kind), sample(kind))).toEqual([]);
  });

  it.each(CASES.map((each) => [`${each.kind}: ${each.refused === undefined ? 'takes' : 'refuses'} ${each.name}`, each] as const))('%s', (_, { kind, create = {}, update, refused }) => {
    const created = changed(sample(kind), create);
    const found = update === undefined ? refusals(kind, created) : refusals(kind, changed(created, update), created);
    if (update !== undefined) expect(refusals(kind, created)).toEqual([]);
    if (refused === undefined) expect(found).toEqual([]);
    else expect(found.join('\n')).toContain(refused);
  });

  it('every CEL rule of the resources refuses something', () => {
    const names = new Set(JSON.stringify(readDefinitions()).match(/"message":"\[[a-z0-9-]+\]/g)?.map((text) => text.slice('"message":"'.length)));
    const refused = CASES.flatMap(({ kind, create = {}, update, refused: expected }) => {
      if (expected === undefined) return [];
      const created = changed(sample(kind), create);
      return update === undefined ? refusals(kind, created) : refusals(kind, changed(created, update), created);
    }).join('\n');
    // Those of the preflight are broken one by one in its own spec.
    const preflight = PREFLIGHT_RULES.map((name) => `[${name}]`);
    expect([...names].filter((name) => !refused.includes(name) && !preflight.includes(name))).toEqual([]);
  });
});
