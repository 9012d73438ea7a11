import { randomBytes } from 'node:crypto';
import { access, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { digestOfBytes } from '../digest.ts';
import { GyreError } from '../errors.ts';
import { makeFolder } from '../folder.ts';
import { blobPath, intact } from './digests.ts';
import type { Blobs } from './types.ts';

/**
 * Keeps blobs as files under `dir`, in folders by the first four digits of their digest. A blob appears whole or not at all,
 * whatever crashes, and several processes may share the folder.
 */
export function openFileBlobs(dir: string): Blobs {
  const pathOf = (digest: string): string => join(dir, ...blobPath(digest));
  const has = (digest: string): Promise<boolean> => access(pathOf(digest)).then(() => true, () => false);
  return {
    async put(bytes) {
      const digest = digestOfBytes(bytes);
      const path = pathOf(digest);
      if (await has(digest)) return digest;
      await writeWhole(path, bytes).catch((error: unknown) => {
        throw blobError(error, digest);
      });
      return digest;
    },
    async get(digest) {
      const bytes = await readFile(pathOf(digest)).catch((error: unknown) => {
        throw blobError(error, digest);
      });
      return intact(bytes, digest);
    },
    has: async (digest) => has(digest),
    delete: async (digest) => rm(pathOf(digest), { force: true }),
    close: async () => undefined,
  };
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  makeFolder(dirname(path));
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function blobError(error: unknown, digest: string): GyreError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return new GyreError('NOT_FOUND', `no blob ${digest}`, { boundary: 'store', details: { digest }, cause: error });
  const message = error instanceof Error ? error.message : String(error);
  return new GyreError('UNAVAILABLE', `blob ${digest}: ${message}`, { boundary: 'store', details: { digest }, cause: error });
}
