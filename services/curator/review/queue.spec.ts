import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Attribution, Decision, FailureCause } from '#protos/core/v1/record.ts';
import { Validity } from '#protos/core/v1/trajectory.ts';
import { check, trajectoryOf, verdictOf } from '../testkit/builders.ts';
import { type Bench, openBench } from '../testkit/bench.ts';

let bench: Bench;
let digest: string;
beforeEach(async () => {
  bench = await openBench();
  const trajectory = trajectoryOf('b/g/0', 't1');
  ({ digest } = await bench.takeOne({ trajectory, verdict: verdictOf(trajectory.id, [check('odd', false)]) }));
});
afterEach(() => bench.store.close());

const review = (decision: string, parts: { by?: string; reason?: string; attribution?: Attribution } = {}) => ({ digest, decision, by: 'reviewer-1', reason: 'seen', attribution: undefined, ...parts });

it('lists what waits, and nothing once it is decided', async () => {
  expect((await bench.reviews.waiting(10)).map(({ _id }) => _id)).toEqual([digest]);
  await bench.reviews.decide(review('approve'));
  expect(await bench.reviews.waiting(10)).toEqual([]);
});

describe('a decision', () => {
  it.each([
    ['approve', Decision.ACCEPTED],
    ['reject', Decision.REJECTED],
    ['quarantine', Decision.QUARANTINED],
  ])('%s is kept with who made it and when', async (word, decision) => {
    bench.clock.advance(500);
    const decided = await bench.reviews.decide(review(word));
    expect(decided).toMatchObject({ decision, decided_by: 'reviewer-1', decision_reason: 'seen', version: 2 });
    expect(decided.history.map(({ by, at_ms }) => [by, at_ms])).toEqual([['rule', 1000], ['reviewer-1', 1500]]);
  });

  it('to correct replaces the attribution', async () => {
    const attribution = Attribution.fromPartial({ cause: FailureCause.ROUTING, step: 1, expectedTool: 'manage_note', confidence: 1, method: 'person' });
    const decided = await bench.reviews.decide(review('correct', { attribution }));
    expect(decided).toMatchObject({ decision: Decision.ACCEPTED, cause: FailureCause.ROUTING, expected_tool: 'manage_note' });
  });

  it('made twice changes nothing', async () => {
    const first = await bench.reviews.decide(review('approve'));
    expect(await bench.reviews.decide(review('approve'))).toEqual(first);
  });

  it('may be changed later, and both stand in the history', async () => {
    await bench.reviews.decide(review('approve'));
    const changed = await bench.reviews.decide(review('quarantine', { by: 'reviewer-2' }));
    expect(changed.history.map(({ by }) => by)).toEqual(['rule', 'reviewer-1', 'reviewer-2']);
  });

  it('of two at once one is made; the other is told', async () => {
    const results = await Promise.allSettled([bench.reviews.decide(review('approve')), bench.reviews.decide(review('reject', { by: 'reviewer-2' }))]);
    const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(failed).toEqual([expect.objectContaining({ code: 'ABORTED' })]);
  });
});

describe('refused', () => {
  it.each([
    ['no name', review('approve', { by: ' ' }), 'by'],
    ['no such decision', review('maybe'), 'decision'],
    ['a correction without an attribution', review('correct'), 'attribution'],
    ['an attribution without a correction', review('approve', { attribution: Attribution.create() }), 'attribution'],
  ])('%s', async (_, wrong, field) => {
    await expect(bench.reviews.decide({ ...wrong, digest })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field });
  });

  it.each([
    ['an attribution to no cause', { cause: FailureCause.UNSPECIFIED, step: 0 }, 'attribution.cause'],
    ['an attribution to a cause that is none', { cause: FailureCause.UNRECOGNIZED, step: 0 }, 'attribution.cause'],
    ['a step after the last', { cause: FailureCause.GROUNDING, step: 2 }, 'attribution.step'],
    ['a step far off', { cause: FailureCause.GROUNDING, step: 99_999 }, 'attribution.step'],
    ['a step before none', { cause: FailureCause.GROUNDING, step: -2 }, 'attribution.step'],
  ])('%s, and nothing is decided', async (_, wrong, field) => {
    const attribution = Attribution.fromPartial({ ...wrong, confidence: 1, method: 'person' });
    await expect(bench.reviews.decide(review('correct', { attribution }))).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field });
    expect((await bench.reviews.waiting(10)).map(({ _id }) => _id)).toEqual([digest]);
  });

  it('not: step -1, where no single step is at fault', async () => {
    const attribution = Attribution.fromPartial({ cause: FailureCause.WRONG_EXPOSURE, step: -1, confidence: 1, method: 'person' });
    expect(await bench.reviews.decide(review('correct', { attribution }))).toMatchObject({ cause: FailureCause.WRONG_EXPOSURE });
  });

  it('an unknown record', async () => {
    await expect(bench.reviews.decide({ ...review('approve'), digest: 'sha256:none' })).rejects.toMatchObject({ code: 'NOT_FOUND', field: 'record', remedy: 'give a digest from gyre review list' });
  });

  it.each([
    ['an invalid one', () => ({ trajectory: trajectoryOf('b/g/1', 't1', undefined, { validity: Validity.CONTRADICTORY }), verdict: verdictOf('b/g/1#1') })],
    ['one without a verdict', () => ({ trajectory: trajectoryOf('b/g/1', 't1'), verdict: undefined })],
    ['a held-out one', () => ({ trajectory: trajectoryOf('b/g/1', 'd1'), verdict: verdictOf('b/g/1#1') })],
  ])('accepting %s', async (_, report) => {
    const record = await bench.takeOne(report());
    await expect(bench.reviews.decide({ ...review('approve'), digest: record.digest })).rejects.toMatchObject({ code: 'FAILED_PRECONDITION' });
  });
});
