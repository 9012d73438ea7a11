import { describe, expect, it } from 'vitest';
import { RefusalReason } from '#protos/core/v1/action.ts';
import type { Opening, Turn } from '#protos/core/v1/context.ts';
import { type BehaviourCheck, type Check, CompletionCriteria, ExpectedCall } from '#protos/core/v1/criteria.ts';
import { FailureCause } from '#protos/core/v1/record.ts';
import { MemoryUnit } from '#protos/core/v1/task.ts';
import type { CheckResult } from '#protos/core/v1/verdict.ts';
import { calls, check, clarify, failedState, finish, openingOf, refuse, taskOf, trajectoryOf, verdictOf } from '../testkit/builders.ts';
import { attribute } from './attribute.ts';

const expectCall = (tool: string): NonNullable<Check['kind']> => ({ $case: 'toolCall', value: { calls: [ExpectedCall.fromPartial({ tool })], ordered: false } });
const expectEnding = (expected: NonNullable<BehaviourCheck['expected']>): NonNullable<Check['kind']> => ({ $case: 'behaviour', value: { expected } });
const criteriaOf = (...kinds: NonNullable<Check['kind']>[]) => CompletionCriteria.fromPartial({ taskId: 't1', checks: kinds.map((kind, at) => ({ id: `c${at}`, kind })) });

interface Case {
  readonly turns: readonly Turn[];
  readonly checks: CheckResult[];
  readonly criteria?: CompletionCriteria;
  readonly tools?: string[];
  readonly opening?: Opening;
  readonly memory?: MemoryUnit[];
}
const causeOf = ({ turns, checks, criteria = criteriaOf(expectCall('manage_alarm')), tools = [], opening = openingOf(), memory = [] }: Case) => {
  const trajectory = trajectoryOf('b/g/0', 't1', turns);
  return attribute({ task: taskOf('t1', { memory }), trajectory, verdict: verdictOf(trajectory.id, checks), opening, asked: { criteria, tools } });
};

const alarm = calls({ tool: 'manage_alarm' });
const note = calls({ tool: 'manage_note' });
const searched = (...ids: string[]) => calls({ tool: 'search_user_memory', result: { resultJson: JSON.stringify({ items: ids.map((memory_id) => ({ memory_id })) }) } });
const missing = failedState({ missing: ['insert alarms {"time":"07:30"}'] });
const clarifyWanted = criteriaOf(expectCall('manage_alarm'), expectEnding({ $case: 'clarify', value: { targets: ['manage_alarm.time'] } }));
const refuseWanted = criteriaOf(expectEnding({ $case: 'refuse', value: { reasons: [RefusalReason.UNSAFE] } }));
const noted = openingOf({ notes: [{ id: 'n', afterTool: 'manage_alarm', afterStatus: 409 }] });
const wrongReply = [check('state', true), check('behaviour', false)];
const memoryMissed = [check('memory', false, { missing: ['m1'] }), check('behaviour', true)];
const skillMissed = [check('skill', false, { missing: ['focus-sound'] })];

