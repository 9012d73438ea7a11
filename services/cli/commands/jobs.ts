import type { Command } from 'commander';
import { GyreError, invalid } from '#kit/errors.ts';
import type { DeadJob } from '#protos/rollout/v1/rollout_worker_service.ts';
import type { DeadJobs } from '#rollout-worker/mod.ts';
import { openDeadJobs } from '../dead-jobs.ts';
import { integer } from '../input.ts';
import type { Invocation } from '../invocation.ts';
import { plainText, table } from '../text.ts';

/** What `--all` reads at a time. */
const PAGE = 1_000;

interface Chosen {
  readonly all?: boolean;
}

/** `gyre jobs dead list|show|redrive|purge`: wake-ups that a worker terminated, or that were delivered too often. */
export function jobsCommand(program: Command, invocation: Invocation): void {
  const dead = program.command('jobs').description('the jobs of the rollout workers').command('dead').description('wake-ups that were given up');

  dead
    .command('list')
    .description('the oldest, with their reasons')
    .option('--limit <n>', 'at most so many', integer('--limit', 1, 10_000), 100)
    .action(async ({ limit }: { limit: number }) => {
      const jobs = await (await openDeadJobs(invocation)).list(limit, 0);
      const rows = jobs.map((job) => [job.number, job.queue, job.messageId, job.groups.join(' '), job.deliveries, timeOf(job), job.reason]);
      const list = () => (jobs.length === 0 ? 'none' : table(['number', 'queue', 'message', 'groups', 'deliveries', 'when', 'reason'], rows));
      invocation.print({ jobs: jobs.map(documentOf), complete: jobs.length < limit }, () => (jobs.length < limit ? list() : `${list()}\ncut off after ${limit}; see --limit`));
    });

  dead
    .command('show')
    .description('one of them')
    .argument('<number>')
    .action(async (given: string) => {
      const [job] = await existing(await openDeadJobs(invocation), [given]);
      if (job !== undefined) invocation.print(documentOf(job), () => described(job));
    });

  chosen(dead.command('redrive').description('publish their messages again, and take them off the list'), invocation, 'redriven', async (jobs, { number }) => jobs.redrive(number));
  chosen(dead.command('purge').description('take them off the list'), invocation, 'purged', async (jobs, { number }) => void (await jobs.purge(number)));
}

/** A command that does something to some dead jobs or to all. What cannot be done to one of them is said of it, and makes the outcome bad. */
function chosen(command: Command, invocation: Invocation, done: string, act: (jobs: DeadJobs, job: DeadJob) => Promise<void>): void {
  command
    .argument('[number...]')
    .option('--all', 'all of them')
    .action(async (numbers: string[], { all = false }: Chosen) => {
      if (all === numbers.length > 0) throw invalid('number', all ? 'is given beside --all' : 'is missing', 'give the numbers of gyre jobs dead list, or --all');
      const jobs = await openDeadJobs(invocation);
      const outcomes: { readonly number: number; readonly state: string; readonly reason: string }[] = [];
      for (const job of all ? await everyOne(jobs) : await existing(jobs, numbers)) {
        try {
          await act(jobs, job);
          outcomes.push({ number: job.number, state: done, reason: '' });
        } catch (thrown) {
          const error = GyreError.from(thrown, 'bus');
          // Somebody else was quicker, or its message is lost; anything else is said of the command.
          if (error.code !== 'FAILED_PRECONDITION' && error.code !== 'NOT_FOUND') throw error;
          outcomes.push({ number: job.number, state: 'refused', reason: [error.message, error.remedy].filter(Boolean).join('; ') });
        }
      }
      if (outcomes.some(({ state }) => state === 'refused')) invocation.fail();
      const rows = outcomes.map(({ number, state, reason }) => [number, state, reason]);
      invocation.print({ jobs: outcomes }, () => (rows.length === 0 ? 'none' : table(['number', '', 'why'], rows)));
    });
}

/** Those that are there when it is called: what dies again meanwhile is not among them. */
async function everyOne(jobs: DeadJobs): Promise<DeadJob[]> {
  const all: DeadJob[] = [];
  for (;;) {
    const page = await jobs.list(PAGE, all.at(-1)?.number ?? 0);
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

/** The jobs of those numbers. NOT_FOUND if one of them is not there, before anything is done to the others. */
async function existing(jobs: DeadJobs, given: readonly string[]): Promise<DeadJob[]> {
  const found: DeadJob[] = [];
  for (const number of new Set(given.map(integer('number', 1)))) {
    const [job] = await jobs.list(1, number - 1);
    if (job?.number !== number) throw new GyreError('NOT_FOUND', `there is no dead job ${number}`, { boundary: 'caller', field: 'number', remedy: 'see gyre jobs dead list' });
    found.push(job);
  }
  return found;
}

function documentOf({ number, queue, messageId, groups, deliveries, reason, atMs, whole }: DeadJob) {
  return { number, queue, messageId, groups, deliveries, reason, atMs, redrivable: whole };
}

function timeOf({ atMs }: DeadJob): string {
  return new Date(atMs).toISOString();
}

function described(job: DeadJob): string {
  const lines = [
    ['number', `${job.number}`],
    ['queue', job.queue],
    ['message', job.messageId],
    ...job.groups.map((group) => ['group', group]),
    ['delivered', `${job.deliveries} times`],
    ['given up', timeOf(job)],
    ['reason', job.reason],
    ...(job.whole ? [] : [['message', 'lost; it can only be purged']]),
  ];
  return lines.map(([name = '', value = '']) => plainText(`${name.padEnd(10)} ${value}`)).join('\n');
}
