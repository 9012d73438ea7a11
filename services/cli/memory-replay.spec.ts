import { expect, it } from 'vitest';
import { createMemory } from '#harness-gateway/mod.ts';
import type { ToolCall } from '#protos/core/v1/action.ts';
import { ToolResult } from '#protos/core/v1/observation.ts';
import { Task } from '#protos/core/v1/task.ts';
import { Trajectory } from '#protos/core/v1/trajectory.ts';
import { replayMemory } from './memory-replay.ts';

const now = '2026-03-02T09:00:00Z';
const memory = [{ memoryId: 'mem_1', category: 'routines_habits', content: 'Runs at 6:30 on Mondays.', createdAt: '2026-01-01T08:00:00Z', supersedes: '' }];
const task = Task.fromPartial({ id: 't', now, memory });
const calls: ToolCall[] = [
  { callId: 'c0', name: 'search_user_memory', argumentsJson: '{"query":"runs mondays"}' },
  { callId: 'c1', name: 'add_user_memory', argumentsJson: '{"content":"Swims on Fridays."}' },
  { callId: 'c2', name: 'search_user_memory', argumentsJson: '{"query":"swims fridays"}' },
];

/** A trajectory whose results the memory gave, and one call that never ran. */
function recorded(): Trajectory {
  const played = createMemory(memory, now);
  const steps = calls.map((call, index) => {
    const { status, body } = played.call(call.name, JSON.parse(call.argumentsJson));
    const results = [ToolResult.fromPartial({ callId: call.callId, tool: call.name, status, resultJson: JSON.stringify(body) })];
    return { index, turn: { action: { reasoning: '', turn: { $case: 'calls' as const, value: { calls: [call] } } }, results, notices: [], addedTools: [] } };
  });
  const broken: ToolCall = { callId: 'c3', name: 'search_user_memory', argumentsJson: '{"query":' };
  const refused = ToolResult.fromPartial({ callId: 'c3', tool: broken.name, error: { code: 'malformed_json', message: '', boundary: 'policy' } });
  const last = { index: 3, turn: { action: { reasoning: '', turn: { $case: 'calls' as const, value: { calls: [broken] } } }, results: [refused], notices: [], addedTools: [] } };
  return Trajectory.fromPartial({ id: 'x', taskId: 't', steps: [...steps, last] });
}

it('reproduces reads and writes in order, and leaves out what never ran', () => {
  expect(replayMemory(task, recorded())).toEqual({ compared: 3, differences: [] });
});

it('finds a result that was changed', () => {
  const trajectory = recorded();
  const result = trajectory.steps[2]?.turn?.results[0];
  if (result) result.resultJson = result.resultJson.replace('Swims', 'Rests');
  const { differences } = replayMemory(task, trajectory);
  expect(differences).toMatchObject([{ step: 2, callId: 'c2', what: 'observation' }]);
});

it('finds a memory that the task no longer starts with', () => {
  expect(replayMemory({ ...task, memory: [] }, recorded()).differences.map(({ callId }) => callId)).toContain('c0');
});
