import { afterEach, describe, expect, it } from 'vitest';
import { Task } from '#protos/core/v1/task.ts';
import { IngestRequest } from '#protos/curator/v1/curator_service.ts';
import type { ClaimedSlot } from './attempt.ts';
import type { Executor } from './executor.ts';
import { unpack } from './packing.ts';
import { openThreads } from './threads.ts';

const task = Task.fromPartial({ id: 't', revision: 1, budget: { steps: 4 } });

const slot = (group: number, index: number): ClaimedSlot => ({
  ...{ _id: `b/${group}.0/${index}`, groupId: `b/${group}.0`, purpose: 'training', taskId: 't', policy: 'p', harnessVersion: 'h' },
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

  it('run attempts side by side, each with its own outcome', async () => {
    const threads = open(2);
    const slots = [0, 1, 2, 3].flatMap((group) => [slot(group, 0), slot(group, 1)]);
    const outcomes = await Promise.all(slots.map((each) => threads.run(each, task)));
    for (const [i, outcome] of outcomes.entries()) {
      if (outcome.kind !== 'completed') throw new Error(outcome.fault);
      expect(outcome.slotId).toBe(slots[i]?._id);
      expect(outcome.opening).not.toBe('');
      expect(IngestRequest.decode(unpack(outcome.result)).verdict?.success).toBe(true);
    }
  });

  it('reject what a dead thread had in hand, and another thread takes its place', async () => {
    const threads = open(1, 'b/0.0/1#1');
    const inHand = await Promise.allSettled([0, 1, 2].map((index) => threads.run(slot(0, index), task)));
    // The first has ended before the second kills the thread.
    expect(inHand).toMatchObject([{ status: 'fulfilled' }, ...[1, 2].map(() => ({ status: 'rejected', reason: { code: 'UNAVAILABLE', boundary: 'environment' } }))]);
    expect(deaths.at(-1)).toContain('ended with code 3');
    expect(await threads.run(slot(1, 0), task)).toMatchObject({ kind: 'completed', slotId: 'b/1.0/0' });
  });
});
