import { type Action, RefusalReason, type ToolCall } from '#protos/core/v1/action.ts';
import type { ToolResult } from '#protos/core/v1/observation.ts';
import type { ToolEntry } from '../tools/catalogue.ts';
import { type ArgumentProblem, type Args, parseArguments } from './arguments.ts';

/** Most calls in one parallel block. */
export const MAX_CALLS = 8;
/** Most characters of a reply, of its question or of one answer. */
const MAX_TEXT = 16_384;
const MAX_ANSWERS = 64;
/** What a clarifying question may be about beside a parameter. */
const CLARIFY_TARGETS: ReadonlySet<string> = new Set(['confirmation', 'conflict', 'permission']);

export type CallProblem = ArgumentProblem | 'unknown_tool' | 'invalid_arguments' | 'too_many_calls';

export type CheckedCall =
  | { readonly kind: 'valid'; readonly call: ToolCall; readonly args: Args }
  | { readonly kind: 'rejected'; readonly call: ToolCall; readonly result: ToolResult };

export type CheckedAction =
  | { readonly kind: 'calls'; readonly calls: readonly CheckedCall[] }
  | { readonly kind: 'reply' }
  | { readonly kind: 'invalid'; readonly problem: string };

/**
 * Checks what a policy wrote against the tools that it may call. The answer to a wrong call is a typed error for the policy (its own
 * boundary), never a guess at what was meant and never a fault of the plant. Call ids must have been given before.
 */
export function validateAction(action: Action, callable: ReadonlyMap<string, ToolEntry>): CheckedAction {
  const { turn } = action;
  if (turn === undefined) return wrong('the output is neither a block of tool calls nor a reply');
  switch (turn.$case) {
    case 'calls': {
      const { calls } = turn.value;
      if (calls.length === 0) return wrong('the block holds no call');
      if (calls.length > MAX_CALLS) {
        const message = `the block holds ${calls.length} calls, more than ${MAX_CALLS}`;
        return { kind: 'calls', calls: calls.map((call) => rejected(call, 'too_many_calls', message)) };
      }
      return { kind: 'calls', calls: calls.map((call) => checkCall(call, callable)) };
    }
    case 'finish': {
      const { message, answers } = turn.value;
      if (answers.length > MAX_ANSWERS) return wrong(`more than ${MAX_ANSWERS} answers`);
      return reply([message, ...answers]);
    }
    case 'clarify': {
      const { target, question } = turn.value;
      return isTarget(target, callable) ? reply([question]) : wrong('the question is about neither a parameter of an exposed tool, confirmation, conflict nor permission');
    }
    case 'refuse': {
      const { reason, message } = turn.value;
      const named = reason === RefusalReason.UNSAFE || reason === RefusalReason.UNAVAILABLE;
      return named ? reply([message]) : wrong('the refusal gives no reason');
    }
  }
}

function checkCall(call: ToolCall, callable: ReadonlyMap<string, ToolEntry>): CheckedCall {
  const entry = callable.get(call.name);
  if (!entry) return rejected(call, 'unknown_tool', `no callable tool is named ${JSON.stringify(call.name.toWellFormed().slice(0, 128))}`);
  const parsed = parseArguments(call.argumentsJson);
  if (!parsed.ok) return rejected(call, parsed.code, parsed.message);
  const problem = entry.check(parsed.args);
  return problem === undefined ? { kind: 'valid', call, args: parsed.args } : rejected(call, 'invalid_arguments', problem);
}

function rejected(call: ToolCall, code: CallProblem, message: string): CheckedCall {
  const status = code === 'unknown_tool' ? 404 : 400;
  const error = { code, message: message.toWellFormed(), boundary: 'policy' };
  // The result is hashed and stored as the recorded action is: its name must be the same text.
  return { kind: 'rejected', call, result: { callId: call.callId, tool: call.name.toWellFormed(), status, resultJson: '', imageRef: '', error } };
}

function isTarget(target: string, callable: ReadonlyMap<string, ToolEntry>): boolean {
  if (CLARIFY_TARGETS.has(target)) return true;
  const dot = target.indexOf('.');
  return dot > 0 && callable.get(target.slice(0, dot))?.parameters.has(target.slice(dot + 1)) === true;
}

function reply(texts: readonly string[]): CheckedAction {
  if (texts.some((text) => text.length > MAX_TEXT)) return wrong(`a text is longer than ${MAX_TEXT} characters`);
  return texts.every((text) => text.isWellFormed()) ? { kind: 'reply' } : wrong('a text holds half of a surrogate pair');
}

function wrong(problem: string): CheckedAction {
  return { kind: 'invalid', problem };
}
