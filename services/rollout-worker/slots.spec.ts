import { beforeEach, describe, expect, it } from 'vitest';
import { openMemoryBus } from '#kit/bus/memory.ts';
import { ManualClock } from '#kit/clock.ts';
import { digestOfBytes } from '#kit/digest.ts';
import { GyreError } from '#kit/errors.ts';
import { LARGE_BYTES, withLargeFields } from '#kit/store/large.ts';
import { openSqliteStore } from '#kit/store/sqlite.ts';
import type { Store } from '#kit/store/types.ts';
import type { AttemptOutcome, ClaimedSlot } from './attempt.ts';
import { Batches } from './batches.ts';
import type { SlotDoc } from './collections.ts';
import type { BatchPlan } from './plan.ts';
import { Slots } from './slots.ts';

const plan: BatchPlan = {
  ...{ id: 'b', purpose: 'training', policy: 'p', harnessVersion: 'h', temperature: 1, seed: 5, groupSize: 2, randomGuidance: true },
  ...{ tasks: ['t0', 't1'], spares: ['s0', 's1'] },
};

const finished = (slot: ClaimedSlot): AttemptOutcome & { kind: 'completed' } => ({
  ...{ kind: 'completed', slotId: slot._id, attempt: slot.attempt, trajectoryId: `${slot._id}#${slot.attempt}`, result: 'r', openingDigest: 'o', opening: 'x' },
  summary: { success: true, progress: 1, valid: true, steps: 1, tokens: 1, toolCalls: 0 },
});

const RESULT = 'r'.repeat(LARGE_BYTES);

/** Blobs of which every one is lost, or that do not answer. */
function lostBlobs(code: 'NOT_FOUND' | 'UNAVAILABLE') {
  const get = async () => {
    throw new GyreError(code, 'no blob', { boundary: 'store' });
  };
  return async () => ({ put: async (bytes: Uint8Array) => digestOfBytes(bytes), get });
}

describe.each(['NOT_FOUND', 'UNAVAILABLE'] as const)('slots whose results cannot be read (%s)', (code) => {
  const clock = new ManualClock();
  let slots: Slots;
  let batches: Batches;
  let good: ClaimedSlot;
  let bad: ClaimedSlot;
  beforeEach(async () => {
    const store = withLargeFields(openSqliteStore(':memory:'), lostBlobs(code));
    slots = new Slots({ store, clock, leaseMs: 100, maxFaults: 1 });
    batches = new Batches(store, openMemoryBus({ clock }));
    await batches.plan(plan);
    const [one, two] = await slots.claim('b/0.0', 'w');
    if (!one || !two) throw new Error('nothing claimed');
    [good, bad] = [one, two];
    expect(await slots.complete(good, { ...finished(good), result: RESULT })).toBe(true);
  });

  it('are listed and settled, and their batch can be forgotten', async () => {
    expect(await slots.unsettled(10)).toEqual(['b/0.0']);
    expect(await slots.ready('b/0.0')).toEqual([]);
    await slots.settle(good._id, 'record');
    expect(await slots.unsettled(10)).toEqual([]);
    expect(await batches.accepted('b', { fields: ['record'] })).toMatchObject([{ _id: good._id, record: 'record' }]);
    await batches.forget('b');
    expect(await batches.accepted('b')).toMatchObject([{ record: 'record' }]);
  });

  it('are dropped with their group', async () => {
    expect(await slots.fail(bad, 'environment: died')).toEqual(['b/0.1']);
    expect(await batches.status('b')).toMatchObject({ accepted: 0, lostGroups: 0 });
  });

  it('are left alone by an attempt that was turned away after it had lost its claim', async () => {
    expect(await slots.turnAway(good, 'environment: away')).toEqual([]);
  });

  it('are cancelled with their batch', async () => {
    expect(await slots.reclaim('w')).toEqual(['b/0.0']);
    await batches.cancel('b');
    expect(await batches.status('b')).toMatchObject({ accepted: 0 });
    expect(await slots.unsettled(10)).toEqual([]);
  });

  it('fail the handing over of their own group alone', async () => {
    expect(await slots.complete(bad, finished(bad))).toBe(true);
    await expect(slots.ready('b/0.0')).rejects.toMatchObject({ boundary: 'store' });
    for (const slot of await slots.claim('b/1.0', 'w')) await slots.complete(slot, finished(slot));
    expect(await slots.ready('b/1.0')).toHaveLength(2);
  });
});

