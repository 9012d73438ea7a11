import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openFileBlobs } from '#kit/blobs/files.ts';
import { until } from '#operator/runtime/testkit/world.ts';
import { refusals } from '#operator/testkit/samples.ts';
import { TRAINING_RUNS } from '#operator/training/run.ts';
import { at } from '#operator/training/testkit/runs.ts';
import { metaOf } from '#operator/runtime/testkit/object-store.ts';
import { CompactLearner } from '../compact/mod.ts';
import { openLearnerCluster } from '../testkit/cluster.ts';
import { coldStartJob, storedStart, updateJob } from '../testkit/jobs.ts';
import { runTemplate } from './template.ts';
import { runName, wantedRun } from './wanted-run.ts';

async function world(change: Readonly<Record<string, unknown>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'gyre-cluster-learner-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const cluster = await openLearnerCluster(folder, change);
  const start = await storedStart(cluster.blobs);
  const elsewhere = openFileBlobs(join(folder, 'reference'));
  await storedStart(elsewhere);
  return { ...cluster, start, reference: new CompactLearner(elsewhere) };
}

describe('a job as a TrainingRun', () => {
  it('comes to the same, though its pods are killed and those who asked die', async () => {
    const { learner, kubelet, runs, start, reference } = await world({ maxRestarts: 50 });
    const job = coldStartJob(start, 12);
    const first = learner();
    // It dies: nobody hears of its answer, and it does nothing more.
    void first.coldStart(job).catch(() => undefined);
    await until('a checkpoint is on record', () => JSON.stringify(runs()).includes('"Good"'));
    expect(kubelet.kill()).toBeLessThanOrEqual(1);
    expect(await learner().coldStart(job)).toEqual(await reference.coldStart(job));
    expect(runs().length).toBe(1);
    expect(at(runs()[0], 'spec')).toMatchObject({ roundId: 'round-7', objective: 'ColdStart', policyVersion: 'sha256:policy', release: 'sha256:release', batch: { updates: 12, groupSize: 1, globalBatchSize: 2, groupsPerUpdate: 6 } });
  });

  it('is suspended when it is no longer waited for, and goes on when it is asked for again', async () => {
    const { learner, kubelet, runs, server, start, reference } = await world();
    const job = coldStartJob(start, 10);
    const first = learner();
    const asked = first.coldStart(job);
    const told = expect(asked).rejects.toMatchObject({ code: 'CANCELLED' });
    await until('its pod is there', () => kubelet.begun > 0);
    await first.close();
    await told;
    const [run] = runs();
    expect(at(run, 'spec', 'suspend')).toBe(true);
    await until('it holds nothing', () => at(server.store.get(TRAINING_RUNS, 'ml', metaOf(run ?? {}).name), 'status', 'summary') === 'Suspended');
    expect(await learner().coldStart(job)).toEqual(await reference.coldStart(job));
    expect(runs().length).toBe(1);
  });

  it('that fails says why, in the words of the run, and nothing is taken from it', async () => {
    const { learner, start } = await world();
    const bad = { ...coldStartJob(start), start: { checkpoint: `sha256:${'1'.repeat(64)}`, optimiser: '' } };
    await expect(learner().coldStart(bad)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', boundary: 'cluster', details: { reason: 'PodFailurePolicy' }, message: expect.stringContaining(`no blob sha256:${'1'.repeat(64)}`) });
  });

  it('whose run is deleted says so; asked for again it is created anew', async () => {
    const { learner, kubelet, runs, server, start } = await world();
    kubelet.starts = false;
    const asked = learner().update(updateJob(start));
    const told = expect(asked).rejects.toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('was deleted') });
    await until('the run is there', () => runs().length > 0);
    server.store.delete(TRAINING_RUNS, 'ml', metaOf(runs()[0] ?? {}).name);
    await told;
    kubelet.starts = true;
    expect((await learner().update(updateJob(start))).statistics).toHaveProperty('gradientNorm');
  });
});

describe('the run of a job', () => {
  const template = runTemplate({ namespace: 'ml', checkpoints: 's3://bucket/checkpoints', queue: 'training', pods: { image: 'gyre/trainer' } });
  const start = { checkpoint: `sha256:${'a'.repeat(64)}`, optimiser: '' };

  it('is one that the API server takes, whatever round and sizes it is of', () => {
    const digests = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 }).map((hex) => `sha256:${hex}`);
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 80 }), fc.nat(9_999), digests, fc.integer({ min: 1, max: 64 }), fc.integer({ min: 2, max: 16 }), fc.integer({ min: 1, max: 16 }), fc.boolean(), (round, update, digest, groups, groupSize, batchSize, cold) => {
        const shape = cold ? coldStartJob(start) : updateJob(start);
        const origin = { ...shape.origin, round: round.replaceAll(/[^\x20-\x7e]/g, 'x').trim() || 'r', update: cold ? 0 : update + 1, groups, groupSize };
        const { origin: _, ...rest } = shape;
        const job = 'batchSize' in rest ? { kind: 'coldStart' as const, ...rest, batchSize } : { kind: 'update' as const, ...rest };
        const { name, labels, spec } = wantedRun(origin, job, digest, template);
        expect(refusals('TrainingRun', { apiVersion: 'gyre.dev/v1alpha1', kind: 'TrainingRun', metadata: { name, namespace: 'ml', labels }, spec: { ...spec } })).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it('has a folder for its checkpoints, wherever the bucket is', () => {
    const elsewhere = { ...template, checkpoints: 's3://bucket/runs?endpoint=https://host:9000&region=r' };
    const { origin, ...job } = coldStartJob(start);
    const { name, spec } = wantedRun(origin, { kind: 'coldStart', ...job }, `sha256:${'1a2b3c4d'.repeat(8)}`, elsewhere);
    expect(spec.checkpoint.uri).toBe(`s3://bucket/runs/${name}?endpoint=https://host:9000&region=r`);
  });

  it('is named by round, update and job', () => {
    const digest = `sha256:${'1a2b3c4d'.repeat(8)}`;
    expect(runName({ round: 'Line 3/Round 7', update: 3 }, digest)).toBe('line-3-round-7-u3-1a2b3c4d');
    expect(runName({ round: '…', update: 0 }, digest)).toBe('round-cold-1a2b3c4d');
  });

  it.each([
    ['a namespace that is none', { namespace: 'A B' }, 'namespace'],
    ['a slash at the end', { checkpoints: 's3://bucket/' }, 'checkpoints'],
    ['a slash at the end of the path', { checkpoints: 's3://bucket/p/?region=r' }, 'checkpoints'],
    ['a query to a folder', { checkpoints: 'file:///var/checkpoints?region=r' }, 'checkpoints'],
    ['the job as a variable', { pods: { image: 'i', env: [{ name: 'GYRE_TRAINING_JOB', value: 'x' }] } }, 'pods.env'],
    ['a field that there is not', { gpus: 8 }, 'gpus'],
  ])('a template with %s is refused', (_, change, said) => {
    const whole = { namespace: 'ml', checkpoints: 's3://bucket', pods: { image: 'i' } };
    expect(() => runTemplate({ ...whole, ...change })).toThrow(new RegExp(`GYRE_TRAINING_FILE: .*${said}|GYRE_TRAINING_FILE.*"${said}"`));
  });
});
