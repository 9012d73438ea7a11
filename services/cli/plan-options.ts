import type { Command } from 'commander';
import { z } from 'zod';
import { invalid } from '#kit/errors.ts';
import { CarePhi, RoundPlan } from '#protos/core/v1/round.ts';
import { parseJson, readInput } from './input.ts';
import { integer, number, oneOf } from './input.ts';
import type { Terminal } from './terminal.ts';

/** A round as `gyre round run` and `gyre demo` plan it where nothing else is said. */
export const ROUND_DEFAULTS: RoundPlan = RoundPlan.fromPartial({
  seed: 1,
  number: 1,
  demonstrations: 150,
  coldStartEpochs: 20,
  updates: 20,
  groupsPerUpdate: 40,
  groupSize: 8,
  staleness: 1,
  temperature: 1,
  learningRate: 0.003,
  phi: { lambdaProg: 0.2, lambdaEff: 0.1, pLow: 0.25, pHigh: 0.75 },
  controllerInterval: 10,
  objective: 'care',
  sampling: 'flywheel',
  schedule: 'deterministic',
  devTasks: 120,
  approve: 'auto',
  reviseHarness: true,
});

const planSchema = z.strictObject({
  seed: z.int(),
  number: z.int().min(1),
  parentRound: z.string(),
  policyVersion: z.string(),
  harnessVersion: z.string(),
  demonstrations: z.int().min(0),
  coldStartEpochs: z.int().min(0),
  updates: z.int().min(0),
  groupsPerUpdate: z.int().min(1),
  groupSize: z.int().min(1),
  staleness: z.int().min(0),
  temperature: z.number().min(0),
  learningRate: z.number().gt(0),
  phi: z.strictObject({ lambdaProg: z.number(), lambdaEff: z.number(), pLow: z.number(), pHigh: z.number() }).partial(),
  controllerInterval: z.int().min(0),
  objective: z.enum(['care', 'care_uncalibrated', 'outcome_only']),
  sampling: z.enum(['flywheel', 'uniform']),
  schedule: z.enum(['deterministic', 'asynchronous']),
  devTasks: z.int().min(0),
  approve: z.enum(['auto', 'manual']),
  reviseHarness: z.boolean(),
});

/** What the options of a round set; each overrides the plan file, which overrides the defaults. */
export type PlanFlags = Partial<Omit<RoundPlan, 'phi'>> & { readonly plan?: string };

/** Adds the options that decide a round. */
export function withPlanOptions(command: Command): Command {
  return command
    .option('--plan <file>', 'JSON document with fields of RoundPlan, or - for standard input')
    .option('--seed <n>', 'decides everything that is drawn', integer('--seed', 0))
    .option('--number <n>', 'the how many-th round of its line', integer('--number', 1))
    .option('--parent-round <id>', 'the round that this one goes on from')
    .option('--policy-version <id>', 'policy version to start from instead of the parent round’s')
    .option('--harness-version <id>', 'harness version to start from instead of the serving one')
    .option('--demonstrations <n>', 'demonstrations for the cold start', integer('--demonstrations', 0))
    .option('--cold-start-epochs <n>', 'passes over the demonstrations', integer('--cold-start-epochs', 0))
    .option('--updates <n>', 'policy updates', integer('--updates', 0))
    .option('--groups-per-update <n>', 'groups in one update', integer('--groups-per-update', 1))
    .option('--group-size <n>', 'episodes in one group', integer('--group-size', 1))
    .option('--staleness <n>', 'updates that a slot’s policy lies behind', integer('--staleness', 0))
    .option('--temperature <x>', 'sampling temperature of rollouts', number('--temperature', 0, 100))
    .option('--learning-rate <x>', 'step size', number('--learning-rate', 0, 10))
    .option('--controller-interval <n>', 'updates between two looks of the controller', integer('--controller-interval', 0))
    .option('--objective <name>', 'care, care_uncalibrated or outcome_only', oneOf('--objective', ['care', 'care_uncalibrated', 'outcome_only']))
    .option('--sampling <name>', 'flywheel or uniform', oneOf('--sampling', ['flywheel', 'uniform']))
    .option('--schedule <name>', 'deterministic or asynchronous', oneOf('--schedule', ['deterministic', 'asynchronous']))
    .option('--dev-tasks <n>', 'dev tasks in one evaluation', integer('--dev-tasks', 0))
    .option('--approve <how>', 'auto, recorded as such, or manual', oneOf('--approve', ['auto', 'manual']))
    .option('--no-revise-harness', 'leave the harness as it is');
}

/** A plan as a file gives it: any of its fields, and any of those of phi. */
type PlanFile = z.infer<ReturnType<typeof planSchema.partial>>;

/** The plan that the options describe. INVALID_ARGUMENT naming each field of the plan file that is wrong. */
export async function planOf(flags: PlanFlags, terminal: Terminal): Promise<RoundPlan> {
  const { plan: file, reviseHarness, ...given } = flags;
  const fromFile: PlanFile = file === undefined ? {} : await readPlan(file, terminal);
  const revised = reviseHarness === false ? { reviseHarness } : {};
  const asked = { ...fromFile, ...given, ...revised };
  // A later round goes on from its parent’s policy; it collects demonstrations only if told to.
  const later = (asked.number ?? 1) > 1 ? { demonstrations: 0, coldStartEpochs: 0 } : {};
  const { phi, ...rest } = { ...ROUND_DEFAULTS, ...later, ...asked };
  return RoundPlan.fromPartial({ ...rest, phi: CarePhi.fromPartial({ ...ROUND_DEFAULTS.phi, ...phi }) });
}

async function readPlan(file: string, terminal: Terminal): Promise<PlanFile> {
  const parsed = planSchema.partial().safeParse(parseJson(await readInput(terminal, file, '--plan'), '--plan'));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.flatMap((issue) => {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : [];
    const at = (key?: string) => [...issue.path.map(String), ...(key === undefined ? [] : [key])].join('.') || 'the document';
    return unknown.length > 0 ? unknown.map((key) => `${at(key)}: is not a field of RoundPlan`) : [`${at()}: ${issue.message}`];
  });
  throw invalid('--plan', faults.join('; '), 'see docs/cli.md for the fields');
}
