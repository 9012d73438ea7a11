import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBlobs } from '#kit/blobs/open.ts';
import { blobsContract } from './blobs.contract.ts';

blobsContract('files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gyre-blobs-'));
  return { open: () => openBlobs(`file:${join(folder, 'blobs')}`), cleanup: () => rm(folder, { recursive: true }) };
});
