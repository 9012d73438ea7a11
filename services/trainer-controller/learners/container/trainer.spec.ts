import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFileBlobs } from '#kit/blobs/files.ts';
import type { Blobs } from '#kit/blobs/types.ts';
import { digestOfBytes } from '#kit/digest.ts';
import type { LearnerResult, LearnerStart } from '../../learner.ts';
import { readCheckpoint } from '../checkpoints.ts';
import { CompactLearner } from '../compact/mod.ts';
import type { TrainingJob } from '../compact/training.ts';
import { decodeJob, encodeJob } from '../job-blob.ts';
import { FakeEndpoint } from '../testkit/endpoint.ts';
import { coldStartJob, storedStart, updateJob } from '../testkit/jobs.ts';
import { train, type TrainerOptions } from './trainer.ts';

let folder = '';
let blobs: Blobs;
let start: LearnerStart;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gyre-container-'));
  blobs = openFileBlobs(join(folder, 'blobs'));
  start = await storedStart(blobs);
});
afterAll(() => rm(folder, { recursive: true }));

const withoutOrigin = (kind: 'coldStart' | 'update'): TrainingJob => {
  if (kind === 'coldStart') {
    const { origin: _, ...job } = coldStartJob(start);
    return { kind, ...job };
  }
  const { origin: _, ...job } = updateJob(start);
  return { kind, ...job };
};
const byLearner = (kind: 'coldStart' | 'update'): Promise<LearnerResult> => (kind === 'coldStart' ? new CompactLearner(blobs).coldStart(coldStartJob(start)) : new CompactLearner(blobs).update(updateJob(start)));

let runs = 0;
/** A run of a job with what outlives its pods, and pods that may be cut short at the nth rest, by a kill or by being told. */
async function openRun(kind: 'coldStart' | 'update', options: { everyUpdates?: number; keep?: number } = {}) {
  const job = withoutOrigin(kind);
  const endpoint = new FakeEndpoint(job.epochs, options);
  const settings = { objective: kind === 'coldStart' ? 'ColdStart' : 'Care', updates: job.epochs, checkpointUri: `file://${join(folder, `run-${runs++}`)}`, progressUrl: '', tokenFile: '', job: await blobs.put(encodeJob(job)), blobsUrl: '' };
  const pod = async (cut?: { readonly at: number; readonly how: 'killed' | 'told' }, more: Partial<TrainerOptions> = {}) => {
    endpoint.reported = 0;
    const told = new AbortController();
    let rests = 0;
    const rest = async () => {
      if (++rests !== cut?.at) return;
      if (cut.how === 'killed') throw new Error('killed');
      told.abort();
    };
    return train({ settings, progress: endpoint, blobs, rest, told: told.signal, ...more });
  };
  const last = async () => {
    const good = endpoint.record.findLast(({ state }) => state === 'Good');
    return good && readCheckpoint(good);
  };
  return { endpoint, settings, pod, last };
}

