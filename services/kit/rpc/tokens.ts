import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { invalid } from '#kit/errors.ts';
import { type Authenticate, tokenTable } from '#kit/rpc/roles.ts';

const table = z.record(z.string().min(16), z.object({ subject: z.string(), roles: z.array(z.string()) }));

/**
 * Authenticates by the tokens in a JSON file, `{token: {subject, roles}}`, as a mounted secret holds them. INVALID_ARGUMENT,
 * naming `variable` (where the path came from), if there is no such file or it holds something else; it never shows a token.
 */
export async function tokensFrom(path: string | undefined, variable: string): Promise<Authenticate> {
  if (path === undefined || path === '') throw invalid(variable, 'is not set', 'name a JSON file {token: {subject, roles}}');
  const parsed = table.safeParse(await read(path, variable));
  if (!parsed.success) throw invalid(variable, `${path} is not a table of tokens`, 'write {token: {subject, roles}}, tokens of 16 characters or more');
  const principals = Object.entries(parsed.data).map(([token, { subject, roles }]) => [token, { subject, roles: new Set(roles) }] as const);
  return tokenTable(Object.fromEntries(principals));
}

async function read(path: string, variable: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    throw invalid(variable, `${path} cannot be read as JSON`, 'name a JSON file {token: {subject, roles}}');
  }
}
