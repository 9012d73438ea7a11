import type { ToolCall } from '#protos/core/v1/action.ts';
import { ToolResult } from '#protos/core/v1/observation.ts';
import type { Task } from '#protos/core/v1/task.ts';
import type { Trajectory } from '#protos/core/v1/trajectory.ts';
import { GyreError } from '#kit/errors.ts';
import type { Sandbox } from './backends/sandbox/sandbox.ts';
import { setupOf } from './backends/sandbox/setup.ts';

/** One place where the record and the replay differ. */
export interface ReplayDifference {
  /** Step index; -1 for what concerns the whole trajectory. */
  readonly step: number;
  readonly callId: string;
  readonly what: 'world_build' | 'observation' | 'missing_result' | 'final_state' | 'fault';
  readonly recorded: string;
  readonly replayed: string;
}

export interface Replay {
  /** Calls executed again and compared. */
  readonly compared: number;
  /** Calls that no tool of the environment answered: memory, skills, and what was rejected before it ran. */
  readonly skipped: number;
  readonly finalStateDigest: string;
  readonly differences: readonly ReplayDifference[];
}

/**
 * Executes every environment call of a recorded trajectory again, on the same task and seed, and compares each observation byte
 * for byte, and the digest of the final state. No differences means that the record is reproduced exactly.
 *
 * A call with a recorded error never reached a tool, whoever rejected it, so it is left out; the engine keeps randomness and
 * fault plan independent of such calls.
 */
export function replayTrajectory(sandbox: Sandbox, task: Task, seed: number, trajectory: Trajectory): Replay {
  const differences: ReplayDifference[] = [];
  const differ = (step: number, callId: string, what: ReplayDifference['what'], recorded: string, replayed: string) => {
    if (recorded !== replayed) differences.push({ step, callId, what, recorded, replayed });
  };
  differ(-1, '', 'world_build', trajectory.worldBuild, sandbox.build);
  const episode = sandbox.open(setupOf(task), seed);
  let compared = 0;
  let skipped = 0;
  for (const { index, turn } of trajectory.steps) {
    const taken = turn?.action?.turn;
    if (taken && taken.$case !== 'calls') continue;
    const recorded = new Map(turn?.results.map((result) => [result.callId, result]));
    const calls = taken?.value.calls ?? [];
    const mine = calls.filter((call) => sandbox.hasTool(call.name) && recorded.get(call.callId)?.error === undefined);
    skipped += calls.length - mine.length;
    let results: readonly ToolResult[];
    try {
      // Turns without calls for the environment, malformed ones among them, are stepped too: time passes in them.
      results = episode.step(mine);
    } catch (thrown) {
      differ(index, '', 'fault', '', GyreError.from(thrown, 'environment').message);
      break;
    }
    for (const [i, call] of mine.entries()) {
      compared++;
      compare(call, recorded.get(call.callId), results[i], (what, was, is) => differ(index, call.callId, what, was, is));
    }
  }
  const finalStateDigest = episode.stateDigest();
  differ(-1, '', 'final_state', trajectory.finalStateDigest, finalStateDigest);
  return { compared, skipped, finalStateDigest, differences };
}

type Differ = (what: ReplayDifference['what'], recorded: string, replayed: string) => void;

function compare(call: ToolCall, recorded: ToolResult | undefined, replayed: ToolResult | undefined, differ: Differ): void {
  if (!recorded) return differ('missing_result', '', `a result of ${call.name}`);
  differ('observation', textOf(recorded), replayed ? textOf(replayed) : '');
}

function textOf(result: ToolResult): string {
  return JSON.stringify(ToolResult.toJSON(result));
}
