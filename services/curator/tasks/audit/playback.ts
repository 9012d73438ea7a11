import type { Action, ToolCall } from '#protos/core/v1/action.ts';
import type { Evidence, Operation } from '#protos/core/v1/evidence.ts';
import type { Task } from '#protos/core/v1/task.ts';
import { memoryChanges } from '#harness-gateway/memory/changes.ts';
import { harnessOperation } from '#harness-gateway/memory/operation.ts';
import { createMemory, type Memory } from '#harness-gateway/memory/memory.ts';
import { isMemoryTool, writesMemory } from '#harness-gateway/memory/tools.ts';
import type { SandboxEpisode } from '#env-manager/backends/sandbox/episode.ts';
import type { Sandbox } from '#env-manager/backends/sandbox/sandbox.ts';
import { setupOf } from '#env-manager/backends/sandbox/setup.ts';
import type { Row } from '#env-manager/worlds/world.ts';
import type { Json } from '#kit/store/types.ts';
import { mapRow } from '../drawing.ts';
import type { WorldIndex } from '../world-index.ts';
import { skillLoader } from '../world-index.ts';

/** Plays actions through the sandbox, the memory core and a model of skill loading, as the harness would, and keeps the evidence. */

export interface Played {
  readonly evidence: Evidence;
  readonly operations: readonly Operation[];
  /** Results by call id. */
  readonly results: ReadonlyMap<string, { readonly status: number; readonly body: Json }>;
  /** What was referred to and not there, for example `$q1.data.items.0.id`. */
  readonly dangling: readonly string[];
}

/** Opens episodes of one task; each play begins at the task's start. */
export interface Player {
  play(actions: readonly Action[]): Played;
}

const REFERENCE = /^\$(\w+)\.(.+)$/;

function lookUp(results: Played['results'], reference: string): Json | undefined {
  const [, id = '', path = ''] = REFERENCE.exec(reference) ?? [];
  let at: Json | undefined = results.get(id)?.body;
  for (const key of path.split('.')) {
    if (Array.isArray(at)) at = at[Number(key)];
    else at = typeof at === 'object' && at !== null ? (at as Row)[key] : undefined;
  }
  return at;
}

interface Run {
  readonly task: Task;
  readonly world: WorldIndex;
  readonly memory: Memory;
  readonly episode: SandboxEpisode;
  readonly results: Map<string, { status: number; body: Json }>;
  readonly operations: Operation[];
  readonly dangling: string[];
}

/** The call with its references replaced by what earlier calls returned. */
function resolved(run: Run, call: ToolCall): ToolCall {
  if (!call.argumentsJson.includes('"$')) return call;
  const args: Row = JSON.parse(call.argumentsJson);
  const filled = mapRow(args, (text) => {
    if (!REFERENCE.test(text)) return text;
    const found = lookUp(run.results, text);
    if (found === undefined) run.dangling.push(text);
    return found ?? null;
  });
  return { ...call, argumentsJson: JSON.stringify(filled) };
}

function harnessCall(run: Run, call: ToolCall, step: number): void {
  const args: Row = JSON.parse(call.argumentsJson);
  const base = { step, callId: call.callId, tool: call.name, args, at: run.task.now };
  if (isMemoryTool(call.name)) {
    const { status, body, memoryIds } = run.memory.call(call.name, args);
    run.results.set(call.callId, { status, body });
    run.operations.push(harnessOperation({ ...base, status, sideEffect: writesMemory(call.name), memoryIds }));
    return;
  }
  const skill = [...run.world.skills.keys()].find((id) => skillLoader(id) === call.name);
  const status = skill === undefined ? 404 : 200;
  run.results.set(call.callId, { status, body: { status: skill === undefined ? 'unknown' : 'loaded', skill: skill ?? '' } });
  run.operations.push(harnessOperation({ ...base, status, sideEffect: false, skill: skill ?? '' }));
}

function playTurn(run: Run, calls: readonly ToolCall[]): void {
  const ready = calls.map((call) => resolved(run, call));
  const own = (call: ToolCall) => isMemoryTool(call.name) || call.name.startsWith('skill__');
  const step = run.episode.steps;
  const from = run.episode.operations().length;
  for (const result of run.episode.step(ready.filter((call) => !own(call)))) {
    run.results.set(result.callId, { status: result.status, body: result.resultJson === '' ? null : (JSON.parse(result.resultJson) as Json) });
  }
  run.operations.push(...run.episode.operations().slice(from));
  for (const call of ready.filter(own)) harnessCall(run, call, step);
}

/** A player for a task. INVALID_ARGUMENT if its start is not one of the world. */
export function playerOf(sandbox: Sandbox, world: WorldIndex, task: Task): Player {
  const start = sandbox.open(setupOf(task), 1);
  return {
    play(actions) {
      const run: Run = { task, world, memory: createMemory(task.memory, task.now), episode: start.fork(), results: new Map(), operations: [], dangling: [] };
      let finalAction: Action | undefined;
      for (const action of actions) {
        if (action.turn?.$case === 'calls') playTurn(run, action.turn.value.calls);
        else finalAction = action;
      }
      const changes = [...run.episode.changes(), ...memoryChanges(task.memory, run.operations)];
      // Digests of whole states cost more than the rest; whether the states differ is all that is asked of them here.
      const evidence: Evidence = {
        episodeId: 'audit',
        taskId: task.id,
        worldBuild: sandbox.build,
        initialStateDigest: 'initial',
        finalStateDigest: run.episode.changes().length > 0 ? 'final' : 'initial',
        changes,
        operations: run.operations,
        factsJson: '',
        finalAction,
      };
      return { evidence, operations: run.operations, results: run.results, dangling: run.dangling };
    },
  };
}
