import { BSON } from 'mongodb';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { restoredDoc, storedDoc, storedName, storedPath } from './mongo-values.ts';

const names = fc.oneof(
  fc.constantFrom('', '$', '$ref', '$id', 'a.b', '.', '0', '17', '01', '%', '%0024', '\u0000', '_bsontype', '__proto__', 'constructor', 'toBSON', '\ud83d', 'ü', '😀'),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, fc.constantFrom(null, true, false, -0, 1e300), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string({ unit: 'binary' }), fc.constant('\udc00'), tie('list'), tie('fields')),
  list: fc.array(tie('value'), { maxLength: 3 }),
  fields: fc.dictionary(names, tie('value'), { maxKeys: 4, noNullPrototype: true }),
}));

it('gives every JSON document back from BSON as JSON text would', () => {
  fc.assert(
    fc.property(fc.dictionary(names.filter((name) => name !== '_id'), value, { noNullPrototype: true }), (fields) => {
      const doc = Object.assign(Object.fromEntries([['_id', 'a'], ...Object.entries(fields)]), { _id: 'a' });
      const kept = BSON.deserialize(BSON.serialize(storedDoc(doc)));
      expect(JSON.stringify(sorted(restoredDoc(kept)))).toBe(JSON.stringify(sorted(JSON.parse(JSON.stringify(doc)))));
    }),
    { numRuns: 2_000 },
  );
});

it('keeps ordinary names as they are, and no two names as one', () => {
  for (const name of ['state', 'leaseUntilMs', 'a-b', 'ü', '_id', 'x1', '😀']) expect(storedName(name)).toBe(name);
  fc.assert(fc.property(names, names, (one, other) => storedName(one) === storedName(other) === (one === other)), { numRuns: 2_000 });
});

it('writes paths so that no part of one is a position or an operator', () => {
  expect(storedPath('calls.0.name')).toBe('calls.%0030.name');
  expect(() => storedPath('a.$b')).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', field: 'a.$b' }));
});

/** Names of digits come first in objects of the language, whatever order they were written in. */
function sorted(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(sorted);
  if (typeof json !== 'object' || json === null) return json;
  return Object.entries(json).sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, each]) => [name, sorted(each)]);
}
