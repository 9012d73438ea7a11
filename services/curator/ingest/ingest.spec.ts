import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Decision, FailureCause } from '#protos/core/v1/record.ts';
import { Split } from '#protos/core/v1/task.ts';
import { EndReason, type Trajectory, Validity } from '#protos/core/v1/trajectory.ts';
import type { Verdict } from '#protos/core/v1/verdict.ts';
import { calls, check, failedState, finish, trajectoryOf, verdictOf } from '../testkit/builders.ts';
import { type Bench, openBench } from '../testkit/bench.ts';
import { unpackTrajectory } from './packing.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.store.close());

const report = (slot: string, task = 't1', parts: Partial<Trajectory> = {}, verdictParts: Partial<Verdict> = {}) => {
  const trajectory = trajectoryOf(slot, task, undefined, parts);
  return { trajectory, verdict: verdictOf(trajectory.id, undefined, verdictParts) };
};

describe('a report', () => {
  it('becomes an accepted record with the tags of its stored task, and fills its slot', async () => {
    const record = await bench.takeOne(report('b/g/0'));
    expect(record).toMatchObject({ decision: Decision.ACCEPTED, decidedBy: 'rule', family: 'f-train', split: Split.TRAIN, capabilities: ['argument_grounding'], source: 'template' });
    expect(await bench.collections.slots.get('b/g/0')).toMatchObject({ state: 'accepted', trajectoryId: 'b/g/0#1', attempt: 1 });
  });

  it('is kept once, compactly, and can be read back whole', async () => {
    const { trajectory, verdict } = report('b/g/0');
    await bench.takeOne({ trajectory, verdict });
    const stored = await bench.collections.trajectories.get(trajectory.id);
    expect(stored && unpackTrajectory(stored)).toEqual({ ...trajectory, usage: { tokens: 2, toolCalls: 2, reasoningTokens: 0 } });
  });

  it('has a digest without times, attempts, episodes and slots', async () => {
    const first = await bench.takeOne(report('b/g/0'));
    const again = await bench.takeOne(report('other/g/1', 't1', { attempt: 3, episodeId: 'elsewhere' }));
    const slower = report('slow/g/0');
    const timed = { ...slower.trajectory, fault: 'host-7', steps: slower.trajectory.steps.map((step) => ({ ...step, wallMs: 999 })) };
    expect((await bench.takeOne({ ...slower, trajectory: timed })).digest).toBe(first.digest);
    const different = await bench.takeOne(report('b/g/2', 't1', { sampling: { temperature: 1, seed: 8 } }));
    expect(again.digest).toBe(first.digest);
    expect(different.digest).not.toBe(first.digest);
    expect(await bench.collections.records.count({})).toBe(2);
  });

  it('marks steps whose call was the policy\'s own error', async () => {
    const turns = [calls({ tool: 'nonsense', result: { status: 0, resultJson: '', error: { code: 'unknown_tool', message: '', boundary: 'policy' } } }), calls({ tool: 'manage_alarm', status: 403 }), finish()];
    const trajectory = trajectoryOf('b/g/0', 't1', turns);
    await bench.takeOne({ trajectory, verdict: verdictOf(trajectory.id) });
    const stored = await bench.collections.trajectories.get(trajectory.id);
    expect(stored && unpackTrajectory(stored).steps.map(({ erroneous }) => erroneous)).toEqual([true, false, false]);
  });
});

