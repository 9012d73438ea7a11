import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Blobs } from '#kit/blobs/types.ts';
import { digestOfBytes } from '#kit/digest.ts';

export interface BlobsFixture {
  /** Twice gives two connections to the same blobs. */
  open(): Promise<Blobs>;
  cleanup(): Promise<void>;
}

/** What every side of the blob port must do. */
export function blobsContract(name: string, fixture: () => Promise<BlobsFixture>): void {
  describe(`blobs contract: ${name}`, () => {
    let under: BlobsFixture;
    let blobs: Blobs;
    beforeEach(async () => {
      under = await fixture();
      blobs = await under.open();
    });
    afterEach(async () => {
      await blobs.close();
      await under.cleanup();
    });

    it('gives any bytes back under the digest of their content', async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
          const digest = await blobs.put(bytes);
          expect(digest).toBe(digestOfBytes(bytes));
          expect([...(await blobs.get(digest))]).toEqual([...bytes]);
        }),
        { numRuns: 30 },
      );
    });

    it('holds 20 MB, and the same bytes stored at the same time by two connections', async () => {
      const bytes = Buffer.alloc(20_000_000, 5);
      const other = await under.open();
      const digests = await Promise.all([blobs.put(bytes), other.put(bytes), blobs.put(bytes)]);
      expect(new Set(digests).size).toBe(1);
      expect(bytes.equals(await other.get(digests[0] ?? ''))).toBe(true);
      await other.close();
    });

    it('says what is absent, and forgets what is deleted', async () => {
      const digest = digestOfBytes('absent');
      expect(await blobs.has(digest)).toBe(false);
      await expect(blobs.get(digest)).rejects.toMatchObject({ code: 'NOT_FOUND', boundary: 'store', details: { digest } });
      await blobs.put(Buffer.from('absent'));
      expect(await blobs.has(digest)).toBe(true);
      await blobs.delete(digest);
      await blobs.delete(digest);
      expect(await blobs.has(digest)).toBe(false);
    });

    it('takes nothing but digests for names', async () => {
      for (const digest of ['../secret', 'sha256:', `sha256:${'A'.repeat(64)}`, `sha256:${'a'.repeat(64)}/..`]) {
        await expect(blobs.get(digest)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: 'digest' });
        await expect(blobs.has(digest)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
        await expect(blobs.delete(digest)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
      }
    });
  });
}
