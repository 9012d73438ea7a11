import type { Command } from 'commander';
import type { Round } from '#protos/core/v1/round.ts';
import { DEMO, demoPlans } from '../demo-plan.ts';
import { integer } from '../input.ts';
import type { Invocation } from '../invocation.ts';
import { readReport } from '../report/read.ts';
import { evaluationId } from '../report/stages.ts';
import { requirePage, writeReport } from '../report/write.ts';
import type { Services } from '../services.ts';
import { watchRound } from '../watch.ts';
import { printReport } from './report.ts';

interface Flags {
  readonly rounds: number;
  readonly seed: number;
  readonly testTasks: number;
  readonly out?: string;
}

const EVALUATION_MS = 3600 * 1000;

/** `gyre demo`: rounds one after another, then every stage on test tasks, the table and the page. Interrupted, it goes on where it was. */
export function demoCommand(program: Command, invocation: Invocation): void {
  program
    .command('demo')
    .description('run rounds in a row, measure every stage on test families, and write the report')
    .option('--rounds <n>', 'how many rounds', integer('--rounds', 1, 100), DEMO.rounds)
    .option('--seed <n>', 'decides everything that is drawn', integer('--seed', 0), DEMO.seed)
    .option('--test-tasks <n>', 'test tasks for each stage; 0 for all', integer('--test-tasks', 0), 0)
    .option('--out <file>', 'where to write the page; default report.html in the state folder')
    .action(async ({ rounds, seed, testTasks, out }: Flags) => {
      const page = out ?? `${invocation.config().stateDir}/report.html`;
      requirePage(page);
      invocation.goOnWith = 'the same command';
      const services = await invocation.services();
      let last = '';
      for (const { id, plan } of demoPlans(rounds, seed)) {
        await services.trainer.startRound({ roundId: id, plan });
        const round = await watchRound(services, id, invocation, `round ${plan.number}  `);
        if (!ended(round, invocation)) return;
        last = id;
      }
      await measure(services, last, { seed, limit: testTasks }, invocation);
      printReport(await writeReport(services.store, page, last), invocation);
    });
}

function ended(round: Round, invocation: Invocation): boolean {
  if (round.error === '' && round.phase === 'done') return true;
  invocation.fail();
  invocation.print({ round: round.id, phase: round.phase, error: round.error }, () => `round ${round.id} stopped in phase ${round.phase}: ${round.error}`);
  return false;
}

/** Evaluates every stage of the line on test tasks. Only here, after the last round, is a test task played. */
async function measure(services: Services, last: string, { seed, limit }: { seed: number; limit: number }, invocation: Invocation): Promise<void> {
  const { stages } = await readReport(services.store, last);
  const progress = invocation.progress();
  for (const [i, { label, policy, harness }] of stages.entries()) {
    progress.update('test families', i, stages.length, label);
    const request = { policy, harnessVersion: harness, split: 'test', limit, seed, evaluationId: evaluationId(last, i) };
    await services.trainer.evaluate(request, { timeoutMs: EVALUATION_MS, signal: invocation.signal });
  }
  progress.update('test families', stages.length, stages.length);
  progress.stop();
}
