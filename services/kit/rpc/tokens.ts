import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { invalid } from '#kit/errors.ts';
import { type Authenticate, digestTable } from '#kit/rpc/roles.ts';

const FORM = '{DIGEST: {subject, roles}}, DIGEST being sha256: and the SHA-256 of the token in hex';
const table = z.record(z.string().regex(/^sha256:[0-9a-f]{64}$/), z.object({ subject: z.string(), roles: z.array(z.string()) }));

/**
 * Authenticates by the tokens whose digests are in a JSON file, `{"sha256:<hex>": {subject, roles}}`. Every service reads the same file,
 * so it holds no token itself. INVALID_ARGUMENT, naming `variable` (where the path came from), if there is no such file or it holds
 * something else; what it holds is not shown.
 */
export async function tokensFrom(path: string | undefined, variable: string): Promise<Authenticate> {
  if (path === undefined || path === '') throw invalid(variable, 'is not set', `name a JSON file ${FORM}`);
  const parsed = table.safeParse(await read(path, variable));
  if (!parsed.success) throw invalid(variable, `${path} is not a table of tokens`, `write ${FORM}`);
  const principals = Object.entries(parsed.data).map(([digest, { subject, roles }]) => [digest, { subject, roles: new Set(roles) }] as const);
  return digestTable(Object.fromEntries(principals));
}

async function read(path: string, variable: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    throw invalid(variable, `${path} cannot be read as JSON`, `name a JSON file ${FORM}`);
  }
}
