import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFileBlobs } from '#kit/blobs/files.ts';
import type { Blobs } from '#kit/blobs/types.ts';
import { ManualClock } from '#kit/clock.ts';
import { openSqliteStore } from '#kit/store/sqlite.ts';
import { Policies, policyId } from './policies.ts';

const version = { parent: 'p0', kind: 'compact', origin: 'care', roundId: 'r1', update: 1, release: 'rel', harnessVersion: 'eta', records: ['d1'] };

describe('policy versions', () => {
  let dir: string;
  let blobs: Blobs;
  let clock: ManualClock;
  let policies: Policies;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'gyre-policies-'));
    blobs = openFileBlobs(dir);
    clock = new ManualClock(1);
    policies = new Policies(openSqliteStore(':memory:'), blobs, clock);
  });
  afterEach(() => rm(dir, { recursive: true }));

  const result = async (text: string) => ({ checkpoint: await blobs.put(Buffer.from(text)), optimiser: await blobs.put(Buffer.from(`optimiser ${text}`)), statistics: { loss: 1 } });

  it('are named by weights and parent, whatever else is known of them', async () => {
    const made = await result('w');
    const one = await policies.add(version, made);
    expect(await policies.add({ ...version, roundId: 'r2', update: 9 }, made)).toMatchObject({ id: one.id });
    expect((await policies.get(one.id)).roundId).toBe('r1');
    expect(one.id).toBe(policyId(made.checkpoint, 'p0'));
    expect((await policies.add({ ...version, parent: 'p1' }, made)).id).not.toBe(one.id);
  });

  it('tell a learner where to start', async () => {
    const made = await result('w');
    const { id } = await policies.add(version, made);
    expect(await policies.start(id)).toEqual({ checkpoint: made.checkpoint, optimiser: made.optimiser });
    expect(await policies.checkpointOf('nobody')).toBeUndefined();
    await expect(policies.start('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND', field: 'policy' });
  });

  it('keep their document when the checkpoint is let go of, and get it back when it is made again', async () => {
    const made = await result('w');
    const { id } = await policies.add(version, made);
    await policies.prune([id, 'nobody']);
    expect(await blobs.has(made.checkpoint)).toBe(false);
    expect(await blobs.has(made.optimiser)).toBe(false);
    expect((await policies.get(id)).records).toEqual(['d1']);
    await policies.add(version, await result('w'));
    await policies.prune([id]);
    expect(await blobs.has(made.checkpoint)).toBe(false);
  });

  it('are listed newest first, and one of them serves', async () => {
    const { id: first } = await policies.add(version, await result('a'));
    clock.advance(5);
    const { id: second } = await policies.add({ ...version, parent: first }, await result('b'));
    expect((await policies.list(5)).map(({ id }) => id)).toEqual([second, first]);
    expect(await policies.serving()).toBeUndefined();
    await policies.serve(second);
    expect(await policies.serving()).toBe(second);
  });
});
