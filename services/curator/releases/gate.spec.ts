import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonOf } from '#kit/store/json.ts';
import { Decision } from '#protos/core/v1/record.ts';
import { Round } from '#protos/core/v1/round.ts';
import { type Approval, Release } from '#protos/core/v1/release.ts';
import { Split, Task } from '#protos/core/v1/task.ts';
import { calls, finish, taskOf, trajectoryOf, verdictOf } from '../testkit/builders.ts';
import { type Bench, openBench } from '../testkit/bench.ts';
import { releaseDigest } from './content.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.store.close());

const approval: Approval = { by: 'reviewer-1', reason: 'looks right', automatic: false };
const request = { roundId: 'b', parent: '', sampling: 'flywheel', seed: 1 };
const take = async (slot: string, task = 't1', time = slot) => {
  const trajectory = trajectoryOf(slot, task, [calls({ tool: 'manage_alarm', args: { time } }), finish()]);
  return bench.takeOne({ trajectory, verdict: verdictOf(trajectory.id) });
};
/** Puts a release as proposed into the store, past the gate, with a digest that fits. */
const smuggle = async (change: Partial<Release>) => {
  const proposed = await bench.gate.propose(request);
  const release = { ...proposed, ...change };
  const digest = releaseDigest(release);
  await bench.collections.releases.put({ _id: digest, state: 'proposed', round_id: 'r1', parent: release.parent, release: jsonOf(Release.toJSON({ ...release, digest })), approval: null });
  return digest;
};
const refused = (digest: string, problem: string) =>
  expect(bench.gate.decide(digest, true, approval)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', message: expect.stringContaining(problem) });

describe('a proposal', () => {
  it('holds accepted records and training tasks, with what changed and why', async () => {
    const [a, b] = [await take('b/g/0'), await take('b/g/1', 't2')];
    const release = await bench.gate.propose(request);
    expect(release.recordDigests).toEqual([a.digest, b.digest].sort());
    expect(release.tasks.map(({ taskId }) => taskId)).toEqual(['t1', 't2']);
    expect(release.proposals[0]).toMatchObject({ id: 'p1', kind: 'add', subjects: release.recordDigests });
    expect(Object.fromEntries(release.indicators.map(({ name, value }) => [name, value]))).toMatchObject({ records: 2, records_released: 2, released_success_rate: 1, tasks: 2 });
    expect(release.approval).toBeUndefined();
    expect(release.digest).toBe(releaseDigest(release));
  });

  it('is the same for the same records, whatever their order and round, and another after a change', async () => {
    await take('b/g/0');
    await take('b/g/1', 't2');
    const first = await bench.gate.propose(request);
    expect((await bench.gate.propose({ ...request, roundId: '' })).digest).toBe(first.digest);
    const other = await openBench();
    for (const [slot, task] of [['b/g/1', 't2'], ['b/g/0', 't1']] as const) {
      // Another store, another order, another round and another attempt.
      const trajectory = trajectoryOf(`c${slot.slice(1)}`, task, [calls({ tool: 'manage_alarm', args: { time: slot } }), finish()], { attempt: 2, episodeId: 'elsewhere' });
      await other.takeOne({ trajectory, verdict: verdictOf(trajectory.id) });
    }
    expect((await other.gate.propose({ ...request, roundId: 'c' })).digest).toBe(first.digest);
    await other.store.close();
    await take('b/g/2');
    expect((await bench.gate.propose(request)).digest).not.toBe(first.digest);
  });

  it('leaves out what repeats another, is not accepted, or lost its slot', async () => {
    const kept = await take('b/g/0', 't1', '07:30');
    const trajectory = trajectoryOf('b/g/1', 't1', [calls({ tool: 'manage_alarm', args: { time: '07:30' } }), finish()], { policy: 'sha256:later' });
    const repeated = await bench.takeOne({ trajectory, verdict: verdictOf(trajectory.id) });
    const doubtful = trajectoryOf('b/g/2', 't2');
    await bench.takeOne({ trajectory: doubtful, verdict: verdictOf(doubtful.id, undefined, { confidence: 0.1 }) });
    await take('b/g/3', 't2', 'lost');
    await bench.collections.slots.update('b/g/3', {}, { set: { state: 'dropped' } });
    const release = await bench.gate.propose(request);
    expect(release.recordDigests).toHaveLength(1);
    expect([kept.digest, repeated.digest]).toContain(release.recordDigests[0]);
    expect(release.proposals.map(({ kind, gap }) => [kind, gap])).toEqual(expect.arrayContaining([['remove', 'duplicate'], ['quarantine', '']]));
  });

  it('keeps a record that several slots share as long as one of them stands', async () => {
    const shared = await take('b/g/0', 't1', '07:30');
    expect((await take('b/g/1', 't1', '07:30')).digest).toBe(shared.digest);
    await bench.collections.slots.update('b/g/0', {}, { set: { state: 'dropped' } });
    expect((await bench.gate.propose(request)).recordDigests).toEqual([shared.digest]);
    await bench.collections.slots.update('b/g/1', {}, { set: { state: 'dropped' } });
    expect((await bench.gate.propose(request)).recordDigests).toEqual([]);
  });

  it('follows a frozen parent, and tells what is added and removed', async () => {
    const first = await take('b/g/0');
    const parent = await bench.gate.decide((await bench.gate.propose(request)).digest, true, approval);
    await bench.reviews.decide({ digest: first.digest, decision: 'quarantine', by: 'reviewer-1', reason: 'odd', attribution: undefined });
    const second = await take('b/g/1');
    const release = await bench.gate.propose({ ...request, parent: parent.digest });
    expect(release).toMatchObject({ parent: parent.digest, recordDigests: [second.digest] });
    expect(release.proposals).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'add', subjects: [second.digest] }), expect.objectContaining({ kind: 'remove', subjects: [first.digest] })]));
  });

  it('speaks of its own line of rounds, whatever else is in the store', async () => {
    const round = (id: string, parentRound: string) => ({ _id: id, round: jsonOf(Round.toJSON(Round.fromPartial({ id, plan: { parentRound } }))) });
    await bench.collections.rounds.insertMany([round('b', ''), round('b2', 'b'), round('other', '')]);
    const [first, second, shared] = [await take('b/g/0'), await take('b2/g/0'), await take('b2/g/1', 't2', 'same')];
    await take('other/g/0');
    expect((await take('other/g/1', 't2', 'same')).digest).toBe(shared.digest);
    const of = async (roundId: string) => (await bench.gate.propose({ ...request, roundId })).recordDigests;
    expect(await of('b')).toEqual([first.digest]);
    expect(await of('b2')).toEqual([first.digest, second.digest, shared.digest].sort());
    expect(await of('other')).toHaveLength(2);
    expect(await of('')).toHaveLength(4);
  });

  it.each([
    [{ parent: 'sha256:none' }, 'NOT_FOUND'],
    [{ sampling: 'random' }, 'INVALID_ARGUMENT'],
  ])('is refused for %j', async (parts, code) => {
    await expect(bench.gate.propose({ ...request, ...parts })).rejects.toMatchObject({ code });
  });

  it('cannot follow what is only proposed', async () => {
    const { digest } = await bench.gate.propose(request);
    await expect(bench.gate.propose({ ...request, parent: digest })).rejects.toMatchObject({ code: 'FAILED_PRECONDITION' });
  });
});

