import { describe, expect, it } from 'vitest';
import { Decision, FailureCause } from '#protos/core/v1/record.ts';
import { Validity } from '#protos/core/v1/trajectory.ts';
import { failure, recordDoc } from '../testkit/records.ts';
import { isCompetence, statisticsByTask } from './statistics.ts';

describe('what tells of competence', () => {
  it.each([
    ['an accepted record', {}, true],
    ['one that awaits review', { decision: Decision.AWAITING_REVIEW }, true],
    ['a rejected one', { decision: Decision.REJECTED }, false],
    ['a quarantined one', { decision: Decision.QUARANTINED }, false],
    ['an invalid one', { validity: Validity.INFRASTRUCTURE_FAULT }, false],
    ['one without a verdict', { success: null }, false],
    ['the teacher\'s', { policy: 'teacher' }, false],
    ['a rule planner\'s', { policy: 'rule-planner' }, false],
  ])('%s: %#', (_, parts, told) => {
    expect(isCompetence(recordDoc('r', parts))).toBe(told);
  });
});

describe('statistics by task', () => {
  const records = [recordDoc('old1', failure()), recordDoc('old2', failure(FailureCause.ROUTING)), recordDoc('new1'), recordDoc('other', { task_id: 't2', ...failure(FailureCause.ROUTING) })];

  it('count trials, successes and causes', () => {
    const statistics = statisticsByTask(records);
    expect(statistics.get('t1')).toEqual({ trials: 3, successes: 1, causes: new Map([[FailureCause.GROUNDING, 1], [FailureCause.ROUTING, 1]]) });
    expect(statistics.get('t2')).toMatchObject({ trials: 1, successes: 0 });
  });

  it('look at what is newer than the parent release, and at all of it where there is nothing newer', () => {
    const statistics = statisticsByTask(records, new Set(['old1', 'old2', 'other']));
    expect(statistics.get('t1')).toMatchObject({ trials: 1, successes: 1 });
    expect(statistics.get('t2')).toMatchObject({ trials: 1, successes: 0 });
  });
});
