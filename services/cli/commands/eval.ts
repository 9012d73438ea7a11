import type { Command } from 'commander';
import { parseScripts, type Script } from '#harness-gateway/policy/scripted/mod.ts';
import { GyreError, invalid } from '#kit/errors.ts';
import { randomIds } from '#kit/ids.ts';
import { Split, type Task } from '#protos/core/v1/task.ts';
import type { EvaluateResponse } from '#protos/trainer/v1/trainer_controller_service.ts';
import { chooseTasks, listTasks, scoresOf, trainerCollections } from '#trainer-controller/mod.ts';
import { harnessId, storedDigest } from '../digests.ts';
import { evaluationDocument } from '../documents.ts';
import { integer, oneOf, readInput } from '../input.ts';
import type { Invocation } from '../invocation.ts';
import { playScript, type ScriptedOutcome } from '../scripted.ts';
import type { Services } from '../services.ts';
import { percent, table } from '../text.ts';

interface Flags {
  readonly policy: string;
  readonly split?: 'dev' | 'test';
  readonly limit: number;
  readonly seed: number;
  readonly harness: string;
  readonly id?: string;
  readonly outcomes?: true;
}

const EVALUATION_MS = 6 * 3600 * 1000;
/** Policies without weights, by name. */
const YARDSTICKS: ReadonlySet<string> = new Set(['lexical', 'rule-planner']);
const SPLITS = { dev: Split.DEV, test: Split.TEST } as const;

/** `gyre eval`: a policy, or hand-written behaviour, over a split of tasks that nobody trained on. */
export function evalCommand(program: Command, invocation: Invocation): void {
  program
    .command('eval')
    .description('run a policy greedily over dev or test tasks and score it')
    .requiredOption('--policy <name|file>', 'a policy version id, lexical, rule-planner, or a .jsonl file of scripts (- for standard input)')
    .option('--split <name>', 'dev or test; with scripts and no split, the tasks they name', oneOf('--split', ['dev', 'test']))
    .option('--limit <n>', 'at most so many tasks, families in turn; 0 for all', integer('--limit', 0), 0)
    .option('--seed <n>', 'chooses tasks and seeds episodes', integer('--seed', 0), 1)
    .option('--harness <id>', 'harness version instead of the serving one', '')
    .option('--id <id>', 'id of the evaluation; a finished one is shown again')
    .option('--outcomes', 'list every task')
    .action(async (flags: Flags) => {
      if (flags.policy === '-' || flags.policy.endsWith('.jsonl')) return scripted(flags, invocation);
      const services = await invocation.services();
      const policy = await policyId(services, flags.policy);
      const harnessVersion = await harnessId(services, flags.harness, '--harness');
      const evaluationId = flags.id ?? randomIds().next('eval');
      invocation.goOnWith = `the same command and --id ${evaluationId}`;
      const progress = invocation.progress();
      progress.update(`eval ${flags.split ?? 'dev'}`, 0, 0);
      const response = await services.trainer.evaluate(
        {
          ...{ policy, harnessVersion, split: flags.split ?? 'dev', limit: flags.limit, seed: flags.seed },
          evaluationId,
        },
        { timeoutMs: EVALUATION_MS, signal: invocation.signal },
      );
      progress.stop();
      invocation.print(evaluationDocument(response), () => described(response, flags.outcomes === true));
    });
}

/** The policy of that name. NOT_FOUND if there is none. */
async function policyId({ store }: Services, given: string): Promise<string> {
  if (YARDSTICKS.has(given)) return given;
  const { policies } = trainerCollections(store);
  const id = await storedDigest([policies], given, '--policy');
  if ((await policies.get(id)) !== undefined) return id;
  const remedy = 'give lexical, rule-planner, a .jsonl file of scripts, or an id from gyre policy list';
  throw new GyreError('NOT_FOUND', `there is no policy version ${given}`, { boundary: 'caller', field: '--policy', remedy });
}

async function scripted(flags: Flags, invocation: Invocation): Promise<void> {
  const scripts = parseScripts(await readInput(invocation.terminal, flags.policy, '--policy'), '--policy');
  if (scripts.length === 0) throw invalid('--policy', `${flags.policy} holds no script`, 'give {"task": …, "actions": […]}, one task a line');
  const byTask = new Map(scripts.map((script) => [script.task, script]));
  const services = await invocation.services(new Map(scripts.map(({ task, actions }) => [task, actions])));
  const tasks = await tasksFor(flags, scripts, services);
  const progress = invocation.progress();
  const run = { services, clock: invocation.clock, id: flags.id ?? randomIds().next('by-hand'), harnessVersion: await harnessId(services, flags.harness, '--harness'), seed: flags.seed };
  const played: ScriptedOutcome[] = [];
  for (const [i, task] of tasks.entries()) {
    if (invocation.signal.aborted) throw new GyreError('CANCELLED', 'interrupted', { boundary: 'caller' });
    played.push(await playScript(task, byTask.get(task.id), run));
    progress.update('eval scripts', i + 1, tasks.length);
  }
  progress.stop();
  const outcomes = played.map(({ outcome }) => outcome);
  const response = { evaluationId: run.id, scores: scoresOf(outcomes), outcomes };
  const document = { ...evaluationDocument(response), checks: Object.fromEntries(played.map(({ outcome, checks }) => [outcome.taskId, checks])), rejected: Object.fromEntries(played.map(({ outcome, rejected }) => [outcome.taskId, rejected])) };
  invocation.print(document, () => [described(response, true), checkTable(played), rejectedTable(played)].filter((part) => part !== '').join('\n\n'));
}

async function tasksFor({ split, limit, seed }: Flags, scripts: readonly Script[], services: Services): Promise<Task[]> {
  if (split !== undefined) return chooseTasks(await listTasks(services.curator, SPLITS[split]), limit, seed);
  const named = limit > 0 ? scripts.slice(0, limit) : scripts;
  const tasks: Task[] = [];
  for (const { task: id } of named) {
    const { task } = await services.curator.getTask({ id });
    if (task === undefined) throw new GyreError('NOT_FOUND', `there is no task ${id}`, { boundary: 'caller', field: 'task', remedy: 'see gyre tasks list' });
    tasks.push(task);
  }
  return tasks;
}

function described({ evaluationId, scores, outcomes }: EvaluateResponse, each: boolean): string {
  const rows = scores.map(({ name, value, count }) => [name, name === 'cost' ? value.toFixed(1) : percent(value), count]);
  const parts = [`evaluation ${evaluationId}`, table(['score', 'value', 'of'], rows)];
  if (each) {
    const lines = outcomes.map((one) => [one.taskId, one.abilityGroup, one.valid ? (one.success ? 'success' : 'failure') : 'invalid', percent(one.progress), one.steps, one.cost]);
    parts.push(table(['task', 'group', 'outcome', 'progress', 'steps', 'cost'], lines));
  }
  return parts.join('\n\n');
}

function checkTable(played: readonly ScriptedOutcome[]): string {
  const rows = played.flatMap(({ outcome, checks }) => checks.map((check) => [outcome.taskId, check.kind, check.passed ? 'passed' : 'failed', check.reason]));
  return rows.length === 0 ? '' : table(['task', 'check', 'result', 'why'], rows);
}

function rejectedTable(played: readonly ScriptedOutcome[]): string {
  const rows = played.flatMap(({ outcome, rejected }) => rejected.map(({ step, tool, code, message }) => [outcome.taskId, step, tool, code, message]));
  return rows.length === 0 ? '' : table(['task', 'step', 'rejected call', 'code', 'why'], rows);
}
