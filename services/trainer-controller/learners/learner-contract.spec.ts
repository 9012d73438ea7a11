import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openFileBlobs } from '#kit/blobs/files.ts';
import type { Blobs } from '#kit/blobs/types.ts';
import type { Learner } from '../learner.ts';
import { CompactLearner, openThreadedLearner } from './compact/mod.ts';
import { openLearnerCluster } from './testkit/cluster.ts';
import { coldStartJob, storedStart, SWITCHES, updateJob } from './testkit/jobs.ts';

/** What every learner of the compact policy keeps to, whoever computes. */
const SIDES: Readonly<Record<string, (folder: string) => Promise<{ readonly blobs: Blobs; readonly learner: Learner }>>> = {
  'in a thread': async (folder) => ({ blobs: openFileBlobs(join(folder, 'blobs')), learner: openThreadedLearner(`file:${join(folder, 'blobs')}`) }),
  'by TrainingRuns': async (folder) => {
    const cluster = await openLearnerCluster(folder);
    return { blobs: cluster.blobs, learner: cluster.learner() };
  },
};

describe.each(Object.keys(SIDES))('the learner %s', (side) => {
  async function opened() {
    const folder = await mkdtemp(join(tmpdir(), 'gyre-learners-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const made = await SIDES[side]?.(folder);
    if (!made) throw new Error(`there is no side ${side}`);
    onTestFinished(() => made.learner.close());
    const elsewhere = openFileBlobs(join(folder, 'reference'));
    await storedStart(elsewhere);
    return { ...made, reference: new CompactLearner(elsewhere), start: await storedStart(made.blobs) };
  }

  it('gives the results of the reference, stored, one job at a time, and the same when asked again', async () => {
    const { blobs, learner, reference, start } = await opened();
    expect(learner.kind).toBe('compact');
    expect((await learner.initialise({ seed: 3 })).checkpoint).toBe((await reference.initialise({ seed: 3 })).checkpoint);
    const [cold, update] = await Promise.all([learner.coldStart(coldStartJob(start)), learner.update(updateJob(start))]);
    expect(cold).toEqual(await reference.coldStart(coldStartJob(start)));
    expect(update).toEqual(await reference.update(updateJob(start)));
    for (const digest of [cold.checkpoint, cold.optimiser, update.checkpoint, update.optimiser]) expect(await blobs.has(digest)).toBe(true);
    expect(await learner.update(updateJob(start))).toEqual(update);
    // What it has made, the next job may start from.
    const next = coldStartJob({ checkpoint: cold.checkpoint, optimiser: cold.optimiser }, 1);
    expect(await learner.coldStart(next)).toEqual(await reference.coldStart(next));
  });

  it('refuses a job that cannot run, for good, and takes the next one', async () => {
    const { learner, start } = await opened();
    const lost = { checkpoint: `sha256:${'0'.repeat(64)}`, optimiser: '' };
    await expect(learner.coldStart(coldStartJob(lost))).rejects.toMatchObject({ retryable: false, message: expect.stringContaining(lost.checkpoint) });
    expect((await learner.coldStart(coldStartJob(start, 1))).statistics).toMatchObject({ demonstrations: SWITCHES.length });
  });
});
