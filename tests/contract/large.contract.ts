import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRecords } from '#curator/records.ts';
import { releaseDigest } from '#curator/releases/content.ts';
import { calls, finish, trajectoryOf, verdictOf } from '#curator/testkit/builders.ts';
import { openBench } from '#curator/testkit/bench.ts';
import { openMemoryBus } from '#kit/bus/memory.ts';
import { ManualClock } from '#kit/clock.ts';
import { digestOfBytes } from '#kit/digest.ts';
import { random } from '#kit/random.ts';
import { jsonOf } from '#kit/store/json.ts';
import { LARGE_BYTES } from '#kit/store/large.ts';
import { openCommonStore, openStore } from '#kit/store/open.ts';
import type { CollectionSpec, Doc, Store } from '#kit/store/types.ts';
import { Release } from '#protos/core/v1/release.ts';
import { IngestRequest } from '#protos/curator/v1/curator_service.ts';
import { Batches, Slots, unpack } from '#rollout-worker/mod.ts';
import { pack } from '#rollout-worker/packing.ts';

interface Book extends Doc {
  readonly title: string;
  readonly text?: string;
  readonly pages?: readonly string[];
}

const BOOKS: CollectionSpec = { name: 'books', indexes: [{ fields: ['title'] }], large: ['text', 'pages'] };
/** The most that MongoDB takes as one document. */
const DOCUMENT_BYTES = 16 * 1024 * 1024;

/** Text of `length` letters that hardly gets shorter by packing it. */
function noise(length: number): string {
  const stream = random('noise', length);
  const bytes = Buffer.alloc(Math.ceil((length * 3) / 4));
  for (let at = 0; at < bytes.length; at++) bytes[at] = stream.int(256);
  return bytes.toString('base64').slice(0, length);
}