describe('slots', () => {
  let clock: ManualClock;
  let store: Store;
  let slots: Slots;
  let batches: Batches;

  beforeEach(async () => {
    clock = new ManualClock();
    store = openSqliteStore(':memory:');
    slots = new Slots({ store, clock, leaseMs: 100, maxFaults: 2 });
    batches = new Batches(store, openMemoryBus({ clock }));
    await batches.plan(plan);
  });

  it('are claimed once, each claim a new attempt', async () => {
    const [first] = await Promise.all([slots.claim('b/0.0', 'one'), slots.claim('b/0.0', 'two')]);
    expect(first.map(({ _id, attempt }) => [_id, attempt])).toEqual([['b/0.0/0', 1], ['b/0.0/1', 1]]);
    expect(await slots.claim('b/0.0', 'two')).toEqual([]);
  });

  it('are planned the same by the same plan, and a different plan of that id is refused', async () => {
    await batches.plan(plan);
    expect(await batches.status('b')).toMatchObject({ expected: 4, accepted: 0 });
    await expect(batches.plan({ ...plan, seed: 6 })).rejects.toMatchObject({ code: 'ALREADY_EXISTS', field: 'id' });
  });

  it('accept one report; a second, a late and a foreign one leave no trace', async () => {
    const [slot] = await slots.claim('b/0.0', 'one');
    if (!slot) throw new Error('nothing claimed');
    clock.advance(101);
    await slots.sweep();
    const [again] = await slots.claim('b/0.0', 'two');
    if (!again) throw new Error('nothing claimed');
    expect(again).toMatchObject({ _id: slot._id, attempt: 2 });
    expect(await slots.complete(slot, finished(slot))).toBe(false);
    expect(await slots.complete({ ...again, workerId: 'three' }, finished(again))).toBe(false);
    expect(await batches.status('b')).toMatchObject({ accepted: 0 });
    expect(await slots.complete(again, finished(again))).toBe(true);
    expect(await slots.complete(again, { ...finished(again), result: 'other' })).toBe(false);
    expect(await batches.accepted('b')).toMatchObject([{ trajectoryId: 'b/0.0/0#2', result: 'r' }]);
  });

  it('stay with the worker that renews its claim while a sweep is about to take it back', async () => {
    const [slot] = await slots.claim('b/0.0', 'one', { most: 1 });
    if (!slot) throw new Error('nothing claimed');
    clock.advance(101);
    // The sweep of another worker, which has just found the claim ended.
    const found: Store = {
      ...store,
      collection: (spec) =>
        new Proxy(store.collection(spec), {
          get: (target, name: string) => async (...args: readonly unknown[]) => {
            const answer = await Reflect.get(target, name).apply(target, args);
            if (name === 'find') await slots.renew(slot);
            return answer;
          },
        }) as never,
    };
    expect(await new Slots({ store: found, clock, leaseMs: 100, maxFaults: 2 }).sweep()).toEqual([]);
    expect(await slots.complete(slot, finished(slot))).toBe(true);
    expect(await batches.accepted('b')).toMatchObject([{ attempt: 1, faults: 0 }]);
  });

  it('say of an accepted slot, too, what ended the last attempt that was cut off', async () => {
    const [slot, other] = await slots.claim('b/0.0', 'one');
    if (!slot || !other) throw new Error('nothing claimed');
    await slots.fail(slot, 'environment: died');
    const [again] = await slots.claim('b/0.0', 'one');
    if (!again) throw new Error('nothing claimed');
    for (const each of [again, other]) await slots.complete(each, finished(each));
    expect(await batches.accepted('b')).toMatchObject([{ faults: 1, fault: 'environment: died' }, { faults: 0, fault: '' }]);
  });

  it('are given back by a restart without counting it as a fault', async () => {
    for (let life = 1; life <= 6; life++) {
      const claimed = await slots.claim('b/1.0', 'one');
      expect(claimed.map((slot) => slot.attempt)).toEqual([life, life]);
      expect(await slots.reclaim('one')).toEqual(['b/1.0']);
    }
  });

  it('drop the whole group when the tries are used up, and the spare of that position takes its place', async () => {
    const [good, bad] = await slots.claim('b/1.0', 'one');
    if (!good || !bad) throw new Error('nothing claimed');
    await slots.complete(good, finished(good));
    expect(await slots.fail(bad, 'environment: died')).toEqual(['b/1.0']);
    const [retried] = await slots.claim('b/1.0', 'one');
    if (!retried) throw new Error('nothing claimed');
    expect(await slots.fail(retried, 'environment: died')).toEqual(['b/1.1']);
    expect(await batches.status('b')).toEqual({ expected: 4, accepted: 0, settled: 0, lostGroups: 0 });
    expect((await slots.claim('b/1.1', 'one')).map((slot) => slot.taskId)).toEqual(['s1', 's1']);
  });

  it('count a position without spares as lost, never as zeros', async () => {
    for (const group of ['b/0.0', 'b/0.1']) {
      for (let attempt = 1; attempt <= 2; attempt++) {
        for (const slot of await slots.claim(group, 'one')) if (slot._id.endsWith('/0')) await slots.fail(slot, 'environment: died');
      }
    }
    expect(await batches.status('b')).toMatchObject({ expected: 2, lostGroups: 1 });
    for (const slot of await slots.claim('b/1.0', 'one')) await slots.complete(slot, finished(slot));
    expect(await slots.ready('b/1.0')).toHaveLength(2);
    expect((await batches.accepted('b')).map((slot) => slot.position)).toEqual([1, 1]);
  });

  it('are dropped with their group when a batch is cancelled while one of them waits for another try', async () => {
    const [good, bad] = await slots.claim('b/0.0', 'one');
    const running = await slots.claim('b/1.0', 'one');
    if (!good || !bad) throw new Error('nothing claimed');
    await slots.complete(good, finished(good));
    await slots.fail(bad, 'environment: died');
    await batches.cancel('b');
    expect(await slots.claim('b/0.0', 'one')).toEqual([]);
    expect(await slots.unsettled(10)).toEqual([]);
    for (const slot of running) expect(await slots.complete(slot, finished(slot))).toBe(true);
    expect(await slots.ready('b/1.0')).toHaveLength(2);
  });

  describe('turned away', () => {
    const taken = async (worker = 'one') => {
      const [slot] = await slots.claim('b/0.0', worker, { most: 1 });
      if (!slot) throw new Error('nothing claimed');
      return slot;
    };
    const turnedAway = async (throughMs?: number) => {
      const woken = await slots.turnAway(await taken(), 'environment: away', throughMs);
      return [woken, await store.collection<SlotDoc>({ name: 'slots' }).get('b/0.0/0')] as const;
    };
    beforeEach(() => {
      slots = new Slots({ store, clock, leaseMs: 100, maxFaults: 2, outageMs: 1_000 });
    });

    it('use up no try while nothing gets through, each attempt with a number of its own', async () => {
      for (let attempt = 1; attempt <= 9; attempt++) {
        expect(await turnedAway(attempt === 1 ? clock.now() : undefined)).toMatchObject([['b/0.0'], { state: 'planned', attempt, faults: 0, workerId: '', fault: 'environment: away' }]);
        clock.advance(100);
      }
    });

    it('use up one for each time that others have got through since', async () => {
      expect(await turnedAway()).toMatchObject([['b/0.0'], { faults: 0 }]);
      const throughMs = clock.now() + 1;
      clock.advance(2);
      expect(await turnedAway(throughMs)).toMatchObject([['b/0.0'], { faults: 1 }]);
      expect(await turnedAway(throughMs)).toMatchObject([['b/0.0'], { faults: 1 }]);
      expect(await turnedAway(clock.now())).toMatchObject([['b/0.1'], { state: 'dropped', faults: 2 }]);
    });

    it('use up one each time when their time is over', async () => {
      await turnedAway();
      clock.advance(999);
      expect(await turnedAway()).toMatchObject([['b/0.0'], { faults: 0 }]);
      clock.advance(1);
      expect(await turnedAway()).toMatchObject([['b/0.0'], { faults: 1 }]);
      expect(await turnedAway()).toMatchObject([['b/0.1'], { state: 'dropped', faults: 2 }]);
    });

    it('are left as they are by an attempt that has lost its claim', async () => {
      const old = await taken();
      clock.advance(101);
      await slots.sweep();
      const now = await taken('two');
      expect(await slots.turnAway(old, 'environment: away')).toEqual([]);
      expect(await slots.complete(now, finished(now))).toBe(true);
      expect(await slots.turnAway(now, 'environment: away')).toEqual([]);
      expect(await batches.accepted('b')).toMatchObject([{ attempt: 2, faults: 1, fault: 'the worker let its lease end' }]);
    });
  });
});