describe('reporting again', () => {
  it('the same changes nothing', async () => {
    const first = await bench.takeOne(report('b/g/0'));
    expect(await bench.takeOne(report('b/g/0'))).toEqual(first);
    expect(await bench.collections.records.count({})).toBe(1);
  });

  it('twice in one batch is one record', async () => {
    const [a, b] = await bench.take(report('b/g/0'), report('b/g/0'));
    expect(a).toEqual(b);
  });

  it('finishes what a crash left half done', async () => {
    await bench.takeOne(report('b/g/0'));
    await bench.collections.slots.put({ _id: 'b/g/0', taskId: 't1', policy: 'p', state: 'claimed', attempt: 1, trajectoryId: '' });
    await bench.collections.records.delete((await bench.collections.records.find({}))[0]?._id ?? '');
    expect(await bench.takeOne(report('b/g/0'))).toMatchObject({ decision: Decision.ACCEPTED });
    expect(await bench.collections.slots.get('b/g/0')).toMatchObject({ state: 'accepted', trajectoryId: 'b/g/0#1' });
  });

  it.each([
    ['other content under the same id', report('b/g/0', 't1', { policy: 'another' }), 'ALREADY_EXISTS'],
    ['a second trajectory of the slot', report('b/g/0', 't1', { attempt: 2 }), 'ALREADY_EXISTS'],
    ['the slot\'s id with another task', report('b/g/0', 't2', { attempt: 2 }), 'FAILED_PRECONDITION'],
  ])('%s is refused and leaves no trace', async (_, second, code) => {
    await bench.takeOne(report('b/g/0'));
    const [refused] = await bench.take(second);
    expect(refused).toMatchObject({ code, boundary: 'caller' });
    expect(await bench.collections.records.count({})).toBe(1);
    expect(await bench.collections.trajectories.count({})).toBe(1);
  });

  it.each([
    ['a late attempt after a newer one', { state: 'claimed', attempt: 2, trajectoryId: '' }, 'FAILED_PRECONDITION'],
    ['a slot whose group was dropped', { state: 'dropped', attempt: 1, trajectoryId: 'b/g/0#1' }, 'FAILED_PRECONDITION'],
    ['a slot that another attempt has', { state: 'accepted', attempt: 2, trajectoryId: 'b/g/0#2' }, 'ALREADY_EXISTS'],
  ])('is refused for %s', async (_, slot, code) => {
    await bench.collections.slots.put({ _id: 'b/g/0', taskId: 't1', policy: 'p', ...slot });
    const [refused] = await bench.take(report('b/g/0'));
    expect(refused).toMatchObject({ code });
    expect(await bench.collections.records.count({})).toBe(0);
  });

  it('of two attempts at once one wins', async () => {
    const results = await bench.take(report('b/g/0', 't1', { attempt: 1 }), report('b/g/0', 't1', { attempt: 2, policy: 'q' }));
    expect(results.filter((result) => 'decision' in result)).toHaveLength(1);
    expect(await bench.collections.records.count({})).toBe(1);
  });
});

describe('what is never accepted', () => {
  it.each([
    ['an infrastructure fault', { validity: Validity.INFRASTRUCTURE_FAULT, endReason: EndReason.FAULT, fault: 'lease lost' }, Decision.REJECTED],
    ['a malformed trajectory', { validity: Validity.MALFORMED }, Decision.REJECTED],
    ['a contradictory one', { validity: Validity.CONTRADICTORY }, Decision.QUARANTINED],
    ['one that claims to be valid and has no steps', { steps: [] }, Decision.REJECTED],
    ['one whose end reason is not its last turn', { endReason: EndReason.CLARIFIED }, Decision.REJECTED],
    ['one that ended by a fault and claims to be valid', { endReason: EndReason.FAULT }, Decision.REJECTED],
  ])('%s, even with a verdict of success', async (_, parts, decision) => {
    const record = await bench.takeOne(report('b/g/0', 't1', parts));
    expect(record.decision).toBe(decision);
    expect(await bench.collections.slots.get('b/g/0')).toBeUndefined();
  });

  it.each([
    ['success with a failed check', { success: true, checks: [check('state', false)] }],
    ['failure with every check passed', { success: false }],
    ['a verdict without checks', { checks: [] }],
    ['progress beyond 1', { progress: 1.5 }],
    ['a passed check that names deviations', { checks: [check('state', true, { collateral: ['insert notes/n1'] })] }],
  ])('a verdict that nothing supports: %s', async (_, parts) => {
    const record = await bench.takeOne(report('b/g/0', 't1', {}, parts));
    expect(record.decision).toBe(Decision.QUARANTINED);
    expect(record.decisionReason).toContain('not supported');
  });

  it('success of an episode whose budget was spent', async () => {
    const trajectory = trajectoryOf('b/g/0', 't1', [calls({ tool: 'manage_alarm' })]);
    expect(await bench.takeOne({ trajectory, verdict: verdictOf(trajectory.id) })).toMatchObject({ decision: Decision.QUARANTINED });
  });

  it('what has no verdict; it is no failure, and its slot is done', async () => {
    const record = await bench.takeOne({ trajectory: trajectoryOf('b/g/0', 't1'), verdict: undefined });
    expect(record).toMatchObject({ decision: Decision.QUARANTINED, verdict: undefined, attribution: undefined });
    expect(await bench.collections.slots.get('b/g/0')).toMatchObject({ state: 'accepted' });
  });

  it.each(['d1', 'x1'])('a trajectory of the held-out task %s', async (task) => {
    expect(await bench.takeOne(report('b/g/0', task))).toMatchObject({ decision: Decision.REJECTED, decisionReason: expect.stringContaining('held out') });
  });
});