describe.each(['coldStart', 'update'] as const)('a job of kind %s in the container', (kind) => {
  it('comes to what the learner in the process comes to', async () => {
    const { pod, last, endpoint } = await openRun(kind);
    expect(await pod()).toBe('finished');
    const { checkpoint, optimiser, statistics } = await byLearner(kind);
    const made = await last();
    expect(made && [digestOfBytes(made.checkpoint), digestOfBytes(made.optimiser), made.statistics]).toEqual([checkpoint, optimiser, statistics]);
    expect(endpoint.reported).toBe(endpoint.updates);
  });

  it('comes to the same wherever it is killed or told to end', async () => {
    const { checkpoint, optimiser } = await byLearner(kind);
    const cuts = fc.array(fc.record({ at: fc.integer({ min: 1, max: 12 }), how: fc.constantFrom('killed' as const, 'told' as const) }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(cuts, fc.integer({ min: 1, max: 3 }), async (planned, everyUpdates) => {
        const { pod, last } = await openRun(kind, { everyUpdates });
        for (const cut of planned) await pod(cut).catch((error: unknown) => expect(String(error)).toContain('killed'));
        expect(await pod()).toBe('finished');
        const made = await last();
        expect(made && [digestOfBytes(made.checkpoint), digestOfBytes(made.optimiser)]).toEqual([checkpoint, optimiser]);
      }),
      { numRuns: 15 },
    );
  });

  it('is the same job after it was bytes', () => {
    const job = withoutOrigin(kind);
    const read = decodeJob(encodeJob(job));
    expect(encodeJob(read)).toEqual(encodeJob(job));
    expect(read).toEqual({ ...job, examples: job.examples.map((each) => ({ ...each, trajectory: new Uint8Array(each.trajectory), opening: new Uint8Array(each.opening) })) });
  });
});

describe('checkpoints', () => {
  it('told to end, the last whole pass is on record, though no checkpoint was due', async () => {
    const { pod, endpoint } = await openRun('coldStart', { everyUpdates: 4 });
    // Three updates of the weights are a pass.
    expect(await pod({ at: 8, how: 'told' })).toBe('cancelled');
    expect(endpoint.record).toMatchObject([{ update: 2, state: 'Good' }]);
  });

  it('a suspended run begins nothing', async () => {
    const { pod, endpoint } = await openRun('coldStart');
    endpoint.suspend = true;
    expect(await pod()).toBe('cancelled');
    expect([endpoint.record, endpoint.reported]).toEqual([[], 0]);
  });

  it('one whose bytes have changed is reported as bad, and the one before is gone on from', async () => {
    const { pod, last, endpoint, settings } = await openRun('coldStart');
    await pod({ at: 8, how: 'told' });
    const [first, second] = endpoint.record;
    const files = await readdir(join(settings.checkpointUri.slice('file://'.length), second?.name ?? ''), { recursive: true, withFileTypes: true });
    for (const file of files.filter((each) => each.isFile())) await truncate(join(file.parentPath, file.name), 10);
    await expect(pod()).rejects.toMatchObject({ code: 'INTERNAL', message: expect.stringContaining(second?.name ?? '') });
    expect(endpoint.record.map(({ state }) => state)).toEqual(['Good', 'Bad']);
    expect((await endpoint.order()).resume?.name).toBe(first?.name);
    endpoint.record.pop();
    await rm(join(settings.checkpointUri.slice('file://'.length), second?.name ?? ''), { recursive: true });
    expect(await pod()).toBe('finished');
    expect((await last())?.update).toBe(4);
  });

  it('those that went off the record are deleted', async () => {
    const { pod, endpoint, settings } = await openRun('coldStart', { keep: 2 });
    await pod();
    const files = await readdir(settings.checkpointUri.slice('file://'.length), { recursive: true, withFileTypes: true });
    const folders = new Set(files.filter((each) => each.isFile()).map((each) => /update-[^/]+/.exec(each.parentPath)?.[0]));
    expect([...folders].sort()).toEqual(endpoint.record.map(({ name }) => name).sort());
  });
});

describe('what would be wrong again is refused before anything is computed', () => {
  it.each([
    ['a run of other length', { updates: 9 }, 'spec.batch.updates'],
    ['a run of another objective', { objective: 'Care' }, 'spec.objective'],
  ])('%s', async (_, change, field) => {
    const { pod, settings } = await openRun('coldStart');
    await expect(pod(undefined, { settings: { ...settings, ...change } })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field });
  });

  it('a blob that is no job, and a checkpoint of another job', async () => {
    const { pod, settings, endpoint } = await openRun('coldStart');
    await expect(pod(undefined, { settings: { ...settings, job: await blobs.put(Buffer.from('{"version":1}')) } })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    const other = await openRun('update');
    await other.pod();
    endpoint.record.push(...other.endpoint.record);
    await expect(pod()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: 'spec.checkpoint.resumeFrom' });
  });
});
