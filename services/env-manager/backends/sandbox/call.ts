import { GyreError } from '#kit/errors.ts';
import type { ToolCall } from '#protos/core/v1/action.ts';
import { type Operation, OperationSource } from '#protos/core/v1/evidence.ts';
import type { ToolResult } from '#protos/core/v1/observation.ts';
import type { Fault } from '#protos/core/v1/task.ts';
import type { Row, ToolDefinition, ToolOutcome, ToolRun } from '../../worlds/world.ts';
import type { CompiledWorld } from './compiled-world.ts';

/** What one call may touch. */
export interface CallScene {
  readonly world: CompiledWorld;
  readonly faults: readonly Fault[];
  /** Calls of each tool that reached it so far, for the fault plan. Counted up by {@link executeCall}. */
  readonly reached: Map<string, number>;
  readonly step: number;
  /** Virtual time of the call, ISO 8601. */
  readonly at: string;
  /** Made when a call reaches its tool; `ordinal` counts such calls in the block. */
  readonly run: (ordinal: number) => ToolRun;
  readonly granted: (permission: string) => boolean;
}

export interface ExecutedCall {
  readonly result: ToolResult;
  readonly operation: Operation;
  /** Whether the call was well formed, so that a tool, the permission check or the fault plan answered it. */
  readonly answered: boolean;
}

/**
 * Executes one call: unknown tools and wrong arguments are the policy's own errors; then permission, then the fault plan, then
 * the tool. INTERNAL (boundary `environment`, an infrastructure fault) if the tool itself breaks.
 */
export function executeCall(scene: CallScene, call: ToolCall, ordinal: number): ExecutedCall {
  const tool = scene.world.tools.get(call.name);
  if (!tool) return rejected(scene, call, 404, 'unknown_tool', `${call.name.toWellFormed()}: there is no such tool`);
  const checked = tool.check(call.argumentsJson);
  if (!checked.ok) return rejected(scene, call, 400, checked.code, `${call.name}: ${checked.message}`);
  const { definition } = tool;
  return withBreakage(scene, call, () => {
    const sideEffect = definition.sideEffect(checked.args);
    const outcome = answer(scene, definition, checked.args, ordinal);
    const resultJson = JSON.stringify(outcome.body);
    const { callId, name, argumentsJson } = call;
    return {
      result: { callId, tool: name, status: outcome.status, resultJson, imageRef: '', error: undefined },
      operation: operation(scene, { callId, tool: name, argumentsJson, status: outcome.status, sideEffect }),
      answered: true,
    };
  });
}

function answer(scene: CallScene, tool: ToolDefinition, args: Row, ordinal: number): ToolOutcome {
  const { permission, name } = tool;
  if (permission !== undefined && !scene.granted(permission)) {
    return { status: 403, body: { success: false, error: `Permission ${permission} is not granted`, code: 403, permission } };
  }
  const nth = (scene.reached.get(name) ?? 0) + 1;
  scene.reached.set(name, nth);
  const fault = scene.faults.find((one) => one.tool === name && isWithin(one, nth));
  if (fault) {
    const status = fault.status === 0 ? 500 : fault.status;
    return { status, body: { success: false, error: fault.message === '' ? 'temporarily unavailable' : fault.message, code: status } };
  }
  return tool.run(args, scene.run(ordinal));
}

/** Unset numbers of the message mean the first call, once. */
function isWithin({ nthCall, times }: Fault, nth: number): boolean {
  const first = Math.max(1, nthCall);
  return nth >= first && nth < first + Math.max(1, times);
}

function rejected(scene: CallScene, call: ToolCall, status: number, code: string, message: string): ExecutedCall {
  const { callId } = call;
  // Rejected text may be anything; the log must still have bytes.
  const name = call.name.toWellFormed();
  const argumentsJson = call.argumentsJson.toWellFormed();
  return {
    result: { callId, tool: name, status, resultJson: '', imageRef: '', error: { code, message, boundary: 'policy' } },
    operation: operation(scene, { callId, tool: name, argumentsJson, status, sideEffect: false }),
    answered: false,
  };
}

function operation(scene: CallScene, of: Pick<Operation, 'callId' | 'tool' | 'argumentsJson' | 'status' | 'sideEffect'>): Operation {
  return { ...of, step: scene.step, source: OperationSource.ENVIRONMENT, memoryIds: [], skill: '', at: scene.at };
}

function withBreakage(scene: CallScene, call: ToolCall, body: () => ExecutedCall): ExecutedCall {
  try {
    return body();
  } catch (thrown) {
    const cause = thrown instanceof Error ? thrown.message : String(thrown);
    throw new GyreError('INTERNAL', `${call.name} broke: ${cause}`, {
      boundary: 'environment',
      details: { tool: call.name, call: call.callId, step: String(scene.step) },
      cause: thrown,
    });
  }
}
