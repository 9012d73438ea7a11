import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '#kit/store/open.ts';
import { storeContract } from './store.contract.ts';

storeContract('sqlite file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gyre-store-'));
  return {
    open: () => openStore(`sqlite:${join(folder, 'deep', 'gyre.db')}`),
    cleanup: () => rm(folder, { recursive: true }),
  };
});
