import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Action } from '#protos/core/v1/action.ts';
import type { Milestone } from '#protos/core/v1/criteria.ts';
import { behaviour, clarify, criteria, evidence, expectCall, expectInsert, finish, inserted, load, search, state, write } from './policies/testkit.ts';
import { verify } from './verify.ts';

const options = { trajectoryId: 's#1' };
const alarm = expectInsert('alarms', { time: '07:30' });
const set = [inserted('alarms', 'a9', { time: '7:30' })];
const handOff = behaviour({ $case: 'handOff', value: { agent: 'qa_task', payloadJson: '{}', fragments: [] } });

describe('verdicts', () => {
  it.each([
    ['done and declared', criteria([state(alarm)]), evidence({ changes: set }), true],
    ['done, but the budget was spent', criteria([state(alarm)]), evidence({ changes: set, finalAction: undefined }), false],
    ['done, but ended with a question', criteria([state(alarm)]), evidence({ changes: set, finalAction: clarify('a.b') }), false],
    ['declared, but not done', criteria([state(alarm)]), evidence(), false],
    ['asked, and nothing was touched', criteria([state(), behaviour({ $case: 'clarify', value: { targets: ['a.b'] } })]), evidence({ finalAction: clarify('a.b') }), true],
    ['asked, but guessed first', criteria([state(), behaviour({ $case: 'clarify', value: { targets: ['a.b'] } })]), evidence({ changes: set, finalAction: clarify('a.b') }), false],
    ['handed off and declared', criteria([handOff]), evidence({ operations: [write('qa_task')] }), true],
    ['handed off, never declared', criteria([handOff]), evidence({ operations: [write('qa_task')], finalAction: undefined }), false],
    ['a hand-off beside the calls', criteria([handOff, { $case: 'toolCall', value: { calls: [], ordered: false } }]), evidence({ operations: [write('qa_task')] }), true],
    ['every gate met', criteria([{ $case: 'memory', value: { memoryIds: ['m1'] } }, { $case: 'skill', value: { skills: ['focus'] } }]), evidence({ operations: [load('focus'), search('m1')] }), true],
    ['one gate not met', criteria([{ $case: 'memory', value: { memoryIds: ['m1'] } }, { $case: 'skill', value: { skills: ['focus'] } }]), evidence({ operations: [load('focus')] }), false],
  ])('%s', (_, wanted, found, success) => {
    const verdict = verify(wanted, found, options);
    expect(verdict.success).toBe(success);
    expect(verdict.trajectoryId).toBe('s#1');
    expect(verdict.checks.every((check) => check.reason !== '')).toBe(true);
  });
});

describe('no verdict', () => {
  const wanted = criteria([state(alarm)]);
  it.each([
    ['evidence of another task', wanted, evidence({ taskId: 't2' }), options],
    ['no evidence of any task', wanted, evidence({ taskId: '' }), options],
    ['evidence of another episode', wanted, evidence(), { ...options, episodeId: 'e2' }],
    ['another revision', wanted, evidence(), { ...options, taskRevision: 2 }],
    ['criteria without checks', criteria([]), evidence(), options],
    ['changes between two equal states', wanted, evidence({ changes: set, finalStateDigest: 'sha256:a' }), options],
    ['one row reported twice', wanted, evidence({ changes: [...set, ...set] }), options],
    ['a last turn that is no reply', wanted, evidence({ finalAction: Action.fromPartial({ turn: { $case: 'calls', value: { calls: [] } } }) }), options],
    ['arguments that are no JSON', criteria([{ $case: 'toolCall', value: { calls: [expectCall('x')], ordered: false } }]), evidence({ operations: [{ ...write('x'), argumentsJson: '{' }] }), options],
  ])('for %s', (_, criteriaOf, evidenceOf, opts) => {
    expect(() => verify(criteriaOf, evidenceOf, opts)).toThrow(expect.objectContaining({ code: 'FAILED_PRECONDITION', boundary: 'verifier', retryable: false }));
  });

  it('memory may change while the world stays as it was', () => {
    const memory = [inserted('memory', 'm9', { content: 'Gets up at 7:30' })];
    const wantedMemory = criteria([state(expectInsert('memory', { content: { $contains: '07:30' } }))]);
    expect(verify(wantedMemory, evidence({ changes: memory, finalStateDigest: 'sha256:a' }), options).success).toBe(true);
  });
});

