import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestOfBytes } from '../digest.ts';
import { tokensFrom } from './tokens.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tokens-'));
});
afterAll(() => rm(folder, { recursive: true }));

const file = async (text: string) => {
  const path = join(folder, 'tokens.json');
  await writeFile(path, text);
  return path;
};

describe('tokensFrom', () => {
  it('knows the tokens of the file and no others', async () => {
    const authenticate = await tokensFrom(await file(JSON.stringify({ [digestOfBytes('0123456789abcdef')]: { subject: 'verifier-1', roles: ['verifier'] } })), 'TOKENS');
    expect(await authenticate('0123456789abcdef')).toEqual({ subject: 'verifier-1', roles: new Set(['verifier']) });
    for (const other of ['0123456789abcdeg', digestOfBytes('0123456789abcdef'), '']) expect(await authenticate(other)).toBeUndefined();
  });

  it.each([
    ['{"0123456789abcdef": {"subject": "a", "roles": []}}', /not a table of tokens/],
    [`{"${digestOfBytes('0123456789abcdef')}": {"roles": "verifier"}}`, /not a table of tokens/],
    ['{"0123456789abcdef"', /cannot be read as JSON/],
  ])('refuses %s by its variable and keeps the tokens to itself', async (text, message) => {
    const failure = await tokensFrom(await file(text), 'TOKENS').then(() => undefined, (error: Error) => error);
    expect(failure?.message).toMatch(message);
    expect(failure?.message).toMatch(/^TOKENS: /);
    expect(failure?.message).not.toContain('0123456789abcdef');
  });

  it('says that the variable is not set', async () => {
    await expect(tokensFrom(undefined, 'TOKENS')).rejects.toThrow(/TOKENS: is not set/);
  });
});