describe('refused outright', () => {
  it.each([
    ['a task that is not in the pool', report('b/g/0', 'nowhere'), 'FAILED_PRECONDITION'],
    ['another revision of the task', report('b/g/0', 't1', { taskRevision: 2 }), 'FAILED_PRECONDITION'],
    ['an id that is not of its slot', report('b/g/0', 't1', { id: 'b/g/1#1' }), 'INVALID_ARGUMENT'],
    ['a verdict of another trajectory', report('b/g/0', 't1', {}, { trajectoryId: 'b/g/1#1' }), 'INVALID_ARGUMENT'],
  ])('%s', async (_, wrong, code) => {
    const [refused, fine] = await bench.take(wrong, report('b/g/9'));
    expect(refused).toMatchObject({ code });
    expect(fine).toMatchObject({ decision: Decision.ACCEPTED });
  });

  it('a verdict that is not the one the verifier gave', async () => {
    const given = report('b/g/0', 't1', {}, { success: false, checks: [check('state', false)] });
    await bench.take(given);
    const forged = report('b/g/0', 't1');
    const [refused] = await bench.ingestor.ingestAll([forged]);
    expect(refused).toMatchObject({ code: 'FAILED_PRECONDITION', message: expect.stringContaining('not the one the verifier gave') });
  });
});

describe('what waits for a reviewer', () => {
  it('a verdict that the verifier has not stored', async () => {
    const [record] = await bench.ingestor.ingestAll([report('b/g/0')]);
    expect(record).toMatchObject({ decision: Decision.AWAITING_REVIEW, decisionReason: expect.stringContaining('weakly supported') });
  });

  it('a verdict of low confidence', async () => {
    expect(await bench.takeOne(report('b/g/0', 't1', {}, { confidence: 0.5 }))).toMatchObject({ decision: Decision.AWAITING_REVIEW });
  });

  it('a failure that no rule explains', async () => {
    const trajectory = trajectoryOf('b/g/0', 't1');
    const record = await bench.takeOne({ trajectory, verdict: verdictOf(trajectory.id, [check('odd', false)]) });
    expect(record).toMatchObject({ decision: Decision.AWAITING_REVIEW, attribution: { cause: FailureCause.UNSPECIFIED }, decisionReason: expect.stringContaining('low confidence') });
  });

  it('something destroyed that nobody asked to destroy', async () => {
    const trajectory = trajectoryOf('b/g/0', 't1');
    const record = await bench.takeOne({ trajectory, verdict: verdictOf(trajectory.id, failedState({ collateral: ['delete contacts/c1'] })) });
    expect(record).toMatchObject({ decision: Decision.AWAITING_REVIEW, decisionReason: expect.stringContaining('safety-sensitive') });
  });

  it('the same actions with different verdicts, both of them', async () => {
    const first = await bench.takeOne(report('b/g/0'));
    expect(first.decision).toBe(Decision.ACCEPTED);
    const trajectory = trajectoryOf('b/g/1', 't1');
    const second = await bench.takeOne({ trajectory, verdict: verdictOf(trajectory.id, failedState({ missing: ['insert alarms'] })) });
    expect(second).toMatchObject({ decision: Decision.AWAITING_REVIEW, decisionReason: expect.stringContaining('conflicting') });
    expect(await bench.collections.records.get(first.digest)).toMatchObject({ decision: Decision.AWAITING_REVIEW });
  });
});
