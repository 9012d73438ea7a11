import { digestOf } from '#kit/digest.ts';
import type { Json } from '#kit/store/types.ts';
import type { Action } from '#protos/core/v1/action.ts';
import { type Step, Trajectory, type Usage } from '#protos/core/v1/trajectory.ts';
import { Verdict } from '#protos/core/v1/verdict.ts';

/**
 * The same trajectory in its one form: usage totals follow from the steps, and a step whose call was the policy's own error
 * (an unknown tool, malformed arguments) is marked erroneous, so that the cold start masks it (E_i of section 2.4).
 */
export function normalise(trajectory: Trajectory): Trajectory {
  const steps = trajectory.steps.map((step) => ({ ...step, erroneous: step.erroneous || isPolicyError(step) }));
  return { ...trajectory, steps, usage: totalUsage(steps) };
}

/**
 * Identity of a record: sha256 over RFC 8785 JSON of trajectory and verdict, without what differs between two runs of the same
 * thing: times, attempt numbers, episodes, slots, hosts, and fault texts that name them.
 */
export function recordDigest(trajectory: Trajectory, verdict: Verdict | undefined): string {
  const steps = trajectory.steps.map((step) => ({ ...step, wallMs: 0 }));
  const content = Trajectory.toJSON({ ...trajectory, steps, id: '', slotId: '', attempt: 0, episodeId: '', fault: '' });
  return digestOf({ trajectory: content, verdict: verdict === undefined ? null : Verdict.toJSON({ ...verdict, trajectoryId: '' }) });
}

/** Identity of what was done: task and turns, arguments as values rather than as text. */
export function actionsDigest(trajectory: Trajectory): string {
  return digestOf([trajectory.taskId, trajectory.taskRevision, ...trajectory.steps.map((step) => turnOf(step.turn?.action))]);
}

function turnOf(action: Action | undefined): Json {
  const turn = action?.turn;
  switch (turn?.$case) {
    case 'calls':
      return turn.value.calls.map(({ name, argumentsJson }) => [name, parsed(argumentsJson)]);
    case 'finish':
      return { finish: turn.value.answers };
    case 'clarify':
      return { clarify: turn.value.target };
    case 'refuse':
      return { refuse: turn.value.reason };
    case undefined:
      return null;
  }
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    // Malformed arguments are the policy's to write and are compared as the text they are.
    return { text };
  }
}

function isPolicyError(step: Step): boolean {
  return step.turn?.results.some(({ error }) => error?.boundary === 'policy') ?? false;
}

function totalUsage(steps: readonly Step[]): Usage {
  const total = { tokens: 0, toolCalls: 0, reasoningTokens: 0 };
  for (const { usage } of steps) {
    total.tokens += usage?.tokens ?? 0;
    total.toolCalls += usage?.toolCalls ?? 0;
    total.reasoningTokens += usage?.reasoningTokens ?? 0;
  }
  return total;
}
