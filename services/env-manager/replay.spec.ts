import { describe, expect, it } from 'vitest';
import type { ToolCall } from '#protos/core/v1/action.ts';
import { type ToolResult } from '#protos/core/v1/observation.ts';
import { Trajectory } from '#protos/core/v1/trajectory.ts';
import { createSandbox } from './backends/sandbox/sandbox.ts';
import { setupOf } from './backends/sandbox/setup.ts';
import { replayTrajectory } from './replay.ts';
import { call, smallTask, smallWorld } from './testkit/small-world.ts';

const sandbox = createSandbox(smallWorld);
const task = smallTask({ faults: [{ tool: 'manage_alarm', nthCall: 2, times: 1, status: 500, message: 'busy' }] });
const SEED = 11;

const memory: ToolResult = { callId: 'm', tool: 'search_user_memory', status: 200, resultJson: '{"memories":[]}', imageRef: '', error: undefined };
const create = (callId: string) => call('manage_alarm', { action: 'create', time: '07:30' }, callId);

/** Turns as a harness records them: it answers memory itself, and some calls it rejects before the environment sees them. */
const turns: readonly { calls: ToolCall[] | 'malformed'; atHarness: ReadonlyMap<string, ToolResult> }[] = [
  { calls: [call('search_user_memory', {}, 'm')], atHarness: new Map([['m', memory]]) },
  { calls: [create('a'), call('roll_dice', {}, 'b')], atHarness: new Map() },
  {
    calls: [call('show_time', {}, 'x'), call('roll_dice', {}, 'c'), create('d'), call('manage_alarm', '{', 'e')],
    atHarness: new Map([['x', { ...memory, callId: 'x', status: 404, resultJson: '', error: { code: 'not_exposed', message: '', boundary: 'policy' } }]]),
  },
  { calls: 'malformed', atHarness: new Map() },
  { calls: [create('f'), call('show_time', {}, 'g')], atHarness: new Map() },
];

function record(): Trajectory {
  const episode = sandbox.open(setupOf(task), SEED);
  const steps = turns.map(({ calls, atHarness }, index) => {
    if (calls === 'malformed') {
      episode.step([]);
      return { index, turn: { action: { reasoning: '', turn: undefined }, results: [], notices: [], addedTools: [] } };
    }
    const sent = calls.filter((one) => !atHarness.has(one.callId));
    const results = new Map([...atHarness, ...episode.step(sent).map((result) => [result.callId, result] as const)]);
    const action = { reasoning: '', turn: { $case: 'calls' as const, value: { calls } } };
    return { index, turn: { action, results: calls.flatMap((one) => results.get(one.callId) ?? []), notices: [], addedTools: [] } };
  });
  const finish = { action: { turn: { $case: 'finish' as const, value: { message: 'done', answers: [] } } } };
  return Trajectory.fromPartial({
    worldBuild: sandbox.build,
    finalStateDigest: episode.stateDigest(),
    steps: [...steps, { index: steps.length, turn: finish }],
  });
}

describe('replayTrajectory', () => {
  it('reproduces a record byte for byte, harness calls left out', () => {
    const recorded = record();
    expect(recorded.steps.flatMap((step) => step.turn?.results ?? []).map((result) => result.status)).toEqual([200, 200, 200, 404, 200, 500, 400, 200, 200]);
    expect(replayTrajectory(sandbox, task, SEED, recorded)).toEqual({
      compared: 6,
      skipped: 3,
      finalStateDigest: recorded.finalStateDigest,
      differences: [],
    });
  });

  it('survives the wire', () => {
    const recorded = record();
    expect(replayTrajectory(sandbox, task, SEED, Trajectory.decode(Trajectory.encode(recorded).finish())).differences).toEqual([]);
  });

  it('finds a single changed byte of an observation', () => {
    const recorded = record();
    const result = recorded.steps[1]?.turn?.results[1];
    if (result) result.resultJson = result.resultJson.replace(/\d/, (digit) => String((Number(digit) + 1) % 10));
    expect(replayTrajectory(sandbox, task, SEED, recorded).differences).toMatchObject([{ step: 1, callId: 'b', what: 'observation' }]);
  });

  it('finds another seed, another final state, another build and a missing result', () => {
    const what = (trajectory: Trajectory, seed = SEED) => replayTrajectory(sandbox, task, seed, trajectory).differences.map((one) => one.what);
    expect(what(record(), SEED + 1)).toEqual(['observation', 'observation']);
    expect(what({ ...record(), finalStateDigest: 'sha256:0' })).toEqual(['final_state']);
    expect(what({ ...record(), worldBuild: 'sha256:0' })).toEqual(['world_build']);
    const shortened = record();
    shortened.steps[4]?.turn?.results.pop();
    expect(what(shortened)).toEqual(['missing_result']);
  });
});
