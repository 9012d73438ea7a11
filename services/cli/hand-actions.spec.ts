import { describe, expect, it } from 'vitest';
import { handActions } from './hand-actions.ts';

const kinds = (text: string, task?: string) => handActions(text, task).map(({ turn }) => turn?.$case);

describe('actions by hand', () => {
  it('reads bare calls, blocks and replies, one a line', () => {
    const text = ['{"name":"a","arguments":{"x":1}}', '', '{"calls":[{"name":"b"},{"name":"c"}]}', '{"finish":{"answers":["7"]}}'].join('\n');
    expect(kinds(text)).toEqual(['calls', 'calls', 'finish']);
  });

  it('reads the script of the task that is named, or the only one', () => {
    const script = (task: string, reply: string) => JSON.stringify({ task, actions: [{ [reply]: reply === 'clarify' ? { target: 'confirmation' } : {} }] });
    const text = `${script('t1', 'finish')}\n${script('t2', 'clarify')}`;
    expect(kinds(text, 't2')).toEqual(['clarify']);
    expect(kinds(script('t1', 'finish'))).toEqual(['finish']);
    expect(() => kinds(text)).toThrow('--calls: holds 2 tasks; name one of its tasks with --task');
    expect(() => kinds(text, 't3')).toThrow('has no line for task t3');
  });

  it.each([
    ['', '--calls: is empty'],
    ['{"name":', '--calls: line 1: is no JSON'],
    ['{"name":"a"}\n{"tool":"a"}', '--calls: line 2: is neither a call nor an action'],
    ['[]', '--calls: line 1: is neither a call nor an action'],
    ['{"task":"t","actions":[{}]}', 'line 1'],
  ])('names the line of %j', (text, message) => {
    expect(() => handActions(text, undefined)).toThrow(message);
  });
});
