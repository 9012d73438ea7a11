import { type Action, RefusalReason } from '#protos/core/v1/action.ts';
import { Note, Opening, SkillCard, Turn } from '#protos/core/v1/context.ts';
import type { ToolResult } from '#protos/core/v1/observation.ts';
import { AbilityGroup, Backend, Split, Task } from '#protos/core/v1/task.ts';
import { EndReason, Step, Trajectory, Validity } from '#protos/core/v1/trajectory.ts';
import { ToolSpec } from '#protos/core/v1/tool.ts';
import { type CheckResult, Verdict, VerdictMethod } from '#protos/core/v1/verdict.ts';
import type { Json } from '#kit/store/types.ts';

/** Builders of tasks, trajectories and verdicts for tests. */

export function taskOf(id: string, parts: Partial<Task> = {}): Task {
  return Task.fromPartial({
    id,
    revision: 1,
    family: 'f-train',
    split: Split.TRAIN,
    world: 'phone',
    backend: Backend.SANDBOX,
    abilityGroup: AbilityGroup.TOOL_USE,
    capabilities: ['argument_grounding'],
    domains: ['time-management'],
    difficulty: 0.2,
    source: 'template',
    exposure: { tools: ['manage_alarm', 'query_alarm'] },
    ...parts,
  });
}

/** One call and what came back: status, or a result in full. */
export interface Made {
  readonly tool: string;
  readonly args?: Json;
  readonly status?: number;
  readonly result?: Partial<ToolResult>;
}

export const calls = (...made: Made[]): Turn => {
  const ids = made.map((_, at) => `c${at}`);
  return Turn.fromPartial({
    action: { turn: { $case: 'calls', value: { calls: made.map(({ tool, args }, at) => ({ callId: ids[at], name: tool, argumentsJson: JSON.stringify(args ?? {}) })) } } },
    results: made.map(({ tool, status, result }, at) => ({ callId: ids[at], tool, status: status ?? 200, resultJson: '{"success":true}', ...result })),
  });
};
export const finish = (...answers: string[]): Turn => reply({ $case: 'finish', value: { message: 'done', answers } });
export const clarify = (target: string): Turn => reply({ $case: 'clarify', value: { target, question: '?' } });
export const refuse = (): Turn => reply({ $case: 'refuse', value: { reason: RefusalReason.UNAVAILABLE, message: 'no' } });

function reply(turn: Action['turn']): Turn {
  return { ...Turn.create(), action: { reasoning: '', turn } };
}

const ENDS = { finish: EndReason.FINISHED, clarify: EndReason.CLARIFIED, refuse: EndReason.REFUSED } as const;

/** A valid first attempt of a slot whose end reason follows from its last turn. */
export function trajectoryOf(slotId: string, taskId: string, turns: readonly Turn[] = [calls({ tool: 'manage_alarm' }), finish()], parts: Partial<Trajectory> = {}): Trajectory {
  const last = turns.at(-1)?.action?.turn?.$case ?? 'calls';
  const attempt = parts.attempt ?? 1;
  return Trajectory.fromPartial({
    id: `${slotId}#${attempt}`,
    slotId,
    attempt,
    taskId,
    taskRevision: 1,
    episodeId: `episode-${slotId}`,
    policy: 'sha256:policy',
    harnessVersion: 'sha256:harness',
    sampling: { temperature: 1, seed: 7 },
    steps: turns.map((turn, index) => Step.fromPartial({ index, turn, tokens: [{ id: 1, logProb: -0.5, candidates: 4 }], usage: { tokens: 1, toolCalls: 1 }, wallMs: 12 })),
    endReason: last === 'calls' ? EndReason.BUDGET : ENDS[last],
    validity: Validity.VALID,
    ...parts,
  });
}

export function check(kind: string, passed: boolean, parts: Partial<CheckResult> = {}): CheckResult {
  return { checkId: kind, kind, passed, reason: passed ? 'fine' : 'wrong', missing: [], unexpected: [], collateral: [], ...parts };
}

/** A verdict that agrees with its checks; by default one state check that passed. */
export function verdictOf(trajectoryId: string, checks: CheckResult[] = [check('state', true)], parts: Partial<Verdict> = {}): Verdict {
  const success = checks.every(({ passed }) => passed);
  return { ...Verdict.create(), trajectoryId, success, progress: success ? 1 : 0.5, checks, method: VerdictMethod.RULE, confidence: 1, verifierVersion: 'rule-1', ...parts };
}

export const failedState = (parts: Partial<CheckResult>): CheckResult[] => [check('state', false, parts), check('behaviour', true)];

/** An opening that shows these tools, notes and skills. */
export function openingOf({ tools = ['manage_alarm', 'query_alarm', 'manage_note'], notes = [], skills = [] }: { tools?: string[]; notes?: Partial<Note>[]; skills?: string[] } = {}): Opening {
  return {
    ...Opening.create(),
    tools: tools.map((name) => ({ ...ToolSpec.create(), name })),
    notes: notes.map((note) => ({ ...Note.create(), ...note })),
    skills: skills.map((id) => ({ ...SkillCard.create(), id })),
  };
}
