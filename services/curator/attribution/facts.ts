import type { BehaviourCheck, CompletionCriteria } from '#protos/core/v1/criteria.ts';
import type { Opening } from '#protos/core/v1/context.ts';
import type { ToolResult } from '#protos/core/v1/observation.ts';
import type { Task } from '#protos/core/v1/task.ts';
import type { Trajectory } from '#protos/core/v1/trajectory.ts';
import type { CheckResult, Verdict } from '#protos/core/v1/verdict.ts';

/** What was asked for, and the tools that a known solution calls, in order. */
export interface Asked {
  readonly criteria: CompletionCriteria;
  readonly tools: readonly string[];
}

export interface AttributionInput {
  readonly task: Task;
  readonly trajectory: Trajectory;
  readonly verdict: Verdict;
  /** What the policy was shown; rules that need it do not fire without it. */
  readonly opening: Opening | undefined;
  /** What was asked for; rules that need it do not fire without it. */
  readonly asked: Asked | undefined;
}

/** One call as it went. */
export interface CallFact {
  readonly step: number;
  readonly tool: string;
  readonly argumentsJson: string;
  /** 2xx took effect; 0 where no tool answered. */
  readonly status: number;
  readonly result: ToolResult | undefined;
}

/** What the rules look at, gathered once. */
export interface Facts extends AttributionInput {
  readonly calls: readonly CallFact[];
  readonly failing: readonly CheckResult[];
  readonly missing: readonly string[];
  readonly unexpected: readonly string[];
  readonly collateral: readonly string[];
  /** Tools of a known solution in order, then those that checks and milestones ask for. */
  readonly expectedTools: readonly string[];
  /** How the episode should have ended. */
  readonly expectedEnding: Exclude<BehaviourCheck['expected'], { $case: 'handOff' } | undefined> | undefined;
  /** How it did end: the last turn's kind, or undefined where the budget was spent. */
  readonly ending: 'finish' | 'clarify' | 'refuse' | undefined;
  /** Tools that could be called at some time; undefined where the opening is not known. */
  readonly reachable: ReadonlySet<string> | undefined;
}

export function factsOf(input: AttributionInput): Facts {
  const { trajectory, verdict, opening, asked } = input;
  const calls = trajectory.steps.flatMap((step): CallFact[] => {
    const turn = step.turn?.action?.turn;
    if (turn?.$case !== 'calls') return [];
    return turn.value.calls.map((call) => {
      const result = step.turn?.results.find(({ callId }) => callId === call.callId);
      return { step: step.index, tool: call.name, argumentsJson: call.argumentsJson, status: result?.error === undefined ? (result?.status ?? 0) : 0, result };
    });
  });
  const failing = verdict.checks.filter(({ passed }) => !passed);
  const deviations = failing.filter(({ kind }) => kind === 'state' || kind === 'tool_call');
  const last = trajectory.steps.at(-1)?.turn?.action?.turn?.$case;
  const added = trajectory.steps.flatMap((step) => step.turn?.addedTools ?? []);
  return {
    ...input,
    calls,
    failing,
    missing: deviations.flatMap(({ missing }) => missing),
    unexpected: deviations.flatMap(({ unexpected }) => unexpected),
    collateral: deviations.flatMap(({ collateral }) => collateral),
    expectedTools: asked === undefined ? [] : [...new Set([...asked.tools, ...toolsAskedFor(asked.criteria)])],
    expectedEnding: endingAskedFor(asked?.criteria),
    ending: last === 'calls' ? undefined : last,
    reachable: opening === undefined ? undefined : new Set([...opening.tools, ...added].map(({ name }) => name)),
  };
}

export function tookEffect(call: CallFact): boolean {
  return call.status >= 200 && call.status < 300;
}

/** The first expected tool that was not called. */
export function firstMissed({ expectedTools, calls }: Facts): string {
  return expectedTools.find((name) => !calls.some((call) => call.tool === name)) ?? '';
}

/** The table that a deviation speaks of: `update alarms/a1: …` gives `alarms`. */
export function tableOf(deviation: string): string {
  return /^(?:insert|update|delete) ([^/\s:]+)/.exec(deviation)?.[1] ?? '';
}

function toolsAskedFor(criteria: CompletionCriteria): string[] {
  const inChecks = criteria.checks.flatMap(({ kind }) => {
    if (kind?.$case === 'toolCall') return kind.value.calls.map(({ tool }) => tool);
    if (kind?.$case === 'skill') return kind.value.skills.map((skill) => `skill__${skill.replaceAll('-', '_')}`);
    return kind?.$case === 'behaviour' && kind.value.expected?.$case === 'handOff' ? [kind.value.expected.value.agent] : [];
  });
  const inMilestones = criteria.milestones.flatMap(({ kind }) => (kind?.$case === 'call' ? [kind.value.tool] : []));
  return [...inChecks, ...inMilestones];
}

function endingAskedFor(criteria: CompletionCriteria | undefined): Facts['expectedEnding'] {
  if (criteria === undefined) return undefined;
  for (const { kind } of criteria.checks) {
    const expected = kind?.$case === 'behaviour' ? kind.value.expected : undefined;
    if (expected !== undefined && expected.$case !== 'handOff') return expected;
  }
  return { $case: 'finish', value: { answers: [] } };
}
