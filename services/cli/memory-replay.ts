import type { ReplayDifference } from '#env-manager/mod.ts';
import { createMemory, isMemoryTool, parseArguments } from '#harness-gateway/mod.ts';
import type { Task } from '#protos/core/v1/task.ts';
import type { Trajectory } from '#protos/core/v1/trajectory.ts';

export interface MemoryReplay {
  /** Memory calls executed again and compared. */
  readonly compared: number;
  readonly differences: readonly ReplayDifference[];
}

/**
 * Executes every memory call of a recorded trajectory again on the memory that the task starts with, and compares status and result
 * byte for byte. Calls that the harness rejected before they ran are left out. This is the harness's side of a replay; the
 * environment's is `replayTrajectory`.
 */
export function replayMemory(task: Task, trajectory: Trajectory): MemoryReplay {
  const memory = createMemory(task.memory, task.now);
  const differences: ReplayDifference[] = [];
  let compared = 0;
  for (const { index, turn } of trajectory.steps) {
    if (turn?.action?.turn?.$case !== 'calls') continue;
    const results = new Map(turn.results.map((result) => [result.callId, result]));
    for (const { callId, name, argumentsJson } of turn.action.turn.value.calls) {
      const recorded = results.get(callId);
      if (!isMemoryTool(name) || recorded === undefined || recorded.error !== undefined) continue;
      const args = parseArguments(argumentsJson);
      if (!args.ok) continue;
      const { status, body } = memory.call(name, args.args);
      const [was, is] = [`${recorded.status} ${recorded.resultJson}`, `${status} ${JSON.stringify(body)}`];
      compared += 1;
      if (was !== is) differences.push({ step: index, callId, what: 'observation', recorded: was, replayed: is });
    }
  }
  return { compared, differences };
}
