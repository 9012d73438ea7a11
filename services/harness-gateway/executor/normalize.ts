import type { Action, ToolCall } from '#protos/core/v1/action.ts';

/** The id of a call: unique within the trajectory and the same in every replay. */
export function callId(step: number, position: number): string {
  return `s${step}c${position + 1}`;
}

/**
 * The action as it is recorded: call ids given by the harness, and texts that survive UTF-8, so that what is stored, sent and hashed
 * is one thing. Validation looks at the policy's own texts, before this replaces half surrogate pairs.
 */
export function recordedAction(action: Action): Action {
  const { turn } = action;
  const reasoning = action.reasoning.toWellFormed();
  switch (turn?.$case) {
    case undefined:
      return { reasoning, turn: undefined };
    case 'calls':
      return { reasoning, turn: { $case: 'calls', value: { calls: turn.value.calls.map(wellFormed) } } };
    case 'finish': {
      const { message, answers } = turn.value;
      return { reasoning, turn: { $case: 'finish', value: { message: message.toWellFormed(), answers: answers.map((answer) => answer.toWellFormed()) } } };
    }
    case 'clarify': {
      const { target, question } = turn.value;
      return { reasoning, turn: { $case: 'clarify', value: { target: target.toWellFormed(), question: question.toWellFormed() } } };
    }
    case 'refuse':
      return { reasoning, turn: { $case: 'refuse', value: { reason: turn.value.reason, message: turn.value.message.toWellFormed() } } };
  }
}

/** The policy's action with the harness's call ids. */
export function identified(action: Action, step: number): Action {
  if (action.turn?.$case !== 'calls') return action;
  const calls = action.turn.value.calls.map((call, at) => ({ callId: callId(step, at), name: call.name, argumentsJson: call.argumentsJson }));
  return { reasoning: action.reasoning, turn: { $case: 'calls', value: { calls } } };
}

function wellFormed(call: ToolCall): ToolCall {
  return { callId: call.callId, name: call.name.toWellFormed(), argumentsJson: call.argumentsJson.toWellFormed() };
}