const CASES: readonly (readonly [string, Case, FailureCause, { step?: number; tool?: string; expectedTool?: string }])[] = [
  // The harness's doing.
  ['the tool was never shown', { turns: [note, finish()], checks: missing, opening: openingOf({ tools: ['manage_note'] }) }, FailureCause.WRONG_EXPOSURE, { step: -1, expectedTool: 'manage_alarm' }],
  ['a call came back empty', { turns: [calls({ tool: 'query_alarm', result: { resultJson: '' } }), finish()], checks: missing }, FailureCause.INCOMPLETE_FEEDBACK, { step: 0, tool: 'query_alarm' }],
  ['memory was searched in vain', { turns: [searched('m9'), finish()], checks: memoryMissed }, FailureCause.RETRIEVAL, { step: 0 }],
  ['an outdated memory came back', { turns: [searched('m1'), alarm, finish()], checks: failedState({ unexpected: ['insert alarms/a1: time is "06:00"'] }), memory: [MemoryUnit.fromPartial({ memoryId: 'm2', supersedes: 'm1' })] }, FailureCause.STALE_MEMORY, { step: 0 }],
  ['nothing said how to go on after 409', { turns: [calls({ tool: 'manage_alarm', status: 409 }), finish()], checks: missing }, FailureCause.MISSING_GUIDANCE, { step: 0, tool: 'manage_alarm' }],
  // The model's.
  ['409 was not put right, although a note says how', { turns: [calls({ tool: 'manage_alarm', status: 409 }), finish()], checks: missing, opening: noted }, FailureCause.RECOVERY, { step: 0, tool: 'manage_alarm' }],
  ['arguments were never right', { turns: [calls({ tool: 'manage_alarm', status: 400 }), finish()], checks: missing }, FailureCause.GROUNDING, { step: 0, tool: 'manage_alarm' }],
  ['a tool that does not exist', { turns: [calls({ tool: 'set_alarm', result: { error: { code: 'unknown_tool', message: '', boundary: 'policy' } } }), finish()], checks: missing }, FailureCause.ROUTING, { tool: 'set_alarm', expectedTool: 'manage_alarm' }],
  ['memory was not searched', { turns: [alarm, finish()], checks: memoryMissed }, FailureCause.ROUTING, { expectedTool: 'search_user_memory' }],
  ['the skill was not loaded', { turns: [alarm, finish()], checks: skillMissed }, FailureCause.ROUTING, { expectedTool: 'skill__focus_sound' }],
  ['the skill was loaded after the deed', { turns: [alarm, calls({ tool: 'skill__focus_sound' }), finish()], checks: skillMissed }, FailureCause.DECOMPOSITION, { step: 1 }],
  ['wrong values', { turns: [alarm, finish()], checks: failedState({ unexpected: ['insert alarms/a1: time is "08:00"'] }) }, FailureCause.GROUNDING, { step: 0, tool: 'manage_alarm' }],
  ['other arguments than asked for', { turns: [alarm, finish()], checks: [check('tool_call', false, { missing: ['manage_alarm({})'] })] }, FailureCause.GROUNDING, { step: 0 }],
  ['another tool altogether', { turns: [note, finish()], checks: failedState({ missing: ['insert alarms {}'], collateral: ['insert notes/n1'] }) }, FailureCause.ROUTING, { step: 0, tool: 'manage_note', expectedTool: 'manage_alarm' }],
  ['the wrong row', { turns: [alarm, finish()], checks: failedState({ missing: ['update alarms/a1 {}'], collateral: ['update alarms/a2'] }) }, FailureCause.STATE_TRACKING, { step: 0 }],
  ['more than was asked', { turns: [alarm, note, finish()], checks: failedState({ collateral: ['insert notes/n1'] }) }, FailureCause.STATE_TRACKING, { step: 1, tool: 'manage_note' }],
  ['only a part', { turns: [alarm, finish()], checks: failedState({ missing: ['insert notes {}'] }) }, FailureCause.DECOMPOSITION, { step: 1 }],
  ['nothing at all', { turns: [finish()], checks: missing }, FailureCause.PREMATURE_END, { step: 0, expectedTool: 'manage_alarm' }],
  ['only reads of something else', { turns: [calls({ tool: 'query_note' }), finish()], checks: missing }, FailureCause.ROUTING, { step: 0, expectedTool: 'manage_alarm' }],
  ['asked although all was said', { turns: [clarify('manage_alarm.time')], checks: wrongReply }, FailureCause.PREMATURE_END, { step: 0, tool: 'clarify', expectedTool: 'finish' }],
  ['guessed instead of asking', { turns: [alarm, finish()], checks: wrongReply, criteria: clarifyWanted }, FailureCause.GROUNDING, { expectedTool: 'clarify' }],
  ['asked about the wrong thing', { turns: [clarify('manage_alarm.label')], checks: wrongReply, criteria: clarifyWanted }, FailureCause.GROUNDING, { tool: 'clarify' }],
  ['did what had to be declined', { turns: [finish()], checks: wrongReply, criteria: refuseWanted }, FailureCause.DECOMPOSITION, { expectedTool: 'refuse' }],
  ['asked where it had to decline', { turns: [clarify('a.b')], checks: wrongReply, criteria: refuseWanted }, FailureCause.PREMATURE_END, { expectedTool: 'refuse' }],
  ['declined what could be done', { turns: [refuse()], checks: wrongReply }, FailureCause.PREMATURE_END, { tool: 'refuse' }],
  ['answered something else than the tool said', { turns: [alarm, finish('41')], checks: [check('behaviour', false, { missing: ['40'], unexpected: ['41'] })] }, FailureCause.GROUNDING, { step: 1 }],
  ['answered without looking', { turns: [finish('41')], checks: [check('behaviour', false, { missing: ['40'], unexpected: ['41'] })] }, FailureCause.PREMATURE_END, { step: 0 }],
  ['went round in circles', { turns: [note, note, note], checks: missing }, FailureCause.STATE_TRACKING, { step: 0, tool: 'manage_note' }],
  ['a step of the known solution left out', { turns: [note, finish()], checks: missing, criteria: criteriaOf(), tools: ['query_alarm', 'manage_alarm'] }, FailureCause.ROUTING, { expectedTool: 'query_alarm' }],
  ['ran out of budget on the way', { turns: [note, alarm], checks: missing }, FailureCause.DECOMPOSITION, { step: 1 }],
  ['did it and never said so', { turns: [alarm, alarm], checks: [check('state', true), check('behaviour', false)] }, FailureCause.STATE_TRACKING, { step: 1 }],
  ['handed off the wrong thing', { turns: [calls({ tool: 'qa_task' }), finish()], checks: [check('behaviour', false, { reason: 'qa_task was called without the payload it needs' })] }, FailureCause.GROUNDING, { tool: 'qa_task' }],
  ['did not hand off', { turns: [note, finish()], checks: [check('behaviour', false, { reason: 'qa_task was not called' })] }, FailureCause.ROUTING, { expectedTool: 'qa_task' }],
];

