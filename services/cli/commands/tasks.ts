import type { Command } from 'commander';
import { type CuratorCollections, curatorCollections, TaskPool } from '#curator/mod.ts';
import { Split, type Task } from '#protos/core/v1/task.ts';
import { taskDocument } from '../documents.ts';
import { auditFamilies, type FamilyAudit } from '../family-audit.ts';
import { integer, oneOf } from '../input.ts';
import type { Invocation } from '../invocation.ts';
import { percent, plainText, table } from '../text.ts';
import { DEFAULT_SETTINGS } from '#trainer-controller/mod.ts';

const SPLITS = { train: Split.TRAIN, dev: Split.DEV, test: Split.TEST } as const;

interface ListFlags {
  readonly split?: keyof typeof SPLITS;
  readonly family?: string;
  readonly limit: number;
  readonly after: string;
}

interface AuditFlags {
  readonly seed: number;
  readonly train: number;
  readonly dev: number;
  readonly test: number;
  readonly familiesOnly?: true;
  readonly rows: number;
}

/** `gyre tasks list|show|audit`: what the loop learns from and is measured on. */
export function tasksCommand(program: Command, invocation: Invocation): void {
  const tasks = program.command('tasks').description('tasks of the pool');

  tasks
    .command('list')
    .description('tasks in the order of their ids')
    .option('--split <name>', 'train, dev or test', oneOf('--split', ['train', 'dev', 'test']))
    .option('--family <id>', 'of this family only')
    .option('--limit <n>', 'at most so many', integer('--limit', 1, 100_000), 50)
    .option('--after <id>', 'go on after this task', '')
    .action(async ({ split, family, limit, after }: ListFlags) => {
      const collections = curatorCollections(await invocation.store());
      const where = { ...(split === undefined ? {} : { split: SPLITS[split] }), ...(family === undefined ? {} : { family }) };
      const read = await new TaskPool(collections).list(where, limit + 1, after);
      const listed = read.slice(0, limit);
      const total = await collections.tasks.count(where);
      const counts = await countsOf(collections);
      const rows = listed.map((task) => [task.id, splitName(task.split), task.family, groupOf(task), task.frictions.join(' '), task.locale, task.difficulty.toFixed(2)]);
      const document = { pool: counts, total, tasks: listed.map(taskDocument) };
      invocation.print(document, () => [table(['task', 'split', 'family', 'group', 'frictions', 'lang', 'difficulty'], rows), read.length > limit ? moreLine(listed, total) : '', poolLine(counts)].filter((part) => part !== '').join('\n\n'));
    });

  tasks
    .command('show')
    .description('one task as a policy’s world starts: request, history, state and exposure; never its check')
    .argument('<id>')
    .action(async (id: string) => {
      const task = await new TaskPool(curatorCollections(await invocation.store())).require(id);
      invocation.print(taskDocument(task), () => described(task));
    });

  tasks
    .command('audit')
    .description('construct the pool again, run every soundness check, and measure held-out families against train families')
    .option('--seed <n>', 'seed of the pool', integer('--seed', 0), 1)
    .option('--train <n>', 'train tasks', integer('--train', 1), DEFAULT_SETTINGS.pool.trainTasks)
    .option('--dev <n>', 'dev tasks', integer('--dev', 0), DEFAULT_SETTINGS.pool.devTasks)
    .option('--test <n>', 'test tasks', integer('--test', 0), DEFAULT_SETTINGS.pool.testTasks)
    .option('--families-only', 'leave the checks of single tasks out')
    .option('--rows <n>', 'in the text, so many held-out families, nearest first', integer('--rows', 0), 400)
    .action(async (flags: AuditFlags) => {
      const progress = invocation.progress();
      const counts = { train: flags.train, dev: flags.dev, test: flags.test };
      const audit = auditFamilies({ seed: flags.seed, counts, tasks: flags.familiesOnly !== true, signal: invocation.signal, onTask: (done, total) => progress.update('audit', done, total) });
      progress.stop();
      if (!audit.passed) invocation.fail();
      invocation.print(audit, () => audited(audit, flags.rows));
    });
}

async function countsOf({ tasks, families }: CuratorCollections) {
  const of = async (split: Split) => ({ tasks: await tasks.count({ split }), families: await families.count({ split }) });
  return { train: await of(Split.TRAIN), dev: await of(Split.DEV), test: await of(Split.TEST) };
}

/** How many tasks there are, and how to see those that were not listed. */
function moreLine(listed: readonly Task[], total: number): string {
  return `${listed.length} of ${total} tasks; more with --limit N, or --after '${listed.at(-1)?.id ?? ''}'`;
}

function poolLine(counts: Awaited<ReturnType<typeof countsOf>>): string {
  return Object.entries(counts)
    .map(([split, { tasks, families }]) => `${split}: ${tasks} tasks of ${families} families`)
    .join('   ');
}

function described(task: Task): string {
  const facts: [string, string][] = [
    ['task', `${task.id} revision ${task.revision}`],
    ['family', `${task.family} (${splitName(task.split)})`],
    ['group', `${groupOf(task)}, difficulty ${task.difficulty.toFixed(2)}`],
    ['tags', [...task.capabilities, ...task.frictions].join(', ')],
    ['clock', `${task.now} ${task.timeZone}, ${task.locale}`],
    ['tools', task.exposure?.tools.join(', ') || `${task.exposure?.recall ?? 0} recalled`],
    ['skills', task.exposure?.skills.join(', ') ?? ''],
    ['denied', task.deniedPermissions.join(', ')],
    ['state', task.initialStateJson],
    ...task.memory.map((unit): [string, string] => ['memory', `${unit.memoryId}: ${unit.content}`]),
    ...task.history.map((message): [string, string] => [message.role.replace('ROLE_', '').toLowerCase(), message.text || JSON.stringify(message.calls.length > 0 ? message.calls : message.results)]),
    ['request', task.request],
  ];
  return facts
    .filter(([, text]) => text !== '')
    .map(([name, text]) => plainText(`${name.padEnd(10)}${text.replaceAll('\n', ' ')}`))
    .join('\n');
}

function audited(audit: FamilyAudit, rows: number): string {
  const { families, limits, heldOut, tasks } = audit;
  const lines = [
    `limits: same tools and frictions as a train family: at most ${percent(limits.wording)} shared trigrams; never the same composition`,
    `families: ${families.train} train, ${families.dev} dev, ${families.test} test; ${audit.failing} held-out families above a limit`,
  ];
  if (tasks !== null) lines.push(`tasks: ${tasks.released} released, ${tasks.rejected.length} rejected by their own audit and never released`);
  const shown = heldOut.slice(0, rows).map((one) => [one.family, one.split, one.nearest, percent(one.tools), percent(one.frictions), percent(one.wording), one.passes ? 'passes' : 'FAILS']);
  return [lines.join('\n'), table(['held-out family', 'split', 'nearest train family', 'tools', 'frictions', 'wording', ''], shown), audit.passed ? 'passed' : 'failed'].join('\n\n');
}

function splitName(split: Split): string {
  return split.replace('SPLIT_', '').toLowerCase();
}

function groupOf(task: Task): string {
  return task.abilityGroup.replace('ABILITY_GROUP_', '').toLowerCase();
}
