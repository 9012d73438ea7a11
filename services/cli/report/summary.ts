import { ABILITIES, difference, type Estimate, estimate, type Measure } from './intervals.ts';
import type { MeasuredStage, ReportData } from './read.ts';

export const MEASURES: readonly Measure[] = ['overall', ...ABILITIES];

export const MEASURE_NAMES: Readonly<Record<Measure, string>> = { overall: 'overall', tool_use: 'tool use', memory: 'memory', skills: 'skills', sub_agent: 'sub-agent' };

/** One line of the main table: a stage with its estimates. */
export interface StageSummary {
  readonly stage: MeasuredStage;
  /** Undefined where the stage was not evaluated on test tasks. */
  readonly estimates: Readonly<Record<Measure, Estimate>> | undefined;
  /** Mean tokens and tool calls of a success; undefined without successes. */
  readonly cost: number | undefined;
}

export interface Summary {
  readonly stages: readonly StageSummary[];
  /** The last measured stage of the loop. */
  readonly final: StageSummary | undefined;
  /** Final minus rule planner, and final minus untrained, paired by family. */
  readonly overRulePlanner: Estimate | undefined;
  readonly overUntrained: Estimate | undefined;
  readonly families: number;
  readonly tasks: number;
  readonly seeds: readonly number[];
}

export function summarise({ stages, line }: ReportData): Summary {
  const summaries = stages.map((stage) => ({ stage, estimates: stage.outcomes && estimatesOf(stage), cost: costOf(stage) }));
  const final = summaries.findLast(({ stage, estimates }) => estimates !== undefined && stage.round > 0);
  const over = (found: MeasuredStage | undefined) =>
    final?.stage.outcomes !== undefined && found?.outcomes !== undefined ? difference(final.stage.outcomes, found.outcomes, 'overall') : undefined;
  const outcomes = final?.stage.outcomes ?? stages.find((stage) => stage.outcomes)?.outcomes ?? [];
  return {
    stages: summaries,
    final,
    overRulePlanner: over(stages.find(({ policy }) => policy === 'rule-planner')),
    overUntrained: over(stages.find(({ kind }) => kind === 'untrained')),
    families: new Set(outcomes.map(({ family }) => family)).size,
    tasks: outcomes.length,
    seeds: [...new Set(line.map(({ plan }) => plan?.seed ?? 0))],
  };
}

function estimatesOf({ outcomes = [] }: MeasuredStage): Record<Measure, Estimate> {
  const of = (measure: Measure) => estimate(outcomes, measure);
  return { overall: of('overall'), tool_use: of('tool_use'), memory: of('memory'), skills: of('skills'), sub_agent: of('sub_agent') };
}

function costOf({ outcomes = [] }: MeasuredStage): number | undefined {
  const solved = outcomes.filter(({ valid, success }) => valid && success);
  return solved.length === 0 ? undefined : solved.reduce((sum, { cost }) => sum + cost, 0) / solved.length;
}
