import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openFileBlobs } from './files.ts';
import { openBlobs } from './open.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gyre-blobs-'));
});
afterEach(() => rm(folder, { recursive: true }));

const files = async () => (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

it('keeps one file per content in two levels of folders, and no temporary ones', async () => {
  const blobs = openFileBlobs(folder);
  const bytes = Buffer.alloc(1_000_000, 3);
  const digests = await Promise.all(Array.from({ length: 8 }, () => blobs.put(bytes)));
  expect(new Set(digests).size).toBe(1);
  const [file, ...others] = await files();
  expect(others).toEqual([]);
  const hex = digests[0]?.slice('sha256:'.length) ?? '';
  expect(join(file?.parentPath ?? '', file?.name ?? '')).toBe(join(folder, hex.slice(0, 2), hex.slice(2, 4), hex));
});

it('notices bytes that changed on disk', async () => {
  const blobs = openFileBlobs(folder);
  const digest = await blobs.put(Buffer.from('checkpoint'));
  const [file] = await files();
  await writeFile(join(file?.parentPath ?? '', file?.name ?? ''), 'checkpaint');
  await expect(blobs.get(digest)).rejects.toMatchObject({ code: 'INTERNAL', boundary: 'store', details: { digest } });
});

it('is UNAVAILABLE where it cannot write', async () => {
  await writeFile(join(folder, 'file'), '');
  const blobs = openFileBlobs(join(folder, 'file'));
  await expect(blobs.put(Buffer.from('x'))).rejects.toMatchObject({ code: 'UNAVAILABLE', boundary: 'store' });
});

it('names the variable when a URL has no driver', async () => {
  await expect(openBlobs('s3://key@bucket')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: 'GYRE_BLOBS_URL' });
  await expect(openBlobs('file:')).rejects.toMatchObject({ field: 'GYRE_BLOBS_URL' });
});
