import { random } from '#kit/random.ts';
import type { TaskOutcome } from '#protos/trainer/v1/trainer_controller_service.ts';
import { OVERALL_WEIGHTS } from '#trainer-controller/mod.ts';

/** A share with its 95 % interval. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Tasks that it is over. */
  readonly tasks: number;
}

export const ABILITIES = ['tool_use', 'memory', 'skills', 'sub_agent'] as const;
/** What is estimated: one ability group, or all of them by the weights of the report. */
export type Measure = (typeof ABILITIES)[number] | 'overall';

export const BOOTSTRAP = { resamples: 2000, seed: 20260101, level: 0.95 } as const;

/** Successes and tasks of one family, by ability group. */
type Tally = ReadonlyMap<string, { readonly solved: number; readonly tasks: number }>;

/**
 * 95 % interval of a measure, by resampling whole families (2,000 times, seeded): tasks of one family resemble each other, so it is
 * families that are drawn again. Invalid runs fail and stay in the denominator.
 */
export function estimate(outcomes: readonly TaskOutcome[], measure: Measure): Estimate {
  const counted = measure === 'overall' ? outcomes : outcomes.filter((one) => one.abilityGroup === measure);
  const families = [...tallies(counted).values()];
  const draws = resamples(families.length).map((picked) => valueOf(picked.map((i) => families[i]), measure));
  return { value: valueOf(families, measure), ...interval(draws), tasks: counted.length };
}

/** Difference of two evaluations of the same tasks, paired: both sides are resampled by the same families. */
export function difference(after: readonly TaskOutcome[], before: readonly TaskOutcome[], measure: Measure): Estimate {
  const of = (outcomes: readonly TaskOutcome[]) => tallies(measure === 'overall' ? outcomes : outcomes.filter((one) => one.abilityGroup === measure));
  const [one, other] = [of(after), of(before)];
  const names = [...new Set([...one.keys(), ...other.keys()])].sort();
  const gain = (picked: readonly string[]) => valueOf(picked.map((name) => one.get(name)), measure) - valueOf(picked.map((name) => other.get(name)), measure);
  const draws = resamples(names.length).map((picked) => gain(picked.map((i) => names[i] ?? '')));
  return { value: gain(names), ...interval(draws), tasks: after.length };
}

function tallies(outcomes: readonly TaskOutcome[]): Map<string, Tally> {
  const families = new Map<string, Map<string, { solved: number; tasks: number }>>();
  for (const { family, abilityGroup, valid, success } of outcomes.toSorted((a, b) => (a.family < b.family ? -1 : a.family > b.family ? 1 : 0))) {
    const groups = families.get(family) ?? new Map<string, { solved: number; tasks: number }>();
    families.set(family, groups);
    const sum = groups.get(abilityGroup) ?? { solved: 0, tasks: 0 };
    groups.set(abilityGroup, { solved: sum.solved + (valid && success ? 1 : 0), tasks: sum.tasks + 1 });
  }
  return families;
}

function valueOf(families: readonly (Tally | undefined)[], measure: Measure): number {
  const rate = (group: string) => {
    let solved = 0;
    let tasks = 0;
    for (const family of families) {
      const sum = family?.get(group);
      solved += sum?.solved ?? 0;
      tasks += sum?.tasks ?? 0;
    }
    return tasks === 0 ? 0 : solved / tasks;
  };
  return measure === 'overall' ? ABILITIES.reduce((sum, group) => sum + OVERALL_WEIGHTS[group] * rate(group), 0) : rate(measure);
}

/** The same draws for the same number of families, so that two measures of one report are comparable. */
function resamples(families: number): number[][] {
  if (families === 0) return [];
  const stream = random('bootstrap', BOOTSTRAP.seed, families);
  return Array.from({ length: BOOTSTRAP.resamples }, () => Array.from({ length: families }, () => stream.int(families)));
}

function interval(draws: readonly number[]): { low: number; high: number } {
  const sorted = draws.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(share * (sorted.length - 1))))] ?? 0;
  const tail = (1 - BOOTSTRAP.level) / 2;
  return { low: at(tail), high: at(1 - tail) };
}