describe('progress', () => {
  const milestones: Milestone[] = [
    { id: 'found', weight: 1, kind: { $case: 'memoryId', value: 'm1' } },
    { id: 'skilled', weight: 1, kind: { $case: 'skill', value: 'focus' } },
    { id: 'called', weight: 1, kind: { $case: 'call', value: expectCall('manage_alarm', { time: '07:30' }) } },
    { id: 'set', weight: 2, kind: { $case: 'change', value: alarm } },
    { id: 'told', weight: 1, kind: { $case: 'reply', value: { expected: { $case: 'finish', value: { answers: [] } } } } },
  ];
  const operations = [search('m1'), load('focus'), write('manage_alarm', { time: '7:30' })];

  it.each([
    ['nothing', evidence({ finalAction: undefined }), 0, []],
    ['completion declared and nothing done', evidence(), 0, []],
    ['completion declared before all was done', evidence({ operations: operations.slice(0, 2) }), 2 / 6, ['found', 'skilled']],
    ['a search', evidence({ operations: operations.slice(0, 1), finalAction: undefined }), 1 / 6, ['found']],
    ['everything', evidence({ operations, changes: set }), 1, ['found', 'skilled', 'called', 'set', 'told']],
    ['the deed, and a stray row', evidence({ operations, changes: [...set, inserted('notes', 'n', {})], finalAction: undefined }), 5 / 6, ['found', 'skilled', 'called', 'set']],
    ['the skill after the deed', evidence({ operations: operations.toReversed(), finalAction: undefined }), 2 / 6, ['found', 'called']],
  ])('of %s', (_, found, progress, met) => {
    const verdict = verify(criteria([state(alarm)], milestones), found, options);
    expect(verdict.progress).toBeCloseTo(progress, 12);
    expect(verdict.milestonesMet).toEqual(met);
  });

  it('counts a milestone that is asked for twice once per time it happened', () => {
    const twice: Milestone[] = ['a', 'b'].map((id) => ({ id, weight: 1, kind: { $case: 'change', value: alarm } }));
    expect(verify(criteria([state(alarm)], twice), evidence({ changes: set }), options).progress).toBe(0.5);
  });

  it('is success where there are no milestones', () => {
    expect(verify(criteria([state(alarm)]), evidence({ changes: set }), options).progress).toBe(1);
    expect(verify(criteria([state(alarm)]), evidence(), options).progress).toBe(0);
  });

  it('stays in [0, 1] and never falls when something more is achieved', () => {
    const weights = fc.array(fc.double({ min: 0, max: 5, noNaN: true }), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(weights, fc.nat({ max: 3 }), (list, steps) => {
        const weighted = milestones.map((milestone, at) => ({ ...milestone, weight: list[at] ?? 0 }));
        const at = (n: number) => verify(criteria([state(alarm)], weighted), evidence({ operations: operations.slice(0, n), finalAction: undefined }), options).progress;
        expect(at(steps)).toBeGreaterThanOrEqual(0);
        expect(at(steps)).toBeLessThanOrEqual(1);
        if (steps < 3) expect(at(steps + 1)).toBeGreaterThanOrEqual(at(steps));
      }),
    );
  });

  it('refuses weights that are no shares', () => {
    const wanted = criteria([state(alarm)], [{ id: 'x', weight: -1, kind: { $case: 'skill', value: 'focus' } }]);
    expect(() => verify(wanted, evidence(), options)).toThrow(expect.objectContaining({ code: 'FAILED_PRECONDITION' }));
  });
});

it('the same criteria and evidence give the same verdict', () => {
  const run = () => verify(criteria([state(alarm)]), evidence({ changes: set, finalAction: finish('x') }), options);
  expect(run()).toEqual(run());
});
