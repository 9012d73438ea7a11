import { expect, it } from 'vitest';
import { LARGE_BYTES } from './large.ts';
import { openCommonStore } from './open.ts';

it('closes the store even where the blobs cannot be closed', async () => {
  const store = await openCommonStore({ storeUrl: 'sqlite::memory:', blobsUrl: 'nowhere:' });
  await store.ping();
  // Closed while its blobs are being opened, which fails.
  const written = store.collection({ name: 'books', large: ['text'] }).insert({ _id: 'a', text: 'x'.repeat(LARGE_BYTES) } as { _id: string });
  const outcomes = await Promise.allSettled([written, store.close()]);
  expect(outcomes).toMatchObject(Array(2).fill({ status: 'rejected', reason: { field: 'GYRE_BLOBS_URL' } }));
  await expect(store.ping()).rejects.toMatchObject({ code: 'UNAVAILABLE', boundary: 'store' });
});
