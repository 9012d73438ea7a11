import { afterEach, describe, expect, it } from 'vitest';
import { Task } from '#protos/core/v1/task.ts';
import { IngestRequest } from '#protos/curator/v1/curator_service.ts';
import type { ClaimedSlot } from './attempt.ts';
import type { Executor } from './executor.ts';
import { unpack } from './packing.ts';
import { openThreads } from './threads.ts';

const tasks = new Map([['t', Task.fromPartial({ id: 't', revision: 1, budget: { steps: 4 } })]]);

const slot = (group: number, index: number, taskId = 't'): ClaimedSlot => ({
  ...{ _id: `b/${group}.0/${index}`, groupId: `b/${group}.0`, purpose: 'training', taskId, policy: 'p', harnessVersion: 'h' },
  ...{ temperature: 1, seed: index, guidanceSeed: '', attempt: 1, workerId: 'w' },
});

describe('rollout threads', () => {
  let pool: Executor | undefined;
  const deaths: string[] = [];
  const open = (threads: number, deadly = '') => {
    pool = openThreads({ threads, entry: new URL('./testkit/thread.ts', import.meta.url), data: { deadly }, onDeath: (error) => deaths.push(error.message) });
    return pool;
  };
  afterEach(() => pool?.close());

  it('run each chunk in one of them and give the outcomes back in order, with the opening that the group shares', async () => {
    const threads = open(2);
    const chunks = await Promise.all([0, 1, 2, 3].map((group) => threads.run([slot(group, 0), slot(group, 1)], tasks)));
    for (const [group, outcomes] of chunks.entries()) {
      expect(outcomes.map(({ slotId }) => slotId)).toEqual([`b/${group}.0/0`, `b/${group}.0/1`]);
      for (const outcome of outcomes) {
        if (outcome.kind !== 'completed') throw new Error(outcome.fault);
        expect(outcome.opening).not.toBe('');
        expect(IngestRequest.decode(unpack(outcome.result)).verdict?.success).toBe(true);
      }
    }
  });

  it('report a task that nobody knows as a fault of that slot alone', async () => {
    const [known, unknown] = await open(1).run([slot(0, 0), slot(0, 1, 'nobody')], tasks);
    expect(known?.kind).toBe('completed');
    expect(unknown).toMatchObject({ kind: 'fault', slotId: 'b/0.0/1' });
  });

  it('reject what a dead thread had in hand, and another thread takes its place', async () => {
    const threads = open(1, 'b/0.0/1#1');
    await expect(threads.run([slot(0, 0), slot(0, 1)], tasks)).rejects.toMatchObject({ code: 'UNAVAILABLE', boundary: 'environment' });
    expect(deaths.at(-1)).toContain('ended with code 3');
    expect(await threads.run([slot(1, 0)], tasks)).toMatchObject([{ kind: 'completed', slotId: 'b/1.0/0' }]);
  });
});