/** What a store does with documents that have large fields; `newUrl` names a database that is empty, in `folder` if it is a file. */
export function largeContract(name: string, newUrl: (folder: string) => string): void {
  describe(`large fields: ${name}`, () => {
    let folder: string;
    let url: string;
    let store: Store;
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'gyre-large-'));
      await mkdir(join(folder, 'blobs'));
      url = newUrl(folder);
      store = await openCommonStore({ storeUrl: url, blobsUrl: `file:${folder}/blobs` });
    });
    afterEach(async () => {
      await store.close();
      await rm(folder, { recursive: true });
    });
    const blobFiles = async () => {
      const entries = await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    };

    it('gives a release of 200,000 records back whole, under the digest that it has anywhere', async () => {
      const { gate, collections } = await openBench(undefined, store);
      const recordDigests = Array.from({ length: 200_000 }, (_, i) => digestOfBytes(Buffer.from(`record ${i}`)));
      const content = Release.fromPartial({ recordDigests, tasks: [{ taskId: 't1', weight: 1, stratum: 'fresh' }] });
      const release = { ...content, digest: releaseDigest(content) };
      const doc = { _id: release.digest, state: 'proposed' as const, round_id: '', parent: '', release: jsonOf(Release.toJSON(release)), approval: null };
      expect(await collections.releases.insert(doc)).toBe(true);
      expect(await collections.releases.insert(doc)).toBe(false);
      expect(await gate.get(release.digest)).toEqual(release);
      // What is changed beside the large field leaves it as it is.
      const rejected = await gate.decide(release.digest, false, { by: 'reviewer', reason: '', automatic: false });
      expect(rejected.recordDigests).toEqual(recordDigests);
      expect(releaseDigest(rejected)).toBe(release.digest);
      expect((await collections.releases.find({ state: 'rejected' })).map(({ release: kept }) => kept)).toEqual([doc.release]);
      expect(await blobFiles()).toHaveLength(1);
    });

    it('takes a trajectory whose packed steps are more than a document may hold from the slot to the record', async () => {
      const { take, collections } = await openBench(undefined, store);
      const clock = new ManualClock(1);
      const [slots, batches] = [new Slots({ store, clock }), new Batches(store, openMemoryBus({ clock }))];
      const plan = { id: 'b', purpose: 'training', policy: 'sha256:policy', harnessVersion: 'h', temperature: 1, seed: 5, groupSize: 1, randomGuidance: false, tasks: ['t1'], spares: [] } as const;
      await batches.plan(plan);
      const [slot] = await slots.claim('b/0.0', 'w');
      if (!slot) throw new Error('nothing claimed');
      const resultJson = JSON.stringify(noise(4 * 1024 * 1024 + 200_000));
      const made = { tool: 'manage_alarm', result: { resultJson } };
      const trajectory = trajectoryOf(slot._id, 't1', [calls(made), calls(made, { tool: 'query_alarm', result: { resultJson: JSON.stringify(noise(9 * 1024 * 1024)) } }), finish()]);
      const verdict = verdictOf(trajectory.id);
      const result = pack(IngestRequest.encode({ trajectory, verdict }).finish());
      expect(result.length).toBeGreaterThan(DOCUMENT_BYTES);
      const summary = { success: true, progress: 1, valid: true, steps: 3, tokens: 3, toolCalls: 3 };
      const outcome = { kind: 'completed', slotId: slot._id, attempt: 1, trajectoryId: trajectory.id, result, openingDigest: 'o', opening: 'x', summary } as const;
      expect(await slots.complete(slot, outcome)).toBe(true);
      const [ready] = await slots.ready('b/0.0');
      const reported = IngestRequest.decode(unpack(ready?.result ?? ''));
      expect(reported).toEqual(IngestRequest.decode(unpack(result)));
      if (!reported.trajectory) throw new Error('no trajectory');
      const [record] = await take({ trajectory: reported.trajectory, verdict: reported.verdict });
      if (!record || record instanceof Error) throw record ?? new Error('no record');
      expect((await readRecords(collections, [record.digest]))[0]?.trajectory?.steps).toEqual(reported.trajectory.steps);
      expect((await collections.trajectories.get(trajectory.id))?.steps.length).toBeGreaterThan(DOCUMENT_BYTES);
      await slots.settle(slot._id, record.digest);
      await batches.forget('b');
      expect((await batches.accepted('b')).map((each) => each.result)).toEqual([undefined]);
    });

    it('says which blob of which document is gone or has changed, and reads the others', async () => {
      const books = store.collection<Book>(BOOKS);
      const text = noise(2 * LARGE_BYTES);
      await books.insertMany([{ _id: 'a', title: 'A', text }, { _id: 'b', title: 'B', text: 'short' }]);
      const [file = ''] = await blobFiles();
      const problem = (cause: string) => ({
        ...{ code: 'INTERNAL', boundary: 'store', field: 'text', retryable: false, remedy: expect.stringContaining('GYRE_BLOBS_URL') },
        ...{ message: expect.stringMatching(`text of document a of collection books .*${cause}`), details: { collection: 'books', document: 'a', digest: expect.stringMatching(/^sha256:/) } },
      });
      await writeFile(file, 'something else');
      await expect(books.get('a')).rejects.toMatchObject(problem('no longer matches its digest'));
      await rm(file);
      await expect(books.get('a')).rejects.toMatchObject(problem('no blob'));
      await expect(books.find({})).rejects.toMatchObject(problem('no blob'));
      expect(await books.find({ title: 'B' })).toMatchObject([{ _id: 'b', text: 'short' }]);
      // Written again, it is whole again.
      await books.put({ _id: 'a', title: 'A', text });
      expect(await books.get('a')).toEqual({ _id: 'a', title: 'A', text });
    });

    it('reads no blob of a field that is not wanted, or that it has just written', async () => {
      const books = store.collection<Book>(BOOKS);
      await books.insertMany(['a', 'b'].map((_id) => ({ _id, title: _id, text: noise(2 * LARGE_BYTES) })));
      for (const file of await blobFiles()) await rm(file);
      expect(await books.find({}, { fields: ['title'] })).toEqual([{ _id: 'a', title: 'a' }, { _id: 'b', title: 'b' }]);
      expect(await books.update('a', {}, { set: { title: 'A' } }, { fields: ['title'] })).toEqual({ _id: 'a', title: 'A' });
      expect(await books.updateFirst({ title: 'b' }, [], { set: { title: 'B' } }, { fields: [] })).toEqual({ _id: 'b' });
      expect(await books.updateFirst({ title: 'B' }, [], { unset: ['text'] })).toEqual({ _id: 'b', title: 'B' });
      await expect(books.find({}, { fields: ['text'] })).rejects.toMatchObject({ code: 'INTERNAL', field: 'text' });
      await expect(books.update('a', {}, { set: { title: 'C' } })).rejects.toMatchObject({ code: 'INTERNAL', field: 'text' });
    });

    it('cannot read a large field without blobs, and says so', async () => {
      await store.collection<Book>(BOOKS).insertMany([{ _id: 'a', title: 'A', text: noise(2 * LARGE_BYTES) }, { _id: 'b', title: 'B', text: 'short' }]);
      const without = await openStore(url);
      const books = without.collection<Book>(BOOKS);
      expect(await books.get('b')).toMatchObject({ text: 'short' });
      await expect(books.get('a')).rejects.toMatchObject({ code: 'INTERNAL', field: 'text', message: expect.stringContaining('opened without blobs') });
      await without.close();
    });

    it('moves what passes the threshold, whatever it is and however it comes, and nothing else', async () => {
      const books = store.collection<Book>(BOOKS);
      // Two quotation marks beside the letters.
      const [fits, passes] = ['x'.repeat(LARGE_BYTES - 2), 'x'.repeat(LARGE_BYTES - 1)];
      await books.insert({ _id: 'a', title: 'A', text: fits });
      await books.put({ _id: 'b', title: 'y'.repeat(2 * LARGE_BYTES) });
      expect(await blobFiles()).toEqual([]);
      expect(await books.update('a', {}, { set: { text: passes } })).toEqual({ _id: 'a', title: 'A', text: passes });
      expect(await blobFiles()).toHaveLength(1);
      const wide = '早\u0000"'.repeat(LARGE_BYTES / 8);
      expect(await books.updateFirst({ title: 'A' }, [['_id', 1]], { set: { pages: [wide, 'end'] } })).toEqual({ _id: 'a', title: 'A', text: passes, pages: [wide, 'end'] });
      expect(await blobFiles()).toHaveLength(2);
      expect(await books.find({}, { sort: [['title', 1]], limit: 1 })).toEqual([{ _id: 'a', title: 'A', text: passes, pages: [wide, 'end'] }]);
      expect(await books.update('a', {}, { unset: ['text'], set: { pages: ['one'] } })).toEqual({ _id: 'a', title: 'A', pages: ['one'] });
      expect(await books.get('a')).toEqual({ _id: 'a', title: 'A', pages: ['one'] });
    });

    it('refuses to search in a large field or to change part of it', async () => {
      const books = store.collection<Book>(BOOKS);
      await books.insert({ _id: 'a', title: 'A', pages: ['one'] });
      const refusal = (field: string) => ({ code: 'INVALID_ARGUMENT', field });
      await expect(books.find({ text: 'x' })).rejects.toMatchObject(refusal('text'));
      await expect(books.find({}, { sort: [['text', 1]] })).rejects.toMatchObject(refusal('text'));
      await expect(books.count({ 'pages.0': 'one' })).rejects.toMatchObject(refusal('pages.0'));
      await expect(books.update('a', { pages: null }, { set: { title: 'B' } })).rejects.toMatchObject(refusal('pages'));
      await expect(books.update('a', {}, { set: { 'pages.0': 'two' } })).rejects.toMatchObject(refusal('pages.0'));
      await expect(books.update('a', {}, { inc: { text: 1 } })).rejects.toMatchObject(refusal('text'));
      await expect(books.updateFirst({ text: 'x' }, [], { set: { title: 'B' } })).rejects.toMatchObject(refusal('text'));
      await expect(books.delete('a', { text: 'x' })).rejects.toMatchObject(refusal('text'));
      expect(await books.get('a')).toEqual({ _id: 'a', title: 'A', pages: ['one'] });
    });
  });
}
