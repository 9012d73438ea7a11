import { describe, expect, it } from 'vitest';
import { Action, type ToolCall } from '#protos/core/v1/action.ts';
import { Witness } from '#protos/core/v1/witness.ts';
import { criteria, evidence, expectInsert, expectUpdate, finish, inserted, state, updated } from '../policies/testkit.ts';
import { perturbations, weaknesses } from './soundness.ts';

const call = (callId: string, name: string, args = '{}'): ToolCall => ({ callId, name, argumentsJson: args });
const block = (...calls: ToolCall[]) => Action.fromPartial({ turn: { $case: 'calls', value: { calls } } });
const witness = Witness.fromPartial({
  actions: [block(call('c1', 'query_alarm')), block(call('c2', 'manage_alarm'), call('c3', 'query_alarm', '{"id":"$c2.data.id"}')), finish()],
  extraReads: [call('r1', 'query_alarm')],
  strayWrite: call('w1', 'manage_note'),
});
const isWrite = ({ name }: ToolCall) => name.startsWith('manage');
const names = (actions: readonly Action[]) => actions.map(({ turn }) => (turn?.$case === 'calls' ? turn.value.calls.map(({ callId }) => callId).join('+') : turn?.$case));
const answersOf = (actions: readonly Action[]) => actions.map(({ turn }) => (turn?.$case === 'finish' ? turn.value.answers : undefined));

describe('perturbations', () => {
  it('keep the witness and the reads, and break what should fail', () => {
    const made = Object.fromEntries(perturbations(witness, isWrite).map(({ name, actions, expected }) => [name, [expected, ...names(actions)]]));
    expect(made).toEqual({
      witness: ['pass', 'c1', 'c2+c3', 'finish'],
      nothing: ['fail', 'finish'],
      unfinished: ['fail', 'c1', 'c2+c3'],
      'other-reply': ['fail', 'c1', 'c2+c3', 'clarify'],
      'without-last-write': ['fail', 'c1', 'finish'],
      'stray-write': ['fail', 'c1', 'c2+c3', 'w1', 'finish'],
      'extra-reads': ['pass', 'c1', 'c2+c3', 'r1', 'finish'],
    });
  });

  it('leave out what a witness without writes, reads and strays has not', () => {
    const bare = Witness.fromPartial({ actions: [finish('40')] });
    expect(perturbations(bare, isWrite).map(({ name }) => name)).toEqual(['witness', 'nothing', 'unfinished', 'answers-alone', 'other-reply']);
  });

  it('let no finish at once be right, with no answer or with the right ones', () => {
    const answered = Witness.fromPartial({ actions: [block(call('c1', 'query_alarm')), finish('40')] });
    const once = perturbations(answered, isWrite).filter(({ actions }) => actions.every(({ turn }) => turn?.$case === 'finish'));
    expect(once.map(({ name, expected, actions }) => [name, expected, answersOf(actions)])).toEqual([
      ['nothing', 'fail', [[]]],
      ['answers-alone', 'fail', [['40']]],
    ]);
  });
});

describe('weaknesses', () => {
  it('a state check has none', () => {
    const passing = evidence({ changes: [inserted('alarms', 'a9', { time: '07:30' }), updated('wifi', 'w1', { on: false }, { on: true })] });
    const both = criteria([state(expectInsert('alarms', { time: '07:30' }), expectUpdate('wifi', 'w1', { on: true }))]);
    expect(weaknesses(both, passing)).toEqual([]);
  });
});