describe('the cause of a failure', () => {
  it.each(CASES)('%s', (_, given, cause, more) => {
    const found = causeOf(given);
    expect(found).toMatchObject({ cause, method: 'rule', ...more });
    expect(found?.confidence).toBeGreaterThanOrEqual(0.5);
    expect(found?.reason).not.toBe('');
  });

  it('is not looked for in a success', () => {
    expect(causeOf({ turns: [alarm, finish()], checks: [check('state', true)] })).toBeUndefined();
  });

  it('is left open at low confidence where no rule fits', () => {
    expect(causeOf({ turns: [alarm, finish()], checks: [check('odd', false)] })).toMatchObject({ cause: FailureCause.UNSPECIFIED, confidence: 0.2, step: -1 });
  });

  it('is not laid on the harness for a tool behind a skill that was offered', () => {
    const opening = openingOf({ tools: ['manage_note'], skills: ['focus'] });
    expect(causeOf({ turns: [note, finish()], checks: missing, opening })?.cause).toBe(FailureCause.ROUTING);
  });

  it('can be told without opening and criteria', () => {
    const trajectory = trajectoryOf('b/g/0', 't1', [alarm, finish()]);
    const verdict = verdictOf(trajectory.id, failedState({ unexpected: ['insert alarms/a1: time is "08:00"'] }));
    expect(attribute({ task: taskOf('t1'), trajectory, verdict, opening: undefined, asked: undefined })?.cause).toBe(FailureCause.GROUNDING);
  });
});