describe('the gate', () => {
  it('freezes what was approved, with who approved it, and only once', async () => {
    await take('b/g/0');
    const { digest } = await bench.gate.propose(request);
    await expect(bench.gate.frozen(digest)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION' });
    const frozen = await bench.gate.decide(digest, true, approval);
    expect(frozen).toMatchObject({ digest, approval });
    expect(await bench.gate.decide(digest, true, { ...approval, by: 'reviewer-2' })).toEqual(frozen);
    await expect(bench.gate.decide(digest, false, approval)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', remedy: expect.stringContaining('another round') });
    expect((await bench.gate.propose(request)).approval).toEqual(approval);
  });

  it('records an automatic approval as such, whatever it claims', async () => {
    const { digest } = await bench.gate.propose(request);
    expect((await bench.gate.decide(digest, true, { by: 'auto', reason: '', automatic: false })).approval).toEqual({ by: 'auto', reason: '', automatic: true });
  });

  it('puts a person in the place of an automatic approval, and nobody in the place of a person', async () => {
    const { digest } = await bench.gate.propose(request);
    const automatic = { by: 'auto', reason: 'the plan', automatic: true };
    const { approval: _, ...content } = await bench.gate.decide(digest, true, automatic);
    expect(await bench.gate.decide(digest, true, approval)).toEqual({ ...content, approval });
    for (const later of [automatic, { ...approval, by: 'reviewer-2' }]) expect((await bench.gate.decide(digest, true, later)).approval).toEqual(approval);
    expect((await bench.gate.frozen(digest)).approval).toEqual(approval);
    await expect(bench.gate.decide(digest, false, approval)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', remedy: expect.stringContaining('another round') });
  });

  it('keeps a rejected release rejected', async () => {
    const { digest } = await bench.gate.propose(request);
    await bench.gate.decide(digest, false, approval);
    await expect(bench.gate.decide(digest, true, approval)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION' });
    await expect(bench.gate.frozen(digest)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION' });
  });

  it.each([[undefined], [{ ...approval, by: ' ' }]])('wants to know who: %j', async (given) => {
    const { digest } = await bench.gate.propose(request);
    await expect(bench.gate.decide(digest, true, given)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: 'approval.by' });
  });
});

describe('nothing held out enters a release', () => {
  const training = { split: Split.TRAIN, family: 'f-train', decision: Decision.ACCEPTED };

  it('not by a record that claims another split and family', async () => {
    const { digest } = await take('b/g/0', 'd1');
    await bench.collections.records.update(digest, {}, { set: training });
    expect((await bench.gate.propose(request)).recordDigests).toEqual([]);
    await refused(await smuggle({ recordDigests: [digest] }), 'not a training task');
  });

  it('not by a record that claims to be of a training task', async () => {
    const { digest } = await take('b/g/0', 'd1');
    await bench.collections.records.update(digest, {}, { set: { ...training, task_id: 't1' } });
    await refused((await bench.gate.propose(request)).digest, 'content is not what its digest says');
  });

  it('not by a record and a trajectory that both claim so', async () => {
    const { digest } = await take('b/g/0', 'd1');
    await bench.collections.records.update(digest, {}, { set: { ...training, task_id: 't1' } });
    await bench.collections.trajectories.update('b/g/0#1', {}, { set: { task_id: 't1', 'head.taskId': 't1' } });
    await refused((await bench.gate.propose(request)).digest, 'content is not what its digest says');
  });

  it('not by a record of a task that is not in the pool', async () => {
    const { digest } = await take('b/g/0');
    await bench.collections.records.update(digest, {}, { set: { task_id: 'nowhere' } });
    expect((await bench.gate.propose(request)).recordDigests).toEqual([]);
    await refused(await smuggle({ recordDigests: [digest] }), 'not a training task');
  });

  it('not by a task whose stored split was changed, in the document or in the task itself', async () => {
    await take('b/g/0', 'd1');
    const forged = jsonOf(Task.toJSON(taskOf('d1', { family: 'f-dev', split: Split.TRAIN })));
    for (const set of [{ split: Split.TRAIN }, { split: Split.TRAIN, task: forged }, { split: Split.TRAIN, family: 'f-train' }]) {
      await bench.collections.tasks.update('d1', {}, { set });
      expect((await bench.gate.propose(request)).tasks.map(({ taskId }) => taskId)).toEqual(['t1', 't2']);
    }
  });

  it('not by a new task of a held-out family that says train', async () => {
    const { added, refused: turnedDown } = await bench.pool.add([taskOf('d2', { family: 'f-dev' }), taskOf('t3')]);
    expect(added).toBe(1);
    expect(turnedDown).toEqual([{ taskId: 'd2', reason: expect.stringContaining('f-dev') }]);
  });

  it('not by the sampling weights', async () => {
    await refused(await smuggle({ tasks: [{ taskId: 'd1', weight: 1, stratum: 'fresh' }] }), 'd1, which is not a training task');
  });

  it('not by a review', async () => {
    const { digest } = await take('b/g/0', 'd1');
    await expect(bench.reviews.decide({ digest, decision: 'approve', by: 'reviewer-1', reason: '', attribution: undefined })).rejects.toMatchObject({ code: 'FAILED_PRECONDITION' });
  });

  it('not by a family that changes sides between proposal and approval', async () => {
    await take('b/g/0');
    const { digest } = await bench.gate.propose(request);
    await bench.collections.families.update('f-train', {}, { set: { split: Split.DEV } });
    await refused(digest, 'not a training task');
  });
});

describe('tampering is found', () => {
  it('a proposal whose content was changed', async () => {
    await take('b/g/0');
    const { digest } = await bench.gate.propose(request);
    await bench.collections.releases.update(digest, {}, { set: { 'release.tasks': [{ taskId: 't1', weight: 99, stratum: 'fresh' }] } });
    await refused(digest, 'was changed after it was proposed');
  });

  it('a release whose content was changed after it was frozen; nobody is given it', async () => {
    await take('b/g/0');
    const { digest } = await bench.gate.propose(request);
    await bench.gate.decide(digest, true, approval);
    await bench.collections.releases.update(digest, {}, { set: { 'release.recordDigests': ['sha256:other'] } });
    for (const read of [() => bench.gate.get(digest), () => bench.gate.frozen(digest), () => bench.gate.propose({ ...request, parent: digest })]) {
      await expect(read()).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', message: expect.stringContaining('was changed') });
    }
  });

  it('a record that was turned down after the proposal', async () => {
    const record = await take('b/g/0');
    const { digest } = await bench.gate.propose(request);
    await bench.reviews.decide({ digest: record.digest, decision: 'reject', by: 'reviewer-1', reason: '', attribution: undefined });
    await refused(digest, 'its decision is DECISION_REJECTED');
  });

  it('a failure that was made a success', async () => {
    const { digest } = await take('b/g/0');
    await bench.collections.records.update(digest, {}, { set: { success: false } });
    await refused((await bench.gate.propose(request)).digest, 'content is not what its digest says');
  });

  it.each([
    ['records that are not stored', { recordDigests: ['sha256:none'] }, 'not stored'],
    ['weights that are none', { tasks: [{ taskId: 't1', weight: -1, stratum: 'fresh' }] }, 'the weight -1'],
    ['a parent that is not known', { parent: 'sha256:none' }, ''],
  ])('%s', async (_, change, problem) => {
    const digest = await smuggle(change);
    await expect(bench.gate.decide(digest, true, approval)).rejects.toThrow(problem);
    await expect(bench.gate.frozen(digest)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION' });
  });
});
