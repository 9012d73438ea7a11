import type { Score } from '#protos/core/v1/round.ts';
import { AbilityGroup } from '#protos/core/v1/task.ts';
import type { TaskOutcome } from '#protos/trainer/v1/trainer_controller_service.ts';

/** Weights of the report's section 6: Overall = 0.5 Tool + 0.2 Memory + 0.2 Skills + 0.1 Sub-agent. */
export const OVERALL_WEIGHTS = { tool_use: 0.5, memory: 0.2, skills: 0.2, sub_agent: 0.1 } as const;

const NAMES: ReadonlyMap<string, string> = new Map([
  [AbilityGroup.TOOL_USE, 'tool_use'],
  [AbilityGroup.MEMORY, 'memory'],
  [AbilityGroup.SKILLS, 'skills'],
  [AbilityGroup.SUB_AGENT, 'sub_agent'],
  [AbilityGroup.GENERAL, 'general'],
]);

/** Name of an ability group in scores and outcomes. */
export function groupName(group: AbilityGroup): string {
  return NAMES.get(group) ?? 'general';
}

/**
 * Scores of an evaluation. `protocol_accuracy` is over valid runs, `end_to_end_accuracy` over all samples, `coverage` the share of
 * valid runs; they are kept apart. Each ability group is scored over all its samples, and `overall` weighs the four groups over the
 * full denominator: a group without samples adds nothing. `cost` is the mean of tokens and tool calls over successes.
 */
export function scoresOf(outcomes: readonly TaskOutcome[]): Score[] {
  const valid = outcomes.filter((outcome) => outcome.valid);
  const solved = valid.filter((outcome) => outcome.success);
  const groups = Object.entries(OVERALL_WEIGHTS).map(([name, weight]) => ({ name, weight, ...rate(outcomes.filter((outcome) => outcome.abilityGroup === name)) }));
  const overall = groups.reduce((sum, group) => sum + group.weight * group.value, 0);
  const general = rate(outcomes.filter((outcome) => outcome.abilityGroup === 'general'));
  return [
    { name: 'overall', value: overall, count: outcomes.length },
    { name: 'end_to_end_accuracy', value: share(solved.length, outcomes.length), count: outcomes.length },
    { name: 'protocol_accuracy', value: share(solved.length, valid.length), count: valid.length },
    { name: 'coverage', value: share(valid.length, outcomes.length), count: outcomes.length },
    ...groups.map(({ name, value, count }) => ({ name, value, count })),
    ...(general.count === 0 ? [] : [{ name: 'general', ...general }]),
    { name: 'cost', value: share(solved.reduce((sum, outcome) => sum + outcome.cost, 0), solved.length), count: solved.length },
  ];
}

/** The score of that name; 0 if it is not there. */
export function scoreOf(scores: readonly Score[], name: string): number {
  return scores.find((score) => score.name === name)?.value ?? 0;
}

function rate(outcomes: readonly TaskOutcome[]): { value: number; count: number } {
  return { value: share(outcomes.filter((outcome) => outcome.valid && outcome.success).length, outcomes.length), count: outcomes.length };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
