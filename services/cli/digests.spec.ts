import { describe, expect, it } from 'vitest';
import { openStore } from '#kit/store/open.ts';
import { digestAmong, storedDigest } from './digests.ts';

const [one, other, third] = [`sha256:abcdef01${'1'.repeat(56)}`, `sha256:abcdef02${'2'.repeat(56)}`, `sha256:7${'0'.repeat(63)}`] as const;

async function collections() {
  const store = await openStore('sqlite::memory:');
  const [records, policies] = [store.collection({ name: 'records' }), store.collection({ name: 'policies' })];
  await records.insertMany([{ _id: one }, { _id: third }]);
  await policies.insertMany([{ _id: other }, { _id: 'sha256:b1' }]);
  return [records, policies];
}

const ways: readonly (readonly [string, (given: string) => Promise<string | undefined>])[] = [
  ['among ids', async (given) => digestAmong([one, other, third, 'sha256:b1'], given, 'id')],
  ['in collections', async (given) => storedDigest(await collections(), given, 'id')],
];

describe.each(ways)('a digest %s', (_, find) => {
  it.each([
    [one, one],
    [one.slice(7), one],
    ['sha256:abcdef01', one],
    ['ABCDEF02', other],
    ['700000', third],
    ['sha256:b1', 'sha256:b1'],
    ['b1', 'sha256:b1'],
  ])('is found by %s', async (given, expected) => {
    expect(await find(given)).toBe(expected);
  });

  it.each(['', 'sha256:', 'sha256:abcde', 'abcde'])('is not found by %j, which is too short', async (given) => {
    await expect(find(given)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: 'id', message: expect.stringContaining('too short') });
  });

  it('is not guessed between several, which are named', async () => {
    await expect(find('abcdef')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', message: `id: abcdef is the beginning of ${one}, ${other}; give more of it` });
  });
});

it('leaves what begins nothing to whoever is asked next', async () => {
  expect(await storedDigest(await collections(), 'lexical', 'id')).toBe('lexical');
  expect(await storedDigest(await collections(), '999999', 'id')).toBe('999999');
  expect(digestAmong([one], '999999', 'id')).toBeUndefined();
});
